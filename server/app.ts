import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { identify } from '#features/accounts/actions/identify.ts'
import type { PasswordHashQueue } from '#features/accounts/password-hashing.ts'
import { promoCodeRoutes } from '#features/accounts/promo-codes/routes.ts'
import { accountRoutes } from '#features/accounts/routes.ts'
import { secondFactorRoutes } from '#features/accounts/second-factor/routes.ts'
import { announcementRoutes } from '#features/announcements/routes.ts'
import { auditRoutes } from '#features/audit/routes.ts'
import { deliveryRateRoutes } from '#features/back-office/delivery-rates/routes.ts'
import { adminHomeRoutes } from '#features/back-office/home/routes.ts'
import { orderListRoutes } from '#features/back-office/orders/routes.ts'
import { peopleRoutes } from '#features/back-office/people/routes.ts'
import { productPaceRoutes } from '#features/back-office/products/routes.ts'
import { requestRoutes } from '#features/back-office/requests/routes.ts'
import { expectedReturnRoutes } from '#features/back-office/returns/routes.ts'
import { searchRoutes } from '#features/back-office/search/routes.ts'
import { buyerSpaceRoutes } from '#features/buyer-space/routes.ts'
import { buyerRoutes } from '#features/buyers/routes.ts'
import { customerRoutes } from '#features/calls/customer/routes.ts'
import { callFigureRoutes } from '#features/calls/figures/routes.ts'
import { callNewNumber, confirmMerged, mustKnowLastCall } from '#features/calls/index.ts'
import { callRoutes } from '#features/calls/routes.ts'
import { productAdminRoutes } from '#features/catalogue/admin/routes.ts'
import { catalogueRoutes } from '#features/catalogue/routes.ts'
import { shareCardRoutes } from '#features/catalogue/share-card/routes.ts'
import { mailPromoOrder } from '#features/earnings/index.ts'
import { earningRoutes } from '#features/earnings/routes.ts'
import {
  notify,
  orderPlaced,
  productSoldOut,
  saleDeclared,
  stockRequested,
  supplierSignedUp,
  withdrawalRequested,
} from '#features/notifications/index.ts'
import { notificationRoutes } from '#features/notifications/routes.ts'
import { correctionRoutes } from '#features/orders/corrections/routes.ts'
import { customerNoteRoutes } from '#features/orders/customer-notes/routes.ts'
import { deliveryDateRoutes } from '#features/orders/delivery-dates/routes.ts'
import { noteRoutes } from '#features/orders/notes/routes.ts'
import { returnRoutes } from '#features/orders/returns/routes.ts'
import { orderRoutes } from '#features/orders/routes.ts'
import { courierRoutes } from '#features/parcels/couriers/routes.ts'
import { followRoutes } from '#features/parcels/follow/routes.ts'
import { handoverRoutes } from '#features/parcels/handovers/routes.ts'
import { followOrders } from '#features/parcels/index.ts'
import { statusRoutes } from '#features/parcels/statuses/routes.ts'
import { privacyRoutes } from '#features/privacy/routes.ts'
import { readSettings } from '#features/settings/index.ts'
import { settingRoutes } from '#features/settings/routes.ts'
import { claimRoutes } from '#features/settlements/claims/routes.ts'
import { claimLostParcels } from '#features/settlements/index.ts'
import { settlementRoutes } from '#features/settlements/routes.ts'
import { supplierSpaceRoutes } from '#features/supplier-space/routes.ts'
import { trackingRoutes } from '#features/tracking/routes.ts'
import { afterCommit } from '#platform/db/database.ts'
import { subscribe } from '#platform/db/events.ts'
import { guardRoutes } from '#platform/http/access.ts'
import { dropLeftovers, limitBodyTime } from '#platform/http/body-deadline.ts'
import { answerErrors, plainAnswer, sendError } from '#platform/http/errors.ts'
import { securityHeaders } from '#platform/http/security-headers.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { Config } from './config.ts'
import { isAmbiguous } from './http/ambiguous-requests.ts'
import { answerBrokenRequest } from './http/broken-requests.ts'
import { canonicalPath } from './http/canonical-path.ts'
import { isDiskNearlyFull } from './http/disk-space.ts'
import { serveHealth } from './http/health.ts'
import { shedLoad } from './http/load-shedding.ts'
import type { Log } from './http/logs.ts'
import { type Metrics, serveMetrics } from './http/metrics.ts'
import { describeApi } from './http/openapi.ts'
import { requestNamer } from './http/request-ids.ts'
import { serveSearchEngines } from './http/search-engines.ts'
import type { PageCache } from './pages/page-cache.ts'

const JSON_BYTES = 64 * 1024

type Listener = (request: IncomingMessage, response: ServerResponse) => void

export interface AppOptions {
  config: Config
  shop: Shop
  hashing: PasswordHashQueue
  pageCache: PageCache
  log: Log
  metrics: Metrics
  /** Wraps the listener in development, where Vite answers for the files of the pages first. */
  inFront?: ((listener: Listener) => Listener) | undefined
}

