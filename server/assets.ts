import { sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { choosePicture } from '#features/catalogue/index.ts'
import { DATA_POLICY } from '#platform/http/security-headers.ts'
import { CLIENT_DIR } from './pages.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_A_DAY = 'public, max-age=86400'

/** A picture without a width: `3f9c….webp`, not `3f9c…-320.webp`. */
const PLAIN = String.raw`^(?!.*-\d+\.webp$)[\w-]+\.webp$`

const HASHED = `${sep}assets${sep}`

/** The files of the built pages, where they are built, and the pictures of products. */
export async function serveFiles(app: FastifyInstance, { storageDir, built }: { storageDir: string; built: boolean }) {
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'anyone' }
    })
    // Cache headers are ours: names under `assets` change with their content, the others do not.
    const common = { decorateReply: false, cacheControl: false, index: false as const }
    if (built)
      await files.register(fastifyStatic, {
        ...common,
        root: CLIENT_DIR,
        wildcard: false,
        globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
        preCompressed: true,
        setHeaders: (reply, path) => reply.header('cache-control', path.includes(HASHED) ? FOR_EVER : FOR_A_DAY),
      })
    await files.register(fastifyStatic, {
      ...common,
      decorateReply: true,
      root: storageDir,
      prefix: '/storage/',
      setHeaders: (reply) => {
        reply.header('cache-control', FOR_EVER)
        reply.header('content-security-policy', DATA_POLICY)
      },
    })
    files.get<{ Params: { file: string } }>(`/storage/products/:file(${PLAIN})`, async ({ params, headers }, reply) =>
      reply
        .header('vary', 'Accept')
        .sendFile(await choosePicture(storageDir, `products/${params.file}`, headers.accept)),
    )
  })
}
