// What a scheme paid (2.9, BIL-121, BIL-124), as it is entered; nothing is booked before it is posted.

import { capitals } from '../../../core/kinds/capitals.ts'
import type { Caller } from '../../../core/caller.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, Refusal } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { fundingOf } from '../accounting/funding/funding.ts'
import { funding_accounts } from '../accounting/funding/tables.ts'
import { actingBranch } from '../accounting/posting/post.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { unidentifiedOf } from '../accounting/bank/unidentified.ts'
import { difference, record } from '../../office/audit/record.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { nextReference } from '../../office/sequences/references.ts'
import { schemes } from '../tariff/scheme-tables.ts'
import { answersOf } from './allot.ts'
import { reasonsOf } from './reasons.ts'
import { remittance_life } from './remittance-life.ts'
import type {
  LineInput,
  Remittance,
  RemittanceChange,
  RemittanceInput,
  RemittanceOpened,
} from './remittance-shapes.ts'
import { claim_lines, claims, type RemittanceLine, remittances } from './tables.ts'
import type { RemittanceState } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

export type RemittanceRow = RowOf<(typeof remittances)['columns']>

export interface RemittanceFilter extends PageAsked {
  search?: string
  status?: RemittanceState
  scheme_id?: string
  from?: string
  to?: string
}

