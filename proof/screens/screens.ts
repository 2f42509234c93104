import type { Page } from '@playwright/test'
import { atRest } from '../../e2e/fixtures.ts'
import type { RunningShop } from '../../e2e/running-shop.ts'
import { accountAreas } from './account-screens.ts'
import { adminAreas } from './admin-screens.ts'
import { publicAreas } from './public-screens.ts'
import type { Area, Screen } from './screen.ts'
import { settled } from './steps.ts'

/** Every page of the shop in each of its states. */
export const areas: readonly Area[] = [...publicAreas, ...accountAreas, ...adminAreas]

/** Brings a page to one of its states, with nothing in motion. */
export async function showScreen(screen: Screen, page: Page, shop: RunningShop): Promise<void> {
  await screen.show(page, shop)
  if (!screen.isLoading) await settled(page)
  await atRest(page)
}
