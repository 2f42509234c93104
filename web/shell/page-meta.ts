import type { MetaDescriptor } from 'react-router'
import { SHOP_NAME } from './brand.tsx'

interface PageFacts {
  /** Without the shop's name, which is added. */
  title: string
  description: string
  /** Where the shop is found from outside; without it the page names no address of its own. */
  publicUrl?: string | undefined
  /** The page's address as links spell it. */
  path: string
  /** The address of a picture for those who share the page, below `publicUrl`. */
  image?: string | undefined
}

/** What search engines and shared links say of a page. */
export function pageMeta({ title, description, publicUrl, path, image }: PageFacts): MetaDescriptor[] {
  const name = path === '/' ? title : `${title} – ${SHOP_NAME}`
  const meta: MetaDescriptor[] = [
    { title: name },
    { name: 'description', content: description },
    { property: 'og:site_name', content: SHOP_NAME },
    { property: 'og:locale', content: 'fr_MA' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: name },
    { property: 'og:description', content: description },
  ]
  if (!publicUrl) return meta
  const address = publicUrl + encodeURI(path)
  meta.push({ tagName: 'link', rel: 'canonical', href: address }, { property: 'og:url', content: address })
  if (image) {
    meta.push(
      { property: 'og:image', content: publicUrl + image },
      { name: 'twitter:card', content: 'summary_large_image' },
    )
  }
  return meta
}
