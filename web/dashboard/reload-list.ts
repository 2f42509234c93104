import { focusListStart } from './paged-list.tsx'

/** Loads a list anew after a change. The row that had the focus may be gone: the next key then goes on in the list. */
export async function reloadList(reload: () => Promise<void>): Promise<void> {
  await reload()
  requestAnimationFrame(() => {
    if (document.activeElement === null || document.activeElement === document.body) focusListStart()
  })
}
