import type { ReactNode } from 'react'
import type { Role } from '#features/accounts/model.ts'
import { addresses } from '#web/addresses.ts'
import { useCartCount } from '#web/cart/cart.ts'
import { ADMIN_MENU } from '#web/closed-area/admin-links.ts'
import { leaveFor } from '#web/session/leave-for.ts'
import { logOut, useSession } from '#web/session/session.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import style from './header.module.css'
import { SiteLink } from './site-link.tsx'
import { useDisclosure } from './use-disclosure.ts'

const BOARDS: Readonly<Record<Role, string>> = {
  supplier: addresses.dashboard,
  buyer: addresses.buyer,
  agent: addresses.admin.confirmation,
  admin: addresses.admin.dashboard,
}

/**
 * The name of the person logged in, and its menu. Its room is reserved from the first paint; the name comes with the script
 * and stands at the end of that room, so that nothing moves.
 */
export function AccountMenu({ onLogOut }: { onLogOut?: (() => void) | undefined }) {
  const session = useSession()
  const { isOpen, toggle, box, button } = useDisclosure<HTMLDivElement>()

  const leave = async () => {
    await logOut()
    leaveFor(addresses.home)
  }

  return (
    <div className={style.account} ref={box}>
      <button
        type="button"
        className={style.name}
        ref={button}
        aria-expanded={isOpen}
        aria-controls="account-menu"
        onClick={toggle}
      >
        {session && <Icon name="user" />}
        <span className={style.nameText}>
          {session ? <Name whole={session.name} /> : <span className="visually-hidden">Mon compte</span>}
        </span>
        <Icon name="chevron-down" size={18} />
      </button>
      <ul className={style.menu} id="account-menu" hidden={!isOpen}>
        <Entry className={style.default} to={addresses.checkout} icon="bag">
          Paiement
          <InCart />
        </Entry>
        <Entry className={style.default} to={BOARDS[session?.role ?? 'supplier']} icon="grid">
          Tableau de bord
        </Entry>
        {ADMIN_MENU.map(([to, label, icon]) => (
          <Entry key={to} className={style.admin} to={to} icon={icon}>
            {label}
          </Entry>
        ))}
        {session?.role !== 'admin' && (
          <Entry to={addresses.profile} icon="user">
            Profil
          </Entry>
        )}
        <li className={style.last}>
          <button type="button" className={style.entry} onClick={onLogOut ?? leave}>
            <Icon name="logout" />
            Se déconnecter
          </button>
        </li>
      </ul>
    </div>
  )
}

/** A phone shows the first name. */
function Name({ whole }: { whole: string }) {
  const [first, ...others] = whole.split(' ')
  return (
    <>
      {first}
      <span className={style.others}> {others.join(' ')}</span>
    </>
  )
}

interface EntryProps {
  to: string
  icon: IconName
  children: ReactNode
  className?: string | undefined
}

function Entry({ to, icon, children, className }: EntryProps) {
  return (
    <li className={className}>
      <SiteLink to={to} className={style.entry!}>
        <Icon name={icon} />
        {children}
      </SiteLink>
    </li>
  )
}

/** The pieces in the cart. Apart, since what it follows comes once the page is alive, and the menu has a dozen links. */
function InCart() {
  const count = useCartCount()
  return (
    count > 0 && (
      <span className={style.count}>
        {count}
        <span className="visually-hidden"> {count > 1 ? 'articles' : 'article'}</span>
      </span>
    )
  )
}
