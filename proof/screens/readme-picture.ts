import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import installDemo, { openShop } from '../../e2e/installed-demo.ts'
import { findChromium } from '../../scripts/chromium.ts'

// Takes the README's picture of the home page anew, from a demo shop of its own. Wants built pages.

const PICTURE = join(import.meta.dirname, '..', '..', 'docs', 'home.webp')

const removeDemo = await installDemo()
const shop = await openShop()
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    locale: 'fr-FR',
    reducedMotion: 'reduce',
  })
  await page.goto(shop.url, { waitUntil: 'networkidle' })
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(PICTURE)
} finally {
  await browser.close()
  await shop.close()
  await removeDemo()
}
