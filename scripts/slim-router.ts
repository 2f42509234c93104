import type { Plugin } from 'vite'

/**
 * What this shop never asks of React Router, which its text cannot know before it runs: routes that are discovered while
 * the page is open (`routeDiscovery` is `initial`), listeners to the router's work, an application of one page, modules
 * that change under the page. Said at the places that ask, so that what follows from them is left out of the build.
 */
const NEVER: Readonly<Record<string, readonly (readonly [said: string, known: string])[]>> = {
  'router/router.js': [
    ['if (init.instrumentations)', 'if (false)'],
    ['init.patchRoutesOnNavigation', 'undefined'],
    ['if (isFogOfWar)', 'if (false)'],
    ['if (!isFogOfWar)', 'if (true)'],
    ['fogOfWar.active &&', 'false &&'],
  ],
  'dom/ssr/fog-of-war.js': [
    ['if (!isFogOfWarEnabled(routeDiscovery, ssr)) return;', 'return;'],
    [
      'if (!isFogOfWarEnabled(routeDiscovery, ssr) || window.navigator?.connection?.saveData === true) return;',
      'return;',
    ],
  ],
  'dom/ssr/components.js': [['isFogOfWarEnabled(routeDiscovery, ssr)', 'false']],
  'dom/ssr/routes.js': [['if (isSpaMode)', 'if (false)']],
  'dom-export/hydrated-router.js': [
    ['ssrInfo.context.isSpaMode', 'false'],
    ['router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;', ''],
  ],
}

const FILE = /\/react-router\/dist\/production\/lib\/(.+\.js)$/

/** Takes parts of React Router out of what browsers load. Fails when its text has changed: then look at it again. */
export function slimRouter(): Plugin {
  return {
    name: 'slim-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(text, id) {
      const file = FILE.exec(id)?.[1] ?? ''
      return NEVER[file]?.reduce((code, [said, known]) => {
        if (!code.includes(said)) this.error(`React Router’s ${file} no longer says: ${said}`)
        return code.replaceAll(said, known)
      }, text)
    },
  }
}
