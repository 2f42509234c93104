import { setImmediate as breathe } from 'node:timers/promises'
import type { ProductId } from '#platform/kernel/ids.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { formatMinute, localDay } from '#platform/kernel/time.ts'
import { drawPdf, MARGIN, type Pdf, widthOf, write } from '#platform/pdf/document.ts'
import {
  archPath,
  contactLines,
  drawLogo,
  drawQrCode,
  drawRose,
  drawRounded,
  drawRule,
  INK,
  ROSE,
  SAND,
  SAND_2,
  SAND_3,
  SECONDARY,
  type Sender,
  TINT,
} from '#platform/pdf/style.ts'
import { type Category, countedProducts, type Product, TAB_NAMES } from '../model.ts'
import { PRINTED_COLUMNS } from '../rules.ts'

export interface CatalogueSender extends Sender {
  /** Target of links, with its scheme and without a slash at the end. */
  publicUrl: string
  deliveryText: string
  deliveryDelay: string
}

export type Pictures = ReadonlyMap<ProductId, Buffer>

/** A category's products in the catalogue. */
export interface Selection {
  category: Category
  products: readonly Product[]
  /** Products of the category on sale, printed or not. */
  inShop: number
}

interface Chapter extends Selection {
  /** Its first page, counted from 1. */
  page: number
}

/** Two rows on a page. The lengths below are in points. */
const PER_PAGE = 2 * PRINTED_COLUMNS
const GUTTER = 17
const ROW_GAP = 52
const CARD = { width: 155, picture: 155, height: 270 }
const GRID_TOP = 126
/** The cover and the contents come before the first chapter. */
const FIRST_CHAPTER = 3

const month = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/**
 * Draws today's catalogue at public prices: a cover, the contents, a chapter for each category, how to order. It yields between
 * two pages, so that other requests do not wait for all of them.
 */
export async function drawCatalogue(
  selections: readonly Selection[],
  pictures: Pictures,
  sender: CatalogueSender,
  now: Date,
): Promise<Buffer> {
  const chapters = chaptersOf(selections)
  const isChapter = (page: number, count: number) => page >= 1 && page < count - 1
  const foot = [sender.name, ...contactLines(sender)].join('  ·  ')
  const document = {
    title: `Catalogue ${sender.name}`,
    author: sender.name,
    footer: (page: number, count: number) => (isChapter(page, count) ? `${foot}  ·  ${page + 1} / ${count}` : null),
  }
  return drawPdf(document, async (pdf) => {
    drawCover(pdf, chapters, pictures, sender, now)
    pdf.addPage()
    drawContents(pdf, chapters, pictures, sender, now)
    for (const chapter of chapters) await drawChapter(pdf, chapter, pictures, sender)
    await breathe()
    pdf.addPage()
    drawLastPage(pdf, sender)
  })
}

function chaptersOf(selections: readonly Selection[]): Chapter[] {
  const chapters: Chapter[] = []
  let page = FIRST_CHAPTER
  for (const selection of selections) {
    if (selection.products.length === 0) continue
    chapters.push({ ...selection, page })
    page += Math.ceil(selection.products.length / PER_PAGE)
  }
  return chapters
}

/** `8 produits`, or `118 produits sur 10 000` for a category that is cut short. */
const counted = (shown: number, inShop: number): string =>
  shown < inShop ? `${countedProducts(shown)} sur ${formatInteger(inShop)}` : countedProducts(shown)
const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1)
const pictureOf = (products: readonly Product[], pictures: Pictures, nth = 0): Buffer | undefined =>
  products
    .toSorted((a, b) => Number(b.stock > 0) - Number(a.stock > 0))
    .flatMap(({ id }) => pictures.get(id) ?? [])
    .at(nth)

/** The ground of the cover and of the last page: sand, and the shop's name. */
function drawGround(pdf: Pdf, sender: CatalogueSender): void {
  pdf.rect(0, 0, pdf.page.width, pdf.page.height).fill(SAND_2)
  drawLogo(pdf, sender.name, MARGIN, MARGIN - 6, 44)
}

