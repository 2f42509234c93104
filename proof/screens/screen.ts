import type { Page } from '@playwright/test'
import type { RunningShop } from '../../e2e/running-shop.ts'
import type { VisitorName } from './visits.ts'

/** Widths of the windows in which screens are drawn, in pixels. */
export const WIDTHS = [360, 768, 1280] as const
export type Width = (typeof WIDTHS)[number]

/** One state of one page, as one kind of visitor sees it. */
export interface Screen {
  /** Also the name of its pictures. */
  name: string
  title: string
  who: VisitorName
  /** Goes there and waits for it. */
  show: (page: Page, shop: RunningShop) => Promise<unknown>
  /** Shown before its data has come: never waited for. */
  isLoading?: boolean
  /** A complaint that the browser may make: about an answer of which this state is. */
  mayComplain?: RegExp
}

export interface Area {
  title: string
  screens: readonly Screen[]
}
