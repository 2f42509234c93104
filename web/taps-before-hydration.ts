import { useEffect } from 'react'
import { useIsReady } from './ui/use-is-ready.ts'

declare global {
  /** Ends the holding and gives what was held, in order. */
  var endHeldTaps: (() => HTMLButtonElement[]) | undefined
}

/**
 * A page is seen before it is alive. Taps on buttons are held until then, each button once, and the button shows it;
 * links and forms that work without scripts are left alone. Where the scripts cannot be had, no tap waits for them. Runs
 * in the head. The browser's copy has no use for it.
 */
export const tapsScript = import.meta.env.SSR
  ? `var endHeldTaps=(()=>{let s=new Set,hold=e=>{let b=e.target.closest('button[type=button]');if(b){e.stopImmediatePropagation();b.dataset.held='';s.add(b)}},drop=()=>{let a=[...s];s.clear();for(let b of a)delete b.dataset.held;return a};addEventListener('click',hold,!0);addEventListener('pagehide',drop);addEventListener('error',e=>{if(e.target.type=='module')endHeldTaps()},!0);return()=>(removeEventListener('click',hold,!0),drop())})()`
  : ''

/** Plays the held taps once everything on the page can act. Its component must come after all others. */
export function TapsBeforeHydration(): null {
  const isReady = useIsReady()
  useEffect(() => {
    if (isReady) play(globalThis.endHeldTaps?.() ?? [])
  }, [isReady])
  return null
}

/** One after the other: each button finds what the one before has changed, and nobody hears one that has gone. */
async function play(buttons: readonly HTMLButtonElement[]): Promise<void> {
  const { pathname } = window.location
  for (const button of buttons) {
    if (pathname === window.location.pathname) button.click()
    await new Promise((resolve) => setTimeout(resolve))
  }
}
