import { Link } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { classes } from './class-names.ts'
import common from './common.module.css'
import { Icon } from './icon.tsx'

/** Reasons to order from a stranger, in a line; the terms say it in full. */
export const ParcelPromise = () => (
  <p className={classes(common.iconed, common.small)}>
    <Icon name="box" />
    <Link to={`${addresses.terms}#changer-d-avis`}>
      Vous ouvrez le colis avant de payer · 7&nbsp;jours pour changer d’avis
    </Link>
  </p>
)
