import { Link, NavLink } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { KeyCaps } from '#web/keys/key-caps.tsx'
import { NotificationBell } from '#web/notifications/notification-bell.tsx'
import { useSession } from '#web/session/session.ts'
import { Logo, SHOP_NAME } from '#web/shell/brand.tsx'
import bar from '#web/shell/header.module.css'
import { useDisclosure } from '#web/shell/use-disclosure.ts'
import { classes } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'
import style from './admin-header.module.css'
import { ADMIN_MENU } from './admin-links.ts'
import { AGENT_PLACES } from './admin-places.ts'

const AGENT_MENU = AGENT_PLACES.map(({ to, name, icon }) => [to, name, icon] as const)

interface AdminHeaderProps {
  onLogOut: () => void
  onSearch: () => void
}

export function AdminHeader({ onLogOut, onSearch }: AdminHeaderProps) {
  return (
    <header className={bar.header}>
      <div className={classes(bar.bar, style.bar)}>
        <Link className={classes(bar.home, style.home)} to={addresses.home} aria-label={`${SHOP_NAME}, accueil`}>
          <Logo />
        </Link>
        <button type="button" className={style.search} aria-haspopup="dialog" onClick={onSearch}>
          <Icon name="search" />
          <span className={style.searchText}>Rechercher partout</span>
          <SearchKey />
        </button>
        <div className={style.end}>
          <span className={style.bell}>
            <NotificationBell />
          </span>
          <UserMenu onLogOut={onLogOut} />
        </div>
      </div>
    </header>
  )
}

/** Its name depends on the computer: it comes with the script, in a room of its own. */
function SearchKey() {
  const isReady = useIsReady()
  return (
    <span className={style.searchKey} aria-hidden="true">
      {isReady && <KeyCaps of={{ key: 'k', withCtrl: true }} />}
    </span>
  )
}

/** The person's name and its menu. Its room is reserved from the first paint; the name comes with the script. */
function UserMenu({ onLogOut }: { onLogOut: () => void }) {
  const session = useSession()
  const { isOpen, toggle, box, button } = useDisclosure<HTMLDivElement>()
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
        <Icon name="user" />
        <span className={style.nameText}>
          {session ? session.name : <span className="visually-hidden">Mon compte</span>}
        </span>
        <Icon name="chevron-down" size={18} />
      </button>
      <ul className={classes(bar.menu, style.entries)} id="account-menu" hidden={!isOpen}>
        {(session?.role === 'agent' ? AGENT_MENU : ADMIN_MENU).map(([to, label, icon]) => (
          <li key={to}>
            <NavLink to={to} end className={bar.entry!} prefetch="intent">
              <Icon name={icon} />
              {label}
            </NavLink>
          </li>
        ))}
        <li className={bar.last}>
          <button type="button" className={bar.entry} onClick={onLogOut}>
            <Icon name="logout" />
            Se déconnecter
          </button>
        </li>
      </ul>
    </div>
  )
}
