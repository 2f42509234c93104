// Names and constants that pages need without the schemas of `contract.ts`, which bring their library with them.

export const GAIN_FIELD = 'gain'
