import {
  MAX_PICTURES,
  type PackOffer,
  PLACEHOLDER,
  type ProductDetail,
  TEXT_TITLES,
} from '#features/catalogue/model.ts'
import { REVIEW_MARK, reviews } from '#web/home/reviews.ts'
import type { IconName } from '#web/ui/icon.tsx'

/** A first paragraph of at most this many characters is short enough to stand in large letters. */
const LONGEST_LEAD = 180

/** Lines of at most so many characters stand beside the price, so many of them at most. */
const LONGEST_POINT = 60
const MOST_POINTS = 4

/** One text of a product. */
interface Text {
  icon: IconName
  title: string
  paragraphs: readonly string[]
  /** Few read it: it opens, and this alone is read before. */
  beginning?: string | undefined
}

/** The pictures and texts of a product's page. For the loader: neither titles nor example reviews travel in the page's script. */
export function productTexts(product: ProductDetail, parts: PackOffer['parts']) {
  const description = paragraphsOf(product.description)
  const [first] = description
  const isShort = first !== undefined && first.length <= LONGEST_LEAD
  const highlights = paragraphsOf(product.highlights ?? '')
  const points = pointsOf(highlights)
  const composition = highlights.filter(isComposition).flatMap(withoutTitle)
  const texts: Text[] = [
    { icon: 'info', title: 'Description', paragraphs: isShort ? description.slice(1) : description },
    { icon: 'drop', title: TEXT_TITLES.usage, paragraphs: paragraphsOf(product.usage ?? '') },
    {
      icon: 'check-circle',
      title: TEXT_TITLES.highlights,
      paragraphs: highlights.slice(points.length > 0 ? 1 : 0).filter((each) => !isComposition(each)),
    },
    {
      icon: 'leaf',
      title: 'Composition',
      paragraphs: composition,
      beginning: beginningOf(composition),
    },
    { icon: 'shield', title: TEXT_TITLES.precautions, paragraphs: paragraphsOf(product.precautions ?? '') },
  ]
  return {
    images: picturesOf(product, parts),
    /** Beside the texts, its last picture, the farthest from the first; the texts of a pack leave no room for one. */
    further: (parts.length === 0 && product.images.length > 1 && product.images.at(-1)) || null,
    /** The first paragraph, where that is short enough to stand in large letters. */
    lead: isShort ? first : null,
    /** What is to be known in a few words, for the side of the price. */
    points,
    texts: texts
      .filter(({ paragraphs }) => paragraphs.length > 0)
      .map(({ paragraphs, ...text }) => ({ ...text, paragraphs: paragraphs.map(listed) })),
    review: reviewOf(product.name),
  }
}

/**
 * The pictures of a product. A pack that has no more than one shows those of its products too, as many as a product may
 * have: their first ones, since their second ones stand among its contents.
 */
function picturesOf({ images }: ProductDetail, parts: PackOffer['parts']): readonly string[] {
  if (images.length > 1) return images
  const ofParts = parts.map(({ image }) => image).filter((image) => image !== PLACEHOLDER)
  return [...new Set([...images, ...ofParts])].slice(0, MAX_PICTURES)
}

const paragraphsOf = (text: string): string[] => text.split(/\n\s*\n/).filter((each) => each.trim() !== '')

/** Beginning of the paragraph that has a title of its own. */
const COMPOSITION = /^composition\s*:\s*/i

const isComposition = (paragraph: string): boolean => COMPOSITION.test(paragraph)

/** None where nothing follows the title. */
function withoutTitle(paragraph: string): string[] {
  const rest = paragraph.replace(COMPOSITION, '')
  return rest === '' ? [] : [rest[0]!.toUpperCase() + rest.slice(1)]
}

/**
 * The first of what is listed; none of a list that is short enough to be read whole. A comma without a space belongs to a name:
 * `1,2-hexanediol`.
 */
function beginningOf([list = '']: readonly string[]): string | undefined {
  const parts = list.split(/,\s+|\s*[;\n]\s*/)
  return parts.length > 5 ? parts.slice(0, 3).join(', ') : undefined
}

/** The lines of a first paragraph that are few and short; none of a composition, however short. */
function pointsOf([first]: readonly string[]): readonly string[] {
  if (first === undefined || isComposition(first)) return []
  const lines = linesOf(first)
  return lines.length <= MOST_POINTS && lines.every((line) => line.length <= LONGEST_POINT) ? lines : []
}

const linesOf = (paragraph: string): string[] => paragraph.split(/\r?\n/).filter((line) => line.trim() !== '')

/** Several lines are a list. */
function listed(paragraph: string): string | readonly string[] {
  const lines = linesOf(paragraph)
  return lines.length > 1 ? lines : paragraph
}

/** An example of a review, marked as such. */
function reviewOf(name: string) {
  const review = reviews.find(({ product }) => product === name)
  return review ? { quote: review.quote, by: `${review.firstName}, ${review.city}`, mark: REVIEW_MARK } : null
}
