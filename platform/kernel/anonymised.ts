/** Phone that replaces that of an anonymised person; nobody has it. The triggers of the audit log spell it out as well. */
export const ANONYMOUS_PHONE = '0000000000'

/** Address that replaces that of an anonymised person. */
const NO_ADDRESS = 'Adresse effacée'

/** Stands in the place of a note about a forgotten person; triggers take no other word. */
export const ERASED = 'effacé'

/** Names that replace those of anonymised people. */
export const ANONYMOUS_NAMES = { customer: 'Client anonymisé', account: 'Compte anonymisé' } as const

/** Recognises an anonymised person. The name counts too, because people have typed that phone as their own. */
export const isAnonymised = ({ name, phone }: { name: string; phone: string }): boolean =>
  phone === ANONYMOUS_PHONE && Object.values<string>(ANONYMOUS_NAMES).includes(name)

/** The recipient in place of a forgotten person. Triggers of the journal know the name too. */
export const ANONYMOUS_RECIPIENT = {
  name: ANONYMOUS_NAMES.customer,
  phone: ANONYMOUS_PHONE,
  address: NO_ADDRESS,
} as const

/** Name, phone and address of an account whose person was erased. */
export const ERASED_PERSON = { ...ANONYMOUS_RECIPIENT, name: ANONYMOUS_NAMES.account } as const
