import { renderToReadableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { type PageServices, pageServices, type Stylesheets, scriptNonce, stylesheets } from '#web/loader-context.ts'
import { fileOf, InlinedStylesContext, LAYERS, withoutInlined } from './inlined-styles.tsx'
import { NonceContext } from './nonce.ts'

export { renderCustomerPage } from './calls/customer/customer-page.tsx'
export { createRequestHandler }

/** Creates the context of one request. It is part of the bundle, so that the server sets the keys that the pages read. */
export function createLoadContext(
  services: PageServices,
  nonce: string,
  inlinable: Stylesheets,
): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(stylesheets, inlinable)
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
  const inlined = stylesOf(entry, context.get(stylesheets))
  const manifest = { ...entry.manifest, routes: withoutInlined(entry.manifest.routes, inlined) }
  let failed = false
  const html = await renderToReadableStream(
    <NonceContext value={nonce}>
      <InlinedStylesContext value={inlined}>
        <ServerRouter context={{ ...entry, manifest }} url={request.url} nonce={nonce} />
      </InlinedStylesContext>
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

/** The style files of the page's routes, as far as they can be inlined. */
function stylesOf({ manifest, staticHandlerContext }: EntryContext, inlinable: Stylesheets) {
  const linked = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []).map(fileOf)
  const files = [...new Set(linked)].filter((file) => inlinable.has(file))
  return { files, css: [LAYERS, ...files.map((file) => inlinable.get(file))].join('\n') }
}

/** Logs the errors of pages. A page that does not exist is an ordinary answer, and is not logged. */
export function handleError(error: unknown): void {
  if (isRouteErrorResponse(error) && error.status < 500) return
  reportError(error)
}

function reportError(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : new Error(String(error)), 'PageError')
}
