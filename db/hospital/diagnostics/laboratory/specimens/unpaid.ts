// Whether the tests of a tube may go ahead (DIA-45): billing says, item by item.

import { type Caller, can } from '../../../../core/caller.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { Override } from '../../../desk/gates/shapes.ts'
import { isSettledNow } from '../../../money/billing/charges/lapse.ts'
import type { UnpaidBite } from '../gate-kinds.ts'
import { charge_source } from '../orders/ordering.ts'
import type { ItemRow, OrderRow } from '../orders/record.ts'

interface Unpaid {
  item: ItemRow
  bite: UnpaidBite
}

async function unpaidAmong(caller: Caller, items: readonly ItemRow[]): Promise<Unpaid[]> {
  const found: Unpaid[] = []
  for (const item of items) {
    const cleared = await isSettledNow(caller, charge_source, item.id)
    if (cleared.may_proceed) continue
    const what = can(caller, 'bill:read')
      ? wordsOf(item, cleared.message)
      : 'Not cleared by the cashier.'
    const of = { source: charge_source, source_id: item.id }
    found.push({ item, bite: { subject: item.test_code, what, level: cleared.gate, ...of } })
  }
  return found
}

/** Billing's own words, without the title that the gate says already. */
const wordsOf = (item: ItemRow, message: string | null): string =>
  /^Not paid yet: (.*? to the cashier\.)/.exec(message ?? '')?.[1] ?? `${item.test_name}.`

/** The items that must wait, where the tube is taken for the others. */
export async function passUnpaid(
  caller: Caller,
  order: OrderRow,
  items: readonly ItemRow[],
  asked: {
    action: 'specimen.collect' | 'specimen.receive' | 'study.arrive'
    overrides?: readonly Override[] | undefined
    skip?: boolean
  },
): Promise<ItemRow[]> {
  const unpaid = await unpaidAmong(caller, items)
  if (unpaid.length === 0) return []
  if (asked.skip === true && unpaid.length < items.length) return unpaid.map(({ item }) => item)
  await gate(caller, {
    action: asked.action,
    subject: {
      patient_id: order.patient_id,
      by_gate: { DIA_UNPAID: unpaid.map(({ bite }) => bite) },
    },
    overrides: asked.overrides ?? [],
    entity: {
      type: 'diagnostic_order',
      id: order.id,
      patient_id: order.patient_id,
      visit_id: order.visit_id,
    },
  })
  return []
}