function drawCover(pdf: Pdf, chapters: readonly Chapter[], pictures: Pictures, sender: CatalogueSender, now: Date) {
  const { width, height } = pdf.page
  drawGround(pdf, sender)
  pdf.path(archPath({ x: MARGIN - 20, y: 246, width: width - 2 * MARGIN + 40, height: FLOOR - 246 })).fill(SAND_3)
  pdf.rect(0, FLOOR, width, height - FLOOR).fill(SAND)
  write(pdf, ['bold', 60, INK], 'Catalogue', MARGIN, 128, { characterSpacing: -1.5 })
  write(pdf, ['semibold', 18, ROSE], capital(month.format(new Date(localDay(now)))), MARGIN, 204)
  drawArches(pdf, chapters, pictures)
  const shown = chapters.reduce((sum, { products }) => sum + products.length, 0)
  const inShop = chapters.reduce((sum, chapter) => sum + chapter.inShop, 0)
  write(pdf, ['semibold', 18, INK], counted(shown, inShop), MARGIN, height - 116)
  write(pdf, ['regular', 11, INK], 'Prix publics. Paiement en espèces à la réception.', MARGIN, height - 88).text(
    sender.website,
    MARGIN,
    height - 71,
    { link: sender.publicUrl },
  )
}

/** Height at which the cover's arches stand. */
const FLOOR = 620

/** Three products under arches, the tallest in the middle. Packs are too wide for it, unless there is nothing else. */
function drawArches(pdf: Pdf, chapters: readonly Chapter[], pictures: Pictures): void {
  const slim = chapters.filter(({ category }) => category !== 'pack')
  const shown = [0, 1, 2]
    .flatMap((nth) =>
      (slim.length > 0 ? slim : chapters).flatMap(({ products }) => pictureOf(products, pictures, nth) ?? []),
    )
    .slice(0, 3)
  const frames = [
    { x: MARGIN, y: 388, width: 152, height: FLOOR - 388 },
    { x: MARGIN + 166, y: 320, width: 168, height: FLOOR - 320 },
    { x: MARGIN + 348, y: 388, width: 152, height: FLOOR - 388 },
  ]
  for (const [nth, picture] of shown.entries()) {
    const { x, y, width, height } = frames[nth]!
    const arch = archPath({ x, y, width, height })
    pdf.path(arch).lineWidth(7).strokeColor('#ffffff').stroke()
    pdf.save().path(arch).clip()
    pdf.image(picture, x, y, { cover: [width, height], align: 'center', valign: 'center' }).restore()
  }
}

function drawContents(pdf: Pdf, chapters: readonly Chapter[], pictures: Pictures, sender: CatalogueSender, now: Date) {
  const width = widthOf(pdf)
  write(pdf, ['bold', 32, INK], 'Sommaire', MARGIN, MARGIN, { characterSpacing: -0.6 })
  let top = 112
  for (const { category, products, inShop, page } of chapters) {
    const goTo = { goTo: category, lineBreak: false } as const
    pdf.roundedRect(MARGIN, top, 76, 76, 12).fill(SAND_2)
    const picture = pictureOf(products, pictures)
    if (picture) drawRounded(pdf, picture, { x: MARGIN, y: top, width: 76, height: 76 })
    write(pdf, ['bold', 20, INK], TAB_NAMES[category], MARGIN + 96, top + 14, goTo)
    write(pdf, ['regular', 11, SECONDARY], counted(products.length, inShop), MARGIN + 96, top + 42, {
      lineBreak: false,
    })
    pdf.font('bold').fontSize(20).fillColor(ROSE)
    pdf.text(`${page}`, MARGIN + width - 60, top + 24, { width: 60, align: 'right', goTo: category })
    drawRule(pdf, top + 92, 0.75)
    top += 108
  }
  drawSteps(pdf, top + 28, sender)
  write(
    pdf,
    ['regular', 9, SECONDARY],
    `Prix au ${formatMinute(now).slice(0, 10)}, dans la limite des stocks. Le prix qui compte est celui de la boutique au moment de la commande.`,
    MARGIN,
    pdf.page.height - 92,
    { width },
  )
}