export async function list(caller: Caller, asked: RemittanceFilter): Promise<Page<Remittance>> {
  const found = await pageFrom(remittances, asked, {
    from: sql` from remittances${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.scheme_id, sql`scheme_id = ${asked.scheme_id}`),
      when(asked.from, sql`received_on >= ${asked.from}`),
      when(asked.to, sql`received_on <= ${asked.to}`),
      matching('remittances', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await views(caller, found.rows), meta: found.meta }
}

export const remittanceRecord = recordOf(remittances, 'remittance')

export async function find(caller: Caller, id: string): Promise<RemittanceOpened> {
  const row = await remittanceRecord.get(caller, id)
  const purse = await purseOf(caller)
  const { hospital_id } = caller
  const ids = [...new Set(row.lines.map(({ claim_id }) => claim_id))]
  const known = ids.length === 0 ? [] : await claims.all({ hospital_id, id: ids })
  const numbers = new Map(known.map((claim) => [claim.id, claim.number]))
  return {
    ...((await views(caller, [row]))[0] as Remittance),
    lines: row.lines.map((line) => ({
      ...line,
      claim_number: numbers.get(line.claim_id) ?? '',
      paid: purse.major(line.paid),
      denied: purse.major(line.denied),
    })),
  }
}

export async function open(caller: Caller, input: RemittanceInput): Promise<RemittanceOpened> {
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const scheme = await schemes.find({ hospital_id, id: input.scheme_id })
  if (scheme === undefined) throw noneAt('scheme_id', 'scheme')
  const said = await read(caller, purse, scheme.id, input)
  await free(caller, scheme.id, input.reference, null)
  const facility_id = await actingBranch(caller)
  const wanted = {
    ...(said as Pick<RemittanceRow, 'reference' | 'received_on' | 'account_id' | 'amount'> &
      Partial<RemittanceRow>),
    hospital_id,
    facility_id,
    status: 'DRAFT' as const,
    scheme_id: scheme.id,
    reference_key: keyOf(input.reference),
    made_by_name: caller.name,
  }
  const whole = { withheld_tax: 0, lines: [], ...wanted }
  await answersOf(caller, purse, whole)
  covers(purse, whole)
  const number = await nextReference(caller, 'remittance', facility_id)
  const made = await remittances.insert({ ...wanted, number })
  note(caller, 'remittance.create', made)
  return find(caller, made.id)
}

export async function change(
  caller: Caller,
  id: string,
  input: RemittanceChange,
): Promise<RemittanceOpened> {
  const purse = await purseOf(caller)
  const before = await remittanceRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status !== 'DRAFT') throw remittance_life.refusal(before.status, before.number)
  const said = await read(caller, purse, before.scheme_id, input)
  if (input.reference !== undefined) {
    await free(caller, before.scheme_id, input.reference, id)
    said.reference_key = keyOf(input.reference)
  }
  const changes = difference(before, said)
  if (changes === undefined) return find(caller, id)
  await answersOf(caller, purse, { ...before, ...said })
  covers(purse, { ...before, ...said })
  await remittances.change({ hospital_id: caller.hospital_id, id }, said)
  note(caller, 'remittance.update', before, changes)
  return find(caller, id)
}

const keyOf = (reference: string): string => capitals(reference.replace(/\s/g, ''))

/** BIL-124: the same reference of a scheme twice is the same money twice. */
async function free({ hospital_id }: Caller, scheme_id: string, said: string, but: string | null) {
  const reference_key = keyOf(said)
  const there = await remittances.all({ hospital_id, scheme_id, reference_key })
  const other = there.find(({ id, status }) => id !== but && status !== 'REVERSED')
  if (other === undefined) return
  throw conflict(`${said} was already entered as ${other.number}.`, 'reference')
}

const noneAt = (field: string, thing: string): Refusal =>
  new Refusal(404, 'not_found', `${field}: no such ${thing}.`, { field })

async function read(
  caller: Caller,
  purse: Purse,
  scheme_id: string,
  input: RemittanceChange,
): Promise<Partial<RemittanceRow>> {
  const { amount, withheld_tax, lines, account_id, reference, received_on } = input
  const said: Partial<RemittanceRow> = {}
  if (reference !== undefined) said.reference = reference
  if (received_on !== undefined) {
    if (received_on > (await hospitalDay(caller))) {
      throw invalid('received_on', 'is in the future.')
    }
    said.received_on = received_on
  }
  if (amount !== undefined) {
    said.amount = purse.minor('amount', amount)
    if (said.amount < 0) throw invalid('amount', 'must not be negative.')
  }
  if (withheld_tax !== undefined) {
    said.withheld_tax = purse.minor('withheld_tax', withheld_tax ?? 0)
    if (said.withheld_tax < 0) throw invalid('withheld_tax', 'must not be negative.')
  }
  if (input.certificate_no !== undefined) said.certificate_no = input.certificate_no || null
  if (input.statement_line_id !== undefined) {
    said.statement_line_id = input.statement_line_id
    await refuseUnknownLine(caller, input.statement_line_id)
  }
  if (account_id !== undefined) said.account_id = await accountOf(caller, account_id)
  if (lines !== undefined) said.lines = await readLines(caller, purse, scheme_id, lines)
  return said
}

async function refuseUnknownLine(caller: Caller, id: string | null): Promise<void> {
  if (id === null || (await unidentifiedOf(caller, id)) !== undefined) return
  throw noneAt('statement_line_id', 'statement line')
}

/** BIL-124: what lies unidentified is used once, and never more of it than came. */
export async function refuseSpent(
  caller: Caller,
  { said }: Purse,
  { id, amount, statement_line_id }: RemittanceRow,
): Promise<void> {
  if (statement_line_id === null) return
  const booked = await unidentifiedOf(caller, statement_line_id)
  const { hospital_id } = caller
  const others = await remittances.all({ hospital_id, statement_line_id, status: 'POSTED' })
  const used = others.reduce((sum, one) => sum + (one.id === id ? 0 : one.amount), 0)
  const left = (booked ?? 0) - used
  if (amount <= left) return
  throw conflict(`Only ${said(Math.max(left, 0))} of this statement line is unidentified.`, 'left')
}

async function accountOf(caller: Caller, id: string): Promise<string> {
  const funding = await fundingOf(caller, id)
  if (funding === undefined) throw noneAt('account_id', 'funding account')
  if (!funding.active) throw conflict(`${funding.name} is not active.`, 'account')
  return funding.id
}

async function readLines(
  caller: Caller,
  purse: Purse,
  scheme_id: string,
  given: readonly LineInput[],
): Promise<RemittanceLine[]> {
  const { hospital_id } = caller
  const claim_ids = [...new Set(given.map(({ claim_id }) => claim_id))]
  const known = claim_ids.length === 0 ? [] : await claims.all({ hospital_id, id: claim_ids })
  const by_id = new Map(known.map((claim) => [claim.id, claim]))
  const line_ids = given.flatMap(({ line_id }) => line_id ?? [])
  const found = line_ids.length === 0 ? [] : await claim_lines.all({ hospital_id, id: line_ids })
  const line_claims = new Map(found.map(({ id, claim_id }) => [id, claim_id]))
  const codes = new Set(
    (await reasonsOf(caller)).filter(({ active }) => active).map((one) => one.code),
  )
  return given.map((one, at) => {
    const field = `lines[${at}]`
    const claim = by_id.get(one.claim_id)
    if (claim === undefined || claim.scheme_id !== scheme_id) {
      throw noneAt(`${field}.claim_id`, 'claim of this scheme')
    }
    const line_id = one.line_id ?? null
    if (line_id !== null && line_claims.get(line_id) !== claim.id) {
      throw noneAt(`${field}.line_id`, 'line of this claim')
    }
    const paid = amountOf(purse, `${field}.paid`, one.paid)
    const denied = amountOf(purse, `${field}.denied`, one.denied ?? 0)
    if (paid + denied === 0) throw invalid(`${field}.paid`, 'or denied must be more than 0.')
    const reason_code = capitals(one.reason_code?.trim() ?? '') || null
    if (denied > 0 && reason_code === null) {
      throw invalid(`${field}.reason_code`, 'is required with denied.')
    }
    if (reason_code !== null && !codes.has(reason_code)) {
      throw noneAt(`${field}.reason_code`, 'reason')
    }
    return { claim_id: claim.id, line_id, paid, denied, reason_code, note: one.note || null }
  })
}

function amountOf(purse: Purse, field: string, amount: number): number {
  const minor = purse.minor(field, amount)
  if (minor < 0) throw invalid(field, 'must not be negative.')
  return minor
}

/** BIL-121: nobody pays out of money that did not come. */
export function covers(
  purse: Purse,
  row: Pick<RemittanceRow, 'amount' | 'withheld_tax' | 'lines'>,
): void {
  const allocated = row.lines.reduce((sum, { paid }) => sum + paid, 0)
  const money = row.amount + row.withheld_tax
  if (allocated <= money) return
  throw conflict(
    `Lines add up to ${purse.said(allocated)}, the money is ${purse.said(money)}.`,
    'too_much',
  )
}

async function views(caller: Caller, found: readonly RemittanceRow[]): Promise<Remittance[]> {
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const known = await schemes.all({
    hospital_id,
    id: [...new Set(found.map(({ scheme_id }) => scheme_id))],
  })
  const scheme_names = new Map(known.map(({ id, name }) => [id, name]))
  const held = await funding_accounts.all({
    hospital_id,
    id: [...new Set(found.map(({ account_id }) => account_id))],
  })
  const account_names = new Map(held.map(({ id, name }) => [id, name]))
  return found.map((row) => {
    const allocated = row.lines.reduce((sum, { paid }) => sum + paid, 0)
    return {
      id: row.id,
      facility_id: row.facility_id,
      number: row.number,
      status: row.status,
      scheme_id: row.scheme_id,
      scheme_name: scheme_names.get(row.scheme_id) ?? '',
      reference: row.reference,
      received_on: row.received_on,
      account_id: row.account_id,
      account_name: account_names.get(row.account_id) ?? '',
      amount: purse.major(row.amount),
      withheld_tax: purse.major(row.withheld_tax),
      certificate_no: row.certificate_no,
      statement_line_id: row.statement_line_id,
      allocated: purse.major(allocated),
      unallocated: purse.major(row.amount + row.withheld_tax - allocated),
      entry_reference: row.entry_reference,
      posted_at: row.posted_at,
      reverse_reason: row.reverse_reason,
      moves: remittance_life.open(caller, row.status),
      created_at: row.created_at,
      created_by_name: row.made_by_name,
      updated_at: row.updated_at,
      version: row.version,
    }
  })
}

export function note(
  caller: Caller,
  action: string,
  row: RemittanceRow,
  changes?: Record<string, [unknown, unknown]>,
): void {
  record(caller, action, {
    entity_type: 'remittance',
    entity_id: row.id,
    entity_label: row.number,
    changes,
  })
}
