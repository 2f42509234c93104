/** The number by which WhatsApp knows a phone: `212661234567`. Null unless it is a Moroccan mobile (normalised). */
export const whatsappNumber = (phone: string): string | null =>
  /^0[67]\d{8}$/.test(phone) ? `212${phone.slice(1)}` : null
