import type { ApiCall } from '#web/api/api.ts'
import { fetchFile } from '#web/api/fetch-file.ts'

/** Fetches a file with the person's bearer, which a link cannot send, and saves it. Throws as `callApi` does. */
export async function saveFile(path: `/api/${string}`, name: string, call?: ApiCall): Promise<void> {
  saveBlob(await fetchFile(path, call), name)
}

/** Saves what the page holds. */
export function saveBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
