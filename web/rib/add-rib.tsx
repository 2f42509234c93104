import { addresses } from '#web/addresses.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** Way on after a withdrawal that was refused for want of an account to pay it to. */
export const AddRib = () => (
  <ButtonLink look="secondary" size="small" to={addresses.profile}>
    Ajouter mon RIB
  </ButtonLink>
)
