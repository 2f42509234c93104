import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { KeyCaps } from './key-caps.tsx'
import style from './key-help.module.css'
import { turnSingleKeys, useKeyGroups, useSingleKeys } from './keys.ts'

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
