import type { CourierDetail } from '#features/parcels/couriers/contract.ts'
import { SHIPPED_WORDS } from '#features/parcels/couriers/rules.ts'
import { COURIER_STATES, type CourierState, MAX_WORD, PARCEL_STATE_NAMES } from '#features/parcels/model.ts'
import { message } from '#platform/kernel/codecs.ts'
import { callApi } from '#web/api/api.ts'
import { FormShell } from '#web/forms/form-shell.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field, SelectField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import style from './courier-page.module.css'

interface CourierWordsProps {
  courier: CourierDetail
  onStored: () => void
}

/** Words of a courier's files and what they mean: the shop's own table, and what was added for this courier. */
export function CourierWords({ courier, onStored }: CourierWordsProps) {
  const form = useApiForm({
    fields: {
      label: (text) => (text === '' ? 'Écrivez le mot du livreur, tel qu’il est dans son fichier.' : null),
      state: (text) => (text === '' ? 'Choisissez ce que ce mot veut dire.' : null),
    },
    send: async (body) => {
      const answer = await callApi(`/api/admin/couriers/${courier.id}/labels`, { method: 'PUT', body, answer: message })
      form.element.current?.reset()
      toast({ title: answer.message })
      onStored()
    },
  })
  const own = Map.groupBy(courier.words, ({ state }) => state)
  return (
    <div className={classes(common.stack, common.gap5)}>
      <section className={common.panel} aria-labelledby="mot">
        <h2 id="mot">Ajouter un mot</h2>
        <FormShell
          form={form}
          className={style.words}
          focus="field"
          failed="Le mot n’a pas été enregistré"
          submit={{ children: 'Enregistrer' }}
        >
          <Field {...form.field('label')} label="Son mot" autoComplete="off" spellCheck={false} maxLength={MAX_WORD} />
          <SelectField {...form.field('state')} label="Ce qu’il veut dire" defaultValue="">
            <option value="" disabled>
              Choisir…
            </option>
            {COURIER_STATES.map((state) => (
              <option key={state} value={state}>
                {PARCEL_STATE_NAMES[state]}
              </option>
            ))}
          </SelectField>
        </FormShell>
        <p className={common.note}>
          Un mot est comparé en entier, sans les accents ni les majuscules. Un mot qui manque ici est demandé quand vous
          importez.
        </p>
      </section>
      <dl className={style.table}>
        {COURIER_STATES.map((state) => (
          <div key={state}>
            <dt className={common.strong}>{PARCEL_STATE_NAMES[state]}</dt>
            <dd className={classes(common.wrap, common.gap2)}>
              {(own.get(state) ?? []).map(({ word }) => (
                <strong key={word} className={style.word}>
                  {word} <span className={common.hint}>ajouté</span>
                </strong>
              ))}
              {wordsOf(state, courier).map((word) => (
                <span key={word} className={style.word}>
                  {word}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Words of the shop's table that this courier does not mean otherwise. */
const wordsOf = (state: CourierState, { words }: CourierDetail): readonly string[] =>
  SHIPPED_WORDS[state].filter((word) => !words.some((own) => own.word.toLowerCase() === word.toLowerCase()))
