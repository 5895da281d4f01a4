// Batches of claims (BIL-116 to BIL-118): a scheme's claims of one month and branch, numbered without
// a gap when they are sealed.

import { inScope } from '../../office/places/facilities.ts'
import type { Caller } from '../../../core/caller.ts'
import { clock, nextDay } from '../../../core/clock.ts'
import { row, rows } from '../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, Refusal } from '../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { actingBranch } from '../accounting/posting/post.ts'
import { purseOf } from '../accounting/purse.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { schemes } from '../tariff/scheme-tables.ts'
import { schemeRecord, type SchemeRow } from '../tariff/schemes.ts'
import type { Batch, BatchInput, BatchOpened, SubmitInput } from './batch-shapes.ts'
import { errorsOf } from './checks.ts'
import { monthSaid, views as claimViews } from './claims.ts'
import { batch_life, batchRecord, type BatchRow, claimRecord, type ClaimRow } from './rows.ts'
import { claim_batches, claims } from './tables.ts'
import type { BatchState } from './words.ts'

const claims_max = 5_000

export interface BatchFilter extends PageAsked {
  search?: string
  status?: BatchState
  scheme_id?: string
  month?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: BatchFilter): Promise<Page<Batch>> {
  if (asked.month !== undefined) monthSaid(asked.month)
  const number = asked.search?.trim().toUpperCase() || undefined
  const found = await pageFrom(claim_batches, asked, {
    from: sql` from claim_batches${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.scheme_id, sql`scheme_id = ${asked.scheme_id}`),
      when(asked.month, sql`month = ${asked.month}`),
      when(number, sql`number = ${number}`),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await views(caller, found.rows), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<BatchOpened> {
  const batch = await batchRecord.get(caller, id)
  return {
    ...((await views(caller, [batch]))[0] as Batch),
    claims: await claimViews(caller, await claimsIn(caller, id)),
    history: await batchRecord.history(caller, id),
  }
}

export const claimsIn = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  batch_id: string,
  lock = false,
): Promise<ClaimRow[]> =>
  claims.all({ hospital_id, batch_id }, { order: ['attendance_on', 'number'], lock })

export async function open(caller: Caller, input: BatchInput): Promise<BatchOpened> {
  const { hospital_id } = caller
  const [claim_year, claim_month] = monthSaid(input.month)
  const scheme = await lockedScheme(caller, input.scheme_id)
  const facility_id = await actingBranch(caller)
  const { month } = input
  const last = await row<{ n: number | null }>(
    sql`select max(sequence) as n from claim_batches where hospital_id = ${hospital_id}
      and scheme_id = ${scheme.id} and facility_id = ${facility_id} and month = ${month}`,
  )
  const made = await batchRecord.created(caller, {
    facility_id,
    scheme_id: scheme.id,
    month,
    sequence: Number(last?.n ?? 0) + 1,
    made_by_name: caller.name,
  })
  if (input.all_ready === true) {
    const ready = await claims.all(
      {
        hospital_id,
        scheme_id: scheme.id,
        facility_id,
        claim_year,
        claim_month,
        status: 'READY',
      },
      { order: ['attendance_on', 'number'], limit: claims_max, lock: true },
    )
    for (const claim of ready) await put(caller, made, claim)
  }
  return find(caller, made.id)
}

/** Whoever numbers or opens batches of a scheme waits here. */
async function lockedScheme({ hospital_id }: Caller, id: string): Promise<SchemeRow> {
  const scheme = await schemes.find({ hospital_id, id }, { lock: true })
  if (scheme === undefined) {
    throw new Refusal(404, 'not_found', 'scheme_id: no such scheme.', { field: 'scheme_id' })
  }
  return scheme
}

const put = (caller: Caller, batch: BatchRow, claim: ClaimRow): Promise<ClaimRow> =>
  claimRecord.moved(caller, claim, 'add', { batch_id: batch.id }, batch.number)

export async function add(
  caller: Caller,
  id: string,
  claim_ids: readonly string[],
): Promise<BatchOpened> {
  const batch = await opened(caller, id)
  for (const claim of await named(caller, claim_ids)) {
    claimRecord.check(claim, 'add')
    const month = `${claim.claim_year}-${String(claim.claim_month).padStart(2, '0')}`
    const fits =
      claim.scheme_id === batch.scheme_id &&
      claim.facility_id === batch.facility_id &&
      month === batch.month
    if (!fits) {
      throw conflict(`Claim ${claim.number} is of another scheme, branch or month.`, 'other')
    }
    await put(caller, batch, claim)
  }
  if ((await claims.count({ hospital_id: caller.hospital_id, batch_id: id })) > claims_max) {
    throw conflict(`A batch takes at most ${claims_max} claims.`)
  }
  return find(caller, id)
}

export async function remove(
  caller: Caller,
  id: string,
  claim_ids: readonly string[],
): Promise<BatchOpened> {
  const batch = await opened(caller, id)
  for (const claim of await named(caller, claim_ids)) {
    if (claim.batch_id !== id) {
      throw conflict(`Claim ${claim.number} is not in batch ${batch.number}.`, 'other')
    }
    await claimRecord.moved(caller, claim, 'remove', { batch_id: null }, batch.number)
  }
  return find(caller, id)
}

async function opened(caller: Caller, id: string): Promise<BatchRow> {
  const batch = await batchRecord.locked(caller, id)
  if (batch.status !== 'OPEN') throw batch_life.refusal(batch.status, batch.number)
  return batch
}

async function named(caller: Caller, ids: readonly string[]): Promise<ClaimRow[]> {
  const wanted = [...new Set(ids)]
  const { hospital_id } = caller
  const found = await claims.all({ hospital_id, id: wanted }, { order: ['id'], lock: true })
  const missing = ids.findIndex((id) => !found.some((claim) => claim.id === id))
  if (missing >= 0) {
    const field = `claim_ids[${missing}]`
    throw new Refusal(404, 'not_found', `${field}: no such claim.`, { field })
  }
  return found
}

export async function seal(caller: Caller, id: string): Promise<BatchOpened> {
  const before = await batchRecord.get(caller, id)
  await lockedScheme(caller, before.scheme_id)
  const batch = await batchRecord.begin(caller, id, 'seal')
  const found = await claimsIn(caller, id, true)
  if (found.length === 0) throw conflict(`Batch ${batch.number} has no claims.`, 'empty')
  await refuseChanged(caller, found)
  const folios = await numbered(caller, batch, found)
  await batchRecord.moved(caller, batch, 'seal', {
    first_folio: Math.min(...folios),
    last_folio: Math.max(...folios),
  })
  return find(caller, id)
}

/** A line may have been credited, or a membership looked at again, since they were READY. */
async function refuseChanged(caller: Caller, found: readonly ClaimRow[]): Promise<void> {
  const errors = await errorsOf(caller, found)
  const wrong = found.find(({ id }) => (errors.get(id) ?? []).length > 0)
  if (wrong === undefined) return
  const codes = [...new Set((errors.get(wrong.id) ?? []).map(({ code }) => code))].join(', ')
  throw conflict(`Claim ${wrong.number} is not ready any more: ${codes}.`, 'not_ready')
}

/** BIL-116: on from the last of the month; one that was rejected keeps the number it had. */
async function numbered(
  caller: Caller,
  batch: BatchRow,
  found: readonly ClaimRow[],
): Promise<number[]> {
  const { hospital_id } = caller
  const scheme = await schemeRecord.get(caller, batch.scheme_id)
  const [year, month] = monthSaid(batch.month)
  const last = await row<{ n: number | null }>(
    sql`select max(folio_no) as n from claims where hospital_id = ${hospital_id}
      and scheme_id = ${batch.scheme_id} and facility_id = ${batch.facility_id}
      and claim_year = ${year} and claim_month = ${month}`,
  )
  let next = Number(last?.n ?? 0)
  const folios: number[] = []
  for (const claim of found) {
    if (claim.folio_no !== null) {
      folios.push(claim.folio_no)
      continue
    }
    next += 1
    folios.push(next)
    const facility = scheme.facility_code ?? scheme.code
    const nnnnn = String(next).padStart(5, '0')
    const serial_no = `${facility}\\${batch.month.slice(5)}\\${year}\\${nnnnn}`
    await claims.change({ hospital_id, id: claim.id }, { folio_no: next, serial_no })
  }
  return folios
}

export async function reopen(caller: Caller, id: string, reason: string): Promise<BatchOpened> {
  const { hospital_id } = caller
  const before = await batchRecord.get(caller, id)
  await lockedScheme(caller, before.scheme_id)
  const batch = await batchRecord.begin(caller, id, 'reopen')
  const { scheme_id, facility_id, month, sequence } = batch
  const later = await rows<{ number: string }>(
    sql`select number from claim_batches where hospital_id = ${hospital_id}
      and scheme_id = ${scheme_id} and facility_id = ${facility_id} and month = ${month}
      and sequence > ${sequence} and status <> 'OPEN' order by sequence desc limit 1`,
  )
  if (later[0] !== undefined) {
    throw conflict(`Batch ${later[0].number} follows it: its folio numbers stand.`, 'not_latest')
  }
  const fresh = (await claimsIn(caller, id, true)).filter(
    ({ submitted_at }) => submitted_at === null,
  )
  await claims.change(
    { hospital_id, id: fresh.map((claim) => claim.id) },
    { folio_no: null, serial_no: null },
  )
  await batchRecord.moved(caller, batch, 'reopen', { first_folio: null, last_folio: null }, reason)
  return find(caller, id)
}

export async function submit(
  caller: Caller,
  id: string,
  { submitted_on, reference }: SubmitInput,
): Promise<BatchOpened> {
  const batch = await batchRecord.begin(caller, id, 'submit')
  const scheme = await schemeRecord.get(caller, batch.scheme_id)
  const { open_claim_month: takes } = scheme
  if (takes !== null && takes !== batch.month) {
    throw conflict(`${scheme.name} takes claims of ${takes} now, not ${batch.month}.`, 'month')
  }
  const day = await hospitalDay(caller)
  const on = submitted_on ?? day
  if (on > day) throw invalid('submitted_on', 'is in the future.')
  const due_on = scheme.settlement_days === null ? null : nextDay(on, scheme.settlement_days)
  const submitted_at = clock.instant()
  const sent = { submitted_at, submitted_on: on, due_on }
  for (const claim of await claimsIn(caller, id, true)) {
    await claimRecord.moved(caller, claim, 'submit', { ...sent, errors: [] }, batch.number)
  }
  await batchRecord.moved(caller, batch, 'submit', {
    submitted_at,
    submitted_on: on,
    reference: reference || null,
    due_on,
  })
  return find(caller, id)
}

/** 3.6: with the first answer it is PART_SETTLED, with the last SETTLED; back when one is reversed. */
export async function settled(caller: Caller, batch_ids: readonly string[]): Promise<void> {
  const { hospital_id } = caller
  for (const id of batch_ids) {
    const batch = await claim_batches.find({ hospital_id, id }, { lock: true })
    if (batch === undefined || batch.status === 'OPEN' || batch.status === 'SEALED') continue
    const all = await claimsIn(caller, id)
    const pending = all.some(({ claimed, paid, denied }) => claimed > paid + denied)
    const status = pending ? 'PART_SETTLED' : 'SETTLED'
    if (status === batch.status) continue
    await batchRecord.moved(caller, batch, pending ? 'part_settle' : 'settle')
  }
}

export async function views(caller: Caller, found: readonly BatchRow[]): Promise<Batch[]> {
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const counted = await rows<{
    batch_id: string
    n: number
    claimed: number
    paid: number
    denied: number
  }>(
    sql`select batch_id, count(*) as n, cast(sum(claimed) as bigint) as claimed,
        cast(sum(paid) as bigint) as paid, cast(sum(denied) as bigint) as denied
      from claims where hospital_id = ${hospital_id} and batch_id${oneOf(found.map(({ id }) => id))}
      group by batch_id`,
  )
  const sums = new Map(counted.map((one) => [one.batch_id, one]))
  const known = await schemes.all({
    hospital_id,
    id: [...new Set(found.map(({ scheme_id }) => scheme_id))],
  })
  const named_schemes = new Map(known.map(({ id, name }) => [id, name]))
  return found.map((batch) => {
    const { hospital_id: _h, made_by_name, ...shown } = batch
    const sum = sums.get(batch.id)
    const [claimed, paid, denied] = [sum?.claimed, sum?.paid, sum?.denied].map((n) =>
      Number(n ?? 0),
    ) as [number, number, number]
    return {
      ...shown,
      scheme_name: named_schemes.get(batch.scheme_id) ?? '',
      claims_count: Number(sum?.n ?? 0),
      claimed: purse.major(claimed),
      paid: purse.major(paid),
      denied: purse.major(denied),
      pending: purse.major(claimed - paid - denied),
      moves: batchRecord.moves(caller, batch),
      created_by_name: made_by_name,
    }
  })
}
