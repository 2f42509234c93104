/** True when what had the focus is gone or can no longer be pressed: the next key would begin at the top of the page. */
function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
}

/** Once a change is drawn, moves the focus to where the next key goes on, unless it is somewhere already. */
export function focusIfLost(id: string): void {
  const move = () => {
    if (isFocusLost()) document.getElementById(id)?.focus({ preventScroll: true })
  }
  // The next frame may come before the page is drawn anew.
  requestAnimationFrame(() => requestAnimationFrame(move))
}
