// Run as a process of its own for one picture that somebody sent: what a hostile file does to a decoder ends with it.

import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import sharp from 'sharp'
import { PICTURE_PIXELS } from './names.ts'
import { drawPicture } from './picture-drawing.ts'
import type { PictureAnswer } from './pictures.ts'

const ORDERS_COME_FIRST = 10

const OPENERS = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)

// Whoever asked ends it, and it ends by itself when that process does.
process.on('message', async (bytes: Uint8Array) => {
  setPriority(ORDERS_COME_FIRST)
  beFirstToGo()
  sharp.concurrency(1)
  sharp.cache(false)
  // Other formats have no way in at all, whatever a file calls itself.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: OPENERS })
  process.send!(await answerOf(bytes))
})

/** A large AVIF takes 700 MB for a second: where that is too much, Linux ends this process and no other. */
function beFirstToGo(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
}

async function answerOf(bytes: Uint8Array): Promise<PictureAnswer> {
  const source = () => sharp(bytes, { failOn: 'error', limitInputPixels: PICTURE_PIXELS, sequentialRead: true })
  // Of the head alone, which says how large the picture wants to be; without our limit, to tell why it is refused.
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!head || (head.format === 'heif' && head.compression !== 'av1')) return { refused: 'no picture' }
  if (head.width * head.height > PICTURE_PIXELS) return { refused: 'too large' }
  try {
    return { files: await drawPicture(source()) }
  } catch {
    return { refused: 'broken' }
  }
}
