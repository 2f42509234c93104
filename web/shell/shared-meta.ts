import type { MetaDescriptor } from 'react-router'
import { SHOP_NAME } from './brand.tsx'

/** The characters of a title and of a description that search engines show. */
const LONGEST_TITLE = 60
const LONGEST_DESCRIPTION = 155

interface SharedPage {
  /** Without the shop's name, which is added where it has room. */
  title: string
  description: string
  /** The shop's address on the internet, without a slash at the end. */
  publicUrl: string
  /** The page's address as links spell it, without parameters that do not make it another page. */
  path: string
  /** A picture of 1200 × 630, below `publicUrl`. The shop's own stands in for it. */
  card?: { path: string; alt: string }
  type?: 'website' | 'product'
  isIndexed?: boolean
}

const SHOP_CARD = { path: '/share.jpg', alt: `${SHOP_NAME}, cosmétiques, compléments et packs livrés au Maroc` }

/**
 * The metadata of a page that everybody may find, for search engines and shared links. Only loaders call it: the result
 * travels with the page, the code never reaches a browser.
 */
export function sharedMeta({
  title,
  description,
  publicUrl,
  path,
  card = SHOP_CARD,
  type = 'website',
  isIndexed = true,
}: SharedPage): MetaDescriptor[] {
  const name = titleOf(title)
  const about = summary(description, LONGEST_DESCRIPTION)
  const address = publicUrl + encodeURI(path)
  const picture = publicUrl + card.path
  return [
    { title: name },
    { name: 'description', content: about },
    { name: 'robots', content: isIndexed ? 'max-image-preview:large' : 'noindex' },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: SHOP_NAME },
    { property: 'og:locale', content: 'fr_MA' },
    { property: 'og:type', content: type },
    { property: 'og:title', content: name },
    { property: 'og:description', content: about },
    { property: 'og:url', content: address },
    { property: 'og:image', content: picture },
    { property: 'og:image:type', content: picture.endsWith('.png') ? 'image/png' : 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: card.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: name },
    { name: 'twitter:description', content: about },
    { name: 'twitter:image', content: picture },
    { name: 'twitter:image:alt', content: card.alt },
  ]
}

function titleOf(title: string): string {
  const line = oneLine(title)
  const whole = line.startsWith(SHOP_NAME) ? line : `${line} – ${SHOP_NAME}`
  return whole.length <= LONGEST_TITLE ? whole : cut(line, LONGEST_TITLE)
}

/** A text on one line, cut between words where it is longer. */
export const summary = (text: string, longest: number): string => cut(oneLine(text), longest)

/** Joins lines at plain spaces alone, so that no-break spaces stay. */
const oneLine = (text: string): string => text.replace(/[ \t\r\n]+/g, ' ').trim()

const cut = (line: string, longest: number): string =>
  line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/[\s,;:.–-]+\S*$/, '')}…`
