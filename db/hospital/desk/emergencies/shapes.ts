// What goes in and what comes out about emergencies.

import {
  AnyObject,
  asked,
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  LongText,
  listOf,
  maybe,
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

const At = Text(24, 24)
const text = (max: number) => asked(maybe(Text(0, max)))
const out = (max: number) => maybe(Text(0, max))
const category = asked(choice(emergency_categories))

const about = {
  brought_by: text(160),
  brought_by_phone: asked(maybe(Phone)),
  brought_by_relationship: text(80),
  category,
  presenting_complaint: asked(maybe(LongText(0, 5000))),
  incident_place: text(200),
  incident_at: asked(maybe(Instant)),
  pregnant: asked(maybe(Flag)),
}

export const EmergencyInput = named(
  'EmergencyInput',
  form({
    id: asked(Id),
    ...about,
    arrival_mode: asked(choice(arrival_modes)),
    patient_id: asked(maybe(Id)),
    unknown_label: asked(maybe(Text(2, 60))),
    visit_id: asked(maybe(Id)),
    triage_category: asked(maybe(TriageCategory)),
    sex: asked(choice(sexes)),
    age_band: asked(choice(age_bands)),
    dead_on_arrival: asked(Flag),
    casualty_incident_id: asked(maybe(Id)),
    tag: text(20),
    ambulance_trip_id: asked(maybe(Id)),
    referral_id: asked(maybe(Id)),
    police_case: asked(Flag),
    arrived_at: asked(maybe(Instant)),
    late_entry_reason: text(300),
  }),
)
export type EmergencyInput = Static<typeof EmergencyInput>

export const EmergencyChange = named(
  'EmergencyChange',
  partial({ ...about, zone: choice(zones), bed_label: maybe(Text(0, 40)) }),
)
export type EmergencyChange = Static<typeof EmergencyChange>

const measures = {
  triage_category: TriageCategory,
  vitals: asked(AnyObject),
  vitals_id: asked(maybe(Id)),
  note: asked(maybe(LongText(0, 5000))),
}
export const TriageInput = form({ ...measures, discriminators: asked(listOf(Text(1, 60), 60)) })
export type TriageInput = Static<typeof TriageInput>
export const ReassessInput = form(measures)
export type ReassessInput = Static<typeof ReassessInput>

export const StartInput = form({
  seen_at: asked(maybe(Instant)),
  zone: asked(choice(zones)),
  bed_label: text(40),
})
export type StartInput = Static<typeof StartInput>
export const ObserveInput = form({
  every_minutes: asked(Whole(5, 1440)),
  until: asked(maybe(Instant)),
  note: asked(maybe(LongText(0, 5000))),
})
export type ObserveInput = Static<typeof ObserveInput>
export const EmergencyReopen = form({ reason: Reason })
export const NoteInput = form({ note: asked(maybe(LongText(0, 5000))) })

export const DisposeInput = form({
  disposition: choice(dispositions),
  note: asked(maybe(LongText(0, 5000))),
  ward_id: asked(maybe(Id)),
  referral_id: asked(maybe(Id)),
  service_point_id: asked(maybe(Id)),
  died_at: asked(maybe(Instant)),
  cause: text(300),
  unidentified_reason: asked(maybe(Text(3, 300))),
  follow_up: asked(
    maybe(
      form({
        on: Day,
        clinician_id: asked(maybe(Id)),
        department: text(120),
        kind: text(40),
      }),
    ),
  ),
  overrides: Overrides,
})
export type DisposeInput = Static<typeof DisposeInput>

const shown = {
  id: Text(1, 36),
  number: Text(1, 40),
  status: choice(emergency_states),
  visit_id: Text(1, 36),
  facility_id: Text(1, 36),
  patient: PatientRow,
  life_threatening_allergies: listOf(Text(1, 200)),
  arrival_mode: choice(arrival_modes),
  category: choice(emergency_categories),
  presenting_complaint: maybe(LongText(0, 5000)),
  brought_by: out(160),
  brought_by_phone: out(20),
  brought_by_relationship: out(80),
  incident_place: out(200),
  incident_at: maybe(At),
  dead_on_arrival: Flag,
  pregnant: maybe(Flag),
  casualty_incident_id: out(36),
  tag: out(20),
  ambulance_trip_id: out(36),
  referral_id: out(36),
  arrived_at: At,
  recorded_at: At,
  triage_category: maybe(Whole(1, 5)),
  acuity: maybe(choice(acuities)),
  triage: maybe(
    shape({
      category: Whole(1, 5),
      provisional: Flag,
      discriminators: listOf(Text(1, 60)),
      tews: maybe(Whole()),
      proposed: maybe(Whole(1, 5)),
      by: Text(1, 160),
      at: At,
      note: maybe(LongText(0, 5000)),
    }),
  ),
  to_review: Flag,
  target_at: maybe(At),
  seen_at: maybe(At),
  seen_by: out(160),
  breached: Flag,
  breach_minutes: Whole(),
  zone: choice(zones),
  bed_label: out(40),
  next_retriage_at: maybe(At),
  observe_every_minutes: maybe(Whole()),
  next_observation_at: maybe(At),
  reassessments: Whole(),
  police: maybe(AnyObject),
  disposition: maybe(choice(dispositions)),
  disposition_note: maybe(LongText(0, 5000)),
  disposed_at: maybe(At),
  disposed_by: out(160),
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
export const Triaged = named('EmergencyTriaged', shape({ ...shown, proposed: maybe(Whole(1, 5)) }))
export const Disposed = named(
  'EmergencyDisposed',
  shape({
    ...shown,
    visit: Visit,
    admission: maybe(AnyObject),
    warnings: listOf(GateResult),
  }),
)

export const BoardRow = named(
  'EmergencyBoardRow',
  shape({
    ...shown,
    untriaged: Flag,
    waiting_minutes: Whole(),
    minutes_to_target: maybe(Whole(-1_000_000)),
    target_near: Flag,
    retriage_late: Flag,
    observation_late: Flag,
    open_orders: Whole(),
    unread_results: Whole(),
  }),
)
export type BoardRow = Static<typeof BoardRow>
export const BoardQuery = form({ zone: asked(choice(zones)), facility_id: asked(Text(1, 64)) })

export const EmergencyFilters = {
  facility_id: asked(Text(1, 64)),
  status: asked(choice(emergency_states)),
  acuity: asked(choice(acuities)),
  category,
  zone: asked(choice(zones)),
  arrival_mode: asked(choice(arrival_modes)),
  disposition: asked(choice(dispositions)),
  police: asked(QueryFlag),
  incident_id: asked(Id),
  patient_id: asked(Id),
  from: asked(Day),
  to: asked(Day),
}

export const Reassessment = named(
  'EmergencyReassessment',
  shape({
    id: Text(1, 36),
    at: At,
    triage_category: Whole(1, 5),
    vitals_id: out(36),
    note: maybe(LongText(0, 5000)),
    by: Text(1, 160),
  }),
)
export const EmergencyEvent = named(
  'EmergencyEvent',
  shape({
    move: Text(1, 40),
    from_state: out(40),
    to_state: Text(1, 40),
    at: At,
    by_name: Text(1, 160),
    reason: maybe(LongText(0, 5000)),
    changes: maybe(AnyObject),
  }),
)
export const PoliceInput = form({
  case: Flag,
  form_no: text(60),
  station: text(120),
  officer: text(120),
  officer_phone: asked(maybe(Phone)),
  given_at: asked(maybe(Instant)),
})
export type PoliceInput = Static<typeof PoliceInput>

const incident = {
  name: Text(2, 160),
  place: text(200),
  expected: asked(maybe(Whole(0, 10_000))),
}
export const IncidentInput = named(
  'CasualtyIncidentInput',
  form({ ...incident, kind: asked(choice(incident_kinds)), tag_prefix: Text(2, 4) }),
)
export type IncidentInput = Static<typeof IncidentInput>
export const IncidentChange = named('CasualtyIncidentChange', partial(incident))
export type IncidentChange = Static<typeof IncidentChange>

const incident_shown = {
  id: Text(1, 36),
  reference: Text(1, 40),
  facility_id: Text(1, 36),
  name: Text(1, 160),
  kind: choice(incident_kinds),
  place: out(200),
  status: choice(incident_states),
  started_at: At,
  started_by: Text(1, 160),
  stood_down_at: maybe(At),
  expected: maybe(Whole()),
  tag_prefix: Text(2, 4),
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
  facility_id: asked(Text(1, 64)),
  status: asked(choice(incident_states)),
  from: asked(Day),
  to: asked(Day),
}
export const CasualtyRow = form({
  tag: text(20),
  triage_category: asked(maybe(TriageCategory)),
  sex: asked(choice(sexes)),
  age_band: asked(choice(age_bands)),
  note: text(500),
})
export type CasualtyRow = Static<typeof CasualtyRow>
export const CasualtiesInput = form({
  count: asked(Whole(1, 100_000)),
  casualties: asked(listOf(CasualtyRow, 100_000)),
})
export type CasualtiesInput = Static<typeof CasualtiesInput>
export const CasualtyFilters = {
  acuity: asked(choice(acuities)),
  status: asked(choice(emergency_states)),
  unidentified: asked(QueryFlag),
}
export const StandDown = form({
  reason: Text(3, 300),
  unidentified_reason: asked(maybe(Text(3, 300))),
})
export type StandDown = Static<typeof StandDown>
export const TagWords = partial({
  from: Whole(1, 999_999),
  count: Whole(1, 200),
  language: choice(languages),
})
export const ReportWords = partial({ language: choice(languages) })
