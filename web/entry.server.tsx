import { renderToReadableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { NonceContext } from './nonce.ts'
import { type PageServices, pageServices, scriptNonce } from './services.ts'

export { createRequestHandler }

/** The context of one request: the server calls it through the bundle, so that both hold the same keys. */
export function createLoadContext(services: PageServices, nonce: string): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(pageServices, services)
  context.set(scriptNonce, nonce)
  return context
}

export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(scriptNonce)
  let failed = false
  const html = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </NonceContext>,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        failed = true
        reportError(error)
      },
    },
  )
  await html.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(html, { status: failed ? 500 : status, headers })
}

/** A page that is not there is an answer, not an accident: it leaves no trace in the log. */
export function handleError(error: unknown): void {
  if (isRouteErrorResponse(error) && error.status < 500) return
  reportError(error)
}

function reportError(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : new Error(String(error)), 'PageError')
}
