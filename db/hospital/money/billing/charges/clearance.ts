// Whether a service may go ahead (BIL-24 to BIL-29).

import { can, type Caller } from '../../../../core/caller.ts'
import { mayLetThrough, rolesHolding } from '../../../desk/gates/who.ts'
import type { GateLevel } from '../../../desk/gates/words.ts'
import { visitOf } from '../../../desk/visits/for-areas.ts'
import { type ClearanceFacts, factsFor, stayOf } from './clearance-facts.ts'
import { lineNamed, type Row as Item } from './items.ts'
import { type Row as Bill, billRecord } from '../bills/rows.ts'
import { decide, type Decided } from './service-gates.ts'
import { bill_items, bills } from '../bills/tables.ts'
import type { ClearanceReason } from '../words.ts'

/** Money in minor units. */
export interface Clearance {
  settled: boolean
  may_proceed: boolean
  gate: GateLevel
  reason: ClearanceReason
  due: number
  item_id: string | null
  bill_id: string | null
  message: string | null
}

interface Around extends ClearanceFacts {
  bill: Bill
}

export async function clearanceOfItem(caller: Caller, item: Item): Promise<Clearance> {
  const [found] = await clearancesOfItems(caller, [item])
  return found as Clearance
}

/** In the order of the items; what surrounds a bill is asked once, however many lines of it there are. */
export async function clearancesOfItems(
  caller: Caller,
  items: readonly Item[],
): Promise<Clearance[]> {
  const around_of = new Map<string, Around>()
  for (const bill_id of new Set(items.map((item) => item.bill_id))) {
    const bill = await billRecord.get(caller, bill_id)
    const visit = bill.visit_id === null ? null : await visitOf(caller, bill.visit_id)
    around_of.set(bill_id, { bill, ...(await factsFor(caller, visit, [bill])) })
  }
  const found: Clearance[] = []
  for (const item of items) {
    const around = around_of.get(item.bill_id) as Around
    const { clearance, decided } = judged(item, around)
    const message = clearance.may_proceed
      ? null
      : await refusalOf(caller, item, around, decided.gate)
    found.push({ ...clearance, message })
  }
  return found
}

/** BIL-27: what was never charged goes ahead; somebody looks for it later. */
export async function isSettled(
  caller: Caller,
  source: string,
  source_id: string,
): Promise<Clearance> {
  const item = await lineNamed(caller, source, source_id)
  if (item !== undefined) return clearanceOfItem(caller, item)
  return {
    settled: false,
    may_proceed: true,
    gate: 'NONE',
    reason: 'NOT_CHARGED',
    due: 0,
    item_id: null,
    bill_id: null,
    message: null,
  }
}

function judged(item: Item, around: Around): { clearance: Clearance; decided: Decided } {
  const { flow, bill, visit } = around
  const decided = decide(flow, {
    category: item.category,
    visit_class: visit?.visit_class ?? 'OUTPATIENT',
    payer_kind: bill.payer_kind,
  })
  // Cover counts only where the scheme was asked (BIL-25).
  const by_cover = item.covered > 0 && item.settled === 0
  const unasked = by_cover && !around.authorised.has(bill.id)
  const settled = item.unit_price !== null && item.balance === 0 && !unasked
  const cleared = clearedBy(item, around, decided.gate, settled)
  const reason = cleared ?? notCleared(item)
  return {
    decided,
    clearance: {
      settled,
      may_proceed: cleared !== null || decided.gate === 'WARN',
      gate: decided.gate,
      reason,
      due: item.balance,
      item_id: item.id,
      bill_id: bill.id,
      message: null,
    },
  }
}

function notCleared(item: Item): ClearanceReason {
  if (item.unit_price === null) return 'UNPRICED'
  return item.unapproved > 0 && !item.difference_accepted ? 'DIFFERENCE_NOT_ACCEPTED' : 'UNPAID'
}

/** BIL-25, BIL-26: an emergency is never blocked, whatever the table says. */
function clearedBy(
  item: Item,
  { bill, visit, credit, advanced, pressing }: Around,
  gate: GateLevel,
  settled: boolean,
): ClearanceReason | null {
  if (settled) return settledBy(item)
  if (item.authorised_by === 'OVERRIDE') return 'OVERRIDE'
  if (gate === 'NONE') return 'NOT_REQUIRED'
  if (item.urgent || pressing) return 'EMERGENCY'
  if (bill.client_id !== null && credit.has(bill.client_id)) return 'CREDIT'
  const stay = stayOf(bill, visit)
  return stay !== null && advanced.has(stay) ? 'CREDIT' : null
}

