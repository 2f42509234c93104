import { CATEGORY_NAMES, type Product, pictureAt, TAB_NAMES } from '#features/catalogue/model.ts'
import type { Settings } from '#features/settings/model.ts'
import { addresses } from '#web/addresses.ts'
import { SHOP_NAME } from '#web/shell/brand.tsx'
import { summary } from '#web/shell/shared-meta.ts'
import { shopAddress } from '../shop-query.ts'

// Structured data for search engines, in the words of schema.org. It repeats facts that the page shows, and no others.
// Only loaders call these functions: the data travels with the page, the code never reaches a browser.

const CONTEXT = 'https://schema.org'
const LONGEST_DESCRIPTION = 300

const described = (thing: Record<string, unknown>) => ({ 'script:ld+json': { '@context': CONTEXT, ...thing } })

export function shopData(publicUrl: string, { phone, email, instagram, socialUrl, microblogUrl }: Settings) {
  const home = publicUrl + addresses.home
  const profiles = [instagram, socialUrl, microblogUrl].filter((url) => url.startsWith('https://'))
  return [
    described({
      '@type': 'Organization',
      '@id': `${home}#boutique`,
      name: SHOP_NAME,
      url: home,
      logo: `${publicUrl}/icon-512.png`,
      areaServed: 'MA',
      ...(phone && { telephone: phone }),
      ...(email && { email }),
      ...(profiles.length > 0 && { sameAs: profiles }),
    }),
    described({
      '@type': 'WebSite',
      '@id': `${home}#site`,
      name: SHOP_NAME,
      url: home,
      inLanguage: 'fr',
      publisher: { '@id': `${home}#boutique` },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}${addresses.shop}?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    }),
  ]
}

export function productData(publicUrl: string, product: Product, description: string) {
  const url = publicUrl + addresses.product(product.id)
  return [
    described({
      '@type': 'Product',
      name: product.name,
      description: summary(description, LONGEST_DESCRIPTION),
      sku: String(product.id),
      category: CATEGORY_NAMES[product.category],
      brand: { '@type': 'Brand', name: SHOP_NAME },
      image: ([960, 640] as const).map((width) => publicUrl + pictureAt(product.image, width, 'webp')),
      url,
      offers: {
        '@type': 'Offer',
        price: (product.userPrice / 100).toFixed(2),
        priceCurrency: 'MAD',
        availability: `${CONTEXT}/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
        itemCondition: `${CONTEXT}/NewCondition`,
        url,
        seller: { '@type': 'Organization', name: SHOP_NAME },
      },
    }),
    trail(publicUrl, [
      ...shopSteps,
      { name: TAB_NAMES[product.category], path: shopAddress({ category: product.category }) },
      { name: product.name, path: addresses.product(product.id) },
    ]),
  ]
}

/** The products of one page; `before` stand on the pages before it, `found` on all. */
export const listData = (publicUrl: string, products: readonly Product[], before: number, found: number) => [
  trail(publicUrl, shopSteps),
  ...(products.length > 0
    ? [
        described({
          '@type': 'ItemList',
          numberOfItems: found,
          itemListElement: products.map(({ id, name }, index) => ({
            '@type': 'ListItem',
            position: before + index + 1,
            name,
            url: publicUrl + addresses.product(id),
          })),
        }),
      ]
    : []),
]

interface Step {
  name: string
  path: string
}

const shopSteps: readonly Step[] = [
  { name: 'Accueil', path: addresses.home },
  { name: 'Boutique', path: addresses.shop },
]

const trail = (publicUrl: string, steps: readonly Step[]) =>
  described({
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  })
