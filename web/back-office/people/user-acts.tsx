import { type ReactNode, useState } from 'react'
import type { AgentRow, SupplierRow } from '#features/accounts/contract.ts'
import type { BuyerRow } from '#features/buyers/contract.ts'
import { isAnonymised } from '#platform/kernel/anonymised.ts'
import { message } from '#platform/kernel/codecs.ts'
import { callApi, NetworkError } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { ConfirmDialog } from '#web/forms/form-dialog.tsx'
import { type Problem, ProblemNotice } from '#web/list-kit/problem-notice.tsx'
import { RowButtons } from '#web/list-kit/table/cells.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PersonalDataButton, PersonalDataDialog, type PersonOfData, usePersonalData } from './personal-data.tsx'
import style from './user-admin.module.css'

type User = SupplierRow | AgentRow | BuyerRow

/** Acts of an admin on suppliers, buyers and agents, in their lists and on the page of a supplier. */
export interface UserActs {
  banning: User | null
  askToBan: (user: User | null) => void
  ban: () => Promise<void>
  restoring: User | null
  restore: (user: User) => Promise<void>
  /** The person whose invitation is being sent again. */
  inviting: User | null
  inviteAgain: (user: User) => Promise<void>
  data: ReturnType<typeof usePersonalData>
  problem: Problem | null
  forgetProblem: () => void
  reload: () => void
}

export function useUserActs(reload: () => void): UserActs {
  const [banning, setBanning] = useState<User | null>(null)
  const [restoring, setRestoring] = useState<User | null>(null)
  const [inviting, setInviting] = useState<User | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const data = usePersonalData()
  return {
    banning,
    askToBan: setBanning,
    ban: async () => {
      if (!banning) return
      const answer = await callApi(`/api/admin/user/${banning.id}`, { method: 'DELETE', answer: message })
      setBanning(null)
      toast({ title: answer.message })
    },
    restoring,
    restore: async (user) => {
      if (restoring) return
      setRestoring(user)
      setProblem(null)
      try {
        await callApi(`/api/admin/user/${user.id}/restore`, { method: 'POST' })
        toast({ title: `Le compte de ${user.name} est rétabli` })
      } catch (error) {
        setProblem({ title: `Le compte de ${user.name} n’a pas été rétabli`, text: errorSentence(error) })
      }
      setRestoring(null)
      reload()
    },
    inviting,
    inviteAgain: async (user) => {
      if (inviting) return
      setInviting(user)
      setProblem(null)
      try {
        await callApi(`/api/admin/user/${user.id}/invitation`, { method: 'POST' })
        toast({ title: 'Invitation renvoyée', text: `L’e-mail part à l’instant à ${user.email}.` })
      } catch (error) {
        setProblem({ title: `L’invitation de ${user.name} n’a pas été renvoyée`, text: errorSentence(error) })
      }
      setInviting(null)
      reload()
    },
    data,
    problem,
    forgetProblem: () => setProblem(null),
    reload,
  }
}

/** The account's person; null once it is anonymised. */
const personOf = (user: User): PersonOfData | null => (isAnonymised(user) ? null : { ...user, kind: 'account' })

interface UserButtonsProps {
  user: User
  acts: UserActs
  /** Buttons of the list's own, which come first. */
  children?: ReactNode
}

/** *Renvoyer l’invitation* while it waits, *Bannir* or *Restaurer*, and *Données*. */
export function UserButtons({ user, acts, children }: UserButtonsProps) {
  return (
    <RowButtons areMany={children !== undefined}>
      {children}
      {'isInvited' in user && user.isInvited && !user.isBanned && (
        <Button
          className={style.invite}
          look="secondary"
          size="small"
          busy={acts.inviting?.id === user.id}
          onClick={() => acts.inviteAgain(user)}
        >
          Renvoyer l’invitation<span className="visually-hidden"> de {user.name}</span>
        </Button>
      )}
      <Button
        className={style.ban}
        look="secondary"
        size="small"
        disabled={user.isBanned}
        onClick={() => acts.askToBan(user)}
      >
        Bannir<span className="visually-hidden"> {user.name}</span>
      </Button>
      {user.isBanned && !isAnonymised(user) && (
        <Button look="secondary" size="small" busy={acts.restoring?.id === user.id} onClick={() => acts.restore(user)}>
          Restaurer<span className="visually-hidden"> {user.name}</span>
        </Button>
      )}
      <PersonalDataButton person={personOf(user)} onAsk={acts.data.ask} />
    </RowButtons>
  )
}

export const UserProblem = ({ acts }: { acts: UserActs }) => (
  <ProblemNotice problem={acts.problem} onClose={acts.forgetProblem} />
)

/** Asks before a ban, and hands out or erases a person's data. */
export function UserDialogs({ acts }: { acts: UserActs }) {
  const { banning, askToBan, ban, data, reload } = acts
  return (
    <>
      <PersonalDataDialog person={data.person} onClose={data.close} onSettled={reload} />
      <ConfirmDialog
        isOpen={banning !== null}
        onClose={() => askToBan(null)}
        title={`Bannir ${banning?.name}\u00A0?`}
        confirm="Bannir"
        look="danger"
        act={ban}
        onSettled={reload}
        failed="échec de la suppression"
        explain={explainBan}
      >
        {banning && <BanEffects user={banning} />}
      </ConfirmDialog>
    </>
  )
}

/** Tells what a ban takes from an account, and what stays. */
function BanEffects({ user }: { user: User }) {
  const [ends, stays] = banEffects(user)
  return (
    <>
      <p>
        Le compte <strong>{user.customId}</strong> est fermé aussitôt&nbsp;: il est déconnecté partout, {ends}.
      </p>
      <p>{stays} Vous pourrez restaurer le compte.</p>
    </>
  )
}

function banEffects(user: User): [string, string] {
  if ('gains' in user)
    return [
      'ne peut plus commander ni demander de retrait, et son code promo est désactivé',
      'Ses commandes et ses gains restent.',
    ]
  if ('stockLeft' in user)
    return [
      'et ne peut plus acheter de stock, déclarer de vente ni demander de retrait',
      'Son stock, ses ventes et ses retraits restent.',
    ]
  return ['et la fiche qu’il avait en main revient aux autres dans dix minutes au plus', 'Ses appels restent notés.']
}

/** The server's own words; without an answer there are none. */
const explainBan = (error: unknown) =>
  error instanceof NetworkError ? <span lang="en">Something went wrong</span> : errorSentence(error)
