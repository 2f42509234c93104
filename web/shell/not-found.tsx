import { data } from 'react-router'
import { pageServices } from '#web/services.ts'
import type { Route } from './+types/not-found'
import type { NotFoundData } from './error-page.tsx'

const SUGGESTIONS = 4

/** Any address that no page has; the layout's error boundary shows it. */
export async function loader({ context }: Route.LoaderArgs): Promise<never> {
  const products = await context.get(pageServices).listProducts()
  throw data({ suggestions: products.slice(0, SUGGESTIONS) } satisfies NotFoundData, { status: 404 })
}

export default function NotFound() {
  return null
}
