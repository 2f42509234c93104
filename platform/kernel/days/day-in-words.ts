const days = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })

/** Tells a day: `jeudi 26 novembre`. */
export const dayInWords = (day: string): string =>
  days
    .format(new Date(day))
    .replace(/ 1 /, ' 1er ')
    .replace(/ (\S+)$/, '\u00A0$1')
