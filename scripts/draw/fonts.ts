/**
 * Cuts Inter and IBM Plex Sans Arabic (SIL Open Font License) to what a French shop writes and its customers' names need in
 * print, and computes the fallback face that holds Inter's place in pages.
 * The results are committed: run this again only when a character or a weight is missing.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { widthOf } from '#demo/artwork/lettering.ts'
import { ARABIC_LETTERS, LATIN_LETTERS } from '#platform/pdf/font-characters.ts'

const INTER = new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'))
const PLEX = import.meta.resolve('@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff2')
const arabic = (weight: number): URL => new URL(`ibm-plex-sans-arabic-arabic-${weight}-normal.woff2`, PLEX)

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
// Ÿ is not in the Latin cut of Inter: it is set as Y followed by the combining diaeresis, U+0308, which is.
const FRENCH = 'àâäæçéèêëîïôöœùûüÿÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜ«»‘’“”–—…·•×−±°²³½€©®™ªº\u00A0\u0308'
const FEATURES = ['kern', 'tnum', 'ccmp', 'mark']
/** Font features that join Arabic letters and place their vowel marks. */
const JOINING = ['isol', 'init', 'medi', 'fina', 'rlig', 'liga', 'calt', 'ccmp', 'locl', 'kern', 'mark', 'mkmk']

/** Advance widths of Arial, regular and bold, for an em of 2048; every face that stands in for it has the same. */
const ARIAL: readonly [letters: string, regular: number, bold: number][] = [
  [' ,.', 569, 569],
  ['-', 682, 682],
  ['’ijl', 455, 569],
  ['aeàéèê', 1139, 1139],
  ['bdghnopquL', 1139, 1251],
  ['cksvxyç', 1024, 1139],
  ['ft', 569, 682],
  ['m', 1706, 1821],
  ['r', 682, 797],
  ['w', 1479, 1593],
  ['z', 1024, 1024],
  ['CU', 1479, 1479],
  ['VEP', 1366, 1366],
]

/** Average French prose of a shop: what matters is how often each letter comes back. */
const PROSE =
  'Livraison rapide dans tout le Maroc. Vous payez à la réception, en espèces, et vous vérifiez le colis avec le livreur. ' +
  'Une crème légère qui hydrate la peau du matin au soir et ne laisse pas de film gras. Ecrivez-nous, nous répondons ' +
  'chaque jour, et l’équipe prépare la commande aussitôt. Produits choisis pour les peaux sensibles, formules courtes.'

type Metrics = { unitsPerEm: number; ascent: number; descent: number; lineGap: number }

/** The vertical metrics of a TrueType file, from its `head` and `hhea` tables. */
function metricsOf(font: Buffer): Metrics {
  const tables = new Map<string, number>()
  for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16) {
    tables.set(font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8))
  }
  const head = tables.get('head')!
  const hhea = tables.get('hhea')!
  return {
    unitsPerEm: font.readUInt16BE(head + 18),
    ascent: font.readInt16BE(hhea + 4),
    descent: font.readInt16BE(hhea + 6),
    lineGap: font.readInt16BE(hhea + 8),
  }
}

/** How much wider Inter sets the same prose than Arial does: the regular up to the labels (500), the bold beyond. */
function widthRatio(weight: 400 | 500 | 600 | 700): number {
  const column = weight <= 500 ? 1 : 2
  const arial = new Map(ARIAL.flatMap((row) => [...row[0]].map((letter) => [letter, row[column] / 2048] as const)))
  const known = [...PROSE].filter((letter) => arial.has(letter))
  const widthAt = (drawn: 400 | 600 | 700) => widthOf(known.join(''), { size: 1, weight: drawn })
  const ours = weight === 500 ? (widthAt(400) + widthAt(600)) / 2 : widthAt(weight)
  return ours / known.reduce((sum, letter) => sum + arial.get(letter)!, 0)
}

const percent = (ratio: number) => `${(ratio * 100).toFixed(2)}%`

const REGULAR = ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo']
const BOLD = ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold']

function fallback(weight: number, faces: readonly string[], ratio: number, metrics: Metrics): string {
  const override = (units: number) => percent(Math.abs(units) / metrics.unitsPerEm / ratio)
  return `@font-face {
  font-family: "Inter Fallback";
  font-style: normal;
  font-weight: ${weight};
  src: ${faces.map((face) => `local("${face}")`).join(', ')};
  size-adjust: ${percent(ratio)};
  ascent-override: ${override(metrics.ascent)};
  descent-override: ${override(metrics.descent)};
  line-gap-override: ${override(metrics.lineGap)};
}
`
}

const stylesheet = (metrics: Metrics): string =>
  `/* Written by scripts/draw/fonts.ts. The fallback is Arial at Inter's measures, so that the swap moves nothing. */
@font-face {
  font-family: "Inter";
  font-style: normal;
  font-weight: 400 700;
  font-display: swap;
  src: url("../assets/fonts/inter.woff2") format("woff2");
}

${([400, 500, 600, 700] as const).map((weight) => fallback(weight, weight <= 500 ? REGULAR : BOLD, widthRatio(weight), metrics)).join('\n')}`

function write(path: string, content: Buffer | string): void {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  process.stdout.write(`${path} ${(content.length / 1024).toFixed(1)} KB\n`)
}

const inter = readFileSync(INTER)
// The licences ask to travel with every copy.
const licence = readFileSync(new URL('../LICENSE', INTER))

write(
  'web/assets/fonts/inter.woff2',
  await subsetFont(inter, ASCII + FRENCH, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    keepFeatures: FEATURES,
  }),
)
write('web/assets/fonts/LICENSE.txt', licence)
write('platform/fonts/LICENSE.txt', licence)
write('platform/fonts/LICENSE-plex.txt', readFileSync(new URL('../LICENSE', arabic(400))))
for (const weight of [400, 600, 700]) {
  const face = await subsetFont(inter, LATIN_LETTERS, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
    keepFeatures: FEATURES,
  })
  write(`platform/fonts/inter-${weight}.ttf`, face)
  write(
    `platform/fonts/plex-sans-arabic-${weight}.ttf`,
    await subsetFont(readFileSync(arabic(weight)), ARABIC_LETTERS, { targetFormat: 'truetype', keepFeatures: JOINING }),
  )
  if (weight === 400) write('web/ui/fonts.css', stylesheet(metricsOf(face)))
}
