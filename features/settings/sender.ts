import type { Shop } from '#platform/http/shop.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { type Sender, withoutScheme } from '#platform/pdf/style.ts'
import type { AllSettings } from './model.ts'
import { sellerInWords } from './words.ts'

/** Makes the sender in the head of the shop's PDF documents: name, phone, e-mail address, website and identity. */
export const senderOf = ({ name, publicUrl }: Pick<Shop, 'name' | 'publicUrl'>, settings: AllSettings): Sender => ({
  name,
  phone: readablePhone(settings.phone),
  email: settings.email,
  website: withoutScheme(publicUrl),
  identity: sellerInWords(settings),
})
