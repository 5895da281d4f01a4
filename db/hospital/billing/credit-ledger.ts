// P-18: income goes back on the accounts and departments it came from (BIL-73), and what was owed,
// waived or paid for it falls.

import type { Caller } from '../../caller.ts'
import { rows } from '../../connection.ts'
import { oneOf, sql } from '../../sql.ts'
import type { PostingLine } from '../accounting/lines.ts'
import type { Split } from './credit-split.ts'
import type { CreditReason } from './credit-words.ts'
import { incomeAccountsOf } from './income.ts'
import { debtOf, schemeDebt } from './owing.ts'
import type { Row as Bill } from './rows.ts'
import { gathered } from './posting-sums.ts'

export async function creditLines(
  caller: Caller,
  bill: Bill,
  splits: readonly Split[],
  reason_code: CreditReason,
): Promise<PostingLine[]> {
  const { facility_id } = bill
  const income = await incomeAccountsOf(
    caller,
    splits.map(({ item }) => item),
  )
  const scheme = await schemeDebt(caller, bill.scheme_id)
  const took_over = await tookOver(caller, splits)
  const { debt, held } = debtOf(bill)
  const sums = gathered()
  for (const split of splits) {
    const { department, tax_code } = split.item
    const about = { facility_id, department, tax_code }
    const back = { debit: split.amount - split.tax, ...about }
    if (reason_code === 'RETURN') sums.add({ role: 'returns', ...back })
    else sums.add({ account_id: income(split.item), ...back })
    sums.add({ role: 'vat_out', debit: split.tax, facility_id, tax_code })
    sums.add({ ...scheme, facility_id, credit: split.scheme_part })
    const other = took_over.get(split.item.id) ?? scheme
    sums.add({ ...other, facility_id, credit: split.insured_part })
    sums.add({ ...debt, facility_id, credit: split.unpaid_part })
    sums.add({ role: 'waiver', credit: split.waived_part, facility_id, department })
    sums.add({ ...held, facility_id, credit: split.paid_part })
  }
  return sums.lines()
}

/** Of each line the scheme that took a part of it over afterwards: not always the bill's own. */
async function tookOver(
  caller: Caller,
  splits: readonly Split[],
): Promise<ReadonlyMap<string, Pick<PostingLine, 'role' | 'party'>>> {
  const ids = splits.filter(({ insured_part }) => insured_part > 0).map(({ item }) => item.id)
  if (ids.length === 0) return new Map()
  const found = await rows<{ item_id: string; scheme_id: string | null }>(
    sql`select a.item_id, p.scheme_id from payment_allocations a
      join payments p on p.id = a.payment_id
      where a.hospital_id = ${caller.hospital_id} and a.live and p.method = 'Insurance'
        and a.item_id${oneOf(ids)}`,
  )
  const debts = new Map<string, Pick<PostingLine, 'role' | 'party'>>()
  for (const { item_id, scheme_id } of found) {
    debts.set(item_id, await schemeDebt(caller, scheme_id))
  }
  return debts
}
