// What a reconciliation says on paper, beside what it says as data: of which account, and where the books stood.

import type { Caller } from '../../../../core/caller.ts'
import { booksOf } from '../books.ts'
import { funding_accounts } from '../funding/tables.ts'
import { footer } from '../reports/reports.ts'
import { find } from './reconciliations.ts'

export async function reconciliationFacts(caller: Caller, id: string) {
  const books = await booksOf(caller)
  const found = await find(caller, id)
  const { bank_account_id: account_id } = found
  const account = books.chart.by_id.get(account_id)
  const funding = await funding_accounts.find({ hospital_id: caller.hospital_id, account_id })
  return {
    ...found,
    account: [account?.code, account?.name].filter(Boolean).join(' '),
    bank: [funding?.institution, funding?.number].filter(Boolean).join(' '),
    facility_id: funding?.facility_id ?? null,
    footer: await footer(caller, books),
  }
}
export type ReconciliationFacts = Awaited<ReturnType<typeof reconciliationFacts>>
