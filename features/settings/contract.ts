import * as z from 'zod/mini'
import { sentPassword } from '#features/accounts/contract.ts'
import { CITIES, findCity } from '#platform/kernel/cities.ts'
import { as, oneLine, record, says, text, visibleOnOneLine } from '#platform/kernel/codecs.ts'
import { dayWithoutHours, joinHours, splitHours } from '#platform/kernel/opening-hours/opening-hours.ts'
import { hasRibKey } from '#platform/kernel/rib.ts'
import {
  type AllSettings,
  amountIn,
  FRIDAY_CHOICES,
  GAIN_CHOICES,
  joinCityFees,
  SCRIPT_FIELDS,
  SECOND_FACTOR_CHOICES,
  type SettingName,
  splitCityFees,
} from './model.ts'

// Schemas of the settings, for the owner's form, the API and the environment alike. A text may be empty: pages leave it out.

const emptyOr = (isGood: (text: string) => boolean) => (typed: string) => typed === '' || isGood(typed)

/** Accepts an https address without user name and password, which would hide where the link leads. */
function isPlainAddress(typed: string): boolean {
  if (!/^https:\/\/\S+$/i.test(typed) || !URL.canParse(typed)) return false
  const { username, password } = new URL(typed)
  return username === '' && password === ''
}

const https = oneLine(500, 0).check(
  z.refine(emptyOr(isPlainAddress), says('https_address', 'Saisissez une adresse complète qui commence par https://')),
)

/** Reduces a Moroccan number in any spelling to its digits. */
const asDigits = (typed: string): string => typed.replace(/[\s.-]/g, '').replace(/^(\+|00)212(\(0\)|0)?/, '0')

const phone = z
  .string()
  .check(
    z.overwrite(asDigits),
    z.regex(
      /^(\d{6,15})?$/,
      says(
        'setting_phone',
        'Saisissez un numéro à 10 chiffres, par exemple 05 22 00 00 00, ou étranger avec 00 et l’indicatif du pays.',
      ),
    ),
  )

const chatNumber = z.string().check(
  z.overwrite((typed) => typed.replace(/[\s.-]/g, '').replace(/^(\+|00)/, '')),
  z.regex(
    /^([1-9]\d{7,14})?$/,
    says(
      'international_number',
      'Saisissez 8 à 15 chiffres avec l’indicatif du pays et sans le 0, par exemple 212612345678.',
    ),
  ),
)

const email = text(200, 0).check(
  z.refine(
    emptyOr((typed) => z.email().safeParse(typed).success),
    says('email', 'Saisissez une adresse email complète, par exemple nom@exemple.ma.'),
  ),
)

const short = (longest: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(longest, says('max_length', `Écrivez ${longest} caractères au plus.`)),
      visibleOnOneLine,
    )

const wholeNumber = (longest: number, sentence: string) =>
  z.string().check(
    z.overwrite((typed) => typed.replace(/\s/g, '')),
    z.regex(new RegExp(`^[1-9]\\d{0,${longest - 1}}$`), says('whole_number', sentence)),
  )

const MAX_FEE_DH = 500

const isFee = (typed: string): boolean => amountIn(typed) <= MAX_FEE_DH

/** Writes a fee as people do: `20`, `25,50`. */
const tidyFee = (typed: string): string => {
  const amount = amountIn(typed)
  return isFee(typed) ? (Number.isInteger(amount) ? `${amount}` : amount.toFixed(2).replace('.', ',')) : typed
}

const fee = z.string().check(
  z.overwrite((typed) => tidyFee(typed.replace(/\s/g, ''))),
  z.refine(isFee, says('fee', `Saisissez un montant en dirhams, de 0 à ${MAX_FEE_DH}, par exemple 35 ou 25,50.`)),
)

/** The city of the first entry that is no city of the list with a fee, or comes twice; null when there is none. */
export function cityWithoutFee(text: string): string | null {
  const listed = new Set<string | null>()
  for (const [typed, amount] of splitCityFees(text)) {
    const city = findCity(typed)
    if (city === null || listed.has(city) || !isFee(amount)) return typed || amount
    listed.add(city)
  }
  return null
}

/** Writes each city as in the list, and in its order. */
function tidyCityFees(text: string): string {
  if (cityWithoutFee(text) !== null) return text
  const fees = new Map(splitCityFees(text).map(([city, amount]) => [findCity(city), tidyFee(amount)]))
  return joinCityFees(CITIES.flatMap((city) => (fees.has(city) ? [[city, fees.get(city)!] as const] : [])))
}

const cityFees = z.string().check(
  z.maxLength(1000),
  z.overwrite(tidyCityFees),
  z.check(({ value, issues }) => {
    const city = cityWithoutFee(value)
    if (city === null) return
    const message = says('city_fee', `Pour ${city}, saisissez un montant en dirhams, de 0 à ${MAX_FEE_DH}, ou rien.`)
    issues.push({ code: 'custom', input: value, message })
  }),
)

const wholePercent = z.string().check(
  z.overwrite((typed) => typed.replace(/[\s%]/g, '').replace(/^0+(?=\d)/, '')),
  z.regex(/^([0-9]|[1-4][0-9]|50)$/, says('discount_percent', 'Saisissez un pourcentage entier, de 0 à 50.')),
)

