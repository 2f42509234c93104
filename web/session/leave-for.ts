import { useEffect } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'

type Leave = (address: string, options?: NavigateOptions) => unknown

const byDocument: Leave = (address, options) =>
  options?.replace ? window.location.replace(address) : window.location.assign(address)
let leave = byDocument

/** Goes to another page of the shop, from wherever that is found out: a refused call knows of no router. */
export const leaveFor = (address: string, options?: NavigateOptions): void => void leave(address, options)

/** Gives `leaveFor` the router, once it is there. */
export function useLeaveFor(): void {
  const navigate = useNavigate()
  useEffect(() => {
    leave = navigate
    return () => {
      leave = byDocument
    }
  }, [navigate])
}
