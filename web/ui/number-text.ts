/**
 * A number as a number field takes it, from a part or the whole of one as people write it: `1 249,50 DH` or `1.249,50` is
 * `1249.50`, a comma alone a decimal point. Dots before a comma part thousands.
 */
export function asNumberText(written: string): string {
  const bare = written.replace(/\s/g, '').replace(/dhs?$/i, '')
  return bare.includes(',') ? bare.replaceAll('.', '').replaceAll(',', '.') : bare
}