function drawSteps(pdf: Pdf, top: number, { website, deliveryText, deliveryDelay }: CatalogueSender): void {
  const width = widthOf(pdf)
  const delivery = deliveryDelay ? `Livraison partout au Maroc, en ${deliveryDelay}.` : 'Livraison partout au Maroc.'
  const steps = [
    ['Choisissez', `Touchez le nom d’un produit, ou allez sur ${website}.`],
    ['Commandez', 'Un nom, un téléphone, une ville, une adresse. Sans compte.'],
    ['Recevez et payez', `${delivery} Vous payez en espèces, au livreur.`],
  ] as const
  pdf.roundedRect(MARGIN, top, width, 196, 16).fill(SAND_2)
  write(pdf, ['bold', 16, INK], 'Commander en trois étapes', MARGIN + 24, top + 22)
  const column = (width - 48 - 2 * GUTTER) / 3
  for (const [nth, [title, text]] of steps.entries()) {
    const x = MARGIN + 24 + nth * (column + GUTTER)
    pdf.circle(x + 13, top + 73, 13).fill(TINT)
    write(pdf, ['bold', 13, INK], `${nth + 1}`, x, top + 65, { width: 26, align: 'center' })
    pdf
      .font('semibold')
      .fontSize(12)
      .text(title, x, top + 96, { width: column })
    write(pdf, ['regular', 10, SECONDARY], text, x, top + 114, {
      width: column,
      height: 40,
      ellipsis: true,
      lineGap: 1.5,
    })
  }
  write(pdf, ['regular', 10, INK], deliveryText, MARGIN + 24, top + 168, {
    width: width - 48,
    height: 13,
    ellipsis: true,
  })
}

async function drawChapter(pdf: Pdf, chapter: Chapter, pictures: Pictures, sender: CatalogueSender): Promise<void> {
  const { category, products, inShop } = chapter
  for (let first = 0; first < products.length; first += PER_PAGE) {
    await breathe()
    pdf.addPage()
    if (first === 0) {
      pdf.addNamedDestination(category)
      pdf.outline.addItem(TAB_NAMES[category])
    }
    drawChapterHead(pdf, chapter, first > 0)
    const onPage = products.slice(first, first + PER_PAGE)
    for (const [nth, product] of onPage.entries())
      drawCard(pdf, product, pictures.get(product.id), placeOf(nth), sender.publicUrl)
    const isLast = first + PER_PAGE >= products.length
    drawInvitation(pdf, onPage.length, isLast ? inShop - products.length : 0, sender)
  }
}

const placeOf = (nth: number) => ({
  x: MARGIN + (nth % PRINTED_COLUMNS) * (CARD.width + GUTTER),
  y: GRID_TOP + Math.floor(nth / PRINTED_COLUMNS) * (CARD.height + ROW_GAP),
})

function drawChapterHead(pdf: Pdf, { category, products, inShop }: Chapter, isContinued: boolean): void {
  const count = counted(products.length, inShop)
  pdf.rect(0, 0, pdf.page.width, 96).fill(SAND_2)
  drawRose(pdf, pdf.page.width - MARGIN - 38, 26, 42)
  write(pdf, ['bold', 26, INK], TAB_NAMES[category], MARGIN, 28, { characterSpacing: -0.5 })
  write(pdf, ['regular', 11, SECONDARY], isContinued ? `${count}, suite` : count, MARGIN, 61)
}

function drawCard(
  pdf: Pdf,
  { id, name, description, userPrice, stock }: Product,
  picture: Buffer | undefined,
  { x, y }: { x: number; y: number },
  publicUrl: string,
): void {
  const isGone = stock < 1
  const { width } = CARD
  const link = `${publicUrl}/product-details/${id}`
  pdf.roundedRect(x, y, width, CARD.picture, 12).fill(SAND_2)
  if (picture) {
    pdf.save().opacity(isGone ? 0.5 : 1)
    drawRounded(pdf, picture, { x, y, width, height: CARD.picture })
    pdf.restore()
  }
  if (isGone) drawBadge(pdf, 'Épuisé', x + 10, y + 10)
  pdf.link(x, y, width, CARD.picture, link)
  write(pdf, ['semibold', 11.5, INK], name, x, y + CARD.picture + 10, {
    width,
    height: 30,
    ellipsis: true,
    lineGap: 1,
    link,
  })
  const below = Math.min(pdf.y, y + CARD.picture + 42) + 3
  const end = y + CARD.height
  write(pdf, ['regular', 9, SECONDARY], firstSentence(description), x, below, {
    width,
    height: end - 24 - below,
    ellipsis: true,
    lineGap: 1,
  })
  write(pdf, ['bold', 14, isGone ? SECONDARY : INK], formatDirhams(userPrice), x, end - 18, { width, lineBreak: false })
}

