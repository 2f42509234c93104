import { GRADES } from '#features/accounts/names.ts'
import { type Centimes, dh } from '#platform/kernel/money.ts'

type Grade = (typeof GRADES)[number]

/** From how much of delivered gains on a supplier has each grade. */
const FROM: Record<Grade, Centimes> = { Bronze: dh(0), Argent: dh(2_000), Or: dh(10_000), Diamant: dh(50_000) }

export const gradeOf = (gains: Centimes): Grade => GRADES.findLast((grade) => gains >= FROM[grade]) ?? GRADES[0]
