import sharp from 'sharp'
import { saveMasters } from '#features/catalogue/images/image-store.ts'
import { type Db, inTransaction } from '#platform/db/database.ts'

/** A picture that products of the shop may show, of one colour. */
export async function addPicture(db: Db, image: string, background = '#c93582'): Promise<void> {
  const width = 960
  const picture = sharp({ create: { width, height: width, channels: 3, background } })
  const bytes = await picture.jpeg().toBuffer()
  await inTransaction(db, (tx) => saveMasters(tx, [{ image, bytes, width, height: width }], new Date()))
}
