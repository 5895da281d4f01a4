// Units as they come in and go out (blood-bank 2.3).

import {
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  LongText,
  named,
  nullable,
  nullAsAbsent,
  optional,
  QueryFlag,
  Search,
  shape,
  some,
  type Static,
  tellsWho,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { blood_transfusions } from '../bedside/tables.ts'
import { verdicts } from '../donations/verdict.ts'
import { blood_crossmatches, blood_issues } from '../requests/tables.ts'
import {
  blood_groups,
  containers,
  discard_reasons,
  donation_states,
  families,
  known_markers,
  look_back_line_states,
  look_back_triggers,
  origins,
  reaction_states,
  reaction_types,
  unit_attributes,
  unit_states,
} from '../words.ts'
import { unit_life } from './record.ts'
import { blood_units } from './tables.ts'

const unit = fieldsOf(blood_units)
const note = optional(nullable(LongText(0, 500)))

const short = {
  ...unit('id', 'facility_id', 'number', 'din', 'donation_id', 'component_code', 'family'),
  group: nullable(choice(blood_groups)),
  ...unit('rhd_weak', 'group_confirmed', 'volume_ml', 'collected_on', 'expires_at', 'status'),
}
export const UnitShort = named('BloodUnitShort', shape(short))

const fields = {
  ...short,
  ...unit('product_code', 'made_at', 'position', 'sender', 'emergency', 'discard_reason'),
  attributes: listOf(choice(unit_attributes)),
  antigens: listOf(Text(1, 10)),
  reserved: nullable(
    shape({ request_id: nullable(Id), patient_id: nullable(Id), until: nullable(Instant) }),
  ),
  hold: nullable(
    shape({ reason: Text(0, 300), since: nullable(Instant), by_name: nullable(Text(0, 160)) }),
  ),
  fate: nullable(
    shape({
      patient_id: nullable(Id),
      reason: nullable(Text(0, 500)),
      at: Instant,
    }),
  ),
  days_left: Whole(0),
  moves: listOf(choice(unit_life.names)),
  ...unit('version'),
}
export const BloodUnit = named('BloodUnit', shape(fields))
export type BloodUnit = Static<typeof BloodUnit>

const match = fieldsOf(blood_crossmatches)
const issue = fieldsOf(blood_issues)
const run = fieldsOf(blood_transfusions)
const Whose = nullable(
  shape({ id: Id, number: Text(1, 40), full_name: tellsWho('id', Text(0, 200)) }),
)

/** BLD-42: where it came from, what was done with it, and what else was made of its donation. */
const Trace = shape({
  origin: choice(origins),
  donor_number: nullable(Text(0, 40)),
  donation_status: choice(donation_states),
  released_at: nullable(Instant),
  released_by_name: nullable(Text(0, 160)),
  /** `result` for who may read what an infection test said (BLD-12). */
  tests: listOf(shape({ name: Text(1, 40), done: Flag, result: nullable(choice(verdicts)) })),
  crossmatches: listOf(
    shape({
      ...match('id', 'at', 'by_name', 'method', 'result', 'strength', 'retrospective'),
      patient: Whose,
    }),
  ),
  issues: listOf(
    shape({
      ...issue('id', 'at', 'by_name', 'container', 'matched'),
      /** Of a closed record nobody reads where it went. */
      collector_name: nullable(Text(0, 160)),
      destination: nullable(Text(0, 160)),
      emergency: Flag,
      authorised_by_name: nullable(Text(0, 160)),
      patient: Whose,
      returned: nullable(
        shape({
          at: Instant,
          by_name: Text(0, 160),
          minutes_out: Whole(0),
          temperature: nullable(Decimal(-100, 60)),
          container: nullable(choice(containers)),
          sealed: Flag,
          accepted: Flag,
        }),
      ),
    }),
  ),
  /** Of whose record is open to the reader. */
  transfusions: listOf(
    shape({
      ...run('id', 'status', 'ward', 'started_at', 'started_by_name', 'witness_name'),
      ...run('ended_at', 'ended_by_name', 'volume_given_ml', 'stop_reason'),
      reaction: nullable(
        shape({ status: choice(reaction_states), type: nullable(choice(reaction_types)) }),
      ),
    }),
  ),
  /** For who answers for look-backs. */
  look_backs: listOf(
    shape({
      reference: Text(1, 40),
      trigger: choice(look_back_triggers),
      marker: nullable(choice(known_markers)),
      state: choice(look_back_line_states),
      at: nullable(Instant),
      by_name: nullable(Text(0, 160)),
    }),
  ),
  siblings: listOf(UnitShort),
})
export type UnitTrace = Static<typeof Trace>

export const BloodUnitWhole = named(
  'BloodUnitWhole',
  shape({ ...fields, trace: Trace, history: History }),
)
export type BloodUnitWhole = Static<typeof BloodUnitWhole>

/** As it is read, or as a paper. */
export const UnitAsked = form({ format: optional(choice(['json', 'pdf'])) })

export const UnitFilters = {
  search: optional(Search),
  component_code: optional(Text(1, 10)),
  family: optional(choice(families)),
  group: optional(choice(blood_groups)),
  status: optional(choice(unit_states)),
  for_patient: optional(Id),
  expires_before: optional(Day),
  held: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(UnitFilters)
export type UnitFilter = Static<typeof filters>

export const ReceiveInput = named(
  'BloodReceiveInput',
  form({
    sender: Text(1, 160),
    origin: choice(['NATIONAL_SERVICE', 'HOSPITAL']),
    units: some(
      form({
        number: optional(nullable(Text(0, 60))),
        din: optional(nullable(Text(0, 40))),
        component_code: Text(1, 10),
        group: choice(blood_groups),
        collected_on: Day,
        expires_at: Instant,
        volume_ml: Whole(1, 1000),
        product_code: optional(nullable(Text(0, 20))),
        attributes: optional(nullAsAbsent(listOf(choice(unit_attributes), 7))),
      }),
      100,
    ),
    temperature: optional(nullable(Decimal(-100, 60))),
    received_at: optional(nullable(Instant)),
    screening_statement: LongText(1, 1000),
  }),
)
export type ReceiveInput = Static<typeof ReceiveInput>

const ids = optional(nullAsAbsent(listOf(Id, 200)))
const numbers = optional(nullAsAbsent(listOf(Text(1, 60), 200)))

export const HoldInput = named(
  'BloodHoldInput',
  form({
    unit_ids: ids,
    numbers,
    hold: Flag,
    /** BLD-90: and look what became of everything else of these donations. */
    look_back: optional(nullable(form({ marker: optional(nullable(choice(known_markers))) }))),
    reason: optional(nullable(Text(0, 200))),
    note,
  }),
)
export type HoldInput = Static<typeof HoldInput>

export const DiscardInput = named(
  'BloodDiscardInput',
  form({
    unit_ids: ids,
    numbers,
    reason_code: choice(discard_reasons),
    note,
    sent_to: optional(nullable(Text(0, 160))),
  }),
)
export type DiscardInput = Static<typeof DiscardInput>