function settledBy({ covered, settled, insured, waived, amount }: Item): ClearanceReason {
  if (covered + insured > 0 && settled === insured) return 'COVERED'
  if (waived > 0 && waived === settled) return 'WAIVED'
  return settled > 0 || amount > 0 ? 'PAID' : 'NOT_REQUIRED'
}

/** BIL-28: who does not see bills reads no amount. */
async function refusalOf(
  caller: Caller,
  item: Item,
  { bill, purse }: Around,
  gate: GateLevel,
): Promise<string> {
  const start = can(caller, 'bill:read')
    ? `Not paid yet: ${item.description}, ${purse.said(item.balance)} due on the bill of ${bill.patient_name}. Send the patient to the cashier.`
    : 'Not cleared by the cashier.'
  if (gate !== 'BLOCK_WITH_OVERRIDE') return `${start} Nobody may let this through.`
  const held = await rolesHolding(caller, ['gate:override'])
  return `${start} ${mayLetThrough(held.get('gate:override') ?? [])}`
}

export interface VisitLine extends Clearance {
  source: string
  source_id: string
  category: string
  message: string
}

export interface VisitClearance {
  may_proceed: boolean
  gate: GateLevel
  lines: VisitLine[]
  rule: string | null
  message: string | null
}

const strength: readonly GateLevel[] = ['NONE', 'WARN', 'BLOCK_WITH_OVERRIDE', 'BLOCK']

/** BIL-169: every line of the visit that counts, and the strictest gate among what is not cleared. */
export async function clearanceOf(
  caller: Caller,
  { visit_id, categories }: { visit_id: string; categories?: readonly string[] },
): Promise<VisitClearance> {
  const { hospital_id } = caller
  const visit = await visitOf(caller, visit_id)
  const items = await waiting(hospital_id, visit_id, categories)
  const around = await billsById(hospital_id, items)
  const facts = await factsFor(caller, visit, [...around.values()])
  const { purse } = facts
  const found = items.flatMap((item) => {
    const bill = around.get(item.bill_id)
    if (bill === undefined) return []
    const { clearance, decided } = judged(item, { bill, ...facts })
    const message = `${item.description}, ${purse.said(item.balance)} due on the bill of ${bill.patient_name}.`
    const { source, source_id, category } = item
    return [
      {
        decided,
        line: {
          ...clearance,
          source: source ?? 'item',
          source_id: source_id ?? item.id,
          category,
          message,
        },
      },
    ]
  })
  const blocked = found.filter(({ line }) => !line.may_proceed)
  const [worst] = (blocked.length > 0 ? blocked : found).toSorted(
    (a, b) => strength.indexOf(b.decided.gate) - strength.indexOf(a.decided.gate),
  )
  return {
    may_proceed: blocked.length === 0,
    gate: worst?.decided.gate ?? 'NONE',
    lines: found.map(({ line }) => line),
    rule: worst?.decided.rule ?? null,
    message: blocked[0]?.line.message ?? null,
  }
}

async function waiting(
  hospital_id: string,
  visit_id: string,
  wanted: readonly string[] | undefined,
): Promise<Item[]> {
  const found = await bill_items.all(
    { hospital_id, visit_id, service_status: ['PENDING', 'AUTHORISED', 'DONE'] },
    { order: ['created_at', 'id'], limit: 1000 },
  )
  if (wanted === undefined || wanted.length === 0) return found
  const names = new Set(wanted.map((one) => one.toLowerCase()))
  return found.filter(({ category }) => names.has(category.toLowerCase()))
}

async function billsById(
  hospital_id: string,
  items: readonly Item[],
): Promise<ReadonlyMap<string, Bill>> {
  const ids = [...new Set(items.map(({ bill_id }) => bill_id))]
  const found = ids.length === 0 ? [] : await bills.all({ hospital_id, id: ids })
  return new Map(found.map((bill) => [bill.id, bill]))
}
