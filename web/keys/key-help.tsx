import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import style from './key-help.module.css'
import { type Key, turnSingleKeys, useKeyGroups, useSingleKeys } from './keys.ts'

/** The list of the keys that act on this page, by screen. */
export function KeyHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Raccourcis clavier">
      <Groups />
    </Dialog>
  )
}

function Groups() {
  const groups = useKeyGroups()
  const areOn = useSingleKeys()
  return (
    <div className={common.stack}>
      {[...groups].map(([name, keys]) => (
        <section key={name} className={classes(common.stack, common.gap1)} aria-label={name}>
          <h3 className={common.note}>{name}</h3>
          <dl className={style.keys}>
            {keys.map((each) => (
              <div key={each.key} className={style.line}>
                <dt>
                  <KeyCaps of={each} />
                </dt>
                <dd>{each.does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Checkbox checked={areOn} onChange={(event) => turnSingleKeys(event.currentTarget.checked)}>
        Touches seules actives (sans Ctrl)
      </Checkbox>
    </div>
  )
}

const NAMES: Readonly<Record<string, string>> = { Enter: 'Entrée', Escape: 'Échap', ArrowUp: '↑', ArrowDown: '↓' }

/** A key as it is drawn: `Ctrl K`, `j`, `Entrée`. */
export function KeyCaps({ of: { key, withCtrl } }: { of: Pick<Key, 'key' | 'withCtrl'> }) {
  return (
    <span className={style.caps}>
      {withCtrl && <kbd className={style.cap}>{ctrlName()}</kbd>}
      <kbd className={style.cap}>{NAMES[key] ?? (withCtrl ? key.toUpperCase() : key)}</kbd>
    </span>
  )
}

/** `⌘` on what Apple made, `Ctrl` elsewhere. */
const ctrlName = (): string => (/Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '') ? '⌘' : 'Ctrl')
