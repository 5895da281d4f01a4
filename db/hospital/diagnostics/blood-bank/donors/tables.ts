// Who gives blood (blood-bank 2.1), and why somebody may not for a while or ever.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  key,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  blood_groups,
  deferral_kinds,
  deferral_sources,
  donation_kinds,
  donor_sexes,
  donor_states,
} from '../words.ts'

export const donors = table(
  'donors',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    first_name: text(80),
    last_name: text(80),
    /** Both names and the birth date, as they are compared (BLD-1). */
    same_key: key(200),
    sex: choice(donor_sexes),
    date_of_birth: day(),
    national_id: nullable(text(40)),
    national_id_key: nullable(key(40)),
    phone: nullable(text(20)),
    alt_phone: nullable(text(20)),
    email: nullable(text(254)),
    address: nullable(text(300)),
    occupation: nullable(text(120)),
    kind: choice(donation_kinds),
    patient_id: nullable(ref('patients')),
    status: choice(donor_states),
    deferred_until: nullable(day()),
    blood_group: nullable(choice(blood_groups)),
    group_confirmed: no(),
    donations: otherwise(integer(), 0),
    last_donated_on: nullable(day()),
    next_eligible_on: nullable(day()),
    wants_calls: no(),
    language: choice(['sw', 'en']),
    shared_phone: otherwise(flag(), false),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'first_name', 'last_name', 'phone', 'national_id'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      { columns: ['hospital_id', 'national_id_key'], only_where: 'national_id_key is not null' },
    ],
    indexes: [
      { columns: ['hospital_id', 'same_key'] },
      { columns: ['hospital_id', 'status', 'deferred_until'] },
      { columns: ['patient_id'] },
    ],
  },
)

export const donor_history = historyTable('donor_history', 'donors')

export const donor_deferrals = table(
  'donor_deferrals',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    donor_id: ref('donors'),
    donation_id: nullable(uuid()),
    reason_code: code(40),
    kind: choice(deferral_kinds),
    source: choice(deferral_sources),
    from_day: day(),
    until: nullable(day()),
    note: nullable(text(500)),
    by_id: nullable(uuid()),
    by_name: text(160),
    at: instant(),
    lifted_at: nullable(instant()),
    lifted_by_name: nullable(text(160)),
    lift_reason: nullable(text(300)),
  },
  { indexes: [{ columns: ['donor_id', 'at', 'id'] }] },
)
