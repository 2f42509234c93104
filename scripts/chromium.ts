import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** One without windows of its own takes a sixth less time for the same journeys. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function find(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [process.env.CHROMIUM_PATH ?? '', ...onPath, chromium.executablePath()].find((path) => path && isProgram(path))
}

const run = (command: string, ...words: string[]): boolean =>
  spawnSync(command, words, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

const installPackage = (name: string): boolean =>
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name)

function install(): void {
  const canUseApt = process.getuid?.() === 0 && isProgram('/usr/bin/apt-get')
  if (canUseApt && run('apt-get', 'update', '-qq') && ['chromium-headless-shell', 'chromium'].some(installPackage))
    return
  run(
    process.execPath,
    join(import.meta.dirname, '..', 'node_modules', '@playwright', 'test', 'cli.js'),
    'install',
    'chromium',
  )
}

/** A Chromium for the journeys: `CHROMIUM_PATH`, the system's, Playwright's own, or one installed now. */
export function findChromium(): string {
  const found = find()
  if (found) return found
  process.stdout.write('No Chromium here: installing one for the browser tests.\n')
  install()
  const installed = find()
  if (!installed) throw new Error('No Chromium could be found or installed. Install one and set CHROMIUM_PATH to it.')
  return installed
}
