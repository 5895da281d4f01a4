// The terms of a scheme as they are typed, read into the columns that keep them.

import type { Caller } from '../../../core/caller.ts'
import { toMinor } from '../../../core/kinds/money.ts'
import { toBasisPoints } from '../../../core/kinds/percent.ts'
import { invalid, Refusal } from '../../../core/refusal.ts'
import { booksOf } from '../accounting/books.ts'
import { currency as currencyOf } from '../../office/hospitals/hospitals.ts'
import { mustBePlain } from '../../../core/kinds/plain-pattern.ts'
import { notNegative } from './read-price.ts'
import type { SchemeChange } from './scheme-shapes.ts'
import type { SchemeRow } from './schemes.ts'

type Said = Partial<SchemeRow>

export async function readScheme(caller: Caller, input: SchemeChange): Promise<Said> {
  const { coverage_pct, wht_pct, preauth_above, copay_amount, code: _c, name: _n, ...rest } = input
  const money = await currencyOf(caller)
  const minor = (field: string, amount: number | null): number | null =>
    amount === null ? null : notNegative(toMinor(amount, money, field), field)
  const share = (field: string, pct: number | null): number | null =>
    pct === null ? null : toBasisPoints(pct, field)
  if (rest.member_no_pattern) mustBePlain('member_no_pattern', rest.member_no_pattern)
  const month = rest.open_claim_month
  if (month && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
    throw invalid('open_claim_month', 'must be a month like 2026-03.')
  }
  await checkAccount(caller, rest.account_id)
  return {
    ...withoutEmpty(rest),
    ...(coverage_pct === undefined ? {} : { coverage_bp: share('coverage_pct', coverage_pct) }),
    ...(wht_pct === undefined ? {} : { wht_bp: share('wht_pct', wht_pct) }),
    ...(preauth_above === undefined
      ? {}
      : { preauth_above: minor('preauth_above', preauth_above) }),
    ...(copay_amount === undefined ? {} : { copay_amount: minor('copay_amount', copay_amount) }),
  }
}

/** An empty text says that there is none. */
export const withoutEmpty = <T extends object>(given: T): T =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, value === '' ? null : value]),
  ) as T

async function checkAccount(caller: Caller, id: string | null | undefined): Promise<void> {
  if (id === null || id === undefined) return
  const { chart } = await booksOf(caller)
  if (chart.by_id.get(id) !== undefined) return
  throw new Refusal(404, 'not_found', 'account_id: no such account.', { field: 'account_id' })
}
