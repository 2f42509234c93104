import { data } from 'react-router'
import { type NotFoundData, NotFoundPage, notFoundData } from '#web/catalogue/shop/not-found-page.tsx'
import { pageServices, unlessAway } from '#web/loader-context.ts'
import type { Route } from './+types/not-found'

/** Answers every address that no page has. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const suggested = await unlessAway(context.get(pageServices).suggest(params['*']))
  return data(notFoundData(suggested), { status: 404 })
}

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return <NotFoundPage {...(loaderData satisfies NotFoundData)} />
}
