import type * as z from 'zod/mini'
import { errorOf, headersOf, NetworkError } from './api.ts'

interface Upload<Schema> {
  answer: Schema
  /** Told how much has left, from 0 to 1. */
  onProgress: (share: number) => void
  timeoutSeconds: number
}

/** Sends a form with a file, and tells meanwhile how much of it has left: `fetch` cannot. Throws as `callApi` does. */
export async function uploadForm<Schema extends z.ZodMiniType>(
  path: `/api/${string}`,
  body: FormData,
  { answer, onProgress, timeoutSeconds }: Upload<Schema>,
): Promise<z.output<Schema>> {
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    for (const [name, value] of headersOf()) request.setRequestHeader(name, value)
    request.timeout = timeoutSeconds * 1000
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const wait = request.getResponseHeader('Retry-After')
      const headers = new Headers(wait === null ? undefined : { 'Retry-After': wait })
      resolve(new Response(request.responseText, { status: request.status, headers }))
    }
    request.onerror = request.ontimeout = request.onabort = () => reject(new NetworkError())
    request.send(body)
  })
  if (!response.ok) throw await errorOf(response, false)
  try {
    return answer.parse(await response.json())
  } catch (error) {
    throw new NetworkError(error)
  }
}
