import { normaliseForSearch } from '#platform/kernel/text.ts'

/**
 * Words for the shop's goods: a row a meaning, its French name first, then other spellings of it and its names in
 * Arabic. None may stand inside of an unrelated word (`eau` is in `peau`), since names are searched inside of words.
 */
const ROWS = [
  ['argan', 'argane', 'أركان', 'أرغان'],
  ['huile', 'زيت'],
  ['crème', 'cream', 'كريم', 'كريمة'],
  ['savon', 'صابون'],
  ['shampoing', 'shampooing', 'shampoo', 'champoing', 'شامبو', 'شامبوان'],
  ['rose', 'ورد', 'وردة'],
  ['eau de rose', 'ماء الورد'],
  ['fleur d’oranger', 'zhar', 'ماء الزهر', 'زهر البرتقال'],
  ['nigelle', 'habba sawda', 'sanouj', 'حبة سوداء', 'حبة البركة', 'سانوج'],
  ['spiruline', 'spirulina', 'سبيرولينا'],
  ['ghassoul', 'rhassoul', 'ghasoul', 'rassoul', 'غاسول'],
  ['henné', 'henna', 'حناء', 'حنة'],
  ['collagène', 'collagen', 'كولاجين'],
  ['karité', 'karite', 'شيا'],
  ['ricin', 'خروع'],
  ['amande', 'لوز'],
  ['aloe vera', 'aloès', 'صبار', 'ألوفيرا'],
  ['miel', 'عسل'],
  ['thym', 'زعتر'],
  ['gelée royale', 'غذاء الملكات'],
  ['verveine', 'louiza', 'لويزة'],
  ['tisane', 'infusion', 'شاي', 'أعشاب'],
  ['vitamine', 'vitamin', 'فيتامين'],
  ['magnésium', 'magnesium', 'مغنيسيوم', 'مغنزيوم'],
  ['zinc', 'زنك'],
  ['oméga', 'omega', 'أوميغا'],
  ['levure', 'خميرة'],
  ['probiotique', 'ferments', 'بروبيوتيك'],
  ['sérum', 'serum', 'سيروم'],
  ['lait', 'حليب'],
  ['masque', 'قناع', 'ماسك'],
  ['gommage', 'exfoliant', 'مقشر'],
  ['beurre', 'زبدة'],
  ['solaire', 'écran', 'واقي الشمس', 'شمس'],
  ['taches', 'بقع', 'كلف'],
  ['visage', 'وجه'],
  ['corps', 'corporel', 'جسم'],
  ['mains', 'يدين'],
  ['cheveux', 'capillaire', 'شعر'],
  ['peau', 'بشرة'],
  ['sommeil', 'dormir', 'endormissement', 'نوم'],
  ['énergie', 'vitalité', 'tonus', 'طاقة', 'حيوية'],
  ['immunité', 'défenses', 'مناعة'],
  ['digestion', 'digestif', 'هضم'],
  ['hammam', 'حمام'],
  ['pack', 'coffret', 'مجموعة'],
] as const

/** Words that say nothing of what is meant. */
const FILLERS = new Set(['de', 'du', 'des', 'la', 'le', 'les', 'pour', 'et', 'en', 'au', 'aux', 'avec'])

/** `d’` and the like before a word. */
const ELISION = /(?<!\p{L})[djlnst]['’](?=\p{L})/gu

/** The words of a search, normalised, without those that say nothing. */
export function searchedWords(typed: string): string[] {
  const words = normaliseForSearch(typed.replace(ELISION, ' ')).split(' ').filter(Boolean)
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length > 0 ? telling : words
}

/** A normalised word as the rows are compared: French without its plural, Arabic without its article and in one spelling. */
const keyOf = (word: string): string =>
  word
    .replaceAll('ـ', '')
    .replaceAll('ٱ', 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replace(/^(و?ال|لل)(?=..)/, '')
    .replace(/(?<=[a-z]{3})[sx]$/, '')

/** A way of saying something: all of its words. */
type Way = readonly string[]

interface Meaning {
  ways: readonly Way[]
  /** The words of each way as they are compared. */
  keys: readonly (readonly string[])[]
}

const MEANINGS: readonly Meaning[] = ROWS.map((row) => {
  const ways = row.map(searchedWords)
  return { ways, keys: ways.map((way) => way.map(keyOf)) }
})

const LONGEST_WAY = Math.max(...MEANINGS.flatMap(({ ways }) => ways.map((way) => way.length)))
/** Fewer letters begin too many words. */
const MIN_BEGINNING = 3

const isSame = (typed: string, key: string) => typed === key
const isBeginning = (typed: string, key: string) => typed.length >= MIN_BEGINNING && key.startsWith(typed)

/** The other ways of saying these words, of which the last one may not be typed to its end. */
function otherWays(typed: readonly string[], matchesLast: (typed: string, key: string) => boolean): Way[] {
  const last = typed.length - 1
  const isSaid = (key: readonly string[]) =>
    key.length === typed.length &&
    key.every((word, nth) => (nth === last ? matchesLast(typed[nth]!, word) : typed[nth] === word))
  return MEANINGS.filter(({ keys }) => keys.some(isSaid)).flatMap(({ ways }) => ways)
}

/** The meanings of the searched words, one after the other: each the ways of saying it, as it was typed first. */
export function meaningsIn(words: readonly string[]): Way[][] {
  const keys = words.map(keyOf)
  const meanings: Way[][] = []
  for (let at = 0; at < words.length; ) {
    const { length, others } = longestAt(keys, at)
    meanings.push([words.slice(at, at + length), ...others])
    at += length
  }
  return meanings
}

function longestAt(keys: readonly string[], at: number): { length: number; others: Way[] } {
  for (const matchesLast of [isSame, isBeginning])
    for (let length = Math.min(LONGEST_WAY, keys.length - at); length > 0; length--) {
      const others = otherWays(keys.slice(at, at + length), matchesLast)
      if (others.length > 0) return { length, others }
    }
  return { length: 1, others: [] }
}
