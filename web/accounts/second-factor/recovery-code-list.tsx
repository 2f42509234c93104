import { useEffect, useRef, useState } from 'react'
import { saveBlob } from '#web/list-kit/export/save-file.ts'
import { useSession } from '#web/session/session.ts'
import { SHOP_NAME } from '#web/shell/brand.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { announce } from '#web/ui/live-region.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './second-factor.module.css'

/** Shows the codes once: they are copied, saved or printed now, or never. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => Promise<void> }) {
  const name = useSession()?.name ?? ''
  const title = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [copied, setCopied] = useState<'copied' | 'selected' | null>(null)

  // The form that had the focus is gone.
  useEffect(() => title.current?.focus(), [])

  const text = [
    `${SHOP_NAME}\u00A0: codes de secours de ${name}`,
    'Chacun remplace une fois le code de l’application. À garder en lieu sûr.',
    '',
    ...codes,
    '',
  ].join('\n')

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('copied')
      announce('Codes copiés')
    } catch {
      // Pages without TLS and some in-app browsers have no clipboard.
      if (list.current) window.getSelection()?.selectAllChildren(list.current)
      setCopied('selected')
      announce('Codes sélectionnés\u00A0: copiez-les')
    }
  }

  return (
    <div className={classes(common.stack, common.whole)}>
      <Notice tone="ok">La double authentification est activée.</Notice>
      <div className={classes(common.stack, common.gap3, style.printed)}>
        <h3 ref={title} tabIndex={-1}>
          Vos codes de secours
        </h3>
        <p className={style.onPaper}>
          {SHOP_NAME}, {name}
        </p>
        <p>
          Sans votre téléphone, l’un d’eux remplace le code de l’application. Chacun ne sert qu’une fois. Gardez-les en
          lieu sûr, ailleurs que sur ce téléphone.
        </p>
        <ol className={classes(common.strong, common.digits, style.codes)} ref={list}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className={classes(common.wrap, style.buttons)}>
        <Button look="secondary" size="small" icon={copied === 'copied' ? 'check' : 'copy'} onClick={copy}>
          {copied === 'copied' ? 'Copiés' : copied === 'selected' ? 'À copier' : 'Copier'}
        </Button>
        <Button
          look="secondary"
          size="small"
          icon="download"
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'codes-de-secours.txt')}
        >
          Télécharger
        </Button>
        <Button look="secondary" size="small" icon="receipt" onClick={() => window.print()}>
          Imprimer
        </Button>
      </div>
      <Notice tone="warn">Ces codes ne seront plus jamais affichés.</Notice>
      <div className={classes(common.wrap, style.buttons)}>
        <Button
          busy={isBusy}
          onClick={() => {
            setBusy(true)
            onDone()
          }}
        >
          J’ai gardé mes codes
        </Button>
      </div>
    </div>
  )
}