/** Builds the HTTP server with every room registered. The caller adds pages and files, since it knows whether they are built. */
export async function buildApp({
  config,
  shop,
  hashing,
  pageCache,
  log,
  metrics,
  inFront,
}: AppOptions): Promise<FastifyInstance> {
  const commonHeaders = securityHeaders(config.publicUrl)
  const nameRequest = requestNamer(config.trustProxy)
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new fastify.LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    genReqId: nameRequest,
    bodyLimit: JSON_BYTES,
    serverFactory: (listener) => {
      const answer: Listener = (request, response) => {
        dropLeftovers(request, response)
        nameRequest(request)
        if (!isAmbiguous(request) && pageCache.send(request, response)) metrics.pagesFromMemory++
        else listener(request, response)
      }
      const listen = inFront ? inFront(answer) : answer
      const server = createServer(
        {
          // The two limits below are only checked at this interval.
          connectionsCheckingInterval: 1_000,
          headersTimeout: 8_000,
          // Longer than the longest deadline of a body, which answers 408: this one closes the connection without a word.
          requestTimeout: 130_000,
          keepAliveTimeout: 72_000,
        },
        listen,
      )
      // Node closes a request with an unknown `Expect` header without an answer; it is answered as if there were none.
      server.on('checkExpectation', listen)
      return server
    },
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: answerBrokenRequest,
    // A path that is not UTF-8 may still mean one of our pages.
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ ...commonHeaders, 'x-request-id': request.id })
      const canonical = canonicalPath(request.raw.url!.split('?', 1)[0]!)
      if (canonical !== null) reply.redirect(canonical, 308)
      else sendError(reply, plainAnswer(400))
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrors(app, () => isDiskNearlyFull(config.dataDir))
  parseJsonOnly(app)
  // Registered before the access check, so that a caller who is refused gets the headers too.
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...commonHeaders, 'x-request-id': request.id })
    // Answers of the API are private to their caller unless a route sets another header.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'private, no-store')
    if (isAmbiguous(request.raw)) return sendError(reply, plainAnswer(400))
  })
  shedLoad(app, config.rateLimits)
  const isSecondFactorRequired = async () =>
    (await readSettings(shop.db, config.settings)).adminSecondFactor === 'required'
  guardRoutes(app, (token, use) => identify(shop, token, use, isSecondFactorRequired))
  limitBodyTime(app)
  for (const change of ['catalogue changed', 'settings changed'] as const)
    subscribe(shop.db, change, (tx) => afterCommit(tx, () => pageCache.dropAll()))

  subscribe(shop.db, 'order moved', (tx, move) => mustKnowLastCall(tx, move))
  followOrders(shop.db)
  claimLostParcels(shop.db)
  subscribe(shop.db, 'order placed', (tx, order) => notify(tx, orderPlaced(order), shop.now()))
  subscribe(shop.db, 'promo code used', (tx, { id, supplierId }) => mailPromoOrder(tx, shop, supplierId, id))
  subscribe(shop.db, 'order phone changed', (tx, { id, by }) => callNewNumber(tx, id, by, shop.now()))
  subscribe(shop.db, 'orders merged', (tx, merge) => confirmMerged(tx, merge))
  subscribe(shop.db, 'supplier signed up', (tx, supplier) => notify(tx, supplierSignedUp(supplier), shop.now()))
  subscribe(shop.db, 'withdrawal requested', (tx, request) => notify(tx, withdrawalRequested(request), shop.now()))
  subscribe(shop.db, 'stock requested', (tx, request) => notify(tx, stockRequested(request), shop.now()))
  subscribe(shop.db, 'sale declared', (tx, sale) => notify(tx, saleDeclared(sale), shop.now()))
  subscribe(shop.db, 'product sold out', (tx, product) => notify(tx, productSoldOut(product), shop.now()))

  await describeApi(app)
  await app.register(accountRoutes(shop, hashing))
  await app.register(promoCodeRoutes(shop))
  await app.register(secondFactorRoutes(shop, hashing, isSecondFactorRequired))
  await app.register(settingRoutes(shop, hashing, config.settings))
  await app.register(announcementRoutes(shop))
  await app.register(buyerRoutes(shop))
  await app.register(catalogueRoutes(shop, config.settings))
  await app.register(productAdminRoutes(shop))
  await app.register(shareCardRoutes(shop))
  await app.register(orderRoutes(shop, config.settings))
  await app.register(deliveryDateRoutes(shop))
  await app.register(correctionRoutes(shop, config.settings))
  await app.register(callRoutes(shop, config.settings))
  await app.register(callFigureRoutes(shop))
  await app.register(customerRoutes(shop, config.settings))
  await app.register(handoverRoutes(shop, config.settings))
  await app.register(trackingRoutes(shop))
  await app.register(noteRoutes(shop))
  await app.register(returnRoutes(shop))
  await app.register(customerNoteRoutes(shop))
  await app.register(courierRoutes(shop))
  await app.register(statusRoutes(shop))
  await app.register(followRoutes(shop))
  await app.register(earningRoutes(shop, config.settings))
  await app.register(settlementRoutes(shop))
  await app.register(claimRoutes(shop, config.settings))
  await app.register(notificationRoutes(shop))
  await app.register(auditRoutes(shop))
  await app.register(privacyRoutes(shop))
  await app.register(adminHomeRoutes(shop))
  await app.register(searchRoutes(shop))
  await app.register(orderListRoutes(shop, config.settings))
  await app.register(expectedReturnRoutes(shop, config.settings))
  await app.register(peopleRoutes(shop, config.settings))
  await app.register(requestRoutes(shop))
  await app.register(deliveryRateRoutes(shop))
  await app.register(productPaceRoutes(shop))
  await app.register(supplierSpaceRoutes(shop, config.settings))
  await app.register(buyerSpaceRoutes(shop, config.settings))
  serveHealth(app, shop, config)
  serveMetrics(app, metrics, config.metricsToken)
  serveSearchEngines(app, shop)
  app.all('/api/*', { config: { access: 'anyone' } }, (_request, reply) => sendError(reply, plainAnswer(404)))
  return app
}

/** Accepts JSON alone, so that a simple form of another site gets 415. An empty body counts as no body. */
function parseJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
  app.addHook('preValidation', async (request) => {
    // An empty object is refused field by field, which tells more than "expected an object".
    if (request.routeOptions.schema?.body && (request.body === undefined || request.body === null)) request.body = {}
  })
}
