/** A letter in French as its room words it; the greeting is the same for all. */
export interface Letter {
  subject: string
  paragraphs: readonly string[]
  /** Values with a label, for the reader to copy. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** `path` is an address of this shop. */
  action?: { label: string; path: string }
  /** Small print under the action: its meaning, how long its link holds. */
  note?: string
}

/** The picture in the head of a letter travels in the letter, under this name. */
export const LOGO_ID = 'logo'

export interface WrittenLetter {
  subject: string
  text: string
  html: string
}

/** The shop as letters name it and link to it. */
export interface LetterShop {
  name: string
  publicUrl: string
}

/** Writes a letter to somebody as text and as HTML that is readable on a phone and loads nothing from elsewhere. */
export function writeLetter({ action, ...letter }: Letter, to: { name: string }, shop: LetterShop): WrittenLetter {
  const words = {
    ...letter,
    greeting: `Bonjour ${to.name},`,
    button: action && { label: action.label, url: shop.publicUrl + action.path },
  }
  return { subject: letter.subject, text: asText(words, shop.name), html: asHtml(words, shop.name) }
}

interface Words extends Omit<Letter, 'action'> {
  greeting: string
  button: { label: string; url: string } | undefined
}

function asText({ greeting, paragraphs, facts = [], button, note }: Words, shopName: string): string {
  const blocks = [
    greeting,
    ...paragraphs,
    facts.map(([label, value]) => `${label}\u00A0: ${value}`).join('\n'),
    button ? `${button.label}\u00A0:\n${button.url}` : '',
    note ?? '',
    `L’équipe ${shopName}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (each) => ENTITIES[each]!)

function asHtml({ subject, greeting, paragraphs, facts = [], button, note }: Words, shopName: string): string {
  const text = (words: string) => `<p style="margin:0 0 16px">${escapeHtml(words)}</p>`
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:6px 16px 6px 0;color:#616b7a">${escapeHtml(label)}</td><td style="padding:6px 0;font-weight:700">${escapeHtml(value)}</td></tr>`,
  )
  const table =
    rows.length > 0
      ? `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`
      : ''
  const link = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#ef7eb0;color:#18202c;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p><p style="margin:0 0 16px;color:#616b7a;font-size:14px;word-break:break-all">${escapeHtml(button.url)}</p>`
    : ''
  const small = note ? `<p style="margin:0 0 16px;color:#616b7a;font-size:14px">${escapeHtml(note)}</p>` : ''
  // Whoever loads no pictures reads the name in their place.
  const logo = `<img src="cid:${LOGO_ID}" width="156" height="44" alt="${escapeHtml(shopName)}" style="display:block;margin:0 0 12px;border-radius:8px;color:#aa296c;font-size:22px;font-weight:700;line-height:44px">`
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(subject)}</title></head><body style="margin:0;background:#f5eee3;color:#18202c;font:16px/1.5 Inter,Arial,sans-serif"><div style="max-width:560px;margin:0 auto;padding:20px 16px 32px">${logo}<div style="padding:24px;border-radius:12px;background:#fff;color:#18202c">${text(greeting)}${paragraphs.map(text).join('')}${table}${link}${small}<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e8dcc9">L’équipe ${escapeHtml(shopName)}</p></div></div></body></html>`
}
