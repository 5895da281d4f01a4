// What was given (blood-bank 2.2): the donation, how it was grouped and what it was tested for.

import {
  choice,
  code,
  day,
  id,
  instant,
  integer,
  json,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  abo_groups,
  arms,
  blood_groups,
  donation_kinds,
  donation_states,
  type Family,
  grouping_methods,
  known_markers,
  origins,
  rhd_types,
  test_results,
  test_runs,
} from '../words.ts'
import type { Adverse, Bag, Exam, Finding, Forward, Reverse } from './kept.ts'

export const donations = table(
  'donations',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    /** Its donation number; null of one that was deferred before a number was taken. */
    din: nullable(code(40)),
    origin: choice(origins),
    donor_id: nullable(ref('donors')),
    donor_number: nullable(code(40)),
    /** Not of the own house: who sent it, and what they say of its tests. */
    sender: nullable(text(160)),
    screening_statement: nullable(text(1000)),
    kind: choice(donation_kinds),
    patient_id: nullable(ref('patients')),
    status: choice(donation_states),
    site: nullable(text(160)),
    answers: otherwise(json<Record<string, 'YES' | 'NO'>>(), () => ({})),
    exam: nullable(json<Exam>()),
    consent_signed: no(),
    unit_exclusion: no(),
    findings: otherwise(json<Finding[]>(), () => []),
    note: nullable(text(1000)),
    bag: nullable(json<Bag>()),
    started_at: nullable(instant()),
    ended_at: nullable(instant()),
    collected_on: nullable(day()),
    volume_ml: nullable(integer()),
    arm: nullable(choice(arms)),
    bled_by_name: nullable(text(160)),
    fail_reason: nullable(text(300)),
    adverse: nullable(json<Adverse>()),
    /** Less than a tenth under what the bag holds, or bled too slowly: what is not made of it. */
    low_volume: no(),
    slow: no(),
    not_for: otherwise(json<Family[]>(), () => []),
    /** Agreed by two people, or by the record of the donor (BLD-26). */
    blood_group: nullable(choice(blood_groups)),
    sent_group: nullable(choice(blood_groups)),
    discrepancy: no(),
    registered_by_id: nullable(uuid()),
    registered_by_name: text(160),
    released_by_name: nullable(text(160)),
    released_at: nullable(instant()),
    reject_reason: nullable(text(300)),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'din'], only_where: 'din is not null' },
      { columns: ['donor_id'], only_where: `status = 'ACCEPTED' and donor_id is not null` },
    ],
    indexes: [
      { columns: ['donor_id', 'started_at'] },
      { columns: ['hospital_id', 'status', 'created_at'] },
      { columns: ['patient_id'] },
    ],
  },
)

export const donation_history = historyTable('donation_history', 'donations')

/** One determination of a group, never changed (BLD-25). */
export const donation_groupings = table(
  'donation_groupings',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    donation_id: ref('donations'),
    abo: choice(abo_groups),
    rhd: choice(rhd_types),
    forward: json<Forward>(),
    reverse: nullable(json<Reverse>()),
    method: choice(grouping_methods),
    /** Saved although forward and reverse differ: it counts for nothing. */
    discrepancy: no(),
    at: instant(),
    by_id: nullable(uuid()),
    by_name: text(160),
  },
  { append_only: true, indexes: [{ columns: ['donation_id', 'at', 'id'] }] },
)

export const donation_tests = table(
  'donation_tests',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    donation_id: ref('donations'),
    position: integer(),
    marker: choice(known_markers),
    run: choice(test_runs),
    result: choice(test_results),
    assay: text(120),
    kit_lot: text(60),
    kit_expiry: day(),
    value: nullable(text(60)),
    at: instant(),
    by_id: nullable(uuid()),
    by_name: text(160),
    verified_by_id: nullable(uuid()),
    verified_by_name: nullable(text(160)),
  },
  {
    unique: [{ columns: ['donation_id', 'position'] }],
    indexes: [{ columns: ['hospital_id', 'marker', 'at'] }],
  },
)

/** How many numbers a facility took in a year (BLD-9). */
export const donation_counters = table(
  'donation_counters',
  { hospital_id: ref('hospitals'), fin: code(5), year: code(2), next_value: integer() },
  { key: ['hospital_id', 'fin', 'year'] },
)
