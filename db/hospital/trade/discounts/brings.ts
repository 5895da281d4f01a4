import { answer } from '../../../core/question.ts'
import { rows, run } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { applyDiscount, discountsOf } from '../../neighbours/commercial.ts'
import type { Brings } from '../../registry.ts'
import { ofSale } from './give.ts'
import { ofBill } from './of-bill.ts'

const notice = (kind: string, label: string, audience: string) =>
  ({
    kind,
    label,
    area: 'discounts',
    urgency: 'INFO',
    default: { sms: false, whatsapp: false, email: false },
    locked: false,
    audience,
  }) as const

export const brings: Brings = {
  area: 'discounts',
  sequences: [
    {
      kind: 'discount',
      label: 'Discount',
      area: 'discounts',
      pattern: 'DC-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
  ],
  reads: { discount: 'discount:read', discount_rule: 'discount:read' },
  notifications: [
    notice('discount.pending', 'A discount waits for a decision', 'Holders of discount:approve'),
    notice('discount.refused', 'A discount was refused', 'Who asked for it'),
  ],
  answers: [answer(applyDiscount, ofSale), answer(discountsOf, ofBill)],
  async repointPatient({ hospital_id }, { from, to, only }) {
    const own = only === undefined ? sql`` : sql` and id${oneOf(only['discounts'] ?? [])}`
    const found = await rows<{ id: string }>(
      sql`select id from discounts where hospital_id = ${hospital_id} and patient_id = ${from}${own}`,
    )
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) return {}
    await run(
      sql`update discounts set patient_id = ${to} where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
    )
    return { discounts: ids }
  },
}
