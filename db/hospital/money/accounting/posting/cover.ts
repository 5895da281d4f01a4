// No account pays out more than it holds (ACC-10, ACC-123).

import { conflict } from '../../../../core/refusal.ts'
import type { Books } from '../books.ts'
import type { EntryRow, LineRow } from './chain.ts'
import { funding_accounts } from '../funding/tables.ts'
import { net } from '../reports/sums.ts'

/** After the lines are in: what each account that paid still holds, today and on the entry's day. */
export async function coverCash(
  books: Books,
  { entry_date, kind }: EntryRow,
  lines: readonly LineRow[],
): Promise<void> {
  if (kind === 'CLOSING') return
  const paid = new Map<string, number>()
  for (const { account_id, debit, credit } of lines) {
    if (!isCash(books, account_id)) continue
    paid.set(account_id, (paid.get(account_id) ?? 0) + credit - debit)
  }
  const paying = [...paid].filter(([, amount]) => amount > 0)
  if (paying.length === 0) return
  const { hospital_id } = books
  const named = await funding_accounts.all({ hospital_id, account_id: paying.map(([id]) => id) })
  for (const [account_id, amount] of paying) {
    const account = books.chart.by_id.get(account_id)
    const funding = named.find((one) => one.account_id === account_id)
    const is_drawer = account?.grouping === 'cash_drawer'
    if (!is_drawer && (funding === undefined || books.preferences.allow_negative_funding)) continue
    const days = entry_date < books.today ? [entry_date, undefined] : [undefined]
    for (const to of days) {
      const left = await net(hospital_id, { account_ids: [account_id], to })
      if (left < 0) {
        const name = funding?.name ?? account?.name ?? ''
        throw conflict(`${name} holds ${books.purse.said(left + amount)}.`, 'not_covered')
      }
    }
  }
}

const cash_groupings = new Set(['cash', 'bank', 'mobile', 'cash_drawer'])
const isCash = ({ chart }: Books, id: string): boolean =>
  cash_groupings.has(chart.by_id.get(id)?.grouping ?? '')
