import type pg from 'pg'
import { normaliseForSearch } from '#platform/kernel/text.ts'

// Invented people, places and products, so that a filled shop can be looked at. Each becomes a temporary table that is drawn from.

const words = (text: string): string[] => text.trim().split(/\s+/)

const FIRST_NAMES = words(`
  Zineb Youssef Fatima Karim Nadia Omar Salma Mehdi Khadija Amine Hajar Rachid Imane Soufiane Meryem Adil Sanaa Hamza Loubna
  Bilal Aïcha Hind Ghita Anas Ilham Noureddine Siham Abdellah Houda Tarik Wafae Mouad Asmae Jamal Latifa Driss Naïma Ayoub
  Chaimaa Reda Sophie Camille Julien Nicolas Hélène Élodie François Mélanie`)
const LAST_NAMES = words(`
  Ouazzani Bennani Alaoui Tazi Chraïbi Berrada Amrani Fassi Idrissi Lahlou Benjelloun Kettani Sqalli Mernissi Filali Cherkaoui
  Naciri Zniber Belhaj Ziani Hakimi Saïdi Rami Jettou Slaoui Benkirane Ouahbi Mansouri Bouzidi Lamrani Aït-Taleb El-Khattabi
  Oulhaj Bourkia Sebti Guessous Lefèvre Dubois Moreau Garnier`)
const ARABIC_FIRST_NAMES = words('فاطمة محمد خديجة يوسف مريم عمر نادية كريم سلمى حمزة زينب رشيد إيمان أمين عائشة')
const ARABIC_LAST_NAMES = words(
  'العلوي بناني الإدريسي التازي الفاسي العمراني لحلو برادة الشرقاوي الناصري المنصوري الزياني',
)

const pairs = (firsts: readonly string[], lasts: readonly string[]): string[] =>
  firsts.flatMap((first) => lasts.map((last) => `${first} ${last}`))

const NAMES = [...pairs(FIRST_NAMES, LAST_NAMES), ...pairs(ARABIC_FIRST_NAMES, ARABIC_LAST_NAMES)]

const STREETS = [
  'rue Ibn Sina',
  'avenue Hassan II',
  'boulevard Mohammed V',
  'rue des Orangers',
  'rue Al Farabi',
  'avenue Al Massira',
  'rue de Fès',
  'avenue des FAR',
  'rue Oued Sebou',
  'impasse des Jasmins',
  'boulevard Zerktouni',
  'rue Ibn Khaldoun',
  'شارع محمد الخامس',
  'زنقة ابن رشد',
]
const NEIGHBOURHOODS = [
  'Hay Salam',
  'Hay Nahda',
  'Hay Al Qods',
  'Hay Mohammadi',
  'centre-ville',
  'médina',
  'ville nouvelle',
  'lotissement Al Amal, n° 4',
  'résidence Al Firdaous, imm. C, appt 12',
  'quartier des Hôpitaux',
  'Hay Hassani, en face de la mosquée',
  'près de la pharmacie Atlas',
]
const PLACES = STREETS.flatMap((street) => NEIGHBOURHOODS.map((near) => `${street}, ${near}`))

/** The largest first: most parcels go there. */
const CITIES = [
  ...words('Casablanca Rabat Marrakech Fès Tanger Salé Agadir Meknès Oujda Kénitra Tétouan Témara Mohammédia Safi'),
  ...[
    'El Jadida',
    'Béni Mellal',
    'Nador',
    'Khouribga',
    'Settat',
    'Berrechid',
    'Larache',
    'Inezgane',
    'Taza',
    'Laâyoune',
  ],
  ...words('Khémisset Guelmim Errachidia Berkane Dakhla autre'),
]

