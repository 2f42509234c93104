import { useEffect } from 'react'
import { useIsReady } from './ui/use-is-ready.ts'

declare global {
  /** Stops queueing taps, and returns in order what was tapped. */
  var endTapQueue: (() => HTMLElement[]) | undefined
}

/**
 * A script for the head: a page is visible before it is hydrated. Taps on buttons are queued until then, each button once,
 * and `data-held` shows it; so are those on a link with `data-acts`, which does more than lead on. Other links and forms work
 * without scripts and are left alone. A script that fails to load ends the queue. The server alone needs this text.
 */
export const tapsScript = import.meta.env.SSR
  ? `var endTapQueue=(()=>{let s=new Set,queue=e=>{let b=e.target.closest('button[type=button],[data-acts]');if(b){e.preventDefault();e.stopImmediatePropagation();b.dataset.held='';s.add(b)}},drop=()=>{let a=[...s];s.clear();for(let b of a)delete b.dataset.held;return a};addEventListener('click',queue,!0);addEventListener('pagehide',drop);addEventListener('error',e=>{if(e.target.type=='module')endTapQueue()},!0);return()=>(removeEventListener('click',queue,!0),drop())})()`
  : ''

/** Replays the queued taps once the page is hydrated. This component must come after all others. */
export function TapsBeforeHydration(): null {
  const isReady = useIsReady()
  useEffect(() => {
    if (isReady) replay(globalThis.endTapQueue?.() ?? [])
  }, [isReady])
  return null
}

/** Clicks one after the other, so that each sees the change of the one before, until the page is another one. */
async function replay(tapped: readonly HTMLElement[]): Promise<void> {
  const { pathname } = window.location
  for (const element of tapped) {
    if (pathname === window.location.pathname) element.click()
    await new Promise((resolve) => setTimeout(resolve))
  }
}
