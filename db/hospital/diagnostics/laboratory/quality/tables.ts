// Quality control (diagnostics 2.8): lots of control material with what they should measure, the runs, and
// each value that was measured.

import {
  choice,
  code,
  day,
  id,
  instant,
  integer,
  json,
  key,
  no,
  nullable,
  otherwise,
  real,
  ref,
  text,
  uuid,
  yes,
} from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  control_decisions,
  control_verdicts,
  lot_kinds,
  run_sources,
  target_sources,
  type WestgardRule,
} from '../words.ts'

export const control_lots = table(
  'control_lots',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    name: text(120),
    name_key: key(120),
    lot: code(60),
    lot_key: key(60),
    /** As an analyser reads it off the vial. */
    /** Of the lot and its level where nobody says it. */
    barcode: key(80),
    expiry: day(),
    kind: otherwise(choice(lot_kinds), 'IQC' as const),
    level: integer(),
    manufacturer: nullable(text(120)),
    opened_at: nullable(instant()),
    active: yes(),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'name_key', 'lot_key', 'level'] },
      { columns: ['hospital_id', 'barcode'] },
    ],
  },
)

export const control_targets = table(
  'control_targets',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    lot_id: ref('control_lots'),
    position: integer(),
    test_code: code(20),
    instrument_id: ref('instruments'),
    mean: real(),
    sd: real(),
    source: choice(target_sources),
    effective_from: day(),
  },
  {
    unique: [{ columns: ['lot_id', 'position'] }],
    indexes: [{ columns: ['hospital_id', 'instrument_id', 'test_code'] }],
  },
)

export const control_runs = table(
  'control_runs',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    instrument_id: ref('instruments'),
    at: instant(),
    by_id: nullable(uuid()),
    by_name: text(160),
    source: choice(run_sources),
    status: choice(control_verdicts),
    comment: nullable(text(500)),
    reviewed_by_name: nullable(text(160)),
    reviewed_at: nullable(instant()),
    decision: nullable(choice(control_decisions)),
    cause: nullable(text(500)),
    action: nullable(text(500)),
    reason: nullable(text(300)),
    /** Results that were out already, of the stretch since control was last good. */
    at_risk: otherwise(integer(), 0),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [{ columns: ['hospital_id', 'instrument_id', 'at'] }],
  },
)

export const control_points = table(
  'control_points',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    run_id: ref('control_runs'),
    instrument_id: ref('instruments'),
    lot_id: ref('control_lots'),
    level: integer(),
    test_code: code(20),
    at: instant(),
    value: real(),
    mean: nullable(real()),
    sd: nullable(real()),
    z: nullable(real()),
    broken: otherwise(json<WestgardRule[]>(), () => []),
    status: choice(control_verdicts),
    /** Of a run that was out and was repeated or corrected: no rule looks at it again (DIA-101). */
    left_out: no(),
    /** Somebody looked at it and let it stand. */
    accepted: no(),
  },
  {
    unique: [{ columns: ['run_id', 'lot_id', 'test_code'] }],
    indexes: [{ columns: ['hospital_id', 'instrument_id', 'test_code', 'at'] }],
  },
)
