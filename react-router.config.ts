import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The whole URL map is small: sent with the page instead of asked for link by link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
