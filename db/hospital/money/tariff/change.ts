// Changing a price (BIL-165): what priced a line stays as it was, another row follows it.

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { difference } from '../../office/audit/record.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { pricesNeedTwo, tariffsUsed } from '../../neighbours/billing.ts'
import { keyOfPayer } from './payer-names.ts'
import { codeOf, type TariffRow } from './prices.ts'
import { readPrice, type Said } from './read-price.ts'
import type { Tariff, TariffChange } from './shapes.ts'
import { tariffs } from './tables.ts'
import { changedBy, checkDays, insert, mustSayWhy, note, tariffRecord, taken } from './tariffs.ts'
import { views } from './view.ts'

/** What lines were reckoned with. */
const followed = [
  'price',
  'tax_code',
  'account_id',
  'contents',
  'min_price',
  'emergency_bp',
] as const

export async function change(caller: Caller, id: string, input: TariffChange): Promise<Tariff> {
  const before = await tariffRecord.get(caller, id)
  fresh(caller, before)
  if (input.confirm === true) return confirm(caller, before)
  keepsItsKey(before, input)
  const said = await readPrice(caller, input)
  const row = pricesOtherwise(before, said)
    ? await followedBy(caller, before, said, input)
    : await inPlace(caller, before, said, input.effective_from ?? null, input.reason ?? null)
  return (await views(caller, [row]))[0] as Tariff
}

const pricesOtherwise = (before: TariffRow, said: Said): boolean =>
  followed.some((key) => key in said && JSON.stringify(said[key]) !== JSON.stringify(before[key]))

/** As a list that comes in says it: from a day on that is not the row's own. */
export async function follow(
  caller: Caller,
  before: TariffRow,
  input: TariffChange,
  from: string,
): Promise<TariffRow> {
  const said = await readPrice(caller, input)
  if (!pricesOtherwise(before, said)) return inPlace(caller, before, said, null)
  const pending = await pricesNeedTwo(caller)
  return succeed(caller, before, { ...said, pending, reason: null }, from)
}

function keepsItsKey(before: TariffRow, input: TariffChange): void {
  const other_code = input.code !== undefined && codeOf(input.code) !== before.code
  const other_payer = input.payer !== undefined && keyOfPayer(input.payer) !== before.payer_key
  if (other_code || other_payer) {
    throw conflict('A price keeps its code and payer: add another one.')
  }
}

async function inPlace(
  caller: Caller,
  before: TariffRow,
  said: Said,
  from: string | null,
  reason: string | null = null,
): Promise<TariffRow> {
  const { hospital_id } = caller
  const { id } = before
  // A row that has begun keeps the day on which it did.
  const day = await hospitalDay(caller)
  const begun = !before.pending && before.effective_from <= day
  const effective_from = begun ? before.effective_from : (from ?? before.effective_from)
  if (effective_from !== before.effective_from) {
    mustSayWhy(effective_from, day, reason ?? said.reason ?? null)
    const used = await tariffsUsed(caller, [id])
    const { code, payer_key } = before
    const there = await tariffs.find({ hospital_id, code, payer_key, effective_from })
    if (used.has(id) || there !== undefined) throw taken(there ?? before)
  }
  const after = { ...said, effective_from }
  checkDays({ ...before, ...after })
  const changes = difference(before, after)
  if (changes === undefined) return before
  await tariffs.change({ hospital_id, id }, { ...after, ...changedBy(caller) })
  note(caller, 'tariff.update', before, { changes })
  return tariffRecord.get(caller, id)
}

/** A row that is still to come, or that priced nothing since this very day, is itself mended. */
async function followedBy(
  caller: Caller,
  before: TariffRow,
  said: Said,
  input: TariffChange,
): Promise<TariffRow> {
  const day = await hospitalDay(caller)
  const to_come = before.effective_from > day
  const from = input.effective_from ?? (to_come ? before.effective_from : day)
  const reason = input.reason ?? null
  mustSayWhy(from, day, reason)
  const used = (await tariffsUsed(caller, [before.id])).has(before.id)
  const two = await pricesNeedTwo(caller)
  // Whoever asked for a price that waits may mend it; it never becomes another's request.
  const own = before.pending && before.changed_by_id === caller.user_id
  // Lines keep the price that they were given: who corrects it on its very day says why (BIL-165).
  const corrected = used && from === before.effective_from && from === day && reason !== null
  if ((from === before.effective_from || to_come) && (!used || corrected) && (own || !two)) {
    return inPlace(caller, before, { ...said, reason }, from)
  }
  if (from <= before.effective_from) throw taken(before)
  return succeed(caller, before, { ...said, reason, pending: two }, from)
}

async function succeed(
  caller: Caller,
  before: TariffRow,
  said: Said,
  effective_from: string,
): Promise<TariffRow> {
  const { id: _id, created_at: _at, updated_at: _up, version: _v, ...rest } = before
  const { search_text: _words, effective_to: _to, ...kept } = rest
  const made = await insert(caller, {
    ...kept,
    ...said,
    effective_from,
    effective_to: said.effective_to ?? null,
    ...changedBy(caller),
  })
  if (!made.pending) await end(caller, before, effective_from)
  note(caller, 'tariff.succeed', made, {
    changes: difference(before, { ...said, effective_from }),
    reason: said.reason ?? null,
  })
  return made
}

/** The old row ends on the day before. */
async function end({ hospital_id }: Caller, old: TariffRow, from: string): Promise<void> {
  const last = nextDay(from, -1)
  if (old.effective_to !== null && old.effective_to <= last) return
  await tariffs.change({ hospital_id, id: old.id }, { effective_to: last })
}

/** BIL-165: another holder lets it count, from its day on. */
async function confirm(caller: Caller, waiting: TariffRow): Promise<Tariff> {
  if (!waiting.pending) throw conflict(`The price of ${waiting.code} waits for nobody.`)
  if (waiting.changed_by_id === caller.user_id) {
    throw conflict('You asked for this: somebody else must decide.')
  }
  const { hospital_id } = caller
  const { id, code, payer_key, effective_from } = waiting
  const older = (
    await tariffs.all(
      { hospital_id, code, payer_key, pending: false, active: true },
      { order: ['-effective_from'] },
    )
  ).find((row) => row.effective_from < effective_from)
  await tariffs.change({ hospital_id, id }, { pending: false })
  if (older !== undefined) await end(caller, older, effective_from)
  note(caller, 'tariff.confirm', waiting)
  return (await views(caller, [await tariffRecord.get(caller, id)]))[0] as Tariff
}
