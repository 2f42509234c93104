/** Stands where a person stood who was forgotten: digits that nobody answers. The database's audit log knows them too. */
export const NOBODYS_PHONE = '0000000000'

/** Stands where an address stood. */
export const NO_ADDRESS = 'Adresse effacée'

/** Whether somebody stood here who was forgotten. */
export const isNobody = ({ phone }: { phone: string }): boolean => phone === NOBODYS_PHONE
