import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { InlinedStylesContext, readInlinedStyles, withoutInlined } from './inlined-styles.tsx'

declare global {
  /** React Router's manifest of the routes, set before this file runs. */
  var __reactRouterManifest: { routes: Parameters<typeof withoutInlined>[0] } | undefined
}

const inlined = readInlinedStyles()
const manifest = globalThis.__reactRouterManifest
if (manifest) manifest.routes = withoutInlined(manifest.routes, inlined)

startTransition(() => {
  hydrateRoot(
    document,
    <InlinedStylesContext value={inlined}>
      <HydratedRouter />
    </InlinedStylesContext>,
  )
})
