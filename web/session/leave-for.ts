import { useEffect } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'

type Leave = (address: string, options?: NavigateOptions) => unknown

const byDocument: Leave = (address, options) =>
  options?.replace ? window.location.replace(address) : window.location.assign(address)
let leave = byDocument

/** Goes to another page of the shop. It needs no component, since a refused call has no access to the router. */
export const leaveFor = (address: string, options?: NavigateOptions): void => void leave(address, options)

/** Lets `leaveFor` navigate through the router instead of loading a document. */
export function useLeaveFor(): void {
  const navigate = useNavigate()
  useEffect(() => {
    leave = navigate
    return () => {
      leave = byDocument
    }
  }, [navigate])
}
