// Ambulances, requests and trips as they come in and go out (C.2, C.5).

import {
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  kind,
  listOf,
  LongText,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  Phone,
  QueryFlag,
  Secret,
  shape,
  type Static,
  tellsWho,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { GateResult, Overrides } from '../../desk/gates/shapes.ts'
import { emergency_categories } from '../../desk/emergencies/words.ts'
import { PatientRow } from '../../desk/patients/shapes.ts'
import { age_bands, sexes } from '../../desk/patients/words.ts'
import { History } from '../../history.ts'
import { languages } from '../../office/hospitals/words.ts'
import { span_names, type SpanName } from './distance.ts'
import {
  ambulance_checks,
  ambulance_hand_overs,
  ambulance_requests,
  ambulance_trips,
  ambulance_vehicles,
} from './tables.ts'
import {
  abort_codes,
  cancel_codes,
  channels,
  check_results,
  escorts,
  fuel_levels,
  hand_over_to,
  item_results,
  milestones,
  outcomes,
  paper_kinds,
  request_kinds,
  request_states,
  trip_states,
  vehicle_kinds,
  vehicle_states,
} from './words.ts'

const vehicle = fieldsOf(ambulance_vehicles)
const checked = fieldsOf(ambulance_checks)
const request = fieldsOf(ambulance_requests)
const trip = fieldsOf(ambulance_trips)
const handed = fieldsOf(ambulance_hand_overs)

const text = (length: number) => optional(nullable(Text(0, length)))
const out = (length: number) => nullable(Text(0, length))
const Km = Whole(0, 9_999_999)
const Degrees = kind<number>({ type: 'number' })

const Paper = form({ kind: choice(paper_kinds), number: text(60), expires_on: Day })
const vehicle_fields = { call_sign: Text(1, 20), plate: Text(1, 20), kind: choice(vehicle_kinds) }
const vehicle_more = {
  make: text(80),
  stretchers: optional(nullAsAbsent(Whole(0, 20))),
  seats: optional(nullAsAbsent(Whole(0, 60))),
  equipment: optional(nullAsAbsent(listOf(Text(1, 60), 60))),
  store_id: optional(nullable(Id)),
  phone: optional(nullable(Phone)),
  odometer: optional(nullable(Km)),
  tank_litres: optional(nullable(Whole(1, 2000))),
  km_per_litre: optional(nullable(Decimal(0.1, 100))),
  service_every_km: optional(nullable(Whole(1, 200_000))),
  next_service_km: optional(nullable(Km)),
  papers: optional(nullAsAbsent(listOf(Paper, 20))),
}
export const VehicleInput = named(
  'AmbulanceVehicleInput',
  form({ ...vehicle_fields, ...vehicle_more }),
)
export type VehicleInput = Static<typeof VehicleInput>
const { odometer: _read, ...changeable } = vehicle_more
export const VehicleChange = named(
  'AmbulanceVehicleChange',
  partial({ ...vehicle_fields, ...changeable, active: Flag }),
)
export type VehicleChange = Static<typeof VehicleChange>

export const CrewInput = named(
  'AmbulanceCrewInput',
  form({
    driver_id: optional(nullable(Id)),
    attendant_ids: optional(nullAsAbsent(listOf(Id, 10))),
    until: optional(nullable(Instant)),
  }),
)
export type CrewInput = Static<typeof CrewInput>
export const CheckInput = named(
  'AmbulanceCheckInput',
  form({
    odometer: Km,
    fuel_level: choice(fuel_levels),
    items: listOf(form({ key: Text(1, 40), result: choice(item_results), note: text(300) }), 100),
    oxygen_bar: optional(nullable(Whole(0, 400))),
    confirm_unusual: optional(nullAsAbsent(Flag)),
    note: text(500),
  }),
)
export type CheckInput = Static<typeof CheckInput>

const Staff = shape({ staff_id: Text(1, 64), name: Text(0, 160), cadre: out(120), clinical: Flag })
const Crew = shape({
  driver: nullable(Staff),
  attendants: listOf(Staff),
  from: Instant,
  until: nullable(Text(0, 30)),
})
export const Check = named(
  'AmbulanceCheck',
  shape({
    ...checked('id', 'vehicle_id', 'at', 'odometer', 'fuel_level', 'oxygen_bar', 'result'),
    ...checked('note', 'by_name', 'next_due'),
    items: listOf(
      shape({ key: Text(1, 40), result: choice(item_results), note: nullable(Text(0, 300)) }),
    ),
  }),
)
export const Vehicle = named(
  'AmbulanceVehicle',
  shape({
    ...vehicle('id', 'facility_id', 'call_sign', 'plate', 'kind', 'make', 'stretchers', 'seats'),
    equipment: listOf(Text(1, 60)),
    ...vehicle('store_id', 'phone', 'odometer', 'tank_litres', 'km_per_litre'),
    ...vehicle('service_every_km', 'next_service_km', 'fuel_level', 'active'),
    papers: listOf(shape({ kind: choice(paper_kinds), number: out(60), expires_on: Day })),
    state: choice(vehicle_states),
    not_ready_reason: nullable(Text(0, 400)),
    crew: nullable(Crew),
    check: nullable(shape({ at: Instant, result: choice(check_results), valid_until: Instant })),
    position: nullable(shape({ lat: Degrees, lng: Degrees, at: Instant })),
    trip: nullable(shape({ id: Text(1, 36), reference: Text(1, 40), status: choice(trip_states) })),
    ...vehicle('created_at', 'updated_at', 'version'),
  }),
)
export type Vehicle = Static<typeof Vehicle>
export const VehicleFilters = form({
  state: optional(choice(vehicle_states)),
  kind: optional(choice(vehicle_kinds)),
  active: optional(QueryFlag),
  near: optional(Text(1, 60)),
  facility_id: optional(Text(1, 64)),
})

const PlaceInput = form({
  text: text(300),
  area_id: optional(nullable(Id)),
  landmark: text(200),
  lat: optional(nullable(Degrees)),
  lng: optional(nullable(Degrees)),
  contact_name: text(160),
  contact_phone: optional(nullable(Phone)),
  referral_facility_id: optional(nullable(Id)),
  service_point_id: optional(nullable(Id)),
  ward_id: optional(nullable(Id)),
})
export type PlaceInput = Static<typeof PlaceInput>
const some_id = optional(nullable(Id))
export const RequestInput = named(
  'AmbulanceRequestInput',
  form({
    id: optional(Id),
    kind: choice(request_kinds),
    channel: choice(channels),
    priority: optional(nullAsAbsent(Whole(1, 4))),
    priority_reason: text(300),
    category: optional(nullable(choice(emergency_categories))),
    answers: optional(nullAsAbsent(listOf(form({ key: Text(1, 40), answer: Text(1, 200) }), 40))),
    caller: optional(nullable(form({ name: Text(1, 160), phone: Phone, relation: text(60) }))),
    patient_id: optional(nullAsAbsent(Id)),
    patient: optional(
      nullable(
        form({
          name: text(160),
          sex: optional(nullable(choice(sexes))),
          age: text(40),
          count: optional(nullAsAbsent(Whole(1, 20))),
          label: text(60),
        }),
      ),
    ),
    pickup: PlaceInput,
    destination: optional(nullable(PlaceInput)),
    needed_at: optional(nullable(Instant)),
    needs: optional(
      nullable(
        partial({
          stretcher: Flag,
          oxygen: Flag,
          incubator: Flag,
          escort: choice(escorts),
          escort_staff_id: nullable(Id),
          isolation: Flag,
          infant: Flag,
        }),
      ),
    ),
    referral_id: some_id,
    admission_id: some_id,
    emergency_id: some_id,
    labour_id: some_id,
    body_id: some_id,
    duplicate_of: some_id,
    not_duplicate: optional(nullAsAbsent(Flag)),
    note: text(500),
  }),
)
export type RequestInput = Static<typeof RequestInput>
export const CancelInput = form({ reason_code: choice(cancel_codes), note: text(300) })
export const DispatchInput = named(
  'AmbulanceDispatchInput',
  form({
    vehicle_id: Id,
    driver_id: optional(nullable(Id)),
    attendant_ids: optional(nullAsAbsent(listOf(Id, 10))),
    request_ids: optional(nullAsAbsent(listOf(Id, 20))),
    divert_from: optional(nullable(Id)),
    overrides: Overrides,
  }),
)
export type DispatchInput = Static<typeof DispatchInput>

const Place = shape({
  text: out(300),
  area_id: out(36),
  landmark: out(200),
  lat: nullable(Degrees),
  lng: nullable(Degrees),
  contact_name: out(160),
  contact_phone: out(40),
  referral_facility_id: out(64),
  service_point_id: out(64),
  ward_id: out(64),
})
export const Request = named(
  'AmbulanceRequest',
  shape({
    ...request('id', 'facility_id'),
    reference: Text(1, 40),
    ...request('status', 'kind', 'channel', 'priority', 'proposed_priority', 'priority_reason'),
    ...request('category', 'patient_id'),
    answers: listOf(shape({ key: Text(1, 40), answer: Text(1, 200) })),
    caller: nullable(shape({ name: Text(0, 160), phone: Text(0, 40), relation: out(60) })),
    patient: nullable(PatientRow),
    patient_told: tellsWho(
      'patient_id',
      nullable(
        shape({
          name: out(160),
          sex: nullable(choice(sexes)),
          age: out(40),
          count: Whole(),
          label: out(60),
        }),
      ),
    ),
    pickup: Place,
    destination: nullable(Place),
    ...request('needed_at'),
    needs: shape({
      stretcher: Flag,
      oxygen: Flag,
      incubator: Flag,
      escort: choice(escorts),
      escort_staff_id: out(64),
      isolation: Flag,
      infant: Flag,
    }),
    ...request('referral_id', 'admission_id', 'emergency_id', 'labour_id', 'body_id', 'trip_id'),
    ...request('waiting_reason', 'duplicate_of', 'note'),
    minutes: Whole(),
    late: Flag,
    cancellation: nullable(
      shape({
        reason_code: Text(1, 40),
        by_name: Text(0, 160),
        at: Instant,
        note: nullable(Text(0, 300)),
      }),
    ),
    moves: listOf(choice(['dispatch', 'cancel'])),
    ...request('created_at', 'created_by_name', 'updated_at', 'version'),
  }),
)
export type Request = Static<typeof Request>
export const RequestFilters = {
  status: optional(choice(request_states)),
  kind: optional(choice(request_kinds)),
  priority: optional(Whole(1, 4)),
  category: optional(choice(emergency_categories)),
  channel: optional(choice(channels)),
  waiting: optional(QueryFlag),
  patient_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
  facility_id: optional(Text(1, 64)),
}

export const AdvanceInput = named(
  'AmbulanceAdvanceInput',
  form({
    milestone: choice(milestones),
    at: optional(nullable(Instant)),
    odometer: optional(nullable(Km)),
    confirm_unusual: optional(nullAsAbsent(Flag)),
    lat: optional(nullable(Degrees)),
    lng: optional(nullable(Degrees)),
    outcome: optional(nullable(choice(outcomes))),
    reason_code: optional(nullable(choice(abort_codes))),
    for_crew: optional(nullAsAbsent(Flag)),
    note: text(300),
  }),
)
export type AdvanceInput = Static<typeof AdvanceInput>
export const HandOverInput = named(
  'AmbulanceHandOverInput',
  form({
    patient_ref: Text(1, 10),
    to: choice(hand_over_to),
    at: optional(nullable(Instant)),
    situation: optional(nullable(LongText(0, 1000))),
    background: optional(nullable(LongText(0, 1000))),
    assessment: optional(nullable(LongText(0, 1000))),
    recommendation: optional(nullable(LongText(0, 1000))),
    received_by: optional(
      nullable(form({ staff_id: some_id, name: text(160), cadre: text(120), facility: text(160) })),
    ),
    witness_token: optional(nullable(Secret(200))),
    signature_attachment_id: some_id,
    belongings: text(500),
    emergency_id: some_id,
    admission_id: some_id,
    visit_id: some_id,
    emergency: optional(
      nullable(
        form({
          category: choice(emergency_categories),
          triage_category: optional(nullable(Whole(1, 5))),
          unknown_label: text(60),
          sex: optional(choice(sexes)),
          age_band: optional(choice(age_bands)),
          presenting_complaint: text(500),
        }),
      ),
    ),
  }),
)
export type HandOverInput = Static<typeof HandOverInput>

const Stamp = shape({
  milestone: choice(trip_states),
  at: Instant,
  odometer: nullable(Whole()),
  lat: nullable(Degrees),
  lng: nullable(Degrees),
  by_name: Text(0, 160),
})
const HandOver = shape({
  ...handed('patient_ref', 'at', 'situation', 'background', 'assessment', 'recommendation'),
  to: choice(hand_over_to),
  received_by: shape({
    staff_id: out(64),
    name: Text(0, 160),
    cadre: out(120),
    facility: out(160),
  }),
  ...handed('signature_attachment_id', 'belongings', 'emergency_id', 'referral_id', 'by_name'),
})
const spans = Object.fromEntries(
  span_names.map((name) => [name, nullable(Whole(-100_000, 10_000_000))]),
) as Record<SpanName, ReturnType<typeof nullable<ReturnType<typeof Whole>>>>
export const Trip = named(
  'AmbulanceTrip',
  shape({
    ...trip('id', 'facility_id'),
    reference: Text(1, 40),
    ...trip('status', 'vehicle_id', 'call_sign', 'priority'),
    crew: Crew,
    request_ids: listOf(Text(1, 36)),
    milestones: listOf(Stamp),
    patients: listOf(
      shape({
        ref: Text(1, 10),
        request_id: Text(1, 36),
        patient_id: out(36),
        patient: nullable(PatientRow),
        name: out(160),
        sex: nullable(choice(sexes)),
        age: out(40),
        handed_over: nullable(Text(0, 30)),
      }),
    ),
    ...trip('start_km', 'end_km', 'distance_km', 'estimated', 'outcome', 'called_at'),
    intervals: shape(spans),
    hand_overs: listOf(HandOver),
    payment_ok: Flag,
    moves: listOf(choice([...milestones, 'HANDED_OVER'])),
    history: History,
    warnings: listOf(Text(1, 600)),
    gate_warnings: listOf(GateResult),
    ...trip('created_at', 'created_by_name', 'updated_at', 'version'),
  }),
)
export type Trip = Static<typeof Trip>
export const HandedOver = named(
  'AmbulanceHandedOver',
  shape({
    trip: Trip,
    emergency: nullable(shape({ id: Text(1, 36), reference: Text(1, 40) })),
  }),
)
export const PdfQuery = form({ language: optional(choice(languages)) })

export const BoardRequest = shape({
  id: Text(1, 36),
  reference: Text(1, 40),
  kind: choice(request_kinds),
  priority: Whole(1, 4),
  area: out(300),
  destination: out(300),
  caller: out(200),
  patient: out(160),
  minutes: Whole(),
  target: nullable(Whole()),
  late: Flag,
  waiting_reason: out(300),
})
const BoardVehicle = shape({
  call_sign: Text(1, 20),
  state: choice(vehicle_states),
  not_ready_reason: out(400),
  crew: listOf(Text(0, 160)),
  position: nullable(shape({ lat: Degrees, lng: Degrees, at: Instant })),
  trip: nullable(
    shape({ reference: Text(1, 40), status: choice(trip_states), minutes_out: Whole() }),
  ),
})
export const Board = named(
  'AmbulanceBoard',
  shape({
    at: Instant,
    requests: listOf(BoardRequest),
    vehicles: listOf(BoardVehicle),
    free_crew: listOf(shape({ staff_id: Text(1, 64), name: Text(0, 160) })),
    due: listOf(shape({ call_sign: Text(1, 20), what: Text(1, 200) })),
    last_24_h: shape({ requests: Whole(), trips: Whole(), cancelled: Whole(), completed: Whole() }),
  }),
)
export type Board = Static<typeof Board>
export const BoardQuery = form({
  display: optional(QueryFlag),
  wait: optional(Whole(1, 25)),
  facility_id: optional(Text(1, 64)),
})
