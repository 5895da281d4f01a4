// P-18: income goes back on the accounts and departments it came from (BIL-73), and what was owed,
// waived or paid for it falls.

import type { Caller } from '../../../../core/caller.ts'
import type { PostingLine } from '../../accounting/entries/lines.ts'
import type { Split } from './split.ts'
import type { CreditReason } from './words.ts'
import { incomeAccountsOf } from '../bills/income.ts'
import { debtOf, schemeDebt } from '../payments/owing.ts'
import type { Row as Bill } from '../bills/rows.ts'
import { gathered } from '../posting-sums.ts'

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
    for (const { scheme_id, amount } of split.insured_by) {
      sums.add({ ...(await schemeDebt(caller, scheme_id)), facility_id, credit: amount })
    }
    sums.add({ ...debt, facility_id, credit: split.unpaid_part })
    sums.add({ role: 'waiver', credit: split.waived_part, facility_id, department })
    sums.add({ ...held, facility_id, credit: split.paid_part })
  }
  return sums.lines()
}
