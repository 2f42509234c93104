import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { ago } from '#web/ui/ago.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './cells.module.css'

/** Sixteen characters in Casablanca's time, broken between the day and the hour only. */
export function Moment({ at }: { at: Date }) {
  const [day, hour] = formatMinute(at).split(' ')
  return (
    <time dateTime={at.toISOString()}>
      <span className={classes(common.digits, common.nowrap)}>{day}</span>{' '}
      <span className={classes(common.digits, common.nowrap)}>{hour}</span>
    </time>
  )
}

/** `il y a 12 min`; the whole date for who points at it. */
export function Since({ at }: { at: Date }) {
  return (
    <time className={common.nowrap} dateTime={at.toISOString()} title={formatMinute(at)}>
      {ago(at, new Date())}
    </time>
  )
}

/** `06 12 34 56 78`, to be called; *N/A* without one. */
export function Phone({ digits }: { digits: string }) {
  if (digits === '') return 'N/A'
  return (
    <a className={classes(style.link, style.phone)} href={`tel:${digits}`}>
      {readablePhone(digits)}
    </a>
  )
}

/** An address to write to. */
export function Email({ address }: { address: string }) {
  return (
    <a className={classes(style.link, style.email)} href={`mailto:${address}`}>
      {address}
    </a>
  )
}

/** A person's phone, and the address to write to below it. */
export function Contact({ of: { phone, email } }: { of: { phone: string; email: string } }) {
  return (
    <span className={style.contact}>
      <Phone digits={phone} />
      <Email address={email} />
    </span>
  )
}

/** To what a cell names in another list. */
export function CellLink({ to, title, children }: { to: string; title?: string; children: ReactNode }) {
  return (
    <Link className={style.link!} to={to} title={title}>
      {children}
    </Link>
  )
}

interface OrderedProduct {
  /** Tells two of the same name apart. */
  id?: number
  name: string
  quantity: number
}

/** A cell's text, and below it in small a second one that belongs to it. */
export function WithNote({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <>
      {children}
      {note && <span className={classes(common.hint, style.noteBelow)}>{note}</span>}
    </>
  )
}

/** Products of an order, one below the other. */
export function OrderedProducts({ products }: { products: readonly OrderedProduct[] }) {
  return (
    <ul className={common.lines}>
      {products.map(({ id, name, quantity }) => (
        <li key={id ?? name}>
          <span className={classes(common.strong, common.nowrap)}>{quantity}&nbsp;×</span> {name}
        </li>
      ))}
    </ul>
  )
}

/** An absent value: a dash, and its word for those who hear the page. */
export function Nothing() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">Aucun</span>
    </>
  )
}

interface RowButtonsProps {
  /** More than three: they stand in lines of three, of two on a phone's card. */
  areMany?: boolean
  children: ReactNode
}

/** Buttons of a row, as wide as a phone's card. */
export function RowButtons({ areMany = false, children }: RowButtonsProps) {
  return <div className={classes(style.buttons, areMany && style.many)}>{children}</div>
}

export function Strong({ children }: { children: ReactNode }) {
  return <span className={common.strong}>{children}</span>
}
