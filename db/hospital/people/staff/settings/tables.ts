// How a hospital keeps its people: what it has set (people 2.11); the rest is as it ships.

import { json, ref } from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import type { PeopleSettings } from './shapes.ts'

export const people_settings = table(
  'people_settings',
  { hospital_id: ref('hospitals'), said: json<Partial<PeopleSettings>>(), ...versioned },
  { key: ['hospital_id'] },
)