const KINDS = [
  ...['Crème', 'Huile', 'Lotion', 'Gelée', 'Poudre', 'Eau'].map((kind) => ({ kind, isFeminine: true })),
  ...['Sérum', 'Masque', 'Gommage', 'Lait', 'Baume', 'Savon', 'Shampoing'].map((kind) => ({ kind, isFeminine: false })),
]
const AIMS = [
  ['hydratant', 'hydratante'],
  ['apaisant', 'apaisante'],
  ['nourrissant', 'nourrissante'],
  ['purifiant', 'purifiante'],
  ['tonique', 'tonique'],
  ['fortifiant', 'fortifiante'],
  ['relaxant', 'relaxante'],
  ['éclat', 'éclat'],
]
const SUBSTANCES = [
  ...['à l’argan', 'à la rose', 'à la nigelle', 'à la figue de barbarie', 'au safran', 'à l’amande douce', 'au miel'],
  ...[
    'à la lavande',
    'au romarin',
    'au thym',
    'à la menthe',
    'à l’olive',
    'à la grenade',
    'au jasmin',
    'à l’aloe vera',
  ],
]
const SIZES = ['50 ml', '100 ml', '200 ml']

const PRODUCTS = SIZES.flatMap((size) =>
  AIMS.flatMap(([his, hers]) =>
    SUBSTANCES.flatMap((substance) =>
      KINDS.map(({ kind, isFeminine }) => `${kind} ${isFeminine ? hers : his} ${substance} ${size}`),
    ),
  ),
)

export const DESCRIPTION =
  'Un soin de tous les jours, pour la peau et les cheveux. Fabriqué au Maroc, sans paraben ni silicone.'

/** The words of a courier's note, of which each was written on many orders. */
export const COURIER_NOTES = [
  'Appeler avant de passer',
  'Livrer après 18 h',
  'Laisser chez le gardien',
  'Sonner à l’interphone, 3e étage',
  'Uniquement le samedi',
  'من فضلك اتصل قبل الوصول',
]
export const STAFF_NOTES = [
  'Rappelée, confirme pour demain',
  'Ne répond pas, essayer le soir',
  'Veut payer par carte : refusé',
]
export const CUSTOMER_NOTES = ['Bonne cliente, toujours joignable', 'Refuse souvent à la porte : confirmer deux fois']
export const ANNOUNCEMENTS = [
  'Annonce : livraisons ralenties cette semaine',
  'Les packs sont arrivés',
  'Retraits payés le jeudi',
  'Nouvelle gamme à l’argan',
]

/** SQL: one of these texts, by a number. */
export const oneOf = (texts: readonly string[], number: string): string =>
  `(array[${texts.map((text) => `'${text.replaceAll("'", "''")}'`)}])[${number} % ${texts.length} + 1]`

/** SQL: a number that looks drawn from 0 to 2^30, always the same for the same `n`. */
export const drawn = (salt: number): string => `(hashint4(n + ${salt}0000000) & 1073741823)`

/** SQL: a place from 0 to below `count`; the larger the power, the more of the first. */
export const drawnFirst = (salt: number, count: number | string, power: number): string =>
  `floor((${drawn(salt)} / 1073741824.0) ^ ${power} * ${count})::int`

export const COUNTS = { name: NAMES.length, place: PLACES.length, city: CITIES.length, product: PRODUCTS.length }

/** The texts as temporary tables of places counted from 0: what is shown, and the same as searches see it. */
export async function storeTexts(sql: pg.Client): Promise<void> {
  for (const [table, texts] of Object.entries({ name: NAMES, place: PLACES, city: CITIES, product: PRODUCTS })) {
    await sql.query(`CREATE TEMP TABLE text_${table} (nth int PRIMARY KEY, shown text, searched text)`)
    await sql.query(
      `INSERT INTO text_${table} SELECT nth - 1, shown, searched FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t(shown, searched, nth)`,
      [texts, texts.map(normaliseForSearch)],
    )
    await sql.query(`ANALYZE text_${table}`)
  }
}

/** The phone of the nth person: no two have the same. */
export const phoneOf = (nth: number): string =>
  `0${6 + (nth % 2)}${String((nth * 7_654_321) % 99_999_989).padStart(8, '0')}`
/** SQL: the same. */
export const phoneSql = (nth: string): string =>
  `'0' || (6 + ${nth} % 2) || lpad(((${nth})::bigint * 7654321 % 99999989)::text, 8, '0')`
