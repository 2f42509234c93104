/** A new key for a call that is to be carried out once. Not `randomUUID`, which pages served without TLS do not have. */
export const freshKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
