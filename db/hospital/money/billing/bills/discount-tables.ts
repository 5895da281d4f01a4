// What a discount took off which lines of a bill (BIL-86). Money in minor units.

import { flag, id, json, money, otherwise, ref, text, uuid } from '../../../../store/columns.ts'
import { stamps } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'

export const bill_discounts = table(
  'bill_discounts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    bill_id: ref('bills'),
    discount_id: uuid(),
    /** Given while the bill was a draft: then it is in the lines' own discount. */
    of_draft: flag(),
    amount: money(),
    tax: money(),
    lines: json<{ item_id: string; amount: number; tax: number }[]>(),
    reason: text(300),
    live: otherwise(flag(), true),
    ...stamps,
  },
  {
    unique: [{ columns: ['hospital_id', 'discount_id'], only_where: 'live' }],
    indexes: [
      { columns: ['bill_id'] },
      { columns: ['hospital_id', 'created_at'] },
      { columns: ['hospital_id', 'updated_at'], only_where: 'not live' },
    ],
  },
)
