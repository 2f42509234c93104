import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runtimePackages } from './release-files.ts'
import { type Locked, licenceOf, nameOf } from './supply-chain.ts'

// `npm run --silent sbom`: what the running shop is made of, as CycloneDX. npm's own list leaves out each package that a
// tool wants besides (React among them), and names what a package installed by itself.

const ROOT = join(import.meta.dirname, '..', '..')
const readJson = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))

const { version } = readJson('package.json')
const { packages } = readJson('package-lock.json') as { packages: Record<string, Locked> }

const licencesOf = (licence: string) =>
  /\b(OR|AND|WITH)\b/.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }]

/** The lock has the sum in base 64, CycloneDX wants it in base 16. */
const hashesOf = (integrity: string) => [
  { alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') },
]

function componentOf(folder: string) {
  const locked = packages[folder]!
  const name = nameOf(folder)
  const licence = licenceOf(folder, locked)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${locked.version}`
  const licences = licence ? { licenses: licencesOf(licence) } : {}
  const hashes = locked.integrity ? { hashes: hashesOf(locked.integrity) } : {}
  // The same version may lie in two folders.
  return { 'bom-ref': folder, type: 'library', name, version: locked.version, purl, ...licences, ...hashes }
}

const bill = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { 'bom-ref': 'boutique', type: 'application', name: 'boutique', version } },
  components: runtimePackages().toSorted().map(componentOf),
}
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`)
