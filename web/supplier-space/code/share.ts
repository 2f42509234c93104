import { readStored, watchStored, writeStored } from '#web/browser-storage.ts'
import { useBrowserValue } from '#web/browser-value.ts'
import { SHOP_NAME } from '#web/shell/brand.tsx'
import { toast } from '#web/ui/toast.tsx'

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

/** Hands a link to the phone's own ways of sharing; copies it where there are none. */
export async function share({ link, code, discount, what = SHOP_NAME }: Shared): Promise<void> {
  if (typeof navigator.share === 'function') {
    const text =
      discount > 0
        ? `${what}\u00A0: ${discount}\u00A0% de remise avec mon code ${code}`
        : `${what} avec mon code ${code}`
    try {
      await navigator.share({ title: what, text, url: link })
      writeStored(KEY, '1')
    } catch {
      // Closed without sharing, most of the time.
    }
    return
  }
  try {
    await navigator.clipboard.writeText(link)
    writeStored(KEY, '1')
    toast({ title: 'Lien copié', text: link })
  } catch {
    // Pages without TLS and some in-app browsers have no clipboard.
    toast({ title: 'Copiez ce lien', text: link, duration: 20_000 })
  }
}
