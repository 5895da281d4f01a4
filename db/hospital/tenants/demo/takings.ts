// Money of the day that is being lived: a price list, a drawer at work, sales at its window, and bills of
// which some are paid, one in part, and one not yet.

import type { Caller } from '../../../core/caller.ts'
import { dayIn, nextDay } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { open as openBill } from '../../money/billing/charges/by-hand.ts'
import { issue } from '../../money/billing/bills/issue.ts'
import { pay } from '../../money/billing/payments/payments.ts'
import { sell } from '../../money/billing/sales/sales.ts'
import { open as openDrawer } from '../../money/drawers/drawers.ts'
import { open as openShift } from '../../money/drawers/shifts.ts'
import { isPriced, open as openPrice } from '../../money/tariff/tariffs.ts'
import type { Chance } from './chance.ts'

interface Day {
  chance: Chance
  zone: string
  next: () => Patient | undefined
  as: (role: string) => Caller
}

/** Of a district hospital, in the hospital's currency. */
const prices = [
  ['CONS', 'Consultation, general', 'Consultation', 5000],
  ['CONS-SP', 'Consultation, specialist', 'Consultation', 15_000],
  ['MRDT', 'Malaria rapid test', 'Laboratory', 2000],
  ['FBC', 'Full blood count', 'Laboratory', 10_000],
  ['URINE', 'Urine, by strip', 'Laboratory', 3000],
  ['XR-CHEST', 'X-ray, chest', 'Radiology', 20_000],
  ['DRESS', 'Dressing of a wound', 'Procedure', 5000],
  ['BED-GEN', 'Bed in a general ward, a day', 'Bed', 10_000],
  ['NURS-DAY', 'Nursing on a ward, a day', 'Bed', 3000],
] as const

export interface Takings {
  sales: number
  bills: number
}

export async function takings(
  { chance, zone, next, as }: Day,
  most: { sales: number; bills: number },
): Promise<Takings> {
  const cashier = as('cashier')
  const { facility_id } = cashier
  if (facility_id === null || cashier.user_id === null) return { sales: 0, bills: 0 }
  // Who lies in a bed since some days has a price for them.
  const effective_from = nextDay(dayIn(zone), -30)
  await within(async () => {
    for (const [code, name, category, price] of prices) {
      if (await isPriced(cashier, code)) continue
      await openPrice(as('manager'), {
        code,
        name,
        category,
        price,
        effective_from,
        reason: 'The list that the hospital began with',
      })
    }
    const window = { name: 'Window 1', facility_id }
    const { id: drawer_id } = await openDrawer(as('supervisor'), window)
    await openShift(cashier, { drawer_id, denominations: [] })
  })
  const bought = () => [{ code: 'CONS' }, { code: chance.one(['MRDT', 'FBC', 'URINE']) }]
  let [sales, bills] = [0, 0]
  for (; sales < most.sales; sales += 1) {
    const patient = next()
    if (patient === undefined) break
    const sale = { patient_id: patient.id, method: 'Cash', lines: bought() }
    await within(() => sell(cashier, sale))
  }
  for (; bills < most.bills; bills += 1) {
    const patient = next()
    if (patient === undefined) break
    await within(async () => {
      const items = [{ code: 'CONS-SP' }, { code: 'XR-CHEST' }]
      const { id } = await openBill(cashier, { patient_id: patient.id, items })
      await issue(cashier, id)
      // Paid, in part, and not yet: in turn.
      const amount = [35_000, 20_000, 0][bills % 3] ?? 0
      if (amount > 0) await pay(cashier, id, { amount, method: 'Cash' })
    })
  }
  return { sales, bills }
}
