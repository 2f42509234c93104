import { type ApiCall, errorOf, NetworkError, patienceOf, send } from './api.ts'

/**
 * Fetches a file as the person logged in. Its time limit starts anew with each part that arrives: a long list takes minutes
 * on a slow line. Throws as `callApi` does.
 */
export async function fetchFile(path: `/api/${string}`, call: ApiCall = {}): Promise<Blob> {
  const silence = new AbortController()
  const wait = () => setTimeout(() => silence.abort(), patienceOf(call))
  let limit = wait()
  const waitAnew = () => {
    clearTimeout(limit)
    limit = wait()
  }
  try {
    const response = await send(path, call, silence.signal)
    if (!response.ok) throw await errorOf(response, false)
    return await contentOf(response, waitAnew)
  } finally {
    clearTimeout(limit)
  }
}

async function contentOf({ body, headers }: Response, onPart: () => void): Promise<Blob> {
  const reader = body!.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  try {
    for (;;) {
      onPart()
      const { done, value } = await reader.read()
      if (done) return new Blob(parts, { type: headers.get('Content-Type') ?? '' })
      parts.push(value)
    }
  } catch (error) {
    throw new NetworkError(error)
  }
}
