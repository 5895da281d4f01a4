// What hospitals chose for their clinical work.

import { json, ref } from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import type { ClinicalChosen } from './shapes.ts'

/** What a hospital has set otherwise than shipped (2.17). */
export const clinical_settings = table(
  'clinical_settings',
  { hospital_id: ref('hospitals'), chosen: json<Partial<ClinicalChosen>>(), ...versioned },
  { key: ['hospital_id'] },
)
