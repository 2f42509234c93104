import type { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { ViteDevServer } from 'vite'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Vite inside our process: one port for pages, calls and live reload. It needs the HTTP server, which needs its
 * listener first; so it stands in front of the listener from the beginning and is started afterwards.
 */
export class DevelopmentPages {
  #vite: ViteDevServer | undefined

  readonly inFront =
    (listener: Listener): Listener =>
    (request, response) => {
      if (this.#vite) this.#vite.middlewares(request, response, () => listener(request, response))
      else listener(request, response)
    }

  async start(server: Server): Promise<void> {
    const { createServer } = await import('vite')
    refuseListeners(process, 'SIGTERM')
    refuseListeners(process.stdin, 'end')
    this.#vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
  }

  build = () => this.#vite!.ssrLoadModule('virtual:react-router/server-build') as Promise<never>

  close = () => this.#vite?.close()
}

/** From here on. React Router starts a second Vite, which ends the process by itself: our database would be left running. */
function refuseListeners(emitter: EventEmitter, refused: string): void {
  emitter.on('newListener', (event, listener) => {
    if (event === refused) queueMicrotask(() => emitter.off(event, listener))
  })
}
