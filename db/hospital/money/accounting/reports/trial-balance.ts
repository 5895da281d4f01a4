// The trial balance (ACC-77, ACC-83): what stood, what moved and what stands, of one moment.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { snapshot } from '../../../../store/connection.ts'
import { refuseBlind } from '../blind.ts'
import { booksAsked } from '../branch-asked.ts'
import type { Books } from '../books.ts'
import { compared, footer, posting, range } from './reports.ts'
import type { TrialAsked, TrialBalance } from './shapes.ts'
import { sums } from './sums.ts'

interface Figures {
  start: number
  debit: number
  credit: number
  closing: number
}
const nothing: Figures = { start: 0, debit: 0, credit: 0, closing: 0 }

export const trialBalance = (caller: Caller, asked: TrialAsked): Promise<TrialBalance> =>
  snapshot(async () => {
    const books = await booksAsked(caller, asked)
    await refuseBlind(caller)
    const { major } = books.purse
    const { from, to } = range(books, asked)
    const { closing_entries = 'after', facility_id } = asked
    const then_days = compared({ from, to }, asked.compare)
    const now = await figuresIn(books, { from, to }, asked)
    const then = then_days === undefined ? undefined : await figuresIn(books, then_days, asked)
    const rows = posting(books)
      .map((account) => ({
        account,
        ...(now.get(account.id) ?? nothing),
        before: then?.get(account.id)?.closing ?? 0,
      }))
      .filter((row) => [row.start, row.debit, row.credit, row.before].some((one) => one !== 0))
    const sum = (pick: (row: (typeof rows)[number]) => number): number =>
      major(rows.reduce((total, row) => total + pick(row), 0))
    return {
      from,
      to,
      closing_entries,
      facility_id: facility_id ?? null,
      rows: rows.map(({ account, start, debit, credit, closing, before }) => ({
        account_id: account.id,
        code: account.code ?? '',
        name: account.name,
        kind: account.kind,
        opening: major(start),
        debit: major(debit),
        credit: major(credit),
        closing: major(closing),
        ...(then === undefined ? {} : { compare: major(before) }),
      })),
      totals: {
        opening: sum(({ start }) => start),
        debit: sum(({ debit }) => debit),
        credit: sum(({ credit }) => credit),
        closing: sum(({ closing }) => closing),
        closing_debit: sum(({ closing }) => Math.max(closing, 0)),
        closing_credit: sum(({ closing }) => Math.max(-closing, 0)),
      },
      ...(then_days === undefined
        ? {}
        : {
            compared: {
              ...then_days,
              closing: sum(({ before }) => before),
              closing_debit: sum(({ before }) => Math.max(before, 0)),
              closing_credit: sum(({ before }) => Math.max(-before, 0)),
            },
          }),
      footer: await footer(caller, books),
    }
  })

/** By account, in minor units; debit above 0. */
async function figuresIn(
  { hospital_id }: Books,
  { from, to }: { from: string; to: string },
  { closing_entries, facility_id }: TrialAsked,
): Promise<Map<string, Figures>> {
  const found = new Map<string, Figures>()
  for (const one of await sums(hospital_id, ['account_id'], {
    to: nextDay(from, -1),
    facility_id,
  })) {
    const start = one.debit - one.credit
    found.set(one.account_id, { ...nothing, start, closing: start })
  }
  const closing = closing_entries === 'before' ? 'without' : 'with'
  for (const one of await sums(hospital_id, ['account_id'], { from, to, facility_id, closing })) {
    const { start } = found.get(one.account_id) ?? nothing
    const { debit, credit } = one
    found.set(one.account_id, { start, debit, credit, closing: start + debit - credit })
  }
  return found
}
