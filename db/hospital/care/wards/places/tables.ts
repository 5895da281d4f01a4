// Wards, their rooms and beds, and what a bed costs by its class.

import {
  choice,
  code,
  id,
  instant,
  integer,
  json,
  key,
  money,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
  yes,
} from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { table } from '../../../../store/table.ts'
import {
  bed_features,
  bed_states,
  room_kinds,
  supply_modes,
  ward_kinds,
  ward_sexes,
} from '../words.ts'

export const wards = table(
  'wards',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    name: text(80),
    name_key: key(80),
    code: code(12),
    department: nullable(text(120)),
    kind: choice(ward_kinds),
    sex: otherwise(choice(ward_sexes), 'ANY' as const),
    min_age_days: nullable(integer()),
    max_age_days: nullable(integer()),
    store_id: nullable(uuid()),
    supply_mode: otherwise(choice(supply_modes), 'DAILY' as const),
    dose_times: nullable(json<Record<string, string[]>>()),
    daily_codes: otherwise(json<string[]>(), () => []),
    visiting_hours: nullable(json<{ from: string; to: string }[]>()),
    max_visitors: otherwise(integer(), 2),
    phone: nullable(code(20)),
    escalation_phone: nullable(code(20)),
    active: yes(),
    ...versioned,
  },
  {
    unique: [{ columns: ['facility_id', 'code'] }, { columns: ['facility_id', 'name_key'] }],
    indexes: [{ columns: ['hospital_id', 'facility_id', 'kind'] }],
  },
)

export const ward_rooms = table(
  'ward_rooms',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    ward_id: ref('wards'),
    name: text(80),
    name_key: key(80),
    kind: otherwise(choice(room_kinds), 'OPEN' as const),
    active: yes(),
    ...versioned,
  },
  { unique: [{ columns: ['ward_id', 'name_key'] }], indexes: [{ columns: ['hospital_id'] }] },
)

export const bed_classes = table(
  'bed_classes',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    name: text(80),
    name_key: key(80),
    /** Of the price list: what a day in such a bed is charged as. */
    code: code(40),
    deposit: nullable(money()),
    hold_code: nullable(code(40)),
    hourly: no(),
    day_case_code: nullable(code(40)),
    active: yes(),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'name_key'] }] },
)

export const beds = table(
  'beds',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    ward_id: ref('wards'),
    room_id: ref('ward_rooms'),
    class_id: ref('bed_classes'),
    label: text(20),
    label_key: key(20),
    /** Bed 2 stands before bed 10. */
    label_order: key(40),
    status: otherwise(choice(bed_states), 'FREE' as const),
    features: otherwise(json<(typeof bed_features)[number][]>(), () => []),
    /** Whom it is kept for, or who lies in it. */
    admission_id: nullable(uuid()),
    reserved_until: nullable(instant()),
    status_since: instant(),
    reason: nullable(text(300)),
    out_until: nullable(instant()),
    extra: no(),
    active: yes(),
    ...versioned,
  },
  {
    unique: [
      { columns: ['ward_id', 'label_key'] },
      // CAR-136: nobody lies in two beds.
      { columns: ['admission_id'], only_where: "status = 'OCCUPIED'" },
    ],
    indexes: [
      { columns: ['hospital_id', 'ward_id', 'label_order', 'id'] },
      { columns: ['room_id'] },
      { columns: ['class_id'] },
      { columns: ['hospital_id', 'reserved_until'], only_where: 'reserved_until is not null' },
    ],
  },
)

export const bed_moves = historyTable('bed_moves', 'beds')
