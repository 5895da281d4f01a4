// Reading the hospital that a caller belongs to: its country, currency and time zone decide how
// everything else is read. Kept for a few seconds, dropped at once where it is changed.

import { type Caller, platform_id } from '../../../core/caller.ts'
import { clock, dayIn } from '../../../core/clock.ts'
import { afterCommit, inTransaction } from '../../../store/connection.ts'
import { onceInTransaction, onOtherDatabase } from '../../../store/kept.ts'
import { type Currency, toMinor as minor } from '../../../core/kinds/money.ts'
import { readPhone } from '../../../core/kinds/phone.ts'
import { currencyOf } from '../../../core/reference/countries.ts'
import { invalid, noSuch } from '../../../core/refusal.ts'
import type { RowOf } from '../../../store/table.ts'
import { hospitals } from './tables.ts'

export type Hospital = RowOf<(typeof hospitals)['columns']>

const kept_ms = 3000
const kept = new Map<string, { hospital: Hospital; until: number }>()
onOtherDatabase(() => kept.clear())

export async function hospitalOf(caller: Pick<Caller, 'hospital_id'>): Promise<Hospital> {
  return byId(caller.hospital_id)
}

export async function byId(id: string): Promise<Hospital> {
  if (inTransaction()) return inHand.get(id)
  const known = kept.get(id)
  if (known !== undefined && known.until > performance.now()) return known.hospital
  const hospital = await lookUp(id)
  kept.set(id, { hospital, until: performance.now() + kept_ms })
  return hospital
}

async function lookUp(id: string): Promise<Hospital> {
  const hospital = await hospitals.find({ id })
  if (hospital === undefined) throw noSuch('hospital')
  return hospital
}

/** Its day, currency and zone are asked dozens of times in a sale. */
const inHand = onceInTransaction(lookUp)

/** Called by every rule that changes a hospital's row. */
export function forget(id: string): void {
  inHand.forget(id)
  afterCommit(() => kept.delete(id))
}

export function forgetAll(): void {
  kept.clear()
}

/** The only hospital of a single deployment. */
export async function only(): Promise<Hospital | undefined> {
  const found = await hospitals.all({}, { order: ['created_at', 'id'], limit: 3 })
  return found.find((hospital) => hospital.id !== platform_id)
}

/** Every hospital of the deployment, by code. */
export async function all(): Promise<Hospital[]> {
  const found = await hospitals.all({}, { order: ['code'] })
  return found.filter((hospital) => hospital.id !== platform_id)
}

/** OPS-161: whatever is printed or shown in a hall says that its people are made up. */
export const shownName = ({ name, is_demo }: Pick<Hospital, 'name' | 'is_demo'>): string =>
  is_demo ? `DEMO · ${name}` : name

/** The operator's own row is there once a hospital was ever made; its audit chain hangs on it. */
export const hasOperator = async (): Promise<boolean> =>
  (await hospitals.find({ id: platform_id })) !== undefined

export const byCode = (code: string): Promise<Hospital | undefined> =>
  hospitals.find({ code: code.trim().toLowerCase() })

/** PLT-15: a number as people write it, kept as E.164. */
export async function phone(
  caller: Pick<Caller, 'hospital_id'>,
  field: string,
  typed: string,
): Promise<string> {
  const number = readPhone(typed, (await hospitalOf(caller)).country)
  if (number === null) throw invalid(field, 'is not a telephone number.')
  return number
}

export const currency = async (caller: Pick<Caller, 'hospital_id'>): Promise<Currency> =>
  currencyOf((await hospitalOf(caller)).currency)

export const toMinor = async (
  caller: Pick<Caller, 'hospital_id'>,
  field: string,
  amount: number,
): Promise<number> => minor(amount, await currency(caller), field)

/** The hospital's day; a branch with its own time zone asks `places.today`. */
export const today = async (caller: Pick<Caller, 'hospital_id'>): Promise<string> =>
  dayIn((await hospitalOf(caller)).timezone, clock.now())

/** The hospital's day of an instant: what begins after its midnight is not yesterday's. */
export const dayAt = async (caller: Pick<Caller, 'hospital_id'>, at: string): Promise<string> =>
  dayIn((await hospitalOf(caller)).timezone, new Date(at))
