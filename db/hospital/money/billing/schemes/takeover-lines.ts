// What a scheme may take over of the lines of an issued bill (BIL-50): its rules decide each of them anew
// beside all that is used already, and never above what is left to be paid.

import type { Caller } from '../../../../core/caller.ts'
import { noSuch } from '../../../../core/refusal.ts'
import type { Anew, AnewLine } from '../../insurance/anew.ts'
import { coverAnew } from '../../insurance/cover.ts'
import type { Facts } from '../../insurance/engine.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { visitOf } from '../../../desk/visits/for-areas.ts'
import { live } from '../amounts.ts'
import { coverLine } from '../charges/cover.ts'
import type { Insurer } from './insurers.ts'
import { itemsOf, type Row as Item } from '../charges/items.ts'
import type { Row as Bill } from '../bills/rows.ts'
import type { Allotted } from '../payments/settle.ts'
import { insuredParts } from './takeover-amounts.ts'

export type Part = Allotted[number] & { preauth_id: string | null }

export interface Takes {
  most: number
  facts: Facts
  split: (amount: number) => Part[]
  /** What these parts use of ceilings and approvals beyond what the lines used before. */
  uses: (parts: readonly Part[]) => Anew[]
}

/** A line and what more of it the scheme may take over now. */
interface Line {
  item: Item
  more: Anew
}

export async function mayTake(
  caller: Caller,
  bill: Bill,
  insurer: Insurer,
  item_ids: readonly string[],
): Promise<Takes> {
  const items = await chosen(caller, bill, item_ids)
  const has = await carried(caller, bill, insurer, items)
  const wanted = items.map((item, at) => askedOf(item, has[at] ?? 0))
  const { facts, lines: decided } = await decide(caller, bill, insurer, wanted)
  const lines = items.map((item, at): Line => ({ item, more: decided[at] as Anew }))
  return {
    most: lines.reduce((sum, { more }) => sum + more.cover.covered, 0),
    facts,
    split: (amount) => split(lines, amount),
    uses: (parts) => parts.map((part) => useOf(lines, part)),
  }
}

async function chosen(caller: Caller, bill: Bill, item_ids: readonly string[]): Promise<Item[]> {
  const all = (await itemsOf(caller, bill.id)).filter(live)
  if (item_ids.some((id) => !all.some((item) => item.id === id))) throw noSuch('item')
  const named = item_ids.length === 0 ? all : all.filter(({ id }) => item_ids.includes(id))
  return named.filter(({ balance }) => balance > 0)
}

/** What the scheme has of each line already: the bill's own share, and what it took over. */
async function carried(
  caller: Caller,
  bill: Bill,
  { scheme }: Insurer,
  items: readonly Item[],
): Promise<number[]> {
  const insured = await insuredParts(
    caller,
    items.map(({ id }) => id),
  )
  const own = scheme.id === bill.scheme_id
  return items.map((item) => {
    const { covered, moved_from_scheme, credited, credited_share } = item
    const share = own ? covered - moved_from_scheme - (credited - credited_share) : 0
    return share + (insured.get(`${item.id}|${scheme.id}`) ?? 0)
  })
}

/** Of what stands of the line; a scheme pays of its whole price, but no more than is left of it. */
const askedOf = (item: Item, has: number): AnewLine => ({
  ...coverLine(item),
  item_id: item.id,
  quantity: Math.max(1, item.quantity - item.credited_quantity),
  amount: item.amount - item.credited - item.adjusted,
  at_most: has + item.balance,
  has,
})

async function decide(
  caller: Caller,
  bill: Bill,
  { scheme, membership_id }: Insurer,
  lines: readonly AnewLine[],
): Promise<{ facts: Facts; lines: Anew[] }> {
  const visit = bill.visit_id === null ? null : await visitOf(caller, bill.visit_id)
  return coverAnew(
    caller,
    {
      scheme_id: scheme.id,
      membership_id,
      patient: bill.patient_id === null ? null : await patientRecord.get(caller, bill.patient_id),
      visit,
      admission_id: bill.admission_id,
      visit_class: visit?.visit_class ?? (bill.admission_id === null ? 'OUTPATIENT' : 'INPATIENT'),
      day: bill.service_date,
      lock: true,
    },
    bill.id,
    lines,
  )
}

function split(lines: readonly Line[], amount: number): Part[] {
  let left = amount
  return lines.flatMap(({ item, more: { cover } }) => {
    const part = Math.min(left, cover.covered)
    if (part <= 0) return []
    left -= part
    return [{ item, amount: part, preauth_id: cover.preauth_id }]
  })
}

function useOf(lines: readonly Line[], { item, amount }: Part): Anew {
  const { more } = lines.find((one) => one.item.id === item.id) as Line
  return { ...more, cover: { ...more.cover, covered: amount } }
}
