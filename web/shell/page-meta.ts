import type { MetaDescriptor } from 'react-router'
import { SHOP_NAME } from './brand.tsx'

interface PageFacts {
  /** Without the shop's name, which is added. */
  title: string
  description: string
  isIndexed?: boolean
}

/** The metadata of a page that concerns one person: search engines do not list it unless `isIndexed`. */
export function pageMeta({ title, description, isIndexed = false }: PageFacts): MetaDescriptor[] {
  const meta = [{ title: `${title} – ${SHOP_NAME}` }, { name: 'description', content: description }]
  return isIndexed ? meta : [...meta, { name: 'robots', content: 'noindex' }]
}
