import type { Contact } from '#web/services.ts'

export function chatAddress(contact: Contact, productName?: string): string {
  const words = productName ? `${contact.chatGreeting} (${productName})` : contact.chatGreeting
  return `https://wa.me/${contact.chatNumber}?text=${encodeURIComponent(words)}`
}
