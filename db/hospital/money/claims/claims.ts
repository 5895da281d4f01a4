// Claims: listed, opened, completed, checked (BIL-112).

import { inScope } from '../../office/places/facilities.ts'
import { capitals } from '../../../core/kinds/capitals.ts'
import type { Caller } from '../../../core/caller.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { invalid, Refusal } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { totalsOf } from '../billing/bills/list-totals.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { fresh } from '../../../core/versions.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { allowed as attachmentOf } from '../../office/attachments/attachments.ts'
import { difference, record } from '../../office/audit/record.ts'
import { schemes } from '../tariff/scheme-tables.ts'
import { errorsOf } from './checks.ts'
import { practitionerSaid } from './practitioners.ts'
import { claim_life, claimRecord, type ClaimRow, type LineRow, linesOf } from './rows.ts'
import type { Claim, ClaimChange, ClaimOpened, Validated } from './shapes.ts'
import { claims } from './tables.ts'
import type { ClaimErrorCode, ClaimState } from './words.ts'

export interface ClaimFilter extends PageAsked {
  search?: string
  status?: ClaimState
  scheme_id?: string
  month?: string
  patient_id?: string
  batch_id?: string
  practitioner_id?: string
  error?: ClaimErrorCode
  from?: string
  to?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: ClaimFilter): Promise<Page<Claim>> {
  const [year, month] = asked.month === undefined ? [] : monthSaid(asked.month)
  const from = sql` from claims${where([
    sql`hospital_id = ${caller.hospital_id}`,
    // A batch is of one branch, and named it is found from everywhere.
    asked.batch_id === undefined ? await inScope(caller, asked.facility_id) : undefined,
    when(asked.status, sql`status = ${asked.status}`),
    when(asked.scheme_id, sql`scheme_id = ${asked.scheme_id}`),
    when(year, sql`claim_year = ${year} and claim_month = ${month}`),
    when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
    when(asked.batch_id, sql`batch_id = ${asked.batch_id}`),
    when(asked.practitioner_id, sql`practitioner_id = ${asked.practitioner_id}`),
    when(asked.error, sql`errors like ${`%"code":"${asked.error}"%`}`),
    when(asked.from, sql`attendance_on >= ${asked.from}`),
    when(asked.to, sql`attendance_on <= ${asked.to}`),
    matching('claims', asked.search),
  ])}`
  const { total, totals } = await totalsOf(caller, from, {
    claimed: 'claimed',
    paid: 'paid',
    denied: 'denied',
    pending: 'claimed - paid - denied',
  })
  const order = sql` order by created_at desc, id desc`
  const found = await pageFrom(claims, asked, { from, order, total })
  return { rows: await views(caller, found.rows), meta: Object.assign(found.meta, { totals }) }
}

/** `2026-03`, as year and month. */
export function monthSaid(month: string): [number, number] {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
    throw invalid('month', 'must be a month like 2026-03.')
  }
  return [Number(month.slice(0, 4)), Number(month.slice(5))]
}

export async function find(caller: Caller, id: string): Promise<ClaimOpened> {
  const claim = await claimRecord.get(caller, id)
  const purse = await purseOf(caller)
  return {
    ...((await views(caller, [claim]))[0] as Claim),
    lines: (await linesOf(caller, id)).map((line) => lineView(purse, line)),
    history: await claimRecord.history(caller, id),
  }
}

export async function change(caller: Caller, id: string, input: ClaimChange): Promise<ClaimOpened> {
  const { hospital_id } = caller
  const before = await claimRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status !== 'DRAFT' && before.status !== 'REJECTED') {
    throw claim_life.refusal(before.status, before.number)
  }
  const { practitioner_id, diagnoses, ...rest } = input
  const said: Partial<ClaimRow> = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, value === '' ? null : value]),
  )
  if (practitioner_id !== undefined) {
    Object.assign(said, await practitionerSaid(caller, practitioner_id))
  }
  if (diagnoses !== undefined) {
    said.diagnoses = diagnoses.map(({ code, system, rank, status }, at) => ({
      code: capitals(code),
      system: system || 'ICD-10',
      rank: rank ?? at + 1,
      status: status ?? 'FINAL',
    }))
  }
  if (input.signature_attachment_id) await checkAttachment(caller, input.signature_attachment_id)
  const changes = difference(before, said)
  if (changes === undefined) return find(caller, id)
  await claims.change({ hospital_id, id }, said)
  record(caller, 'claim.update', {
    entity_type: 'claim',
    entity_id: id,
    entity_label: before.number,
    patient_id: before.patient_id,
    changes,
  })
  return find(caller, id)
}

