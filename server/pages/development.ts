import type { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { ViteDevServer } from 'vite'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Runs Vite inside our process: one port for pages, calls and live reload. Vite needs the HTTP server, which needs its
 * listener first, so the listener is wrapped at once and Vite is started later.
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

/** Removes listeners added from now on: React Router's second Vite ends the process itself and would leave our database running. */
function refuseListeners(emitter: EventEmitter, refused: string): void {
  emitter.on('newListener', (event, listener) => {
    if (event === refused) queueMicrotask(() => emitter.off(event, listener))
  })
}
