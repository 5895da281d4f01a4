import { id, json, ref } from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import type { BloodSettings } from './setting-words.ts'

export const blood_settings = table(
  'blood_settings',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    /** What differs from what is shipped. */
    chosen: json<Partial<BloodSettings>>(),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id'] }] },
)
