/** Tells whether the key at the end of a RIB of 24 digits goes with the others: the whole number is a multiple of 97. */
export const hasRibKey = (rib: string): boolean => BigInt(rib) % 97n === 0n
