// Vehicles with their crew and checks, requests for them, and the trips that they make.

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
  uuid,
  yes,
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { emergency_categories } from '../../desk/emergencies/words.ts'
import type {
  Aboard,
  CallerSaid,
  Cancellation,
  CheckItem,
  Crew,
  Needs,
  PatientTold,
  Place,
  ReceivedBy,
  Spot,
  Stamp,
  VehiclePaper,
} from './kept.ts'
import {
  channels,
  check_results,
  fuel_levels,
  hand_over_to,
  outcomes,
  request_kinds,
  request_states,
  trip_states,
  vehicle_kinds,
} from './words.ts'

export const ambulance_vehicles = table(
  'ambulance_vehicles',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    call_sign: text(20),
    call_sign_key: key(20),
    plate: text(20),
    plate_key: key(20),
    kind: choice(vehicle_kinds),
    make: nullable(text(80)),
    stretchers: otherwise(integer(), 1),
    seats: otherwise(integer(), 2),
    equipment: otherwise(json<string[]>(), () => []),
    /** Its kit; of the stock chapter. */
    store_id: nullable(uuid()),
    phone: nullable(code(20)),
    odometer: nullable(integer()),
    tank_litres: nullable(integer()),
    km_per_litre: nullable(real()),
    service_every_km: nullable(integer()),
    next_service_km: nullable(integer()),
    papers: otherwise(json<VehiclePaper[]>(), () => []),
    crew: nullable(json<Crew>()),
    position: nullable(json<Spot>()),
    position_key_id: nullable(uuid()),
    check_at: nullable(instant()),
    check_result: nullable(choice(check_results)),
    /** `brakes FAULT`: what is critical and failed. */
    check_fault: nullable(text(300)),
    fuel_level: nullable(choice(fuel_levels)),
    active: yes(),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'call_sign_key'] },
      { columns: ['hospital_id', 'plate_key'] },
    ],
    indexes: [{ columns: ['hospital_id', 'facility_id', 'call_sign_key'] }],
  },
)

export const ambulance_checks = table(
  'ambulance_checks',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    vehicle_id: ref('ambulance_vehicles'),
    at: instant(),
    odometer: integer(),
    fuel_level: choice(fuel_levels),
    items: json<CheckItem[]>(),
    oxygen_bar: nullable(integer()),
    result: choice(check_results),
    note: nullable(text(500)),
    by_name: text(160),
    next_due: instant(),
  },
  { indexes: [{ columns: ['hospital_id', 'vehicle_id', 'at'] }], append_only: true },
)

export const ambulance_trips = table(
  'ambulance_trips',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    status: choice(trip_states),
    vehicle_id: ref('ambulance_vehicles'),
    call_sign: text(20),
    crew: json<Crew>(),
    request_ids: json<string[]>(),
    priority: integer(),
    milestones: json<Stamp[]>(),
    patients: json<Aboard[]>(),
    start_km: nullable(integer()),
    end_km: nullable(integer()),
    distance_km: nullable(integer()),
    estimated: no(),
    outcome: nullable(choice(outcomes)),
    called_at: instant(),
    created_by_name: text(160),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'number'] },
      // AMB-4, for two dispatchers at the same moment too.
      { columns: ['vehicle_id'], only_where: "status not in ('COMPLETED', 'ABORTED')" },
    ],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'status', 'created_at'] },
    ],
  },
)

export const ambulance_trip_moves = historyTable('ambulance_trip_moves', 'ambulance_trips')

export const ambulance_requests = table(
  'ambulance_requests',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    status: choice(request_states),
    kind: choice(request_kinds),
    channel: choice(channels),
    priority: integer(),
    proposed_priority: nullable(integer()),
    priority_reason: nullable(text(300)),
    category: nullable(choice(emergency_categories)),
    answers: otherwise(json<{ key: string; answer: string }[]>(), () => []),
    caller: nullable(json<CallerSaid>()),
    caller_phone: nullable(code(20)),
    patient_id: nullable(ref('patients')),
    patient_told: nullable(json<PatientTold>()),
    pickup: json<Place>(),
    pickup_text: nullable(text(300)),
    destination: nullable(json<Place>()),
    needed_at: instant(),
    needs: json<Needs>(),
    referral_id: nullable(ref('referrals')),
    admission_id: nullable(uuid()),
    emergency_id: nullable(uuid()),
    labour_id: nullable(uuid()),
    body_id: nullable(uuid()),
    trip_id: nullable(ref('ambulance_trips')),
    waiting_reason: nullable(text(300)),
    duplicate_of: nullable(uuid()),
    cancellation: nullable(json<Cancellation>()),
    asked_by_id: nullable(uuid()),
    note: nullable(text(500)),
    created_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'pickup_text'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'status', 'priority'] },
      { columns: ['patient_id'], only_where: 'patient_id is not null' },
      { columns: ['hospital_id', 'caller_phone'], only_where: 'caller_phone is not null' },
    ],
  },
)

export const ambulance_request_moves = historyTable('ambulance_request_moves', 'ambulance_requests')

export const ambulance_hand_overs = table(
  'ambulance_hand_overs',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    trip_id: ref('ambulance_trips'),
    patient_ref: code(10),
    to_place: choice(hand_over_to),
    at: instant(),
    situation: nullable(text(1000)),
    background: nullable(text(1000)),
    assessment: nullable(text(1000)),
    recommendation: nullable(text(1000)),
    received_by: json<ReceivedBy>(),
    signature_attachment_id: nullable(uuid()),
    belongings: nullable(text(500)),
    emergency_id: nullable(uuid()),
    referral_id: nullable(uuid()),
    died: otherwise(flag(), false),
    by_name: text(160),
  },
  { unique: [{ columns: ['trip_id', 'patient_ref'] }], append_only: true },
)
