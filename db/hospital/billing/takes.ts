// What a scheme may take over of the lines of an issued bill (BIL-50): its rules decide them anew, as if
// it had paid nothing of them yet, and never above what is left to be paid.

import type { Caller } from '../../caller.ts'
import { noSuch } from '../../refusal.ts'
import { coverOf, type Decided, usedOf, type UsedSoFar } from '../insurance/cover.ts'
import type { CoverLine, LineCover } from '../insurance/engine.ts'
import { rowOf as patientOf } from '../patients/rows.ts'
import { visitOf } from '../visits/asked.ts'
import { live } from './amounts.ts'
import { coverLine } from './cover.ts'
import type { Insurer } from './insurers.ts'
import { itemsOf, type Row as Item } from './items.ts'
import type { Row as Bill } from './rows.ts'
import type { Allotted } from './settle.ts'
import { insuredParts } from './took-over.ts'

export type Part = Allotted[number] & { preauth_id: string | null }

export interface Takes {
  most: number
  decided: Decided
  split: (amount: number) => Part[]
  /** What these parts use of ceilings and approvals beyond what the lines used before. */
  uses: (parts: readonly Part[]) => { item_id: string; line: CoverLine; cover: LineCover }[]
}

interface Line {
  item: Item
  line: CoverLine
  cover: LineCover
  /** What the scheme may take over of it now. */
  most: number
  before: readonly UsedSoFar[]
}

export async function mayTake(
  caller: Caller,
  bill: Bill,
  insurer: Insurer,
  item_ids: readonly string[],
): Promise<Takes> {
  const items = await chosen(caller, bill, item_ids)
  const ids = items.map(({ id }) => id)
  const has = await carried(caller, bill, insurer, items)
  const before = await usedOf(caller, insurer.scheme.id, ids)
  const wanted = items.map((item, at) => askedOf(item, has[at] ?? 0))
  const decided = await decide(caller, bill, insurer, wanted, ids)
  const lines = items.map((item, at): Line => {
    const cover = decided.lines[at] as LineCover
    const used = before.get(item.id) ?? []
    const more = Math.max(0, cover.covered - (has[at] ?? 0))
    const most = Math.min(more, item.balance, approvedOf(decided, cover, used))
    return { item, line: wanted[at] as CoverLine, cover, most, before: used }
  })
  return {
    most: lines.reduce((sum, one) => sum + one.most, 0),
    decided,
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
const askedOf = (item: Item, has: number): CoverLine => ({
  ...coverLine(item),
  quantity: Math.max(1, item.quantity - item.credited_quantity),
  amount: item.amount - item.credited - item.adjusted,
  at_most: has + item.balance,
})

async function decide(
  caller: Caller,
  bill: Bill,
  { scheme, membership_id }: Insurer,
  lines: readonly CoverLine[],
  without: readonly string[],
): Promise<Decided> {
  const visit = bill.visit_id === null ? null : await visitOf(caller, bill.visit_id)
  return coverOf(
    caller,
    {
      scheme_id: scheme.id,
      membership_id,
      patient: bill.patient_id === null ? null : await patientOf(caller, bill.patient_id),
      visit,
      admission_id: bill.admission_id,
      visit_class: visit?.visit_class ?? (bill.admission_id === null ? 'OUTPATIENT' : 'INPATIENT'),
      day: bill.service_date,
      without,
      lock: true,
    },
    lines,
  )
}

const drawn = (used: readonly UsedSoFar[], id: string | null, of: (one: UsedSoFar) => number) =>
  used
    .filter(({ preauth_item_id }) => preauth_item_id === id)
    .reduce((sum, one) => sum + of(one), 0)

/** What the approval has left beside what the line itself took of it (BIL-110). */
function approvedOf(
  { facts }: Decided,
  { preauth_item_id }: LineCover,
  used: readonly UsedSoFar[],
): number {
  if (preauth_item_id === null) return Number.MAX_SAFE_INTEGER
  const left = facts.preauths.find(({ item_id }) => item_id === preauth_item_id)?.amount ?? 0
  return Math.max(0, left - drawn(used, preauth_item_id, (one) => one.preauth_amount))
}

function split(lines: readonly Line[], amount: number): Part[] {
  let left = amount
  return lines.flatMap(({ item, most, cover }) => {
    const part = Math.min(left, most)
    if (part <= 0) return []
    left -= part
    return [{ item, amount: part, preauth_id: cover.preauth_id }]
  })
}

function useOf(lines: readonly Line[], { item, amount }: Part) {
  const { line, cover, before } = lines.find((one) => one.item.id === item.id) as Line
  const sum = (of: (one: UsedSoFar) => number): number =>
    before.reduce((all, one) => all + of(one), 0)
  const { preauth_item_id } = cover
  const taken = drawn(before, preauth_item_id, (one) => one.preauth_quantity)
  return {
    item_id: item.id,
    line,
    cover: {
      ...cover,
      covered: amount,
      quantity: Math.max(0, cover.quantity - sum(({ quantity }) => quantity)),
      visit_copay: Math.max(0, cover.visit_copay - sum(({ visit_copay }) => visit_copay)),
      preauth_quantity: preauth_item_id === null ? 0 : Math.max(0, cover.preauth_quantity - taken),
    },
  }
}
