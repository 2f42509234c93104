import { toast } from '#web/ui/toast.tsx'

interface SharedLink {
  title: string
  text: string
  url: string
}

/** Hands a link to the phone's own ways of sharing, or copies it where there are none. True once that was done. */
export async function shareLink({ title, text, url }: SharedLink): Promise<boolean> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, text, url })
      return true
    } catch {
      // Closed without sharing, most of the time.
      return false
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Lien copié', text: url })
    return true
  } catch {
    // Pages without TLS and some in-app browsers have no clipboard.
    toast({ title: 'Copiez ce lien', text: url, duration: 20_000 })
    return false
  }
}
