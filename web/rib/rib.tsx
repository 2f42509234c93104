import { useEffect, useRef, useState } from 'react'
import { groupRib } from '#features/accounts/model.ts'
import common from '#web/ui/common.module.css'
import { EYE_SHAPES } from '#web/ui/eye-icons.ts'
import { addShapes } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import style from './rib.module.css'

addShapes(EYE_SHAPES)

const COPIED_MS = 4000

interface RibProps {
  rib: string
  /** Names its owner to those who cannot see the row. */
  owner: string
}

/** 24 digits, masked until they are wanted: shown, or copied without being shown. */
export function MaskedRib({ rib, owner }: RibProps) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={style.rib} data-shown={isShown}>
      {isShown ? (
        <span className={common.digits}>{groupRib(rib)}</span>
      ) : (
        <span className={common.digits}>
          <span aria-hidden="true">••••&nbsp;{rib.slice(-4)}</span>
          <span className="visually-hidden">Finit par {rib.slice(-4)}</span>
        </span>
      )}
      <span className={style.tools}>
        <IconButton
          icon={isShown ? 'eye-off' : 'eye'}
          label={`${isShown ? 'Masquer' : 'Afficher'} le RIB de ${owner}`}
          onClick={() => setShown(!isShown)}
        />
        <CopyRib rib={rib} owner={owner} onRefused={() => setShown(true)} />
      </span>
    </div>
  )
}

/** Shows the whole number, to make a transfer to. */
export function WholeRib({ rib, owner }: RibProps) {
  const text = useRef<HTMLSpanElement>(null)
  const select = () => text.current && window.getSelection()?.selectAllChildren(text.current)
  return (
    <div className={style.rib}>
      <span className={common.digits} ref={text}>
        {groupRib(rib)}
      </span>
      <span className={style.tools}>
        <CopyRib rib={rib} owner={owner} onRefused={select} />
      </span>
    </div>
  )
}

/** Pages without TLS and some browsers have no clipboard: it is then copied by hand. */
function CopyRib({ rib, owner, onRefused }: RibProps & { onRefused: () => void }) {
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(rib)
      setCopied(true)
      announce(`RIB de ${owner} copié`)
    } catch {
      onRefused()
      announce('La copie n’est pas possible ici\u00A0: copiez le RIB à la main')
    }
  }

  return (
    <IconButton
      icon={isCopied ? 'check' : 'copy'}
      className={isCopied ? style.copied : undefined}
      label={`Copier le RIB de ${owner}`}
      onClick={copy}
    />
  )
}
