import { writeFileSync } from 'node:fs'
import { WHERE_FILE, whereIsWhat } from './page.ts'

/** `npm run where` writes docs/WHERE.md anew from the sources. */
writeFileSync(WHERE_FILE, whereIsWhat())
