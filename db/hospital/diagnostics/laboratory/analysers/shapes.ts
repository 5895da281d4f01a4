// The inbox of analysers as it is read and acted on (diagnostics 2.8, 5.8).

import {
  choice,
  Day,
  form,
  Id,
  Instant,
  kind,
  listOf,
  LongText,
  named,
  nullable,
  optional,
  shape,
  type Static,
  tellsOf,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { Note, ReasonCode } from '../catalogue/shapes.ts'
import {
  analyser_line_kinds,
  analyser_line_states,
  analyser_problems,
  analyser_protocols,
  message_directions,
  message_states,
} from '../words.ts'
import { analyser_messages, raw_most } from './tables.ts'

const message = fieldsOf(analyser_messages)

const Line = shape({
  no: Whole(1),
  kind: choice(analyser_line_kinds),
  specimen_number: nullable(Text(0, 80)),
  /** Whose the specimen is. */
  patient_id: nullable(Id),
  analyser_code: Text(0, 80),
  value: tellsOf('patient_id', LongText(0, 4000)),
  unit: nullable(Text(0, 40)),
  flags: listOf(Text(0, 80)),
  measured_at: nullable(Instant),
  state: choice(analyser_line_states),
  problem: nullable(choice(analyser_problems)),
  result_id: nullable(Id),
  /** What stands in the line that it came too late for. */
  standing: tellsOf('patient_id', nullable(Text(0, 4000))),
  decided_by_name: nullable(Text(0, 160)),
  note: nullable(Text(0, 500)),
})
const fields = {
  ...message('id', 'received_at', 'instrument_id'),
  instrument: nullable(Text(0, 120)),
  ...message('sender', 'direction', 'protocol', 'control_id', 'sha256', 'status', 'reason'),
  lines: listOf(Line),
  ...message('version'),
}
export const AnalyserMessage = named('AnalyserMessage', shape(fields))
export type AnalyserMessage = Static<typeof AnalyserMessage>
export const AnalyserMessageWhole = named(
  'AnalyserMessageWhole',
  shape({ ...fields, ...message('raw') }),
)

export const MessageFilters = {
  instrument_id: optional(Id),
  status: optional(choice(message_states)),
  problem: optional(choice(analyser_problems)),
  direction: optional(choice(message_directions)),
  specimen_number: optional(Text(1, 80)),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(MessageFilters)
export type MessageFilter = Static<typeof filters>

/** A whole message: line ends and the marks of its language are part of it. */
const Raw = kind<string>({
  type: 'string',
  minLength: 1,
  maxLength: raw_most,
  complaint: 'must be a message of at most 1 MiB.',
})
export const MessageInput = named(
  'AnalyserMessageInput',
  form({ instrument_code: Text(1, 20), protocol: choice(analyser_protocols), raw: Raw }),
)
export type MessageInput = Static<typeof MessageInput>
const MatchLine = form({
  no: Whole(1),
  specimen_number: optional(nullable(Text(1, 20))),
  result_id: optional(nullable(Id)),
})
export const MatchInput = named(
  'AnalyserMatchInput',
  form({ lines: listOf(MatchLine, 500, 1), note: Note }),
)
export type MatchInput = Static<typeof MatchInput>
export const DismissInput = named(
  'AnalyserDismissInput',
  form({ nos: optional(nullable(listOf(Whole(1), 500))), reason_code: ReasonCode, note: Note }),
)
export type DismissInput = Static<typeof DismissInput>
