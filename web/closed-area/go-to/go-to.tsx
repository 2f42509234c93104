import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { pictureAt } from '#features/catalogue/model.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import style from './go-to.module.css'
import { groupsOf, type Hit, PAGES } from './hits.ts'
import { useFound } from './use-found.ts'

interface GoToProps {
  isOpen: boolean
  onClose: () => void
}

/** Goes to any page of the back office, and finds orders, customers, products and suppliers as one types. */
export default function GoTo({ isOpen, onClose }: GoToProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Rechercher partout">
      <Search onClose={onClose} />
    </Dialog>
  )
}

function Search({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const { answer, problem, isLoading } = useFound(text)
  const groups = groupsOf(text, answer)
  const hits = groups.flatMap((group) => group.hits)
  const [chosen, setChosen] = useState(0)
  const place = Math.min(chosen, hits.length - 1)
  const navigate = useNavigate()
  const id = useId()
  const optionId = (index: number) => `${id}-${index}`

  const open = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    navigate(hit.to)
  }
  // Enter came before the answer: the first line of the new answer is meant, not one of the former.
  const [isGoing, setGoing] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the answer ends the wait
  useEffect(() => {
    if (!isGoing || isLoading) return
    setGoing(false)
    open(hits[0])
  }, [isGoing, isLoading])

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && hits.length > 0) {
      event.preventDefault()
      setChosen((place + step + hits.length) % hits.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (isLoading && groups[0]?.name !== PAGES) setGoing(true)
      else open(hits[place])
    }
  }

  let index = -1
  return (
    <div className={classes(common.stack, common.gap3)}>
      <div className={style.field}>
        <Icon name="search" />
        <input
          data-autofocus
          className={style.input}
          type="text"
          inputMode="search"
          role="combobox"
          aria-label="Numéro, téléphone, nom ou code"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={place >= 0 ? optionId(place) : undefined}
          aria-autocomplete="list"
          placeholder="N°, téléphone, nom, code…"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          dir="auto"
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setGoing(false)
            setChosen(0)
          }}
          onKeyDown={press}
        />
      </div>
      <p className={classes(common.hint, style.state)} role="status">
        {stateOf(text, isLoading, hits.length, problem)}
      </p>
      <div className={style.list} id={`${id}-list`} role="listbox" aria-label="Résultats">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a list has no element of its own
          <div key={group.name} role="group" aria-labelledby={`${id}-${group.name}`}>
            <p className={style.head} id={`${id}-${group.name}`}>
              {group.name}
            </p>
            {group.hits.map((hit) => {
              index += 1
              const at = index
              return (
                <Option
                  key={hit.to}
                  id={optionId(at)}
                  hit={hit}
                  isChosen={at === place}
                  onPoint={() => setChosen(at)}
                  onOpen={() => open(hit)}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

function stateOf(text: string, isLoading: boolean, count: number, problem: unknown) {
  if (problem !== null) return errorSentence(problem)
  if (text === '') return 'Flèches pour choisir, Entrée pour ouvrir.'
  if (isLoading) return 'Recherche…'
  if (count === 0) return `Rien ne correspond à «\u00A0${text}\u00A0».`
  return `${count} ${count > 1 ? 'résultats' : 'résultat'}`
}

interface OptionProps {
  id: string
  hit: Hit
  isChosen: boolean
  onPoint: () => void
  onOpen: () => void
}

function Option({ id, hit: { icon, image, name, detail }, isChosen, onPoint, onOpen }: OptionProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its arrows and Enter do the same
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the chosen line
    <div
      ref={line}
      id={id}
      className={style.option}
      role="option"
      aria-selected={isChosen}
      onPointerMove={isChosen ? undefined : onPoint}
      onClick={onOpen}
    >
      {image ? (
        <img
          className={style.picture}
          src={pictureAt(image, 160, 'webp')}
          alt=""
          width={40}
          height={40}
          loading="lazy"
        />
      ) : (
        <Icon name={icon} />
      )}
      <span className={style.words}>
        <bdi className={style.name}>{name}</bdi>
        {detail && <span className={classes(common.hint, common.digits)}>{detail}</span>}
      </span>
    </div>
  )
}
