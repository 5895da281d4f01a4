// Instruments of a laboratory (diagnostics 2.8): what they measure, how they are connected, whether they
// work.

import {
  choice,
  code,
  flag,
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
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  type analyser_protocols,
  type connection_modes,
  disciplines,
  type encodings,
  instrument_states,
  modalities,
  type order_sendings,
} from '../words.ts'

export interface Connection {
  protocol: (typeof analyser_protocols)[number]
  mode: (typeof connection_modes)[number]
  host: string | null
  port: number | null
  /** Addresses from which it may speak. */
  allow: string[]
  sending_app: string | null
  sending_facility: string | null
  encoding: (typeof encodings)[number]
  specimen_field: string | null
  send_orders: (typeof order_sendings)[number]
  reply_seconds: number
  folder: string | null
}

/** What the instrument calls a test, and how its values become the test's. */
export interface Mapped {
  analyser_code: string
  test_code: string | null
  unit: string | null
  factor: number
  offset: number
  answers: Record<string, string>
  ignore: boolean
}

export const instruments = table(
  'instruments',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    section_id: ref('diagnostic_sections'),
    code: code(20),
    code_key: key(20),
    name: text(120),
    discipline: choice(disciplines),
    manufacturer: nullable(text(120)),
    model: nullable(text(120)),
    serial: nullable(text(80)),
    asset_tag: nullable(text(80)),
    status: choice(instrument_states),
    status_reason: nullable(text(300)),
    expected_until: nullable(instant()),
    /** When it came back to work: controls from before say nothing any more (DIA-105). */
    in_use_since: nullable(instant()),
    stops_tests: no(),
    connection: nullable(json<Connection>()),
    mapping: otherwise(json<Mapped[]>(), () => []),
    modality: nullable(choice(modalities)),
    ae_title: nullable(code(16)),
    hours: nullable(json<Record<string, [string, string][]>>()),
    slot_min: nullable(integer()),
    parallel: otherwise(integer(), 1),
    portable: nullable(flag()),
    weight_limit_kg: nullable(real()),
    last_seen_at: nullable(instant()),
    last_message_at: nullable(instant()),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'code_key'] }],
    indexes: [{ columns: ['hospital_id', 'section_id'] }],
  },
)

export const instrument_history = historyTable('instrument_history', 'instruments')