const digitsOnly = z.overwrite<string>((typed) => typed.replace(/[\s.-]/g, ''))

const ice = z.string().check(digitsOnly, z.regex(/^(\d{15})?$/, says('ice', 'Saisissez les 15 chiffres de l’ICE.')))

const taxNumber = z
  .string()
  .check(digitsOnly, z.regex(/^(\d{4,12})?$/, says('tax_number', 'Saisissez les chiffres de l’identifiant fiscal.')))

const openingHours = z.string().check(
  z.maxLength(500),
  z.overwrite((typed) => joinHours(splitHours(typed))),
  z.check(({ value, issues }) => {
    const day = dayWithoutHours(value)
    if (day === null) return
    const message = says(
      'day_hours',
      `Le ${day}, chaque heure vient après la précédente\u00A0: complétez ou fermez ce jour.`,
    )
    issues.push({ code: 'custom', input: value, message })
  }),
)

const MAX_SCRIPT = 600

const FIELDS_IN_WORDS = SCRIPT_FIELDS.map((name) => `{${name}}`)
  .join(', ')
  .replace(/, ([^,]+)$/, ' ou $1')

/** The first thing in braces that is no field of an order, as it is typed; null when there is none. */
const unknownField = (script: string): string | null =>
  (script.match(/\{[^{}]*\}|[{}]/g) ?? []).find((typed) => !SCRIPT_FIELDS.some((name) => typed === `{${name}}`)) ?? null

/** Words for a call, with fields of the order in braces. */
const script = (shortest: number) =>
  text(MAX_SCRIPT, 0).check(
    z.overwrite((typed) => typed.normalize('NFC')),
    z.minLength(shortest),
    z.check(({ value, issues }) => {
      const unknown = unknownField(value)
      if (unknown === null) return
      const message = says(
        'script_field',
        `${unknown} n’est pas un champ de la commande\u00A0: écrivez ${FIELDS_IN_WORDS}.`,
      )
      issues.push({ code: 'custom', input: value, message })
    }),
  )

const tries = z.string().check(z.trim(), z.regex(/^[2-9]$/, says('tries', 'Saisissez un nombre d’essais, de 2 à 9.')))

const rib = z.string().check(
  z.overwrite((typed) => typed.replace(/[\s.-]/g, '')),
  z.regex(/^(\d{24})?$/, { error: says('setting_rib', 'Saisissez les 24 chiffres du RIB.'), abort: true }),
  z.refine(
    emptyOr(hasRibKey),
    says('rib_key', 'Les deux derniers chiffres ne vont pas avec les autres\u00A0: vérifiez ce RIB.'),
  ),
)

export const settingSchemas = {
  phone,
  email,
  instagram: https,
  chatNumber,
  chatGreeting: short(200),
  videoUrl: https,
  socialUrl: https,
  microblogUrl: https,
  agencyName: short(80),
  agencyUrl: https,
  cndpNumber: short(60),
  dmpNumber: short(60),
  onssaNumber: short(60),
  deliveryFee: fee,
  cityFees,
  discountPercent: wholePercent,
  deliveryText: short(160),
  deliveryDelay: short(60),
  adminSecondFactor: z.enum(SECOND_FACTOR_CHOICES),
  maxPieces: wholeNumber(3, 'Saisissez un nombre de pièces, de 1 à 999.'),
  maxGuestTotal: wholeNumber(6, 'Saisissez un montant en dirhams, sans décimales, de 1 à 999999.'),
  sellerCompany: short(120),
  sellerRc: short(60),
  sellerIce: ice,
  sellerIf: taxNumber,
  sellerAddress: short(200),
  openingHours,
  callScript: script(1),
  callScriptDarija: script(0),
  noCallsOnFriday: z.enum(FRIDAY_CHOICES),
  triesBeforeUnreachable: tries,
  gainsWithdrawable: z.enum(GAIN_CHOICES),
  bankHolder: short(80),
  bankName: short(60),
  bankRib: rib,
} satisfies Record<SettingName, z.ZodMiniType<string>>

/** Change of the settings that are named; null goes back to the default. */
export const settingsRequest = record({
  ...eachSetting((name) => z.optional(z.nullable(settingSchemas[name]))),
  /** Required when one of `BANK_SETTINGS` changes. */
  currentPassword: as('current_password', sentPassword),
})

export type SettingsChange = Partial<Record<SettingName, string | null | undefined>>

const overridden = z.object({ value: z.string(), default: z.string() })

/** Each setting's value, and the default that the owner's change overrides. */
export const settingsAnswer = z.object({ settings: z.object(eachSetting(() => overridden)) })

export type SettingsAnswer = Record<SettingName, { value: string; default: string }>

/** Pairs each current value with its default. */
export const answerSettings = (current: AllSettings, defaults: AllSettings): { settings: SettingsAnswer } => ({
  settings: eachSetting((name) => ({ value: current[name], default: defaults[name] })),
})

function eachSetting<Value>(of: (name: SettingName) => Value): Record<SettingName, Value> {
  return Object.fromEntries((Object.keys(settingSchemas) as SettingName[]).map((name) => [name, of(name)])) as Record<
    SettingName,
    Value
  >
}
