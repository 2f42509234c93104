// The walls of the house: imports go down the ladder, and a room is entered by its door.
// `docs/ARCHITECTURE.md` draws the same picture; `scripts/walls.test.ts` proves that each wall still bites.

/** Lowest first. A room may ask those before it, never those after it. */
const LADDER = [
  'accounts',
  'settings',
  'announcements',
  'buyers',
  'catalogue',
  'orders',
  'calls',
  'parcels',
  'earnings',
  'settlements',
  'notifications',
  'audit',
  'privacy',
  'tracking',
  'supplier-space',
  'buyer-space',
  'back-office',
]

const goingUp = LADDER.slice(0, -1).map((room, step) => ({
  name: `${room}-asks-downwards`,
  severity: 'error',
  from: { path: `^features/${room}/` },
  to: { path: `^features/(${LADDER.slice(step + 1).join('|')})/` },
}))

/** Rooms that read what others keep: they may join the tables below them. */
const READERS =
  '^features/(calls|parcels|earnings|settlements|audit|privacy|tracking|supplier-space|buyer-space|back-office)/'

const TESTS = '\\.test\\.tsx?$'

export default {
  forbidden: [
    ...goingUp,
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kernel-knows-nothing',
      severity: 'error',
      from: { path: '^platform/kernel/', pathNot: TESTS },
      to: { pathNot: ['^platform/kernel/', '^node_modules/zod/'] },
    },
    {
      name: 'platform-knows-no-room',
      severity: 'error',
      from: { path: '^platform/' },
      to: { path: '^(features|server|web|demo)/' },
    },
    {
      name: 'rooms-know-no-server-and-no-page',
      severity: 'error',
      from: { path: '^features/', pathNot: TESTS },
      to: { path: '^(server|web|demo)/' },
    },
    {
      name: 'a-room-is-entered-by-its-door',
      severity: 'error',
      from: { path: '^features/([^/]+)/', pathNot: [TESTS, '^features/[^/]+/tables\\.ts$', READERS] },
      to: { path: '^features/', pathNot: ['^features/$1/', '^features/[^/]+/(index|contract|model)\\.ts$'] },
    },
    {
      // Who asks a room for an order does not load what draws its PDFs and reads its spreadsheets.
      name: 'routes-are-registered-by-the-server',
      severity: 'error',
      from: { path: '^(features|platform|web|demo)/', pathNot: TESTS },
      to: { path: '^features/.+/routes\\.ts$' },
    },
    {
      name: 'tables-name-tables',
      severity: 'error',
      from: { path: '^features/([^/]+)/tables\\.ts$' },
      to: { path: '^features/', pathNot: ['^features/$1/', '^features/[^/]+/(model|tables)\\.ts$'] },
    },
    {
      name: 'readers-read-tables-and-doors',
      severity: 'error',
      from: { path: READERS, pathNot: TESTS },
      to: { path: '^features/', pathNot: [READERS, '^features/[^/]+/(index|contract|model|tables)\\.ts$'] },
    },
    {
      // Pages load rules: the library of the contracts must not come with them.
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '^features/.+/(rules|describe-entry)\\.ts$' },
      to: { pathNot: ['^platform/kernel/(?!codecs)', '^features/.+/(model|rules)\\.ts$'] },
    },
    {
      name: 'contracts-are-browser-safe',
      severity: 'error',
      from: { path: '^features/.+/contract\\.ts$' },
      to: { pathNot: ['^platform/kernel/', '^features/.+/(contract|model|rules)\\.ts$', '^node_modules/zod/'] },
    },
    {
      name: 'models-need-no-library',
      severity: 'error',
      from: { path: '^features/.+/model\\.ts$' },
      to: { pathNot: ['^platform/kernel/(ids|money|text)\\.ts$', '^features/.+/model\\.ts$'] },
    },
    {
      name: 'pages-take-contracts-and-rules',
      severity: 'error',
      from: { path: '^web/', pathNot: TESTS },
      to: {
        path: '^(features|platform|server|demo)/',
        pathNot: [
          '^features/[^/]+/model\\.ts$',
          '^features/.+/(contract|rules|describe-entry)\\.ts$',
          '^platform/kernel/',
        ],
      },
    },
    {
      name: 'nobody-imports-the-process',
      severity: 'error',
      from: { pathNot: ['^(server|scripts|proof|test|e2e)/', TESTS] },
      to: { path: '^server/' },
    },
    {
      name: 'only-proofs-use-test',
      severity: 'error',
      from: { pathNot: ['^(test|proof|e2e)/', TESTS] },
      to: { path: '^test/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|data|\\.react-router)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'node', 'default'], extensions: ['.ts', '.tsx'] },
  },
}
