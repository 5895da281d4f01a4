// Shortages and how they are made good (3.7, P-67).

import type { Caller } from '../../../core/caller.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { newId } from '../../../core/ids.ts'
import { post } from '../accounting/posting/post.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { record } from '../../office/audit/record.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf, today } from '../../office/hospitals/hospitals.ts'
import { addShortage, staffOf } from '../../neighbours/people.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { openShift, took } from './cash.ts'
import type { CashDifference, DifferenceFilter, SettleInput } from './money-shapes.ts'
import { settlementLines } from './ledger.ts'
import { drawerRecord } from './rows.ts'
import { cash_differences, difference_settlements } from './tables.ts'
import { recordOf } from '../../../store/record-of.ts'

type Row = RowOf<(typeof cash_differences)['columns']>

export async function list(
  caller: Caller,
  asked: DifferenceFilter & PageAsked,
): Promise<Page<CashDifference>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(cash_differences, asked, {
    from: sql` from cash_differences${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.user_id, sql`user_id = ${asked.user_id}`),
      ...withinDays(sql`created_at`, timezone, asked),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  const purse = await purseOf(caller)
  return mapPage(found, (row) => shown(purse, row))
}

const shown = (purse: Purse, row: Row): CashDifference => ({
  ...row,
  found_at: row.found_at as CashDifference['found_at'],
  amount: purse.major(row.amount),
  settled: purse.major(row.settled),
})

export const differenceRecord = recordOf(cash_differences, 'cash difference')

export async function settle(
  caller: Caller,
  id: string,
  input: SettleInput,
): Promise<CashDifference> {
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const amount = purse.minor('amount', input.amount)
  if (amount <= 0) throw invalid('amount', 'must be more than 0.')
  const shift = input.by === 'CASH' ? await openShift(caller) : null
  const before = await differenceRecord.locked(caller, id)
  const left = -before.amount - before.settled
  if (before.amount >= 0 || left <= 0) {
    throw conflict(`Nothing of this difference is open.`, 'settled')
  }
  if (amount > left) throw conflict(`Only ${purse.said(left)} is open.`, 'too_much')
  const settlement_id = newId()
  const drawer = shift === null ? null : await drawerRecord.get(caller, shift.drawer_id)
  const given = {
    amount,
    account_id: drawer?.account_id ?? null,
    account_facility_id: shift?.facility_id ?? null,
  }
  if (shift !== null) {
    await took(caller, shift.id, {
      kind: 'SETTLEMENT',
      method: 'Cash',
      amount,
      source: 'cash_difference',
      source_id: settlement_id,
    })
  } else {
    await offThePay(caller, before, { amount, source_id: settlement_id })
  }
  await post(caller, {
    source: 'CASH_DIFFERENCE_SETTLE',
    source_id: settlement_id,
    memo: `Shortage of shift ${before.shift_number}, ${before.user_name}`,
    lines: settlementLines(before, given),
  })
  await difference_settlements.insert({
    ...given,
    id: settlement_id,
    hospital_id,
    difference_id: id,
    shift_id: shift?.id ?? null,
    settled_on: await today(caller),
    note: input.note ?? null,
    made_by_name: caller.name,
  })
  const settled = before.settled + amount
  const status = settled === -before.amount ? 'SETTLED' : 'OPEN'
  await cash_differences.change({ hospital_id, id }, { settled, status })
  record(caller, 'cash_difference.settle', {
    entity_type: 'cash_difference',
    entity_id: id,
    entity_label: before.shift_number,
    from_state: before.status,
    to_state: status,
    reason: input.note ?? null,
    changes: { settled: [before.settled, settled] },
  })
  return shown(purse, await differenceRecord.get(caller, id))
}

/** Where staff are kept, pay makes good what the record behind the account was short (HR-103). */
async function offThePay(
  caller: Caller,
  { user_id, user_name }: Row,
  { amount, source_id }: { amount: number; source_id: string },
): Promise<void> {
  const person = await staffOf(caller, user_id)
  if (person === undefined) return
  if (person === null) {
    throw conflict(`The account of ${user_name} has no staff record: link it, or settle in cash.`)
  }
  const { staff_id } = person
  await addShortage(caller, { staff_id, amount, source: 'cash_difference', source_id })
}
