// Process of its own: a hostile file takes down this decoder alone, and drawing takes no time from orders.

import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { answerJobs } from '#platform/workers/answer-jobs.ts'
import { PICTURE_PIXELS } from '../model.ts'
import { drawSize, encodeMaster } from './encode.ts'
import type { ResizeAnswer, ResizeJob } from './resize-process.ts'

const OPENERS = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)

beFirstToGo()
sharp.concurrency(1)
sharp.cache(false)
// No other format is decoded, whatever a file calls itself.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: OPENERS })

answerJobs((job: ResizeJob) => ('upload' in job ? readUpload(job.upload) : draw(job)))

/** A large AVIF takes 700 MB for a second: short of memory, Linux ends this process and no other. */
function beFirstToGo(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
}

async function readUpload(bytes: Uint8Array): Promise<ResizeAnswer> {
  // The head is read without our limit, so that a picture of too many pixels gets its own refusal.
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!head || (head.format === 'heif' && head.compression !== 'av1')) return { refused: 'no picture' }
  if (head.width * head.height > PICTURE_PIXELS) return { refused: 'too large' }
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: PICTURE_PIXELS, sequentialRead: true })
  return encodeMaster(picture).then(
    (master) => ({ master }),
    () => ({ refused: 'broken' }),
  )
}

const draw = ({ master, width, format }: Extract<ResizeJob, { master: Uint8Array }>): Promise<ResizeAnswer> =>
  drawSize(master, width, format).then(
    (bytes) => ({ bytes }),
    () => ({ refused: 'broken' }),
  )
