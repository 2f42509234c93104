import { step } from './steps.ts'

step('checks', 'scripts/checks.ts')
step('build', 'scripts/build.ts')
step('tests', 'scripts/test.ts')
