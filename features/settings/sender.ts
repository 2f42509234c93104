import type { Shop } from '#platform/http/shop.ts'
import { type Sender, spacedPhone, withoutScheme } from '#platform/pdf/style.ts'
import type { Settings } from './model.ts'

/** Makes the sender in the head of the shop's PDF documents: name, phone, e-mail address and website. */
export const senderOf = (
  { name, publicUrl }: Pick<Shop, 'name' | 'publicUrl'>,
  { phone, email }: Settings,
): Sender => ({
  name,
  phone: spacedPhone(phone),
  email,
  website: withoutScheme(publicUrl),
})
