import type { ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { addresses } from '#web/addresses.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { ChatLink } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Page } from '#web/ui/page.tsx'
import style from './account-page.module.css'
import { ArchPicture, type Scene } from './arch-picture.tsx'

interface AccountPageProps {
  title: ReactNode
  lead: ReactNode
  scene: Scene
  children: ReactNode
}

/** The form of somebody who has an account, and a picture beside it. */
export const AccountPage = ({ title, lead, scene, children }: AccountPageProps) => (
  <Page className={style.around}>
    <div className={style.stage}>
      <div className={style.title}>
        <h1>{title}</h1>
        {lead}
      </div>
      <ArchPicture {...scene} />
      <div className={classes(common.stack, common.gap5, style.sheet)}>{children}</div>
    </div>
  </Page>
)

/** The way out of a form about a lost password. */
export const BackToLogin = () => (
  <p className={classes(common.targets, common.centred, style.aside)}>
    <Link to={addresses.login}>Revenir à la connexion</Link>
  </p>
)

/** A person to ask, for whom a lost password is not all. Renders nothing without a number. */
export function AskForHelp() {
  const chatNumber = useRouteLoaderData<typeof rootLoader>('root')?.settings.chatNumber
  if (!chatNumber) return null
  return (
    <aside className={classes(common.stack, common.gap3, style.help)} aria-label="Aide">
      <p className={common.small}>
        <strong>Un souci&nbsp;?</strong> Une personne vous répond.
      </p>
      <ChatLink number={chatNumber} words="Bonjour, je n’arrive plus à ouvrir mon compte.">
        Demander de l’aide
      </ChatLink>
    </aside>
  )
}
