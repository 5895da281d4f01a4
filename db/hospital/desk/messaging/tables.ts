// How a hospital wants its texts (MSG 2.21), beside what its messaging account keeps itself.

import { flag, nullable, otherwise, ref, text } from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'

export const messaging_settings = table(
  'messaging_settings',
  {
    hospital_id: ref('hospitals'),
    signature: nullable(text(30)),
    promotional_allowed: otherwise(flag(), false),
    notify_low_balance: otherwise(flag(), true),
    reply_confirm_sw: nullable(text(300)),
    reply_confirm_en: nullable(text(300)),
    ...versioned,
  },
  { key: ['hospital_id'] },
)
