// What is written down of a case: what is signed and amended, lists that are read aloud, counts, goods,
// scores of recovery.

import {
  choice,
  code,
  day,
  flag,
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
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  type answers,
  case_parts,
  type count_kinds,
  type count_stages,
  item_kinds,
  part_states,
  phase_states,
  phases,
  type xrays,
} from '../words.ts'

/** Fitness, operation note, anaesthesia record: a version stands, the earlier ones stay (MOD-13). */
export const theatre_parts = table(
  'theatre_parts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    case_id: ref('theatre_cases'),
    part: choice(case_parts),
    version_no: integer(),
    latest: flag(),
    status: choice(part_states),
    content: json<Record<string, unknown>>(),
    reason: nullable(text(300)),
    written_by_name: text(160),
    signed_by_id: nullable(uuid()),
    signed_by_name: nullable(text(160)),
    signed_at: nullable(instant()),
    valid_until: nullable(day()),
    ...versioned,
  },
  {
    unique: [
      { columns: ['case_id', 'part', 'version_no'] },
      { columns: ['case_id', 'part'], only_where: 'latest' },
    ],
    indexes: [{ columns: ['hospital_id', 'part', 'status'] }],
  },
)

export interface Answered {
  key: string
  answer: (typeof answers)[number]
  at: string | null
  by_name: string
  note: string | null
}

export const theatre_pre_op = table(
  'theatre_pre_op',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    case_id: ref('theatre_cases'),
    items: json<Answered[]>(),
    ...versioned,
  },
  { unique: [{ columns: ['case_id'] }], indexes: [{ columns: ['hospital_id'] }] },
)

export interface ReadItem {
  key: string
  answer: (typeof answers)[number]
  note: string | null
}

export const theatre_checklists = table(
  'theatre_checklists',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    case_id: ref('theatre_cases'),
    phase: choice(phases),
    status: choice(phase_states),
    items: json<ReadItem[]>(),
    present: json<{ staff_id: string; name: string }[]>(),
    side: nullable(code(20)),
    read_by_id: nullable(uuid()),
    read_by_name: text(160),
    at: instant(),
    ...versioned,
  },
  { unique: [{ columns: ['case_id', 'phase'] }], indexes: [{ columns: ['hospital_id'] }] },
)

export interface CountedLine {
  kind: (typeof count_kinds)[number]
  name: string
  initial: number
  added: { quantity: number; at: string }[]
  closing: number | null
  final: number | null
  left_in: number
}
export interface Counter {
  staff_id: string | null
  name: string
  at: string
  stage: (typeof count_stages)[number]
  note: string | null
}
export interface Unresolved {
  missing: { line: string; short: number }[]
  searched: string
  xray: (typeof xrays)[number]
  note: string | null
  surgeon_id: string | null
  surgeon_name: string
  second_name: string
  at: string
}

export const theatre_counts = table(
  'theatre_counts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    case_id: ref('theatre_cases'),
    lines: json<CountedLine[]>(),
    counters: json<Counter[]>(),
    not_counted_reason: nullable(text(300)),
    xray: nullable(code(20)),
    unresolved: nullable(json<Unresolved>()),
    ...versioned,
  },
  { unique: [{ columns: ['case_id'] }], indexes: [{ columns: ['hospital_id'] }] },
)

export const theatre_items = table(
  'theatre_items',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    case_id: ref('theatre_cases'),
    patient_id: ref('patients'),
    /** What was asked for in one line, of however many batches: stock and bill know it by this. */
    line_id: uuid(),
    product_id: ref('products'),
    name: text(200),
    /** Thousandths, as stock keeps them. */
    quantity: integer(),
    returned: otherwise(integer(), 0),
    store_id: ref('stores'),
    batch_id: ref('batches'),
    lot: nullable(text(60)),
    expiry: nullable(day()),
    serial: nullable(text(80)),
    kind: choice(item_kinds),
    site: nullable(text(120)),
    charged: no(),
    at: instant(),
    by_name: text(160),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['case_id', 'at'] },
      { columns: ['hospital_id', 'kind', 'lot'] },
      { columns: ['patient_id', 'at'] },
    ],
  },
)

export const theatre_recovery = table(
  'theatre_recovery',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    case_id: ref('theatre_cases'),
    at: instant(),
    activity: integer(),
    breathing: integer(),
    circulation: integer(),
    consciousness: integer(),
    oxygen: integer(),
    pain: nullable(integer()),
    nausea: nullable(integer()),
    bleeding: nullable(text(120)),
    note: nullable(text(500)),
    by_name: text(160),
    ...versioned,
  },
  { indexes: [{ columns: ['case_id', 'at', 'id'] }, { columns: ['hospital_id'] }] },
)
