// A set of vitals as the record that it is: signed when it is saved, then only amended or voided.

import type { Amendable } from '../amendments/amendments.ts'
import { field_names } from './measures.ts'
import type { Row } from './vitals.ts'

const amended_fields = [
  ...field_names,
  'taken_at',
  'triage_category',
  'as_entered',
  'confirm_unusual',
  'unusual_reason',
  'late_entry_reason',
  'notes',
  'source',
  'device_id',
  'weight_used',
  'bmi',
  'bmi_class',
  'map',
  'shock_index',
  'gcs_total',
  'bsa',
  'flags',
  'scores',
  'growth',
  'nutrition',
] as const

export const vitalsRecord: Amendable<Row> = {
  thing: 'set of vitals',
  record_type: 'vitals',
  fields: amended_fields,
  amend: ['vitals:amend'],
  patientOf: ({ patient_id }) => patient_id,
}
