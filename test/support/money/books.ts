// The books of a test: accounts by code, and entries written in one line.

import type { Test } from 'tap'
import { rows } from '../../../db/store/connection.ts'
import { replay, taken_as_they_are } from '../../../db/hospital/money/accounting/proofs/replay.ts'
import { sql } from '../../../db/store/sql.ts'
import type { House } from '../boot.ts'
import type { Answer, Ask } from '../ask.ts'
import { booksOf } from '../../../db/hospital/money/accounting/books.ts'

export interface Ledger {
  /** The id of the account with this code. */
  id(code: string): string
  /** Debits and credits by code: `{ '1110': 100, '3101': -100 }`, debit above 0. */
  lines(amounts: Readonly<Record<string, number>>, department?: string): unknown[]
  post(
    by: Ask,
    amounts: Readonly<Record<string, number>>,
    more?: Record<string, unknown>,
  ): Promise<Answer>
  balance(by: Ask, code: string, query?: Record<string, string>): Promise<number>
}

export async function ledgerOf(house: House): Promise<Ledger> {
  const { chart } = await booksOf(house.system)
  const id = (code: string): string => {
    const found = chart.by_code.get(code)
    if (found === undefined) throw new Error(`no account ${code}`)
    return found.id
  }
  const self: Ledger = {
    id,
    lines: (amounts, department) =>
      Object.entries(amounts).map(([code, amount]) => ({
        account_id: id(code),
        ...(amount > 0 ? { debit: amount } : { credit: -amount }),
        ...(department === undefined ? {} : { department }),
      })),
    post: (by, amounts, more = {}) =>
      by.post('/accounting/entries', {
        memo: 'Test entry',
        lines: self.lines(amounts),
        post: true,
        ...more,
      }),
    async balance(by, code, query = {}) {
      const found = await by.whole('/accounting/accounts', query)
      return found.find((account) => account.code === code).balance
    },
  }
  return self
}

/** ACC-93: every automatic entry that stands was built anew from its document, and none differs. */
export async function rebuilt(t: Test, { system }: House, least = 1): Promise<void> {
  const { hospital_id } = system
  const stands = await rows<{ source: string; n: number }>(
    sql`select source, count(*) as n from journal_entries where hospital_id = ${hospital_id}
      group by source order by source`,
  )
  const automatic = stands
    .filter(({ source }) => !(source.replace(/_REVERSAL$/, '') in taken_as_they_are))
    .reduce((sum, { n }) => sum + Number(n), 0)
  const again = await replay(system, { from: 1 })
  t.same(again.differences, [], 'ACC-93: the documents give the entries that stand')
  t.equal(again.entries, automatic, `all of them: ${stands.map(({ source }) => source).join(' ')}`)
  t.ok(automatic >= least, `${automatic} automatic entries`)
}
