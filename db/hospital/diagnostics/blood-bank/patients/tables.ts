// What is known of a patient's blood (blood-bank 2.4): samples, determinations, antibodies.

import {
  choice,
  code,
  id,
  instant,
  json,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
  yes,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import type { Forward, Reverse } from '../donations/kept.ts'
import {
  abo_groups,
  determination_sources,
  grouping_methods,
  identity_checks,
  rhd_types,
  sample_states,
  screen_results,
} from '../words.ts'

export const blood_samples = table(
  'blood_samples',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(20),
    patient_id: ref('patients'),
    request_id: nullable(uuid()),
    /** Of a newborn: the mother whose sample this is (BLD-51). */
    sample_of_id: nullable(ref('patients')),
    status: choice(sample_states),
    collected_at: nullable(instant()),
    collected_by_id: nullable(uuid()),
    collected_by_name: nullable(text(160)),
    identity_checked: nullable(choice(identity_checks)),
    received_at: nullable(instant()),
    received_by_name: nullable(text(160)),
    screen_result: nullable(choice(screen_results)),
    screen_method: nullable(text(60)),
    dat: nullable(choice(screen_results)),
    identified: otherwise(json<string[]>(), () => []),
    screened_by_name: nullable(text(160)),
    reject_reason: nullable(text(300)),
    valid_until: nullable(instant()),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'patient_id', 'collected_at'] },
      { columns: ['hospital_id', 'status', 'valid_until'] },
    ],
  },
)

export const blood_sample_history = historyTable('blood_sample_history', 'blood_samples')

export const blood_determinations = table(
  'blood_determinations',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    source: choice(determination_sources),
    sample_id: nullable(ref('blood_samples')),
    abo: choice(abo_groups),
    rhd: choice(rhd_types),
    forward: nullable(json<Forward>()),
    reverse: nullable(json<Reverse>()),
    method: nullable(choice(grouping_methods)),
    /** False: it differed from the record, or the record was declared wrong (BLD-53). */
    counts: yes(),
    collected_at: instant(),
    collected_by_id: nullable(uuid()),
    collected_by_name: nullable(text(160)),
    at: instant(),
    by_id: nullable(uuid()),
    by_name: text(160),
  },
  { indexes: [{ columns: ['hospital_id', 'patient_id', 'at'] }, { columns: ['sample_id'] }] },
)

/** Kept for ever (BLD-56). */
export const blood_antibodies = table(
  'blood_antibodies',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    name: code(20),
    source: choice(determination_sources),
    found_at: instant(),
    sample_id: nullable(uuid()),
    by_name: text(160),
    active: yes(),
  },
  { unique: [{ columns: ['hospital_id', 'patient_id', 'name'] }] },
)
