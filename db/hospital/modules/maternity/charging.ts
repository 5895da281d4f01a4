// What maternity charges, by its keys (MAT-10, MOD-16). Nothing here asks for payment.

import type { Caller } from '../../../core/caller.ts'
import { rowsIn } from '../parts/part-table.ts'
import { chargeKey } from '../parts/charging.ts'
import { type ChargeKey, charges_table } from './chosen/tables.ts'

export const charge_sources = {
  BOOKING: 'maternity_booking',
  CONTACT: 'maternity_contact',
  PNC: 'maternity_contact',
  DELIVERY_NORMAL: 'maternity_delivery',
  DELIVERY_ASSISTED: 'maternity_delivery',
  SUTURE: 'maternity_suture',
} as const satisfies Record<ChargeKey, string>

export interface MaternityCharge {
  key: ChargeKey
  patient_id: string
  visit_id: string | null
  source_id: string
  service_date: string
  performed_by_id: string | null
}

/** What is told of a missing price; null: it is on the bill. */
export async function chargeFor(
  caller: Caller,
  { key, ...asked }: MaternityCharge,
): Promise<string | null> {
  const { warning } = await chargeKey(caller, {
    ...asked,
    key,
    code: await codeFor(caller, key),
    quantity: 1,
    source: charge_sources[key],
    category: 'Maternity',
    department: null,
    done: true,
  })
  return warning
}

export const codeFor = async (caller: Caller, key: ChargeKey): Promise<string | null> =>
  (await rowsIn(caller, charges_table)).find((row) => row.key === key && row.active !== false)
    ?.code ?? null
