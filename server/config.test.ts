import { expect, test } from 'vitest'
import { goneVariables, readConfig } from './config.ts'

const GONE = { WORKERS: '4', DATABASE_REPLICA_URL: 'nowhere', DATABASE_DIRECT_URL: 'nowhere' }

test('a variable that no longer acts is named in one line with what stands in its place, and stops nothing', () => {
  const lines = goneVariables({ ...GONE, PORT: '3000' })
  expect(lines.map((line) => line.split('\u00A0')[0])).toEqual(
    Object.keys(GONE).map((name) => `${name} n’a plus d’effet`),
  )
  for (const line of lines) expect(line).not.toContain('\n')
  expect(readConfig(GONE)).toEqual(readConfig({}))
  expect(goneVariables({ PORT: '3000', WORKERS: '' })).toEqual([])
})
