import { NavLink } from 'react-router'
import type { ToDo } from '#features/back-office/contract.ts'
import { useDisclosure } from '#web/shell/use-disclosure.ts'
import { classes } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { AGENT_PLACES, AT_THE_THUMB, PLACES, type Place } from './admin-places.ts'
import style from './admin-side.module.css'
import { useWaiting } from './waiting.ts'

/**
 * The navigation of the back office: a bar at the side of wide screens, at the thumb of others. The page is the same for admins
 * and agents, `data-role` on `<html>` shows the places of one of them.
 */
export function AdminSide({ onKeys }: { onKeys: () => void }) {
  const waiting = useWaiting()
  return (
    <>
      <nav className={style.side} aria-label="Navigation de l’administration">
        <div className={style.ofAdmins}>
          <Groups places={PLACES} waiting={waiting} />
        </div>
        <div className={style.ofAgents}>
          <Groups places={[AGENT_PLACES]} waiting={null} />
        </div>
        <div className={style.foot}>
          <button type="button" className={classes(style.link, style.keys)} onClick={onKeys}>
            <Icon name="keyboard" />
            Raccourcis
            <span className={style.key} aria-hidden="true">
              ?
            </span>
          </button>
        </div>
      </nav>
      <ThumbBar waiting={waiting} />
    </>
  )
}

const ELSEWHERE = [PLACES.flat().filter((place) => !AT_THE_THUMB.includes(place))]

function ThumbBar({ waiting }: { waiting: ToDo | null }) {
  const { isOpen, toggle, box, button } = useDisclosure<HTMLElement>()
  return (
    <nav className={style.thumb} ref={box} aria-label="Navigation rapide">
      <ul className={classes(style.places, style.ofAgents)}>
        {AGENT_PLACES.map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} waiting={null} className={style.tab!} />
          </li>
        ))}
      </ul>
      <ul className={classes(style.places, style.ofAdmins)}>
        {AT_THE_THUMB.map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} waiting={waiting} className={style.tab!} />
          </li>
        ))}
        <li>
          <button
            type="button"
            className={style.tab}
            ref={button}
            aria-expanded={isOpen}
            aria-controls="more-places"
            onClick={toggle}
          >
            <Icon name={isOpen ? 'close' : 'menu'} size={22} />
            <span className={style.name}>Plus</span>
          </button>
        </li>
      </ul>
      <div className={style.more} id="more-places" hidden={!isOpen}>
        <Groups places={ELSEWHERE} waiting={waiting} />
      </div>
    </nav>
  )
}

const Groups = ({ places, waiting }: { places: readonly (readonly Place[])[]; waiting: ToDo | null }) =>
  places.map((group) => (
    <ul key={group[0]!.to} className={style.group}>
      {group.map((place) => (
        <li key={place.to}>
          <PlaceLink place={place} waiting={waiting} className={style.link!} />
        </li>
      ))}
    </ul>
  ))

interface PlaceLinkProps {
  place: Place
  waiting: ToDo | null
  className: string
}

/**
 * A link with a count leads to the rows that it counts, one without to the whole list. The count is no part of its name:
 * what one looks for is called the same with work and without.
 */
function PlaceLink({ place, waiting, className }: PlaceLinkProps) {
  const { to, name, short = name, icon, isAbove = false, waiting: work } = place
  const count = waiting && work ? work.count(waiting) : 0
  const isTab = className === style.tab
  const told = count > 0 && work ? { 'aria-description': `${count} ${work.words}` } : {}
  return (
    <NavLink to={count > 0 && work ? work.to : to} end={isAbove} className={className} prefetch="intent" {...told}>
      <Icon name={icon} size={isTab ? 22 : 20} />
      <span className={style.name}>
        {isTab ? short : name}
        {isTab && short !== name && <span className="visually-hidden">{name.slice(short.length)}</span>}
      </span>
      {count > 0 && (
        <span className={style.count} aria-hidden="true" title={`${count} ${work?.words}`}>
          {count > 999 ? '999+' : count}
        </span>
      )}
    </NavLink>
  )
}
