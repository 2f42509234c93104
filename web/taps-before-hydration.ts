import { useEffect } from 'react'
import { useIsReady } from './ui/use-is-ready.ts'

declare global {
  /** Stops queueing taps, and returns the tapped buttons in order. */
  var endTapQueue: (() => HTMLButtonElement[]) | undefined
}

/**
 * A script for the head: a page is visible before it is hydrated. Taps on buttons are queued until then, each button once,
 * and `data-held` shows it; links and forms work without scripts and are left alone. A script that fails to load ends the
 * queue. The server alone needs this text.
 */
export const tapsScript = import.meta.env.SSR
  ? `var endTapQueue=(()=>{let s=new Set,queue=e=>{let b=e.target.closest('button[type=button]');if(b){e.stopImmediatePropagation();b.dataset.held='';s.add(b)}},drop=()=>{let a=[...s];s.clear();for(let b of a)delete b.dataset.held;return a};addEventListener('click',queue,!0);addEventListener('pagehide',drop);addEventListener('error',e=>{if(e.target.type=='module')endTapQueue()},!0);return()=>(removeEventListener('click',queue,!0),drop())})()`
  : ''

/** Replays the queued taps once the page is hydrated. This component must come after all others. */
export function TapsBeforeHydration(): null {
  const isReady = useIsReady()
  useEffect(() => {
    if (isReady) replay(globalThis.endTapQueue?.() ?? [])
  }, [isReady])
  return null
}

/** Clicks one button after the other, so that each sees the change of the one before, until the page is another one. */
async function replay(buttons: readonly HTMLButtonElement[]): Promise<void> {
  const { pathname } = window.location
  for (const button of buttons) {
    if (pathname === window.location.pathname) button.click()
    await new Promise((resolve) => setTimeout(resolve))
  }
}
