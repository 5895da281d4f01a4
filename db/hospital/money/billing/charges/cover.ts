// What a scheme pays of the lines of a bill (BIL-100): decided anew with every change of a draft, for
// good when it is issued.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import type { Purse } from '../../accounting/purse.ts'
import { authorisedVisits } from '../../insurance/authorised.ts'
import { coverOf, type Decided, useCover } from '../../insurance/cover.ts'
import type { CoverLine } from '../../insurance/engine.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { whyNot } from '../../tariff/schemes.ts'
import { visitOf } from '../../../desk/visits/for-areas.ts'
import { live } from '../amounts.ts'
import type { Row as Item } from './items.ts'
import type { Row as Bill } from '../bills/rows.ts'
import { bill_items } from '../bills/tables.ts'

export interface BillCover extends Decided {
  /** The lines that were decided, in the order of the decisions. */
  of: Item[]
}

/** With the lock nobody else uses the same ceilings until this transaction ends (BIL-34). */
export async function coveredAnew(
  caller: Caller,
  bill: Bill,
  items: readonly Item[],
  lock: boolean,
): Promise<{ items: Item[]; cover: BillCover | null }> {
  if (bill.payer_kind !== 'SCHEME' || bill.scheme_id === null) {
    return { items: await written(caller, items, items.map(uncovered)), cover: null }
  }
  const of = items.filter(live)
  const decided = await decide(caller, bill, of, lock)
  const wanted = items.map((item) => {
    const line = decided.lines[of.indexOf(item)]
    return line === undefined
      ? uncovered(item)
      : {
          covered: line.covered,
          cover_reason: line.reason,
          unapproved: line.unapproved,
          preauth_id: line.preauth_id,
        }
  })
  const after = await written(caller, items, wanted)
  return { items: after, cover: { ...decided, of: after.filter(live) } }
}

type Share = Pick<Item, 'covered' | 'cover_reason' | 'unapproved' | 'preauth_id'>
const uncovered = (_item: Item): Share => ({
  covered: 0,
  cover_reason: null,
  unapproved: 0,
  preauth_id: null,
})

async function decide(
  caller: Caller,
  bill: Bill,
  lines: readonly Item[],
  lock: boolean,
): Promise<Decided> {
  const visit = bill.visit_id === null ? null : await visitOf(caller, bill.visit_id)
  return coverOf(
    caller,
    {
      scheme_id: bill.scheme_id ?? '',
      membership_id: bill.membership_id,
      patient: bill.patient_id === null ? null : await patientRecord.get(caller, bill.patient_id),
      visit,
      admission_id: bill.admission_id,
      visit_class: visit?.visit_class ?? (bill.admission_id === null ? 'OUTPATIENT' : 'INPATIENT'),
      day: bill.service_date,
      lock,
    },
    lines.map(coverLine),
  )
}

export const coverLine = (item: Item): CoverLine => ({
  code: item.code,
  category: item.category,
  department: item.department,
  quantity: item.quantity,
  amount: item.amount,
  listed: item.listed,
  day: item.service_date,
})

/** Only what changed is written: a charge on a long bill costs one line, not all of them. */
async function written(
  caller: Caller,
  items: readonly Item[],
  wanted: readonly Share[],
): Promise<Item[]> {
  const { hospital_id } = caller
  const after: Item[] = []
  for (const [at, item] of items.entries()) {
    const share = wanted[at] as Share
    const same =
      item.covered === share.covered &&
      item.cover_reason === share.cover_reason &&
      item.unapproved === share.unapproved &&
      item.preauth_id === share.preauth_id &&
      item.patient_share === item.amount - item.covered
    if (same || !live(item)) {
      after.push(item)
      continue
    }
    const patient_share = item.amount - share.covered
    const changes = { ...share, patient_share, balance: patient_share }
    await bill_items.change({ hospital_id, id: item.id }, changes)
    after.push({ ...item, ...changes })
  }
  return after
}

/** BIL-13, BIL-33: the scheme still pays, and what it does not approve the patient signed for. */
export function refuseUncovered(
  purse: Purse,
  cover: BillCover | null,
  accept_difference: boolean,
): void {
  if (cover === null) return
  const { scheme, day } = cover.facts
  const why = whyNot(scheme, day)
  if (why !== null) throw conflict(why, 'scheme')
  const short = cover.of.find(
    ({ unapproved, difference_accepted }) =>
      unapproved > 0 && !(accept_difference && difference_accepted),
  )
  if (short === undefined) return
  throw conflict(
    `${short.description} needs a pre-authorisation of ${scheme.name}: ${purse.said(short.unapproved)} is not approved.`,
    'preauth_missing',
  )
}

/** What the bill takes of ceilings and approvals; lines covered in full may be done (3.2). */
export async function useCoverOf(
  caller: Caller,
  bill: Bill,
  cover: BillCover | null,
): Promise<void> {
  if (cover === null || bill.patient_id === null) return
  await useCover(
    caller,
    { id: bill.id, patient_id: bill.patient_id },
    cover,
    cover.of.flatMap((item, at) => {
      const line = cover.lines[at]
      return line === undefined ? [] : [{ item_id: item.id, line: coverLine(item), cover: line }]
    }),
  )
  const authorised = await authorisedVisits(caller, [bill])
  if (!authorised.has(bill.id)) return
  const free = cover.of.filter(
    (item) => item.covered > 0 && item.balance === 0 && item.service_status === 'PENDING',
  )
  if (free.length === 0) return
  await bill_items.change(
    { hospital_id: caller.hospital_id, id: free.map(({ id }) => id) },
    { service_status: 'AUTHORISED', authorised_by: 'COVERED' },
  )
}
