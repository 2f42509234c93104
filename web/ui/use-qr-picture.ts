import { useEffect, useState } from 'react'

/** The QR code of a text as the address of a picture; null until it is drawn, and for good when its script does not come. */
export function useQrPicture(text: string): string | null {
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    import('uqr')
      .then(({ renderSVG }) => {
        if (isCurrent) setPicture(`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`)
      })
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [text])
  return picture
}
