import { createContext } from 'react'

/** Undefined in the browser: the server strips nonces once it has hashed the scripts that bear one. */
export const NonceContext = createContext<string | undefined>(undefined)
