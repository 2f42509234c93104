import { Link } from 'react-router'
import type { ParcelResult } from '#features/parcels/handovers/contract.ts'
import { addresses } from '#web/addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Notice } from '#web/ui/notice.tsx'

export type Refused = readonly ParcelResult[]

interface RefusalsProps {
  results: Refused
  title: string
  onClose: () => void
}

/** Orders that a call left out, each with its reason; nothing while there are none. */
export const Refusals = ({ results, title, onClose }: RefusalsProps) =>
  results.length > 0 && (
    <Notice tone="danger" role="alert" title={title}>
      <ul className={classes(common.stack, common.gap1)}>
        {results.map(({ id, message }) => (
          <li key={id}>
            <Link to={addresses.adminOrder(id)}>Commande {id}</Link>&nbsp;: {message}
          </li>
        ))}
      </ul>
      <Button look="link" size="small" onClick={onClose}>
        C’est lu
      </Button>
    </Notice>
  )
