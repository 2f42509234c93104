/**
 * On most systems an arrow or a letter changes a closed list at once: on the way down to the last choice a row would
 * pass through all the others, for good. Opened first, nothing is chosen before Enter.
 */
export function openInsteadOfChanging(event: React.KeyboardEvent<HTMLSelectElement>): void {
  const { key, ctrlKey, altKey, metaKey } = event
  if (ctrlKey || altKey || metaKey || key === ' ') return
  const changes = key.length === 1 || key.startsWith('Arrow') || ['Home', 'End', 'PageUp', 'PageDown'].includes(key)
  if (!changes || !('showPicker' in event.currentTarget)) return
  event.preventDefault()
  event.currentTarget.showPicker()
}
