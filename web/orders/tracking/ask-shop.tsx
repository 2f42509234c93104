import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { addresses } from '#web/addresses.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ChatLink } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './tracking.module.css'

/** A way to the shop for questions about an order; `words` begin the conversation. */
export function AskShop({ words, children }: { words: string; children: ReactNode }) {
  const settings = useRouteLoaderData<typeof rootLoader>('root')?.settings
  return (
    <div className={classes(common.stack, common.gap3, style.contact)}>
      <p>
        {children}
        {settings?.phone && (
          <>
            {' '}
            Ou appelez le <a href={`tel:${settings.phone}`}>{readablePhone(settings.phone)}</a>.
          </>
        )}
      </p>
      {settings?.chatNumber ? (
        <ChatLink number={settings.chatNumber} words={words}>
          Écrire sur WhatsApp
        </ChatLink>
      ) : (
        <ButtonLink look="secondary" size="small" icon="mail" to={addresses.contact}>
          Nous contacter
        </ButtonLink>
      )}
    </div>
  )
}
