// Vaccines that were given, the vials they came from, and what keeps somebody from one (2.13).

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  nullable,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import {
  deferral_kinds,
  dose_origins,
  immunisation_states,
  strategies,
  vial_states,
  waste_reasons,
} from './words.ts'

/** CAR-167: an open vial of several doses. Its goods left the store when it was opened. */
export const vaccine_vials = table(
  'vaccine_vials',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    vaccine: code(20),
    store_id: nullable(ref('stores')),
    product_id: ref('products'),
    batch_id: uuid(),
    lot: nullable(text(60)),
    expiry: nullable(day()),
    status: choice(vial_states),
    opened_at: instant(),
    opened_by_name: text(160),
    discard_at: instant(),
    doses: integer(),
    used: integer(),
    /** At its close: what nobody got. */
    wasted: integer(),
    waste_reason: nullable(choice(waste_reasons)),
    closed_at: nullable(instant()),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['hospital_id', 'status', 'opened_at'] },
      { columns: ['discard_at'], only_where: "status = 'OPEN'" },
      { columns: ['batch_id'] },
    ],
  },
)
export const vaccine_vial_history = historyTable('vaccine_vial_history', 'vaccine_vials')

export const immunisations = table(
  'immunisations',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    department: nullable(text(120)),
    vaccine: code(20),
    dose_key: code(40),
    schedule_key: code(40),
    status: choice(immunisation_states),
    given_on: day(),
    given_at: instant(),
    lot: nullable(text(60)),
    expiry: nullable(day()),
    store_id: nullable(ref('stores')),
    product_id: nullable(ref('products')),
    batch_id: nullable(uuid()),
    vial_id: nullable(ref('vaccine_vials')),
    vvm_stage: nullable(integer()),
    site: nullable(text(60)),
    route: code(20),
    strategy: choice(strategies),
    source: choice(dose_origins),
    valid: flag(),
    invalid_reason: nullable(text(300)),
    /** Of the next of its series, as it was reckoned when this one was given. */
    next_due: nullable(day()),
    note: nullable(text(300)),
    charge_code: nullable(code(40)),
    given_by_name: text(160),
    staff_id: nullable(uuid()),
    by_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [
      // CAR-165: the same vaccine once on a day.
      { columns: ['patient_id', 'vaccine', 'given_on'], only_where: "status = 'GIVEN'" },
    ],
    indexes: [
      { columns: ['hospital_id', 'patient_id', 'given_on'] },
      { columns: ['hospital_id', 'dose_key', 'patient_id'] },
      { columns: ['hospital_id', 'given_at'] },
      { columns: ['batch_id'], only_where: 'batch_id is not null' },
    ],
  },
)
export const immunisation_history = historyTable('immunisation_history', 'immunisations')

export const immunisation_deferrals = table(
  'immunisation_deferrals',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    patient_id: ref('patients'),
    /** One dose of a schedule, or the vaccine altogether. */
    dose_key: nullable(code(40)),
    vaccine: code(20),
    kind: choice(deferral_kinds),
    reason: text(300),
    until: nullable(day()),
    ended_at: nullable(instant()),
    ended_by_name: nullable(text(160)),
    end_reason: nullable(text(300)),
    by_name: text(160),
    by_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [
      { columns: ['patient_id', 'vaccine'], only_where: 'ended_at is null and dose_key is null' },
      {
        columns: ['patient_id', 'dose_key'],
        only_where: 'ended_at is null and dose_key is not null',
      },
    ],
    indexes: [{ columns: ['hospital_id', 'patient_id'] }],
  },
)
