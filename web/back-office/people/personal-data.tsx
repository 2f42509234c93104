import { type ReactNode, useState } from 'react'
import { message } from '#platform/kernel/codecs.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { callApi } from '#web/api/api.ts'
import { ConfirmDialog } from '#web/forms/form-dialog.tsx'
import { ExportButton } from '#web/list-kit/export/export-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { toast } from '#web/ui/toast.tsx'
import style from './personal-data.module.css'

/** Owner of the data: a customer is a phone number, a supplier or buyer its account. */
export type PersonOfData =
  | { kind: 'customer'; name: string; phone: string }
  | { kind: 'account'; name: string; id: AccountId; customId: string }

interface CallOf {
  path: `/api/${string}`
  body?: { phone: string }
}

const callOf = (person: PersonOfData, act: 'export' | 'anonymise'): CallOf =>
  person.kind === 'customer'
    ? { path: `/api/admin/personal-data/${act}`, body: { phone: person.phone } }
    : { path: `/api/admin/user/${person.id}/personal-data/${act}` }

const FILE_LABEL = 'Télécharger (JSON)'

interface PersonalDataButtonProps {
  /** Null when the shop holds nothing about the person any more. */
  person: PersonOfData | null
  onAsk: (person: PersonOfData) => void
}

/** Opens, in a row, the rights that law 09-08 gives to its person. */
export function PersonalDataButton({ person, onAsk }: PersonalDataButtonProps) {
  if (person === null) return null
  return (
    <Button look="secondary" size="small" onClick={() => onAsk(person)}>
      Données<span className="visually-hidden"> personnelles de {person.name}</span>
    </Button>
  )
}

interface PersonalDataDialogProps {
  /** Null closes the dialog. */
  person: PersonOfData | null
  onClose: () => void
  /** The list shows something else from now on, or perhaps does. */
  onSettled: () => void
}

/** Hands out a person's data, or has it forgotten for good. */
export function PersonalDataDialog({ person, onClose, onSettled }: PersonalDataDialogProps) {
  const anonymise = async () => {
    if (!person) return
    const { path, body } = callOf(person, 'anonymise')
    const answer = await callApi(path, { method: 'POST', body, answer: message })
    onClose()
    toast({ title: answer.message })
  }

  return (
    <ConfirmDialog
      isOpen={person !== null}
      onClose={onClose}
      title={`Données personnelles de ${person?.name}`}
      confirm="Anonymiser"
      look="danger"
      act={anonymise}
      onSettled={onSettled}
      failed="Rien n’a été anonymisé"
    >
      {person && <Explained person={person} />}
    </ConfirmDialog>
  )
}

function Explained({ person }: { person: PersonOfData }) {
  const { path, body } = callOf(person, 'export')
  return (
    <>
      <Section title="Remettre à la personne">
        <p>
          Ce que la boutique sait du {person.kind === 'customer' ? 'numéro' : 'compte'}{' '}
          <strong className={common.nowrap}>
            {person.kind === 'customer' ? readablePhone(person.phone) : person.customId}
          </strong>
          , en un fichier.
        </p>
        <ExportButton
          path={path}
          file="donnees-personnelles.json"
          label={FILE_LABEL}
          call={{ method: 'POST', body, timeoutSeconds: 60 }}
        />
      </Section>
      <Section title="Anonymiser pour toujours">
        <dl className={classes(common.stack, common.gap3, common.terms, common.whole)}>
          <div className={common.tile}>
            <dt>Effacés</dt>
            <dd>{person.kind === 'customer' ? ERASED.customer : ERASED.account}</dd>
          </div>
          <div className={common.tile}>
            <dt>Conservés</dt>
            <dd>{person.kind === 'customer' ? RETAINED.customer : RETAINED.account}</dd>
          </div>
        </dl>
        {person.kind === 'account' && <p>{WARNING}</p>}
      </Section>
    </>
  )
}

const ERASED = {
  customer: 'Nom, téléphone, e-mail et adresse, sur toutes les commandes de ce numéro et dans le journal.',
  account: 'Nom, e-mail, téléphone, adresse, RIB, mot de passe et code promo, aussi dans le journal.',
}

const RETAINED = {
  customer: 'Produits, montants, dates et ville\u00A0: la loi demande de garder les comptes.',
  account: 'Identifiant, commandes, gains, retraits et achats\u00A0: la loi demande de garder les comptes.',
}

const WARNING = 'Le compte est fermé pour toujours\u00A0; un gain non retiré ne pourra plus l’être.'

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes(common.stack, common.gap3, style.part)}>
      <h3 className={common.larger}>{title}</h3>
      {children}
    </section>
  )
}

/** Person whose dialog is open, with the ways to open and close it. */
export function usePersonalData(): {
  person: PersonOfData | null
  ask: (person: PersonOfData) => void
  close: () => void
} {
  const [person, setPerson] = useState<PersonOfData | null>(null)
  return { person, ask: setPerson, close: () => setPerson(null) }
}
