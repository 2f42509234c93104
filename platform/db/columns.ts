import { bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core'
import type { Centimes } from '#platform/kernel/money.ts'

/** A row's own id, given by PostgreSQL. */
export const identity = <Id extends number>() => integer().generatedAlwaysAsIdentity().primaryKey().$type<Id>()

/** The id of a row of another table. */
export const idOf = <Id extends number>() => integer().$type<Id>()

/** An amount in centimes. */
export const money = () => bigint({ mode: 'number' }).$type<Centimes>()

export const moment = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })
