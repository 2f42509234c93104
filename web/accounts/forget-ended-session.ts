import { endSession, readToken } from '#web/session/stored-session.ts'

/** The server has ended every session of the account: the browser forgets its own, and the cart gets the public prices. */
export function forgetEndedSession(): void {
  if (!readToken()) return
  endSession()
  import('#web/cart/refresh/refresh.ts').then(({ refreshCart }) => refreshCart()).catch(() => undefined)
}