function drawBadge(pdf: Pdf, word: string, x: number, y: number): void {
  pdf.font('semibold').fontSize(9.5)
  const width = pdf.widthOfString(word) + 16
  pdf.roundedRect(x, y, width, 20, 10).fill(INK)
  pdf.fillColor('#ffffff').text(word, x + 8, y + 4.5, { lineBreak: false })
}

/**
 * Fills the end of a chapter's last row with the shop's address, its QR code and the count of products that are not printed;
 * side by side where there is room.
 */
function drawInvitation(pdf: Pdf, cards: number, others: number, { website, publicUrl }: CatalogueSender): void {
  const free = (PRINTED_COLUMNS - (cards % PRINTED_COLUMNS)) % PRINTED_COLUMNS
  if (free === 0) return
  const { x, y } = placeOf(cards)
  const isWide = free > 1
  const code = 116
  pdf.roundedRect(x, y, free * CARD.width + (free - 1) * GUTTER, CARD.height, 12).fill(SAND_2)
  const at = isWide ? { x: x + 28, y: y + (CARD.height - code) / 2 } : { x: x + 20, y: y + 24 }
  drawQrCode(pdf, publicUrl, at.x, at.y, code)
  const left = isWide ? at.x + code + 22 : at.x
  const text = { width: isWide ? 140 : CARD.width - 40, lineGap: 1.5 }
  write(pdf, ['bold', isWide ? 18 : 14, INK], invitation(others), left, isWide ? at.y + 10 : at.y + code + 16, {
    ...text,
    lineGap: 0,
  })
  write(pdf, ['regular', 10, SECONDARY], 'Visez le code avec votre téléphone, ou ouvrez', left, pdf.y + 6, text)
  pdf
    .font('semibold')
    .fillColor(ROSE)
    .text(website, left, pdf.y, { ...text, link: publicUrl })
}

const invitation = (others: number): string =>
  others > 1
    ? `${formatInteger(others)} autres produits en boutique`
    : others === 1
      ? 'Un autre produit en boutique'
      : 'Retrouvez tout le catalogue en ligne'

function drawLastPage(pdf: Pdf, sender: CatalogueSender): void {
  const { width, height } = pdf.page
  drawGround(pdf, sender)
  const niche = { x: width - MARGIN - 220, y: height - 330, width: 220, height: 330 }
  pdf.path(archPath(niche)).fill(SAND_3)
  drawRose(pdf, niche.x + 56, niche.y + 84, 120)
  write(pdf, ['bold', 40, INK], 'À bientôt\nen boutique', MARGIN, 190, { characterSpacing: -1 })
  drawQrCode(pdf, sender.publicUrl, MARGIN, 330, 168)
  const facts = [
    ['La boutique', sender.website, sender.publicUrl],
    ['Téléphone', sender.phone, `tel:${sender.phone.replace(/\D/g, '')}`],
    ['E-mail', sender.email, `mailto:${sender.email}`],
  ] as const
  let y = 334
  for (const [label, text, link] of facts.filter(([, value]) => value !== '')) {
    const x = MARGIN + 200
    write(pdf, ['regular', 10, SECONDARY], label, x, y)
    write(pdf, ['semibold', 15, INK], text, x, y + 15, { link, width: width - x - MARGIN })
    y += 58
  }
  write(pdf, ['regular', 9, SECONDARY], sender.identity, MARGIN, height - MARGIN - 80, {
    width: niche.x - MARGIN - GUTTER,
    height: 80,
    ellipsis: true,
  })
}

const firstSentence = (text: string): string => /^[^\n]*?[.!?؟](?=\s|$)/.exec(text)?.[0] ?? text.split('\n', 1)[0]!
