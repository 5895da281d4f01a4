// Decimals of one currency look the same on one page (BIL-159).

import t from 'tap'
import { evenly, facts, framed, type MoneyPaper, pens } from '../../templates/money-paper.ts'
import type { Paper } from '../../templates/paper.ts'
import { head } from '../../templates/samples-frame.ts'

const given: MoneyPaper = {
  head: { ...head('plain'), currency: 'TZS', scale: 2 },
  language: 'en',
  size: 'A4',
  decimals: 0,
  verify: null,
  printed: null,
  mark: null,
}

const listing = (...amounts: number[]) =>
  evenly((paper: MoneyPaper): Paper => {
    const rows = amounts.map((minor) => ['Paid', pens(paper).money(minor)] as const)
    return framed(paper, { title: 'Paper', number: null, issued_at: '' }, [facts(1, rows)])
  })

const amountsOn = ({ blocks }: Paper): string[] =>
  blocks.flatMap((block) => (block.kind === 'facts' ? block.rows.map(([, value]) => value) : []))

t.test('one amount with decimals shows them on all, and on no other paper', async (t) => {
  t.same(amountsOn(listing(100_000, 250_000)(given)), ['1,000', '2,500'])
  t.same(amountsOn(listing(100_000, 100_050)(given)), ['1,000.00', '1,000.50'])
  t.same(amountsOn(listing(100_000, 250_000)(given)), ['1,000', '2,500'])
  t.same(amountsOn(listing(100_000)({ ...given, decimals: 2 })), ['1,000.00'])
})
