import { addresses } from '#web/addresses.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** The way on for whom a withdrawal was refused because there is no account to pay it on. */
export const AddRib = () => (
  <ButtonLink look="secondary" size="small" to={addresses.profile}>
    Ajouter mon RIB
  </ButtonLink>
)
