import { endSession, readToken } from '#web/session/stored-session.ts'

/** The server has ended every session of the account: the browser forgets its own. */
export function forgetEndedSession(): void {
  if (readToken()) endSession()
}
