const PRELOAD = /<link rel="modulepreload" href="([^"]*)"[^>]*>/g
const MODULE = /(<script nonce="[^"]*") type="module" async=""/

/** The page's own scripts, named so that the browser leaves them alone until `lateScript` of the pages starts them. */
export function startLate(html: string): string {
  const files = [...html.matchAll(PRELOAD)].map(([, file]) => file)
  return html.replaceAll(PRELOAD, '').replace(MODULE, `$1 type="text/late" data-files="${files.join(' ')}"`)
}
