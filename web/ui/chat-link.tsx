import type { ReactNode } from 'react'
import style from './chat-link.module.css'
import { classes } from './class-names.ts'
import { Icon } from './icon.tsx'

/** Opens a conversation on WhatsApp with these words typed; without a number the writer chooses to whom. */
export const chatAddress = (number: string, words: string): string =>
  `https://wa.me/${number}?text=${encodeURIComponent(words)}`

interface ChatLinkProps {
  number: string
  words: string
  className?: string | undefined
  children: ReactNode
}

/**
 * A button to a conversation on WhatsApp, with its sign. In the house's green: WhatsApp's own would be louder than the button of the
 * page.
 */
export const ChatLink = ({ number, words, className, children }: ChatLinkProps) => (
  <a
    className={classes(style.chat, className)}
    href={chatAddress(number, words)}
    target="_blank"
    rel="noopener noreferrer"
  >
    <Icon name="whatsapp" />
    {children}
  </a>
)
