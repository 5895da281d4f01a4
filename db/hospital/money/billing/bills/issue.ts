// Issuing (BIL-31, BIL-32, BIL-37): number, ledger and audit in one transaction. What left the draft
// is never changed again.

import type { Caller } from '../../../../core/caller.ts'
import { attempt } from '../../../../store/connection.ts'
import { clock, nextDay } from '../../../../core/clock.ts'
import { conflict, isRefusal } from '../../../../core/refusal.ts'
import { type Sql, sql } from '../../../../store/sql.ts'
import { purseOf } from '../../accounting/purse.ts'
import { lockHead, post, type Posting } from '../../accounting/posting/post.ts'
import { record } from '../../../office/audit/record.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { clientTerms, creditCheck } from '../../../neighbours/commercial.ts'
import { schemeBillIssued } from '../../../neighbours/cover.ts'
import { policyOf } from '../../policy/policy.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { debtOfScheme } from '../../tariff/schemes.ts'
import { visitOf } from '../../../desk/visits/for-areas.ts'
import { live } from '../amounts.ts'
import { issueLines } from './bill-ledger.ts'
import { incomeAccountsOf, keepIncomeAccounts } from './income.ts'
import { itemsOf, type Row as Item } from '../charges/items.ts'
import { type BillCover, refuseUncovered, useCoverOf } from '../charges/cover.ts'
import { applyDeposits } from '../deposits/uses.ts'
import { summed } from './drafts.ts'
import { exemptionsFor, giveExemptions } from '../relief/exemption-give.ts'
import type { Stands } from '../payments/owing.ts'
import { bill_life, called, billRecord, moved, type Row as Bill } from './rows.ts'
import { bill_items, bills } from './tables.ts'

export interface IssueOptions {
  /** The patient signed for what the scheme does not approve (BIL-33). */
  accept_difference?: boolean | undefined
  /** Of an emergency: whatever the client's credit is (BIL-35). */
  emergency?: boolean | undefined
  /** Money for it follows in the same transaction. */
  pays?: boolean | undefined
}

export async function issue(
  caller: Caller,
  id: string,
  { accept_difference = false, emergency = false, pays = false }: IssueOptions = {},
): Promise<Bill> {
  const draft = await billRecord.locked(caller, id)
  bill_life.move('issue', draft.status, called(draft))
  const { bill, items, cover } = await summed(caller, draft, [], { lock: true })
  const lines = items.filter(live)
  refuseUnready(bill, lines)
  refuseUncovered(await purseOf(caller), cover, accept_difference)
  await refuseCredit(caller, bill, emergency)
  const exempted = await exemptionsFor(caller, bill, lines)
  // The books first, then the number: in one order everywhere, so that nobody deadlocks.
  await lockHead(caller)
  const number = await nextReference(caller, 'bill', bill.facility_id)
  const entry = await posted(caller, bill, number, lines, cover)
  await keepIncomeAccounts(caller, lines)
  await useCoverOf(caller, bill, cover)
  const words = await issuedAs(caller, bill, number, entry)
  const issued = await moved(caller, bill, 'issue', words)
  const left = await giveExemptions(caller, issued, exempted)
  if (bill.scheme_share > 0) await schemeBillIssued(caller, bill.id)
  const after = await fromDeposits(caller, left)
  if (!pays) await refuseDebtOfWalkIn(caller, after)
  return after
}

/** What a bill says from the moment it has left the draft. */
export async function issuedAs(
  caller: Caller,
  bill: Bill,
  number: string,
  entry: { reference: string } | null,
): Promise<Partial<Bill>> {
  const business_date = await today(caller)
  return {
    number,
    status: bill.balance === 0 ? 'SETTLED' : 'ISSUED',
    running: false,
    issued_at: clock.instant(),
    issued_by_name: caller.name,
    business_date,
    // The area that raised it may have said so (BIL-37).
    due_on: bill.due_on ?? nextDay(business_date, await daysToPay(caller, bill)),
    entry_reference: entry?.reference ?? null,
    scheme_due: bill.scheme_share,
  }
}

/** COM-10: a client's own terms, else the hospital's. */
async function daysToPay(caller: Caller, { payer_kind, client_id }: Bill): Promise<number> {
  const own =
    payer_kind === 'CLIENT' && client_id !== null ? await clientTerms(caller, client_id) : null
  return own ?? (await hospitalOf(caller)).invoice_due_days
}

/** BIL-36, BIL-63: nobody knows whom to ask for it later. */
async function refuseDebtOfWalkIn(caller: Caller, bill: Bill): Promise<void> {
  if (bill.balance === 0 || !(await walksIn(caller, bill))) return
  const { said } = await purseOf(caller)
  throw conflict(`A walk-in customer pays at once: take ${said(bill.balance)} for it.`, 'walk_in')
}

export async function walksIn(caller: Caller, { patient_id }: Bill): Promise<boolean> {
  const { walk_in_patient_id } = await policyOf(caller)
  return patient_id !== null && patient_id === walk_in_patient_id
}

/** BIL-39: what lies with the hospital pays first; a counter sale pays for itself. */
async function fromDeposits(caller: Caller, bill: Bill): Promise<Bill> {
  if (bill.kind === 'SALE' || bill.balance === 0) return bill
  const policy = await policyOf(caller)
  if (!policy.auto_apply_deposits || bill.patient_id === policy.walk_in_patient_id) return bill
  return applyDeposits(caller, bill)
}

