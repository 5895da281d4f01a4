// Price lists (2.8, 5.6): found by day, opened with a first price.

import type { Caller } from '../../../core/caller.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { asTyped } from '../../../core/kinds/capitals.ts'
import { toMajor } from '../../../core/kinds/money.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, type Refusal } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { type Sql, sql, when, where } from '../../../store/sql.ts'
import type { NewRow } from '../../../store/table.ts'
import { record } from '../../office/audit/record.ts'
import { currency as currencyOf, today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { pricesNeedTwo } from '../../neighbours/billing.ts'
import { keyOfPayer } from './payer-names.ts'
import { codeOf, type PricePayer, priceOf, type TariffRow } from './prices.ts'
import { readPrice } from './read-price.ts'
import type { Resolved, Tariff, TariffFile, TariffInput } from './shapes.ts'
import { tariffs } from './tables.ts'
import { latest, views } from './view.ts'
import type { TariffCategory, TariffState, VisitClass } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

export interface TariffFilter extends PageAsked {
  search?: string
  category?: TariffCategory
  department?: string
  payer?: string
  active?: boolean
  on?: string
  status?: TariffState
}

/** Without a status: the rows that price on the day. `payer=general` is the list of everybody. */
export async function list(caller: Caller, asked: TariffFilter): Promise<Page<Tariff>> {
  const day = asked.on ?? (await hospitalDay(caller))
  const payer = asked.payer?.trim().toLowerCase() === 'general' ? '' : asked.payer
  const found = await pageFrom(tariffs, asked, {
    alias: 't',
    from: sql` from tariffs t${where([
      sql`t.hospital_id = ${caller.hospital_id}`,
      when(asked.category, sql`t.category = ${asked.category}`),
      when(asked.department, sql`lower(t.department) = ${asked.department?.toLowerCase()}`),
      when(asked.payer, sql`t.payer_key = ${keyOfPayer(payer)}`),
      matching('tariffs', asked.search, 't'),
      standing(asked, day),
    ])}`,
    order: sql` order by t.code, t.payer_key, t.effective_from desc, t.id`,
  })
  return { rows: await views(caller, found.rows), meta: found.meta }
}

function standing({ active, status }: TariffFilter, day: string): Sql {
  const to_come = sql`(t.pending or t.effective_from > ${day})`
  if (status === 'INACTIVE' || (status === undefined && active === false)) return sql`not t.active`
  if (status === 'FUTURE') return sql`t.active and ${to_come}`
  if (status === 'PAST') return sql`t.active and not ${to_come} and not (${latest(day)})`
  return latest(day)
}

export async function find(caller: Caller, id: string): Promise<TariffFile> {
  const row = await tariffRecord.get(caller, id)
  const { code, payer_key } = row
  const all = await tariffs.all(
    { hospital_id: caller.hospital_id, code, payer_key },
    { order: ['-effective_from'], limit: 1000 },
  )
  const versions = await views(caller, all)
  return { ...(versions.find((one) => one.id === id) as Tariff), versions }
}

export const tariffRecord = recordOf(tariffs, 'tariff')

/** Whether any price list holds it, at whatever day. */
export const isPriced = async ({ hospital_id }: Caller, code: string): Promise<boolean> =>
  (await tariffs.find({ hospital_id, code })) !== undefined

export async function open(caller: Caller, input: TariffInput): Promise<Tariff> {
  const said = await readPrice(caller, input)
  const payer_key = keyOfPayer(input.payer)
  const day = await hospitalDay(caller)
  const effective_from = input.effective_from ?? day
  const reason = input.reason ?? null
  mustSayWhy(effective_from, day, reason)
  const made = await insert(caller, {
    category: 'Other',
    ...said,
    name: input.name,
    hospital_id: caller.hospital_id,
    code: codeOf(input.code),
    code_typed: asTyped(input.code, codeOf(input.code)),
    payer: payer_key === '' ? null : (input.payer ?? null),
    payer_key,
    effective_from,
    reason,
    pending: await pricesNeedTwo(caller),
    ...changedBy(caller),
  })
  note(caller, 'tariff.create', made, { reason })
  return (await views(caller, [made]))[0] as Tariff
}

/** However a back-dated price is written (BIL-165, ruling 62). */
export function mustSayWhy(from: string, day: string, reason: string | null): void {
  if (from < day && reason === null) {
    throw invalid('reason', 'is required for a price from before today.')
  }
}

export const changedBy = (caller: Caller) => ({
  changed_by_id: caller.user_id,
  changed_by_name: caller.name,
})

export async function insert(
  caller: Caller,
  wanted: NewRow<(typeof tariffs)['columns']>,
): Promise<TariffRow> {
  checkDays(wanted)
  // Looked for first: a unique violation would spoil the transaction on PostgreSQL.
  const { hospital_id } = caller
  const { code, payer_key, effective_from } = wanted
  const there = await tariffs.find({ hospital_id, code, payer_key, effective_from })
  if (there !== undefined) throw taken(there)
  return tariffs.insert(wanted).catch((error: unknown) => {
    throw isTaken(error, 'effective_from') ? taken(wanted) : error
  })
}

export function checkDays(row: {
  effective_from: string
  effective_to?: string | null | undefined
}): void {
  const { effective_from: from, effective_to: to } = row
  if (to !== null && to !== undefined && to < from) {
    throw invalid('effective_to', 'is before effective_from.')
  }
}

export const taken = (row: {
  code: string
  payer?: string | null | undefined
  effective_from: string
}): Refusal =>
  conflict(
    `${row.code} for ${row.payer ?? 'everybody'} already has a price from ${row.effective_from}.`,
  )

export async function resolve(
  caller: Caller,
  asked: { code: string; payer?: string; on?: string; visit_class?: VisitClass },
): Promise<Resolved> {
  const date = asked.on ?? (await hospitalDay(caller))
  const payer: PricePayer = { kind: 'OTHER', name: asked.payer }
  const found = await priceOf(caller, { ...asked, date, payer })
  const money = await currencyOf(caller)
  return {
    price: found.price === null ? null : toMajor(found.price, money),
    tariff_id: found.tariff_id,
    payer_used: found.payer_used,
    tax_code: found.tax_code,
    reason: found.reason,
  }
}

export function note(
  caller: Caller,
  action: string,
  row: Pick<TariffRow, 'id' | 'code' | 'payer'>,
  more: { changes?: Record<string, [unknown, unknown]> | undefined; reason?: string | null } = {},
): void {
  record(caller, action, {
    entity_type: 'tariff',
    entity_id: row.id,
    entity_label: row.payer === null ? row.code : `${row.code} (${row.payer})`,
    ...more,
  })
}
