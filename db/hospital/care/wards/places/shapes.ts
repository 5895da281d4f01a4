// Wards, rooms, beds and their classes as they come in and go out (2.11).

import {
  AnyObject,
  choice,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  Money,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  Phone,
  QueryFlag,
  Reason,
  shape,
  type Static,
  Text,
  Time,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { GateResult } from '../../../desk/gates/shapes.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import {
  bed_features,
  bed_states,
  room_kinds,
  supply_modes,
  ward_kinds,
  ward_sexes,
  ward_templates,
} from '../words.ts'
import { bed_classes, beds, ward_rooms, wards } from './tables.ts'

const ward = fieldsOf(wards)
const room = fieldsOf(ward_rooms)
const bedClass = fieldsOf(bed_classes)
const bed = fieldsOf(beds)

const AgeInDays = Whole(0, 60_000)
const Codes = listOf(Text(1, 40), 20)
const Hours = listOf(form({ from: Time, to: Time }), 14)

const ward_fields = {
  name: Text(1, 80),
  code: Text(1, 12),
  kind: choice(ward_kinds),
}
const ward_more = {
  department: optional(nullable(Text(0, 120))),
  sex: optional(nullAsAbsent(choice(ward_sexes))),
  min_age_days: optional(nullable(AgeInDays)),
  max_age_days: optional(nullable(AgeInDays)),
  store_id: optional(nullable(Id)),
  supply_mode: optional(nullAsAbsent(choice(supply_modes))),
  dose_times: optional(nullable(AnyObject)),
  daily_codes: optional(nullAsAbsent(Codes)),
  visiting_hours: optional(nullable(Hours)),
  max_visitors: optional(nullAsAbsent(Whole(0, 20))),
  phone: optional(nullable(Phone)),
  escalation_phone: optional(nullable(Phone)),
}
export const WardInput = named('WardInput', form({ ...ward_fields, ...ward_more }))
export type WardInput = Static<typeof WardInput>
export const WardChange = named(
  'WardChange',
  partial({ ...ward_fields, ...ward_more, active: Flag }),
)
export type WardChange = Static<typeof WardChange>

export const Ward = named(
  'Ward',
  shape({
    ...ward('id', 'facility_id', 'name', 'code', 'department', 'kind', 'sex'),
    ...ward('min_age_days', 'max_age_days', 'store_id', 'supply_mode'),
    dose_times: nullable(AnyObject),
    daily_codes: listOf(Text(1, 40)),
    visiting_hours: nullable(listOf(shape({ from: Text(5, 5), to: Text(5, 5) }))),
    ...ward('max_visitors', 'phone', 'escalation_phone', 'active'),
    beds: shape({
      total: Whole(),
      free: Whole(),
      reserved: Whole(),
      occupied: Whole(),
      to_clean: Whole(),
      out_of_service: Whole(),
      extra: Whole(),
    }),
    ...ward('created_at', 'updated_at', 'version'),
  }),
)
export type Ward = Static<typeof Ward>
export const WardFilters = {
  kind: optional(choice(ward_kinds)),
  active: optional(QueryFlag),
  facility_id: optional(Text(1, 64)),
}

/** One of the usual wards, as it is read at a terminal before it is taken. */
export const TemplateLine = shape({
  template: choice(ward_templates),
  ...ward('name', 'code', 'kind', 'sex'),
  beds: Whole(),
  rooms: Text(0, 400),
})
export type TemplateLine = Static<typeof TemplateLine>

const room_fields = { name: Text(1, 80) }
const room_more = { kind: optional(nullAsAbsent(choice(room_kinds))) }
export const RoomInput = named('RoomInput', form({ ward_id: Id, ...room_fields, ...room_more }))
export type RoomInput = Static<typeof RoomInput>
export const RoomChange = named(
  'RoomChange',
  partial({ ...room_fields, ...room_more, active: Flag }),
)
export type RoomChange = Static<typeof RoomChange>
export const Room = named(
  'Room',
  shape({
    ...room('id', 'ward_id', 'name', 'kind', 'active', 'created_at', 'updated_at', 'version'),
  }),
)
export const RoomFilters = { ward_id: optional(Id), kind: optional(choice(room_kinds)) }

const class_fields = { name: Text(1, 80), code: Text(1, 40) }
const class_more = {
  deposit: optional(nullable(Money)),
  hold_code: optional(nullable(Text(0, 40))),
  hourly: optional(nullAsAbsent(Flag)),
  day_case_code: optional(nullable(Text(0, 40))),
}
export const BedClassInput = named('BedClassInput', form({ ...class_fields, ...class_more }))
export type BedClassInput = Static<typeof BedClassInput>
export const BedClassChange = named(
  'BedClassChange',
  partial({ ...class_fields, ...class_more, active: Flag }),
)
export type BedClassChange = Static<typeof BedClassChange>
export const BedClass = named(
  'BedClass',
  shape({
    ...bedClass('id', 'name', 'code', 'deposit', 'hold_code', 'hourly', 'day_case_code'),
    ...bedClass('active', 'created_at', 'updated_at', 'version'),
  }),
)
export type BedClass = Static<typeof BedClass>
export const BedClassFilters = { active: optional(QueryFlag) }

const Features = listOf(choice(bed_features), 10)
export const BedInput = named(
  'BedInput',
  form({
    room_id: Id,
    class_id: Id,
    label: optional(nullAsAbsent(Text(1, 20))),
    prefix: optional(nullAsAbsent(Text(0, 14))),
    from: optional(nullAsAbsent(Whole(0, 9999))),
    to: optional(nullAsAbsent(Whole(0, 9999))),
    features: optional(nullAsAbsent(Features)),
    extra: optional(nullAsAbsent(Flag)),
  }),
)
export type BedInput = Static<typeof BedInput>
export const BedChange = named(
  'BedChange',
  partial({ label: Text(1, 20), class_id: Id, features: Features, extra: Flag, active: Flag }),
)
export type BedChange = Static<typeof BedChange>
export const Bed = named(
  'Bed',
  shape({
    ...bed('id', 'facility_id', 'label', 'room_id', 'ward_id', 'class_id', 'status'),
    ward: Text(1, 80),
    room: Text(1, 80),
    class: Text(1, 80),
    features: listOf(choice(bed_features)),
    holds: nullable(shape({ admission_id: Text(1, 36), patient: PatientRow })),
    ...bed('reserved_until', 'status_since', 'reason', 'out_until', 'extra', 'active'),
    moves: listOf(choice(['cleaned', 'out_of_service', 'return_to_service'])),
    /** What the gates would say if the admission that was asked about came to lie here. */
    fits: nullable(listOf(GateResult)),
    ...bed('created_at', 'updated_at', 'version'),
  }),
)
export type Bed = Static<typeof Bed>
export const BedFilters = {
  ward_id: optional(Id),
  room_id: optional(Id),
  status: optional(choice(bed_states)),
  class_id: optional(Id),
  feature: optional(choice(bed_features)),
  fits: optional(Id),
  facility_id: optional(Text(1, 64)),
}
export const Cleaned = form({ checklist: optional(nullAsAbsent(listOf(Text(1, 120), 40))) })
export const OutOfService = form({ reason: Reason, until: optional(nullable(Instant)) })
