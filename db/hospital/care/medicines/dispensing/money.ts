// What the lines of a dispense cost, and whether they are cleared (CAR-92, CAR-56, CAR-101).

import { type Caller, can } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { charge, uncharge } from '../../../money/billing/charges/charge.ts'
import { serviceDone } from '../../../money/billing/charges/service-done.ts'
import { type Clearance, isSettled } from '../../../money/billing/charges/clearance.ts'
import { isSettledNow } from '../../../money/billing/charges/lapse.ts'
import { returnCharge } from '../../../money/billing/charges/returned-services.ts'
import { today } from '../../../office/places/hours.ts'
import { isOfClosedClinic } from '../../../neighbours/medicines.ts'
import { productsOf } from '../../../goods/stock/products/record.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { type DispenseRow, line_source, type LineRow } from './record.ts'
import { dispense_lines } from './tables.ts'
import type { PaymentState } from './words.ts'

export const supplying = (lines: readonly LineRow[]): LineRow[] =>
  lines.filter(({ outcome }) => outcome === 'SUPPLY')

/** Each line that is supplied, under its own source; without a price it stands as unpriced. */
export async function chargeLines(
  caller: Caller,
  of: DispenseRow,
  lines: readonly LineRow[],
  department: string | null,
): Promise<void> {
  if (of.kind === 'WARD' && (await onAdministration(caller))) return
  const { hospital_id } = caller
  const products = await productsOf(
    caller,
    lines.flatMap(({ product_id }) => product_id ?? []),
  )
  const service_date = await today(caller, of.facility_id)
  const neutral = await isOfClosedClinic(caller, of.prescription_id)
  for (const line of lines) {
    const product = products.get(line.product_id ?? '')
    if (product === undefined) continue
    const made = await charge(caller, {
      patient_id: of.patient_id,
      visit_id: of.visit_id,
      admission_id: of.admission_id,
      code: product.tariff_code ?? product.code,
      quantity: line.quantity / 1000,
      source: line_source,
      source_id: line.id,
      // A bill tells nobody what somebody takes (TBC-23).
      description: neutral ? 'Special clinic visit' : line.product_name,
      urgent: of.urgency <= 2,
      category: 'Pharmacy',
      product_id: product.id,
      service_date,
      ...(department === null ? {} : { department }),
    })
    const { item_id: charge_id, unit_price, amount } = made
    await dispense_lines.change({ hospital_id, id: line.id }, { charge_id, unit_price, amount })
  }
}

export const onAdministration = async (caller: Caller): Promise<boolean> =>
  (await clinicalOf(caller)).inpatient_medicine_charge === 'ON_ADMINISTRATION'

export async function unchargeLines(
  caller: Caller,
  lines: readonly LineRow[],
  reason: string,
): Promise<void> {
  for (const { id } of lines) await uncharge(caller, line_source, id, reason)
}

/** DISP_UNPAID is billing's service gate: its word, and its override (CAR-56). */
export async function mustBeCleared(caller: Caller, lines: readonly LineRow[]): Promise<void> {
  const stopped: string[] = []
  for (const { id } of lines) {
    const cleared = await isSettledNow(caller, line_source, id)
    if (cleared.may_proceed) continue
    const said = can(caller, 'bill:read') ? cleared.message : null
    stopped.push(said ?? 'Not cleared by the cashier.')
  }
  if (stopped.length > 0) throw conflict([...new Set(stopped)].join('\n'), 'unpaid')
}

export async function linesDone(caller: Caller, lines: readonly LineRow[]): Promise<void> {
  for (const { id } of lines) {
    await serviceDone(caller, line_source, id, { performed_by_id: caller.user_id })
  }
}

/** What came back is not owed, or is given back; minor units. */
export async function creditLine(
  caller: Caller,
  line_id: string,
  quantity: number | null,
  reason: string,
): Promise<number> {
  const back = await returnCharge(caller, {
    source: line_source,
    source_id: line_id,
    ...(quantity === null ? {} : { quantity: quantity / 1000 }),
    reason,
  })
  return back?.credited ?? 0
}

const states: Partial<Record<Clearance['reason'], PaymentState>> = {
  UNPRICED: 'NOT_PRICED',
  NOT_CHARGED: 'NOT_PRICED',
  UNPAID: 'UNPAID',
  DIFFERENCE_NOT_ACCEPTED: 'UNPAID',
  PAID: 'SETTLED',
  COVERED: 'COVERED',
  WAIVED: 'EXEMPT',
  CREDIT: 'ON_ACCOUNT',
  OVERRIDE: 'BYPASSED',
  EMERGENCY: 'BYPASSED',
}

export interface Payment {
  payment: PaymentState | null
  payment_ok: boolean
}

const worst: readonly PaymentState[] = [
  'UNPAID',
  'PART_PAID',
  'NOT_PRICED',
  'BYPASSED',
  'ON_ACCOUNT',
  'EXEMPT',
  'COVERED',
  'SETTLED',
]

/** Of one dispense; a list asks for the visits together. */
export async function paymentOf(caller: Caller, lines: readonly LineRow[]): Promise<Payment> {
  const found: PaymentState[] = []
  let payment_ok = true
  for (const { id, charge_id, amount } of supplying(lines)) {
    if (charge_id === null) continue
    const cleared = await isSettled(caller, line_source, id)
    payment_ok &&= cleared.may_proceed
    const part = cleared.due > 0 && cleared.due < (amount ?? 0)
    const state = states[cleared.reason] ?? (cleared.settled ? 'SETTLED' : 'UNPAID')
    found.push(state === 'UNPAID' && part ? 'PART_PAID' : state)
  }
  const payment = worst.find((state) => found.includes(state)) ?? null
  return { payment, payment_ok }
}
