import { useEffect, useRef, useState } from 'react'

/** Seconds in which what was done can be taken back. */
export const UNDO_SECONDS = 10

interface Senders<Item> {
  send: (item: Item) => void
  /** Sends it as the page is left, by a call that outlives it; `isEnd` where the tab goes with the page. */
  leave: (item: Item, isEnd: boolean) => void
}

interface Held<Item> {
  /** Items that are not sent yet, oldest first. Each has its own ten seconds. */
  items: readonly Item[]
  /** The same at this very moment, which may not be drawn yet. */
  now: () => readonly Item[]
  hold: (item: Item) => void
  /** False when it was sent meanwhile. */
  undo: (item: Item) => boolean
  sendNow: (item: Item) => void
}

/** Sends ten seconds later, so that it can be undone by not being sent. Leaving the page sends at once what is held. */
export function useHeld<Item>(senders: Senders<Item>): Held<Item> {
  const [items, setItems] = useState<readonly Item[]>([])
  const clocks = useRef(new Map<Item, ReturnType<typeof setTimeout>>())

  /** Takes an item off its clock, once: the clock and the end of the page may both want to send it. */
  const take = (item: Item): boolean => {
    clearTimeout(clocks.current.get(item))
    setItems((before) => before.filter((each) => each !== item))
    return clocks.current.delete(item)
  }

  // The clock and the end of the page send what the page shows by then.
  const latest = useRef({ ...senders, take })
  latest.current = { ...senders, take }

  const sendNow = (item: Item) => {
    if (take(item)) latest.current.send(item)
  }

  useEffect(() => {
    const leave = (isEnd: boolean) => {
      for (const item of clocks.current.keys()) if (latest.current.take(item)) latest.current.leave(item, isEnd)
    }
    const end = () => leave(true)
    window.addEventListener('pagehide', end)
    return () => {
      window.removeEventListener('pagehide', end)
      leave(false)
    }
  }, [])

  return {
    items,
    now: () => [...clocks.current.keys()],
    hold: (item) => {
      const clock = setTimeout(() => sendNow(item), UNDO_SECONDS * 1000)
      clocks.current.set(item, clock)
      setItems((before) => [...before, item])
    },
    undo: take,
    sendNow,
  }
}
