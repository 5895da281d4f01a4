// What analysers sent and were sent (diagnostics 2.8): each message as it came, and each value in it.

import {
  choice,
  code,
  id,
  instant,
  integer,
  json,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  analyser_line_kinds,
  analyser_line_states,
  analyser_problems,
  analyser_protocols,
  message_directions,
  message_states,
} from '../words.ts'

/** DIA-129: longer ones are refused before they are kept. */
export const raw_most = 1_048_576

export const analyser_messages = table(
  'analyser_messages',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: nullable(ref('facilities')),
    instrument_id: nullable(ref('instruments')),
    received_at: instant(),
    sender: text(160),
    direction: choice(message_directions),
    protocol: choice(analyser_protocols),
    control_id: nullable(code(200)),
    sha256: code(64),
    status: choice(message_states),
    reason: nullable(text(300)),
    raw: text(raw_most),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['hospital_id', 'received_at'] },
      { columns: ['instrument_id', 'sha256'] },
    ],
  },
)

export const analyser_lines = table(
  'analyser_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    message_id: ref('analyser_messages'),
    instrument_id: ref('instruments'),
    no: integer(),
    kind: choice(analyser_line_kinds),
    specimen_number: nullable(text(80)),
    analyser_code: text(80),
    value: text(4000),
    unit: nullable(text(40)),
    flags: otherwise(json<string[]>(), () => []),
    measured_at: nullable(instant()),
    state: choice(analyser_line_states),
    problem: nullable(choice(analyser_problems)),
    result_id: nullable(ref('diagnostic_results')),
    run_id: nullable(uuid()),
    decided_by_name: nullable(text(160)),
    note: nullable(text(500)),
  },
  {
    unique: [{ columns: ['message_id', 'no'] }],
    indexes: [
      { columns: ['hospital_id', 'state'] },
      { columns: ['instrument_id', 'specimen_number', 'analyser_code'] },
    ],
  },
)