async function posted(
  caller: Caller,
  bill: Bill,
  number: string,
  lines: readonly Item[],
  cover: BillCover | null,
): Promise<{ reference: string } | null> {
  const incomeOf = await incomeAccountsOf(caller, lines)
  const posting = postingOf(bill, number, lines, incomeOf, schemeOf(cover))
  return posting === null ? null : post(caller, posting)
}

/** A bill that asks nothing of anybody has no entry. */
export const postingOf = (
  bill: Bill,
  number: string,
  lines: readonly Item[],
  incomeOf: (item: Item) => string,
  scheme: Stands | null,
): Posting | null =>
  lines.every(({ gross }) => gross === 0)
    ? null
    : {
        source: 'BILL_ISSUE',
        source_id: bill.id,
        memo: `Bill ${number} of ${bill.patient_number ?? bill.payer ?? ''}`,
        document: {
          kind: 'bill',
          id: bill.id,
          reference: number,
          path: `/billing/bills/${bill.id}`,
        },
        lines: issueLines(bill, lines, incomeOf, scheme),
      }

function schemeOf(cover: BillCover | null): Stands | null {
  if (cover === null) return null
  const { scheme } = cover.facts
  return { ...debtOfScheme(scheme), party: { kind: 'SCHEME', id: scheme.id } }
}

/** BIL-35: who is refused credit owes nothing more, but for an emergency, which is written down. */
async function refuseCredit(caller: Caller, bill: Bill, emergency: boolean): Promise<void> {
  if (bill.payer_kind !== 'CLIENT' || bill.client_id === null) return
  const { client_id, total: amount, source } = bill
  const about = { client_id, amount, ...(source === null ? {} : { source }) }
  const { allowed, reason } = await creditCheck(caller, about)
  if (allowed) return
  const visit = bill.visit_id === null ? null : await visitOf(caller, bill.visit_id)
  if (!emergency || visit?.visit_class !== 'EMERGENCY') {
    throw conflict(reason ?? `${bill.client_name} has no credit.`, 'credit')
  }
  record(caller, 'bill.emergency_credit', {
    entity_type: 'bill',
    entity_id: bill.id,
    entity_label: called(bill),
    patient_id: bill.patient_id,
    reason: reason ?? null,
  })
}

function refuseUnready(bill: Bill, lines: readonly Item[]): void {
  if (lines.length === 0) {
    throw conflict(`This draft bill of ${bill.patient_name} has no lines.`, 'no_lines')
  }
  const unpriced = lines.filter(({ unit_price }) => unit_price === null)
  if (unpriced.length === 0) return
  const names = unpriced.map(({ description }) => description).join(', ')
  const [many, have] = unpriced.length === 1 ? ['line', 'has'] : ['lines', 'have']
  throw conflict(`${unpriced.length} ${many} ${have} no price: ${names}.`, 'unpriced')
}

const needs_no_service: readonly string[] = ['Consultation', 'Bed']

/** Done, or nobody has to do it (BIL-7). */
export const isReady = ({ service_status, source, category }: Item): boolean =>
  service_status === 'DONE' || source === 'CHARGE_RULE' || needs_no_service.includes(category)

/**
 * BIL-7: what is done, or needs nobody to do it, is issued; what still waits stays a draft. It never
 * refuses: a bill that cannot be issued stays as it is.
 */
export const visitClosed = (
  caller: Caller,
  visit_id: string,
): Promise<{ issued: string[]; left_open: string[] }> =>
  closeDrafts(caller, sql`b.hospital_id = ${caller.hospital_id} and b.visit_id = ${visit_id}`)

export async function closeDrafts(
  caller: Caller,
  which: Sql,
): Promise<{ issued: string[]; left_open: string[] }> {
  const drafts = await bills.read(
    sql`select ${bills.selection('b')} from bills b
      where ${which} and b.status = 'DRAFT' order by b.id`,
  )
  const issued: string[] = []
  const left_open: string[] = []
  for (const draft of drafts) {
    try {
      const done = await attempt(() => issueDone(caller, draft.id))
      if (done.issued !== null) issued.push(done.issued)
      if (done.left !== null) left_open.push(done.left)
    } catch (error) {
      if (!isRefusal(error)) throw error
      left_open.push(draft.id)
    }
  }
  return { issued, left_open }
}

async function issueDone(
  caller: Caller,
  id: string,
): Promise<{ issued: string | null; left: string | null }> {
  const draft = await billRecord.locked(caller, id)
  const items = (await itemsOf(caller, id)).filter(live)
  const ready = items.filter(isReady)
  if (ready.length === 0) return { issued: null, left: items.length === 0 ? null : id }
  const waiting = items.filter((item) => !ready.includes(item))
  const rest = waiting.length > 0 ? await splitOff(caller, draft, waiting) : null
  const { id: issued } = await issue(caller, id)
  return { issued, left: rest?.id ?? null }
}

/** The lines that wait move to a draft of their own, with their sources. */
export async function splitOff(caller: Caller, from: Bill, items: readonly Item[]): Promise<Bill> {
  const { hospital_id } = caller
  const { id: _id, created_at: _c, updated_at: _u, version: _v, ...kept } = from
  const made = await bills.insert({ ...kept, running: false })
  await bill_items.change({ hospital_id, id: items.map(({ id }) => id) }, { bill_id: made.id })
  const opened = await moved(caller, made, 'open', {})
  await summed(caller, from)
  return (await summed(caller, opened)).bill
}
