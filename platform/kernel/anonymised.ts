/** Stands where a person stood who was forgotten: digits that nobody answers. The database's audit log knows them too. */
export const ANONYMOUS_PHONE = '0000000000'

/** Stands where an address stood. */
export const NO_ADDRESS = 'Adresse effacée'

export const ANONYMOUS_NAMES = { customer: 'Client anonymisé', account: 'Compte anonymisé' } as const

/** Whether somebody stood here who was forgotten. People have given that phone as their own, so the name counts too. */
export const isAnonymised = ({ name, phone }: { name: string; phone: string }): boolean =>
  phone === ANONYMOUS_PHONE && Object.values<string>(ANONYMOUS_NAMES).includes(name)
