import { expect, test } from 'vitest'
import { checkByProgram } from './external-checks.ts'

const compiler = { claim: 'p', tried: 't', program: 'node_modules/typescript/bin/tsc', unit: 'is the version' }

test('it holds when the program says how many, and ends well', async () => {
  const { held, figure } = await checkByProgram({ ...compiler, words: ['--version'], passed: /Version (\d+)/ })
  expect([held, figure]).toEqual([true, expect.stringMatching(/^\d+ is the version in \d+ s$/)])
})

test.each([
  ['says nothing of it', ['--version'], /(\d+) passed/],
  ['counts none', ['--version'], /Version \d+\.(0)\./],
  ['fails, whatever it says', ['--no-such-option'], /TS(\d+)/],
])('it does not when the program %s, and its last words are kept', async (_, words, passed) => {
  const { held, figure } = await checkByProgram({ ...compiler, words, passed })
  expect(held).toBe(false)
  expect(figure).toMatch(/\n.*(Version|no-such-option)/)
})
