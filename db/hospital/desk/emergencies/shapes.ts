// What goes in and what comes out about emergencies.

import {
  AnyObject,
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  LongText,
  listOf,
  nullable,
  nullAsAbsent,
  named,
  partial,
  Phone,
  Reason,
  QueryFlag,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { GateResult, Overrides } from '../gates/shapes.ts'
import { languages } from '../../office/hospitals/words.ts'
import { PatientRow } from '../patients/shapes.ts'
import { age_bands, sexes } from '../patients/words.ts'
import { TriageCategory } from '../vitals/shapes.ts'
import { acuities } from '../vitals/words.ts'
import {
  arrival_modes,
  dispositions,
  emergency_categories,
  emergency_moves,
  emergency_states,
  incident_kinds,
  incident_states,
  zones,
} from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import {
  emergencies,
  emergency_reassessments,
  emergency_events,
  casualty_incidents,
} from './tables.ts'

const emergency = fieldsOf(emergencies)
const emergencyReassessment = fieldsOf(emergency_reassessments)
const emergencyEvent = fieldsOf(emergency_events)
const casualtyIncident = fieldsOf(casualty_incidents)

const At = Text(24, 24)
const text = (max: number) => optional(nullable(Text(0, max)))
const out = (max: number) => nullable(Text(0, max))
/** Known words are recognised, another is kept as it is typed. */
const Category = Text(1, 120)

const about = {
  brought_by: text(160),
  brought_by_phone: optional(nullable(Phone)),
  brought_by_relationship: text(80),
  category: optional(nullAsAbsent(Category)),
  presenting_complaint: optional(nullable(LongText(0, 5000))),
  incident_place: text(200),
  incident_at: optional(nullable(Instant)),
  pregnant: optional(nullable(Flag)),
}

export const EmergencyInput = named(
  'EmergencyInput',
  form({
    id: optional(Id),
    ...about,
    arrival_mode: optional(nullAsAbsent(choice(arrival_modes))),
    patient_id: optional(nullable(Id)),
    unknown_label: optional(nullable(Text(1, 60))),
    visit_id: optional(nullable(Id)),
    triage_category: optional(nullable(TriageCategory)),
    sex: optional(choice(sexes)),
    age_band: optional(choice(age_bands)),
    dead_on_arrival: optional(Flag),
    casualty_incident_id: optional(nullable(Id)),
    tag: text(20),
    ambulance_trip_id: optional(nullable(Id)),
    referral_id: optional(nullable(Id)),
    police_case: optional(Flag),
    arrived_at: optional(nullable(Instant)),
    late_entry_reason: text(300),
  }),
)
export type EmergencyInput = Static<typeof EmergencyInput>

export const EmergencyChange = named(
  'EmergencyChange',
  partial({ ...about, zone: choice(zones), bed_label: nullable(Text(0, 40)) }),
)
export type EmergencyChange = Static<typeof EmergencyChange>

const measures = {
  triage_category: TriageCategory,
  vitals: optional(AnyObject),
  vitals_id: optional(nullable(Id)),
  note: optional(nullable(LongText(0, 5000))),
}
export const TriageInput = form({ ...measures, discriminators: optional(listOf(Text(1, 60), 60)) })
export type TriageInput = Static<typeof TriageInput>
export const ReassessInput = form(measures)
export type ReassessInput = Static<typeof ReassessInput>

export const StartInput = form({
  seen_at: optional(nullable(Instant)),
  zone: optional(choice(zones)),
  bed_label: text(40),
})
export type StartInput = Static<typeof StartInput>
export const ObserveInput = form({
  every_minutes: optional(Whole(5, 1440)),
  until: optional(nullable(Instant)),
  note: optional(nullable(LongText(0, 5000))),
})
export type ObserveInput = Static<typeof ObserveInput>
export const EmergencyReopen = form({ reason: Reason })
export const NoteInput = form({ note: optional(nullable(LongText(0, 5000))) })

export const DisposeInput = form({
  disposition: choice(dispositions),
  note: optional(nullable(LongText(0, 5000))),
  ward_id: optional(nullable(Id)),
  referral_id: optional(nullable(Id)),
  service_point_id: optional(nullable(Id)),
  died_at: optional(nullable(Instant)),
  cause: text(300),
  unidentified_reason: optional(nullable(Text(3, 300))),
  follow_up: optional(
    nullable(
      form({
        on: Day,
        clinician_id: optional(nullable(Id)),
        department: text(120),
        kind: text(40),
      }),
    ),
  ),
  overrides: Overrides,
})
export type DisposeInput = Static<typeof DisposeInput>

const shown = {
  ...emergency('id', 'number', 'status', 'visit_id', 'facility_id'),
  patient: PatientRow,
  life_threatening_allergies: listOf(Text(1, 200)),
  ...emergency('arrival_mode'),
  category: Category,
  /** What it counts under. */
  category_group: choice(emergency_categories),
  ...emergency('presenting_complaint', 'brought_by', 'brought_by_phone'),
  ...emergency('brought_by_relationship', 'incident_place', 'incident_at', 'dead_on_arrival'),
  ...emergency('pregnant', 'casualty_incident_id', 'tag', 'ambulance_trip_id', 'referral_id'),
  ...emergency('arrived_at'),
  recorded_at: At,
  triage_category: nullable(Whole(1, 5)),
  acuity: nullable(choice(acuities)),
  triage: nullable(
    shape({
      category: Whole(1, 5),
      provisional: Flag,
      discriminators: listOf(Text(1, 60)),
      tews: nullable(Whole()),
      proposed: nullable(Whole(1, 5)),
      by: Text(1, 160),
      at: At,
      note: nullable(LongText(0, 5000)),
    }),
  ),
  ...emergency('to_review', 'target_at', 'seen_at', 'seen_by'),
  breached: Flag,
  breach_minutes: Whole(),
  ...emergency('zone', 'bed_label', 'next_retriage_at'),
  ...emergency('observe_every_minutes', 'next_observation_at', 'reassessments'),
  police: nullable(AnyObject),
  ...emergency('disposition', 'disposition_note', 'disposed_at', 'disposed_by'),
  length_of_stay_minutes: Whole(),
  version: Whole(1),
  moves: listOf(choice(emergency_moves)),
}

export const Emergency = named('Emergency', shape(shown))
export type Emergency = Static<typeof Emergency>

const Visit = shape({
  id: Text(1, 36),
  number: Text(1, 40),
  status: Text(1, 40),
  token: out(20),
  visit_class: Text(1, 20),
  priority: Whole(1, 5),
})

export const EmergencyOpened = named('EmergencyOpened', shape({ ...shown, visit: Visit }))
export const Triaged = named(
  'EmergencyTriaged',
  shape({ ...shown, proposed: nullable(Whole(1, 5)) }),
)
export const Disposed = named(
  'EmergencyDisposed',
  shape({
    ...shown,
    visit: Visit,
    admission: nullable(AnyObject),
    warnings: listOf(GateResult),
  }),
)

export const BoardRow = named(
  'EmergencyBoardRow',
  shape({
    ...shown,
    untriaged: Flag,
    waiting_minutes: Whole(),
    minutes_to_target: nullable(Whole(-1_000_000)),
    target_near: Flag,
    retriage_late: Flag,
    observation_late: Flag,
    open_orders: Whole(),
    unread_results: Whole(),
  }),
)
export type BoardRow = Static<typeof BoardRow>
export const BoardQuery = form({
  zone: optional(choice(zones)),
  facility_id: optional(Text(1, 64)),
})

export const EmergencyFilters = {
  facility_id: optional(Text(1, 64)),
  status: optional(choice(emergency_states)),
  acuity: optional(choice(acuities)),
  category: optional(Category),
  zone: optional(choice(zones)),
  arrival_mode: optional(choice(arrival_modes)),
  disposition: optional(choice(dispositions)),
  police: optional(QueryFlag),
  incident_id: optional(Id),
  patient_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}

export const Reassessment = named(
  'EmergencyReassessment',
  shape({
    ...emergencyReassessment('id', 'at', 'triage_category', 'vitals_id', 'note'),
    by: Text(1, 160),
  }),
)
export const EmergencyEvent = named(
  'EmergencyEvent',
  shape({
    ...emergencyEvent('move', 'from_state', 'to_state', 'at', 'by_name', 'reason'),
    changes: nullable(AnyObject),
  }),
)
export const PoliceInput = form({
  case: Flag,
  form_no: text(60),
  station: text(120),
  officer: text(120),
  officer_phone: optional(nullable(Phone)),
  given_at: optional(nullable(Instant)),
})
export type PoliceInput = Static<typeof PoliceInput>

const incident = {
  name: Text(1, 160),
  place: text(200),
  expected: optional(nullable(Whole(0, 10_000))),
}
export const IncidentInput = named(
  'CasualtyIncidentInput',
  form({ ...incident, kind: optional(choice(incident_kinds)), tag_prefix: Text(2, 4) }),
)
export type IncidentInput = Static<typeof IncidentInput>
export const IncidentChange = named('CasualtyIncidentChange', partial(incident))
export type IncidentChange = Static<typeof IncidentChange>

const incident_shown = {
  ...casualtyIncident('id', 'reference', 'facility_id', 'name', 'kind', 'place', 'status'),
  ...casualtyIncident('started_at', 'started_by', 'stood_down_at', 'expected', 'tag_prefix'),
  counts: shape({
    casualties: Whole(),
    unidentified: Whole(),
    untriaged: Whole(),
    by_acuity: AnyObject,
    by_status: AnyObject,
  }),
  version: Whole(1),
}
export const CasualtyIncident = named('CasualtyIncident', shape(incident_shown))
export type CasualtyIncident = Static<typeof CasualtyIncident>
export const StoodDown = named(
  'CasualtyIncidentStoodDown',
  shape({
    ...incident_shown,
    left: shape({
      unidentified: Whole(),
      untriaged: Whole(),
      undisposed: Whole(),
      unbilled: Whole(),
    }),
  }),
)
export const IncidentFilters = {
  facility_id: optional(Text(1, 64)),
  status: optional(choice(incident_states)),
  from: optional(Day),
  to: optional(Day),
}
export const CasualtyRow = form({
  tag: text(20),
  triage_category: optional(nullable(TriageCategory)),
  sex: optional(choice(sexes)),
  age_band: optional(choice(age_bands)),
  note: text(500),
})
export type CasualtyRow = Static<typeof CasualtyRow>
export const CasualtiesInput = form({
  count: optional(Whole(1, 100_000)),
  casualties: optional(listOf(CasualtyRow, 100_000)),
})
export type CasualtiesInput = Static<typeof CasualtiesInput>
export const CasualtyFilters = {
  acuity: optional(choice(acuities)),
  status: optional(choice(emergency_states)),
  unidentified: optional(QueryFlag),
}
export const StandDown = form({
  reason: Text(3, 300),
  unidentified_reason: optional(nullable(Text(3, 300))),
})
export type StandDown = Static<typeof StandDown>
export const TagWords = partial({
  from: Whole(1, 999_999),
  count: Whole(1, 200),
  language: choice(languages),
})
export const ReportWords = partial({ language: choice(languages) })
