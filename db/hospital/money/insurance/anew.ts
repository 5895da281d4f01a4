// Lines of an issued bill, decided once more because their scheme shall take over more of them (BIL-50).
// Each by itself: what it holds counts as not used, what every other line holds counts as used, so that
// no ceiling, limit or approval is given out twice (BIL-34, BIL-110).

import {
  begin,
  type CoverLine,
  decideLine,
  type Facts,
  type LineCover,
  type Use,
} from './engine.ts'
import type { PreauthLeft } from './preauth-left.ts'

/** What a line holds of ceilings, limits and approvals. */
export interface Held extends Use {
  item_id: string
  preauth_item_id: string | null
  preauth_quantity: number
  preauth_amount: number
}

export interface AnewLine extends CoverLine {
  item_id: string
  /** What the scheme has of it already. */
  has: number
}

export interface Anew {
  item_id: string
  line: CoverLine
  /** What the line may use beyond what it holds. */
  cover: LineCover
}

type Amount = 'quantity' | 'covered' | 'visit_copay' | 'preauth_quantity' | 'preauth_amount'

const sum = (held: readonly Held[], of: Amount): number =>
  held.reduce((all, one) => all + one[of], 0)

/** `held` is of these lines, which `facts.uses` and `facts.ever` leave out; `others` of the same bill. */
export function decideAnew(
  facts: Facts,
  { held, others }: { held: readonly Held[]; others: readonly Held[] },
  lines: readonly AnewLine[],
): Anew[] {
  const more: Held[] = []
  let passed = false
  return lines.map((line): Anew => {
    const own = held.filter(({ item_id }) => item_id === line.item_id)
    const beside = [...held.filter((one) => !own.includes(one)), ...more]
    const preauths = leftOf(facts.preauths, own, more)
    const known = { ...withUses(facts, beside), preauths }
    const running = sum([...beside, ...others].filter(unapproved), 'covered')
    const tally = { ...begin(known), running, passed }
    const cover = beyond(decideLine(known, tally, line), own, line.has)
    passed = tally.passed
    if (cover.covered > 0) more.push(holding(facts, line, cover))
    return { item_id: line.item_id, line, cover }
  })
}

const unapproved = ({ preauth_item_id }: Held): boolean => preauth_item_id === null

const withUses = (facts: Facts, beside: readonly Held[]): Facts => ({
  ...facts,
  uses: [...facts.uses, ...beside],
  ever: [...facts.ever, ...beside.filter((use) => use.own)],
})

/** With what the line itself holds of them, without what the lines before it take now. */
const leftOf = (
  preauths: readonly PreauthLeft[],
  own: readonly Held[],
  more: readonly Held[],
): PreauthLeft[] =>
  preauths.map((one) => {
    const of_it = ({ preauth_item_id }: Held): boolean => preauth_item_id === one.item_id
    const [back, gone] = [own.filter(of_it), more.filter(of_it)]
    const left = (of: 'preauth_quantity' | 'preauth_amount'): number =>
      sum(back, of) - sum(gone, of)
    return {
      ...one,
      quantity: one.quantity + left('preauth_quantity'),
      amount: one.amount + left('preauth_amount'),
    }
  })

/** What the scheme denied it has no more, but the line still holds it. */
function beyond(cover: LineCover, own: readonly Held[], has: number): LineCover {
  const more = (of: number, held: number): number => Math.max(0, of - held)
  const drawn = own.filter(({ preauth_item_id }) => preauth_item_id === cover.preauth_item_id)
  return {
    ...cover,
    covered: more(cover.covered, Math.max(has, sum(own, 'covered'))),
    quantity: more(cover.quantity, sum(own, 'quantity')),
    visit_copay: more(cover.visit_copay, sum(own, 'visit_copay')),
    preauth_quantity: more(cover.preauth_quantity, sum(drawn, 'preauth_quantity')),
  }
}

const holding = (facts: Facts, line: AnewLine, cover: LineCover): Held => ({
  item_id: line.item_id,
  code: line.code,
  category: line.category,
  visit_id: facts.visit_id,
  admission_id: facts.admission_id,
  service_date: line.day ?? facts.day,
  own: true,
  quantity: cover.quantity,
  covered: cover.covered,
  visit_copay: cover.visit_copay,
  preauth_item_id: cover.preauth_item_id,
  preauth_quantity: cover.preauth_quantity,
  preauth_amount: cover.preauth_item_id === null ? 0 : cover.covered,
})
