/** True when what had the focus is gone or can no longer be pressed: the next key would begin at the top of the page. */
function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
}

/** About a second; a busy browser, which draws late, has slower frames too. */
const FRAMES = 60

/** Once a change is drawn, moves the focus to where the next key goes on, unless it is somewhere already. */
export function focusIfLost(id: string): void {
  let left = FRAMES
  const look = () => {
    left -= 1
    if (isFocusLost()) document.getElementById(id)?.focus({ preventScroll: true })
    // The frame may come before the page is drawn anew: what will lose the focus has it still.
    else if (left > 0) requestAnimationFrame(look)
  }
  requestAnimationFrame(() => requestAnimationFrame(look))
}
