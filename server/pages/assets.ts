import { access } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { DrawnImages, parseImageFile } from '#features/catalogue/images/drawn-images.ts'
import { negotiateFormat } from '#features/catalogue/images/negotiate-format.ts'
import { pictureFile } from '#features/catalogue/model.ts'
import { DATA_POLICY } from '#platform/http/security-headers.ts'
import type { Shop } from '#platform/http/shop.ts'
import { CLIENT_DIR } from './pages.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_A_DAY = 'public, max-age=86400'

const HASHED = `${sep}assets${sep}`

type ImageSource = Pick<Shop, 'db' | 'storageDir'>

/** Serves the files of the built pages, when there is a build, and the pictures of products. */
export async function serveFiles(app: FastifyInstance, { shop, built }: { shop: ImageSource; built: boolean }) {
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    // We set cache headers ourselves: names under `assets` change with their content, the others do not.
    const common = { cacheControl: false, index: false as const }
    if (built)
      await files.register(fastifyStatic, {
        ...common,
        decorateReply: false,
        root: CLIENT_DIR,
        wildcard: false,
        globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
        preCompressed: true,
        setHeaders: (reply, path) => reply.header('cache-control', path.includes(HASHED) ? FOR_EVER : FOR_A_DAY),
      })
    // Registered for `reply.sendFile` alone: it serves no address by itself.
    await files.register(fastifyStatic, { ...common, root: shop.storageDir, serve: false })
    serveImages(files, shop)
  })
}

/** Sends a picture's drawn file, or draws it from its master, which any copy of the program can read. */
function serveImages(app: FastifyInstance, shop: ImageSource): void {
  const drawn = new DrawnImages(shop, (error) => app.log.warn({ err: error }, 'a drawn picture could not be written'))
  app.addHook('onClose', async () => drawn.end())

  app.get<{ Params: { file: string } }>('/storage/products/:file', async ({ params, headers }, reply) => {
    const requested = parseImageFile(params.file)
    if (!requested) return reply.callNotFound()
    const format = requested.format ?? negotiateFormat(headers.accept)
    const file = pictureFile(requested.image, requested.width, format)
    const isThere = await access(join(shop.storageDir, file)).then(
      () => true,
      () => false,
    )
    const bytes = isThere ? null : await drawn.get(requested, format)
    if (!isThere && !bytes) return reply.callNotFound()
    reply.headers({ 'cache-control': FOR_EVER, 'content-security-policy': DATA_POLICY })
    if (requested.format === null) reply.header('vary', 'Accept')
    return bytes ? reply.type(`image/${format}`).send(bytes) : reply.sendFile(file)
  })
}
