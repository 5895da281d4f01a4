// Clinical records as they come in and go out (2.1, 5.1).

import {
  AnyObject,
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  LongText,
  Money,
  named,
  nullable,
  nullAsAbsent,
  optional,
  QueryFlag,
  Reason,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { Appointment } from '../../desk/appointments/shapes.ts'
import { GateResult, Overrides } from '../../desk/gates/shapes.ts'
import { ConsentShown } from '../../desk/patients/privacy/consent-shapes.ts'
import { Patient, PatientRow } from '../../desk/patients/shapes.ts'
import { PatientAlert } from '../../desk/patients/record/alert-shapes.ts'
import { allergy_states as known_states } from '../../desk/patients/words.ts'
import { directions, referral_states, urgencies } from '../../desk/referrals/words.ts'
import { LatestValues } from '../../desk/vitals/shapes.ts'
import { History } from '../../history.ts'
import { Allergy, PregnancyStatus, Problem } from '../chart/shapes.ts'
import { chart_sensitivities } from '../chart/words.ts'
import { AdmissionShort } from '../wards/admissions/shapes.ts'
import { chapters } from './codes/chapters.ts'
import { clinical_records } from './tables.ts'
import {
  case_types,
  certainties,
  code_systems,
  lateralities,
  note_types,
  ranks,
  record_kinds,
  record_moves,
  record_states,
  void_codes,
} from './words.ts'

const field = fieldsOf(clinical_records)
const text = (max: number) => optional(nullable(Text(0, max)))
const out = (max: number) => nullable(Text(0, max))
const given = <T extends Parameters<typeof nullAsAbsent>[0]>(kind: T) =>
  optional(nullAsAbsent(kind))
const some_id = optional(nullable(Id))

const SectionInput = form({ key: Text(1, 40), title: Text(0, 120), text: LongText(0, 8000) })
const ProcedureInput = form({
  performed_at: optional(nullable(Instant)),
  performers: given(listOf(Id, 20)),
  anaesthesia: text(120),
  site: text(120),
  findings: optional(nullable(LongText(0, 4000))),
  complication: text(500),
  specimen_sent: given(Flag),
  quantity: given(Decimal(0.001, 1000)),
  tariff_code: text(40),
})

/** Everything of a record that its writer may say; whose it is, and where, stand beside it. */
const content = {
  title: text(200),
  kind: optional(nullable(choice(record_kinds))),
  rank: optional(nullable(choice(ranks))),
  body: optional(nullable(LongText(0, 20_000))),
  code: text(40),
  coding_system: text(40),
  notifiable: optional(nullable(Flag)),
  certainty: optional(nullable(choice(certainties))),
  case_type: optional(nullable(choice(case_types))),
  on_admission: optional(nullable(Flag)),
  laterality: optional(nullable(choice(lateralities))),
  onset_on: optional(nullable(Day)),
  note_type: optional(nullable(choice(note_types))),
  sections: optional(nullable(listOf(SectionInput, 40))),
  procedure: optional(nullable(ProcedureInput)),
  sensitivity: given(choice(chart_sensitivities)),
  occurred_at: optional(nullable(Instant)),
  late_reason: text(300),
  paper_ref: text(40),
  problem_id: some_id,
  cosigner_id: some_id,
}
const replace_primary = given(Flag)

export const RecordInput = named(
  'RecordInput',
  form({
    id: optional(Id),
    patient_id: Id,
    ...content,
    admission_id: some_id,
    visit_id: some_id,
    copied_from_id: some_id,
    assist_id: some_id,
    sign: given(Flag),
    replace_primary,
    overrides: Overrides,
  }),
)
export type RecordInput = Static<typeof RecordInput>
export const RecordChange = named('RecordChange', form({ ...content, replace_primary }))
export type RecordChange = Static<typeof RecordChange>
export const RecordAmendment = named(
  'RecordAmendment',
  form({
    ...content,
    replace_primary,
    reason: Reason,
    claim_told: given(Flag),
    overrides: Overrides,
  }),
)
export type RecordAmendment = Static<typeof RecordAmendment>
export const SignInput = form({
  needs_cosign: given(Flag),
  cosigner_id: some_id,
  read_confirmed: given(Flag),
  overrides: Overrides,
})
export type SignInput = Static<typeof SignInput>
export const CosignInput = form({ note: text(300), overrides: Overrides })
export type CosignInput = Static<typeof CosignInput>
export const CertaintyInput = form({
  certainty: choice(certainties),
  code: optional(nullAsAbsent(Text(1, 40))),
  coding_system: optional(nullAsAbsent(Text(1, 40))),
})
export type CertaintyInput = Static<typeof CertaintyInput>
export const SendBackInput = form({ reason: Reason })
export const VoidInput = form({
  reason: Reason,
  reason_code: choice(void_codes),
  right_patient_id: some_id,
})
export type VoidInput = Static<typeof VoidInput>

const short = {
  ...field('id', 'facility_id', 'patient_id'),
  patient: PatientRow,
  ...field('visit_id', 'admission_id', 'department', 'status', 'kind', 'title', 'note_type'),
  ...field('rank', 'certainty', 'case_type', 'on_admission', 'laterality', 'onset_on', 'code'),
  ...field('coding_system', 'notifiable', 'sensitivity', 'version_no', 'charged'),
  register_opd: out(40),
  register_ipd: out(40),
  ...field('problem_id', 'notice_id', 'cosigner_id', 'staff_id', 'staff_name', 'cadre'),
  recorded_at: Instant,
  ...field('occurred_at', 'late_reason', 'paper_ref', 'signed_at', 'signed_by_name'),
  ...field('cosigned_at', 'cosigned_by_name', 'amended_reason', 'voided_reason'),
  ...field('hash', 'previous_hash', 'created_at', 'updated_at', 'version'),
  created_by_name: Text(0, 160),
  moves: listOf(choice(record_moves)),
}
export const ClinicalRecordShort = named('ClinicalRecordShort', shape(short))
export type ClinicalRecordShort = Static<typeof ClinicalRecordShort>
export const ClinicalRecord = named(
  'ClinicalRecord',
  shape({
    ...short,
    body: nullable(LongText(0, 20_000)),
    sections: nullable(
      listOf(shape({ key: Text(1, 40), title: Text(0, 120), text: LongText(0, 8000) })),
    ),
    procedure: nullable(AnyObject),
    copied_from_id: out(36),
    /** `Copied from <date>, <name>`. */
    copied_from: out(200),
    assist_id: out(36),
    history: History,
    warnings: listOf(GateResult),
  }),
)
export type ClinicalRecord = Static<typeof ClinicalRecord>

export const RecordFilters = {
  facility_id: optional(Id),
  patient_id: optional(Id),
  visit_id: optional(Id),
  admission_id: optional(Id),
  kind: optional(choice(record_kinds)),
  note_type: optional(choice(note_types)),
  rank: optional(choice(ranks)),
  certainty: optional(choice(certainties)),
  status: optional(choice(record_states)),
  code: optional(Text(1, 40)),
  staff_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
  voided: optional(QueryFlag),
}
export const VersionQuery = form({ version_no: optional(Whole(1, 100_000)) })

export const CodeFilters = {
  system: optional(choice(code_systems)),
  kind: optional(choice(['DIAGNOSIS', 'PROCEDURE'] as const)),
  patient_id: optional(Id),
  /** Of ICD-10, in Roman figures. */
  chapter: optional(choice(chapters)),
  notifiable: optional(QueryFlag),
  sensitive: optional(QueryFlag),
  /** Whose uses are counted, so that they come first. */
  department: optional(Text(1, 120)),
}
export const ClinicalCode = named(
  'ClinicalCode',
  shape({
    system: choice(code_systems),
    code: Text(1, 40),
    display: Text(1, 200),
    display_sw: out(200),
    synonyms: listOf(Text(1, 200)),
    chapter: nullable(choice(chapters)),
    selectable: Flag,
    sex: nullable(choice(['Male', 'Female'] as const)),
    max_age_days: nullable(Whole()),
    laterality: Flag,
    chronic: Flag,
    notifiable: Flag,
    disease_key: out(40),
    sensitive: Flag,
    consent: Flag,
    /** False: as it ships; nobody of the hospital has looked at the list yet. */
    confirmed: Flag,
    source: Text(0, 300),
    fits: Flag,
    /** In the last 365 days in the department that was asked; null where none was. */
    uses: nullable(Whole()),
    register_opd: out(40),
    register_ipd: out(40),
  }),
)

export const SummaryInput = form({ refresh: given(Flag) })

/** One page of everything that matters (5.1); what nobody keeps yet is empty. */
export const ClinicalSummary = named(
  'ClinicalSummary',
  shape({
    allergies: listOf(Allergy),
    allergy_status: choice(known_states),
    problems: listOf(Problem),
    medicines: listOf(shape({ name: Text(1, 300), detail: out(500) })),
    home_medicines: listOf(
      shape({
        id: Text(1, 36),
        medicine_id: out(36),
        name: Text(1, 200),
        dose_text: Text(1, 200),
        since: nullable(Day),
        source: Text(1, 20),
        adherence: out(20),
      }),
    ),
    pregnancy: nullable(PregnancyStatus),
    last_vitals: LatestValues,
    abnormal_results: listOf(AnyObject),
    enrolments: listOf(
      shape({ programme_key: Text(1, 40), enrolled_on: Text(1, 24), status: Text(1, 40) }),
    ),
    immunisations_due: listOf(AnyObject),
    admissions: listOf(AdmissionShort),
    alerts: listOf(PatientAlert),
    consents: listOf(AnyObject),
  }),
)

/** PAT-32. */
export const DeskSummary = named(
  'DeskSummary',
  shape({
    patient: Patient,
    appointments: listOf(Appointment),
    referrals: listOf(
      shape({
        id: Text(1, 36),
        number: Text(1, 40),
        direction: choice(directions),
        status: choice(referral_states),
        urgency: choice(urgencies),
        facility: Text(1, 160),
      }),
    ),
    memberships: listOf(
      shape({
        id: Text(1, 36),
        scheme_id: Text(1, 36),
        scheme: Text(1, 200),
        member_no: Text(1, 60),
        status: Text(1, 40),
        valid_to: nullable(Day),
        needs_authorisation: Flag,
      }),
    ),
    consents: listOf(ConsentShown),
    account: nullable(shape({ balance: Money, deposits: Money, open_bills: Whole() })),
    last_vitals: nullable(LatestValues),
  }),
)
