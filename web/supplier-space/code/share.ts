import { readStored, watchStored, writeStored } from '#web/browser-storage.ts'
import { useBrowserValue } from '#web/browser-value.ts'
import { shareLink } from '#web/sharing/share-link.ts'
import { SHOP_NAME } from '#web/shell/brand.tsx'

const KEY = 'has-shared'

const watch = (onChange: () => void) => watchStored([KEY], onChange)
const read = () => readStored(KEY) === '1'

/** True once a link was shared or copied in this browser: the first day's last step is done then. */
export const useHasShared = (): boolean => useBrowserValue(watch, read, false)

/** The address of a page of the shop that brings a supplier's code along. */
export const linkWith = (publicUrl: string, path: string, code: string): string =>
  `${publicUrl}${path}?promo=${encodeURIComponent(code)}`

interface Shared {
  link: string
  code: string
  /** Percentage that the code takes off. */
  discount: number
  /** Name of what the link leads to; the shop's unless given. */
  what?: string
}

/** Shares a link that brings a supplier's code along. */
export async function share({ link, code, discount, what = SHOP_NAME }: Shared): Promise<void> {
  const text =
    discount > 0 ? `${what}\u00A0: ${discount}\u00A0% de remise avec mon code ${code}` : `${what} avec mon code ${code}`
  if (await shareLink({ title: what, text, url: link })) writeStored(KEY, '1')
}
