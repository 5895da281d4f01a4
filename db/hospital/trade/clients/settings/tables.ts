// How a hospital trades: what it has set (commercial 2.9); the rest is as it ships.

import { json, ref } from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import type { CommercialSettings } from './shapes.ts'

export const commercial_settings = table(
  'commercial_settings',
  { hospital_id: ref('hospitals'), said: json<Partial<CommercialSettings>>(), ...versioned },
  { key: ['hospital_id'] },
)
