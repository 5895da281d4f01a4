// What hospitals chose for their clinical work.

import { code, id, instant, integer, json, ref, text } from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import type { ClinicalChosen } from './shapes.ts'

/** What a hospital has set otherwise than shipped (2.17). */
export const clinical_settings = table(
  'clinical_settings',
  { hospital_id: ref('hospitals'), chosen: json<Partial<ClinicalChosen>>(), ...versioned },
  { key: ['hospital_id'] },
)

/** Ruling 40: a table of the house that somebody of the hospital has looked at. */
export const table_adoptions = table(
  'table_adoptions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    clinical_table: code(40),
    /** Of what ships: a release that changes it is adopted anew. */
    edition: integer(),
    adopted_by: text(160),
    adopted_at: instant(),
    note: text(300),
  },
  { unique: [{ columns: ['hospital_id', 'clinical_table', 'edition'] }] },
)