async function checkAttachment(caller: Caller, id: string): Promise<void> {
  await attachmentOf(caller, id, 'read').catch(() => {
    const field = 'signature_attachment_id'
    throw new Refusal(404, 'not_found', `${field}: no such attachment.`, { field })
  })
}

export async function validate(caller: Caller, id: string): Promise<ClaimOpened> {
  const claim = await claimRecord.begin(caller, id, 'validate')
  await checked(caller, [claim])
  return find(caller, id)
}

/** Of a month (5.10): what is a draft or was rejected, checked whole. */
export async function validateMonth(
  caller: Caller,
  { scheme_id, month }: { scheme_id: string; month: string },
): Promise<Validated> {
  const [claim_year, claim_month] = monthSaid(month)
  const { hospital_id } = caller
  const found = await claims.all(
    { hospital_id, scheme_id, claim_year, claim_month, status: ['DRAFT', 'REJECTED'] },
    { order: ['id'], lock: true },
  )
  const after = await checked(caller, found)
  const counts = new Map<ClaimErrorCode, number>()
  for (const { errors } of after) {
    for (const { code } of errors) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  const ready = after.filter(({ errors }) => errors.length === 0).length
  return {
    ready,
    with_errors: after.length - ready,
    by_code: [...counts].map(([code, count]) => ({ code, count })),
  }
}

async function checked(caller: Caller, found: readonly ClaimRow[]): Promise<ClaimRow[]> {
  const { hospital_id } = caller
  const errors = await errorsOf(caller, found)
  const after: ClaimRow[] = []
  for (const claim of found) {
    const own = errors.get(claim.id) ?? []
    if (own.length === 0) {
      after.push(await claimRecord.moved(caller, claim, 'validate', { errors: [] }))
      continue
    }
    await claims.change({ hospital_id, id: claim.id }, { errors: own })
    record(caller, 'claim.check', {
      entity_type: 'claim',
      entity_id: claim.id,
      entity_label: claim.number,
      patient_id: claim.patient_id,
      changes: { errors: [claim.errors.length, own.length] },
    })
    after.push({ ...claim, errors: own })
  }
  return after
}

export async function reopen(caller: Caller, id: string): Promise<ClaimOpened> {
  const claim = await claimRecord.begin(caller, id, 'reopen')
  await claimRecord.moved(caller, claim, 'reopen')
  return find(caller, id)
}

export async function views(caller: Caller, found: readonly ClaimRow[]): Promise<Claim[]> {
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const known = await schemes.all({
    hospital_id,
    id: [...new Set(found.map(({ scheme_id }) => scheme_id))],
  })
  const named = new Map(known.map(({ id, name }) => [id, name]))
  return found.map((row) => {
    const {
      hospital_id: _h,
      search_text: _s,
      claim_key: _k,
      submitted_on: _o,
      answered_on: _a,
      made_by_name,
      ...shown
    } = row
    return {
      ...shown,
      scheme_name: named.get(row.scheme_id) ?? '',
      claimed: purse.major(row.claimed),
      paid: purse.major(row.paid),
      denied: purse.major(row.denied),
      pending: purse.major(row.claimed - row.paid - row.denied),
      moves: claimRecord.moves(caller, row),
      created_by_name: made_by_name,
    }
  })
}

function lineView(purse: Purse, line: LineRow): ClaimOpened['lines'][number] {
  return {
    id: line.id,
    item_id: line.item_id,
    bill_number: line.bill_number,
    scheme_code: line.scheme_code,
    code: line.code,
    description: line.description,
    department: line.department,
    service_date: line.service_date,
    quantity: line.quantity / 1000,
    unit_price: purse.major(line.unit_price),
    amount: purse.major(line.amount),
    preauth_reference: line.preauth_reference,
    paid: purse.major(line.paid),
    denied: purse.major(line.denied),
    pending: purse.major(line.amount - line.paid - line.denied),
    appealed: purse.major(line.appealed),
    denial_reason_code: line.denial_reason_code,
    denial_note: line.denial_note,
    decision: line.decision,
  }
}
