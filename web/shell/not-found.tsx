import { data } from 'react-router'
import { type NotFoundData, NotFoundPage } from '#web/catalogue/not-found-page.tsx'
import { pageServices } from '#web/services.ts'
import type { Route } from './+types/not-found'

/** Any address that no page has. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { areAlike, products } = await context.get(pageServices).suggest(params['*'])
  return data({ areAlike, suggestions: products.map((each) => ({ ...each, description: '' })) }, { status: 404 })
}

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return <NotFoundPage {...(loaderData satisfies NotFoundData)} />
}
