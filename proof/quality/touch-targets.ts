import type { Page } from '@playwright/test'
import { PUBLIC_PAGES } from '../../e2e/public-pages.ts'
import { confirmButton, openNavigation } from '../../e2e/steps.ts'
import { fillCart, visit } from '../screens/steps.ts'
import type { Visits } from '../screens/visits.ts'
import { type Measure, none } from './measure.ts'

const SMALLEST = 44

/** Controls that are too small for a finger, with their sizes. Links within running text do not count. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((smallest) => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1 &&
      element.getBoundingClientRect().right > 0
    const isInText = (element: Element) => {
      if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false
      const words = element.closest('p, li, dd, td, label, span')?.textContent?.trim() ?? ''
      return words.length > (element.textContent?.trim().length ?? 0)
    }
    /** A label is part of its box to tick. */
    const partsOf = (element: Element) => [element, ...((element as HTMLInputElement).labels ?? [])]
    const reaches = (element: Element, axis: 'x' | 'y') => {
      const boxes = partsOf(element).map((part) => part.getBoundingClientRect())
      const size =
        axis === 'x'
          ? Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left))
          : Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top))
      if (size >= smallest - 0.5) return size
      const { left, top, width, height } = element.getBoundingClientRect()
      const half = smallest / 2 - 1
      // Room that belongs to it without being its box, as a pseudo-element gives it.
      const ends = [-half, half].map((away) => {
        const [dx, dy] = axis === 'x' ? [away, 0] : [0, away]
        const hit = document.elementFromPoint(left + width / 2 + dx, top + height / 2 + dy)
        return (
          hit !== null &&
          partsOf(element).some((part) => part.contains(hit) || (hit.contains(part) && hit.tagName === 'LABEL'))
        )
      })
      return ends.every(Boolean) ? smallest : size
    }
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
    return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
      .filter((element) => isShown(element) && !isInText(element))
      .flatMap((element) => {
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        const [width, height] = [reaches(element, 'x'), reaches(element, 'y')]
        const isLarge = width >= smallest - 0.5 && height >= smallest - 0.5
        return isLarge ? [] : [`${nameOf(element)} ${Math.round(width)} × ${Math.round(height)}`]
      })
  }, SMALLEST)

/** On a phone: every public page, the open menu, and a checkout that was refused. */
export const measureTargets = (visits: Visits): Promise<Measure[]> =>
  visits.with('visitor', 360, async (page) => {
    await fillCart(page)
    const found = new Map<string, string[]>()
    const look = async (where: string) => {
      for (const target of new Set(await smallTargets(page))) found.set(target, [...(found.get(target) ?? []), where])
    }
    for (const path of PUBLIC_PAGES) {
      await visit(page, path)
      await look(path)
    }
    await visit(page, '/')
    await openNavigation(page)
    await look('menu')
    await visit(page, '/checkout')
    await confirmButton(page).click()
    await look('checkout, refused')
    const notes = [...found].map(([target, pages]) => `${target}: ${pages.join(' ')}`)
    return [none('touch targets under 44 px, public pages at 360 px', notes)]
  })
