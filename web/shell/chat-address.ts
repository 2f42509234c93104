import type { Settings } from '#features/settings/model.ts'

export function chatAddress(settings: Settings, productName?: string): string {
  const words = productName ? `${settings.chatGreeting} (${productName})` : settings.chatGreeting
  return `https://wa.me/${settings.chatNumber}?text=${encodeURIComponent(words)}`
}
