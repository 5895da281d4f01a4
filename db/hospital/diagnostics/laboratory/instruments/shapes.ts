// Instruments as they come in and go out (diagnostics 2.8, 5.7).

import {
  choice,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  kind,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  QueryFlag,
  Reason,
  shape,
  type Static,
  Text,
  Time,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { Measure } from '../catalogue/shapes.ts'
import {
  analyser_protocols,
  connection_modes,
  disciplines,
  encodings,
  instrument_states,
  modalities,
  order_sendings,
} from '../words.ts'
import { instrument_life } from './record.ts'
import { instruments } from './tables.ts'

const line = (most: number) => nullable(Text(0, most))
const instrument = fieldsOf(instruments)

const Factor = kind<number>({
  type: 'number',
  minimum: -1e9,
  maximum: 1e9,
  complaint: 'must be a number that is not 0.',
})
const week_days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const Span = form({ from: Time, to: Time })
const Hours = form(
  Object.fromEntries(week_days.map((day) => [day, optional(listOf(Span, 4))])) as {
    [K in (typeof week_days)[number]]: ReturnType<
      typeof optional<ReturnType<typeof listOf<typeof Span>>>
    >
  },
)

const ConnectionInput = form({
  protocol: choice(analyser_protocols),
  mode: optional(nullAsAbsent(choice(connection_modes))),
  host: optional(line(120)),
  port: optional(nullable(Whole(1, 65_535))),
  allow: optional(nullAsAbsent(listOf(Text(1, 50), 20))),
  sending_app: optional(line(60)),
  sending_facility: optional(line(60)),
  encoding: optional(nullAsAbsent(choice(encodings))),
  specimen_field: optional(line(20)),
  send_orders: optional(nullAsAbsent(choice(order_sendings))),
  reply_seconds: optional(nullAsAbsent(Whole(1, 60))),
  folder: optional(line(80)),
})
export type ConnectionInput = Static<typeof ConnectionInput>
const MappedInput = form({
  analyser_code: Text(1, 40),
  test_code: optional(line(20)),
  unit: optional(line(40)),
  factor: optional(nullAsAbsent(Factor)),
  offset: optional(nullAsAbsent(Measure)),
  answers: optional(nullAsAbsent(listOf(form({ raw: Text(1, 80), answer_code: Text(1, 20) }), 50))),
  ignore: optional(nullAsAbsent(Flag)),
})
export type MappedInput = Static<typeof MappedInput>

const said = {
  name: Text(2, 120),
  section_id: Id,
  discipline: nullAsAbsent(choice(disciplines)),
  manufacturer: line(120),
  model: line(120),
  serial: line(80),
  asset_tag: line(80),
  stops_tests: nullAsAbsent(Flag),
  connection: nullable(ConnectionInput),
  mapping: nullAsAbsent(listOf(MappedInput, 300)),
  modality: nullable(choice(modalities)),
  ae_title: line(16),
  hours: nullable(Hours),
  slot_min: nullable(Whole(5, 480)),
  parallel: nullAsAbsent(Whole(1, 20)),
  portable: nullable(Flag),
  weight_limit_kg: nullable(Decimal(1, 1000)),
}
const { name, section_id, ...rest } = said
const may_be_left_out = Object.fromEntries(
  Object.entries(rest).map(([field, value]) => [field, optional(value)]),
) as { [K in keyof typeof rest]: ReturnType<typeof optional<(typeof rest)[K]>> }

export const InstrumentInput = named(
  'InstrumentInput',
  form({ code: Text(1, 20), facility_id: optional(Id), name, section_id, ...may_be_left_out }),
)
export type InstrumentInput = Static<typeof InstrumentInput>
export const InstrumentChange = named('InstrumentChange', partial(said))
export type InstrumentChange = Static<typeof InstrumentChange>
export const StatusInput = named(
  'InstrumentStatusInput',
  form({
    status: choice(instrument_states),
    reason: optional(nullable(Reason)),
    expected_until: optional(nullable(Instant)),
  }),
)
export type StatusInput = Static<typeof StatusInput>

export const Instrument = named(
  'Instrument',
  shape({
    ...instrument('id', 'facility_id', 'section_id', 'code', 'name', 'discipline'),
    section: Text(0, 120),
    ...instrument('manufacturer', 'model', 'serial', 'asset_tag', 'status', 'status_reason'),
    ...instrument('expected_until', 'stops_tests'),
    connection: nullable(
      shape({
        protocol: choice(analyser_protocols),
        mode: choice(connection_modes),
        host: line(120),
        port: nullable(Whole(1)),
        allow: listOf(Text(1, 50)),
        sending_app: line(60),
        sending_facility: line(60),
        encoding: choice(encodings),
        specimen_field: line(20),
        send_orders: choice(order_sendings),
        reply_seconds: Whole(1),
        folder: line(80),
      }),
    ),
    mapping: listOf(
      shape({
        analyser_code: Text(1, 40),
        test_code: line(20),
        unit: line(40),
        factor: Factor,
        offset: Measure,
        answers: listOf(shape({ raw: Text(1, 80), answer_code: Text(1, 20) })),
        ignore: Flag,
      }),
    ),
    ...instrument('modality', 'ae_title'),
    hours: nullable(Hours),
    ...instrument('slot_min', 'parallel', 'portable', 'weight_limit_kg', 'last_seen_at'),
    ...instrument('last_message_at'),
    messages_today: Whole(0),
    ...instrument('version'),
    moves: listOf(choice(instrument_life.names)),
  }),
)
export type Instrument = Static<typeof Instrument>

export const InstrumentFilters = {
  discipline: optional(choice(disciplines)),
  section_id: optional(Id),
  modality: optional(choice(modalities)),
  status: optional(choice(instrument_states)),
  silent: optional(QueryFlag),
}
const filters = shape(InstrumentFilters)
export type InstrumentFilter = Static<typeof filters>
