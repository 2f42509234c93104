import { step } from './steps.ts'
import { brokenWalls } from './walls.ts'

/** All that says "done" but the tests: format and lint, types, walls, dead code. */
step('format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings'])
step('types of routes', 'node_modules/@react-router/dev/bin.cjs', ['typegen'])
step('types', 'node_modules/typescript/bin/tsc')
process.stdout.write('\n— walls\n')
const broken = brokenWalls()
for (const { rule, from, to } of broken) process.stdout.write(`${rule}: ${from} → ${to}\n`)
if (broken.length > 0) process.exit(1)
step('dead code', 'node_modules/knip/bin/knip.js', ['--no-progress'])
