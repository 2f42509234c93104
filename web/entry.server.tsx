import { renderToReadableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { fileOf, InlinedStylesContext, LAYERS, withoutInlined } from './inlined-styles.tsx'
import { NonceContext } from './nonce.ts'
import { type PageServices, pageServices, type Stylesheets, scriptNonce, stylesheets } from './services.ts'

export { createRequestHandler }

/** The context of one request: the server calls it through the bundle, so that both hold the same keys. */
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

/** What the page's routes ask for, as far as it can be inlined. */
function stylesOf({ manifest, staticHandlerContext }: EntryContext, inlinable: Stylesheets) {
  const asked = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []).map(fileOf)
  const files = [...new Set(asked)].filter((file) => inlinable.has(file))
  return { files, css: [LAYERS, ...files.map((file) => inlinable.get(file))].join('\n') }
}

/** A page that is not there is an answer, not an accident: it leaves no trace in the log. */
export function handleError(error: unknown): void {
  if (isRouteErrorResponse(error) && error.status < 500) return
  reportError(error)
}

function reportError(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : new Error(String(error)), 'PageError')
}
