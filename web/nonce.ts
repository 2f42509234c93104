import { createContext } from 'react'

/** The nonce of the page's scripts. Undefined in the browser: the server strips nonces once it has hashed the scripts. */
export const NonceContext = createContext<string | undefined>(undefined)
