// Studies as they come in and go out (diagnostics 2.9, 2.10, 5.11).

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
  partial,
  QueryFlag,
  Search,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { GateResult, Overrides } from '../../../desk/gates/shapes.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { History } from '../../../history.ts'
import { answers, pregnancy_answers, SafetyInput } from '../../laboratory/orders/safety.ts'
import { identity_checks, modalities, sides } from '../../laboratory/words.ts'
import { imaging_addenda, imaging_report_versions, imaging_studies } from '../tables.ts'
import {
  boards,
  contrast_routes,
  reject_reasons,
  report_states,
  signed_as,
  study_states,
  unschedule_reasons,
} from '../words.ts'
import { report_life, study_life } from './record.ts'

const study = fieldsOf(imaging_studies)
const version = fieldsOf(imaging_report_versions)
const addendum = fieldsOf(imaging_addenda)
const Note = optional(nullable(LongText(0, 500)))
const some_id = optional(nullable(Id))

const short = {
  ...study('id', 'facility_id', 'accession', 'item_id', 'order_id', 'order_number', 'patient_id'),
  patient: PatientRow,
  ...study('visit_id', 'admission_id', 'test_code', 'test_name', 'modality', 'body_part'),
  ...study('contrast', 'laterality', 'priority', 'restricted', 'portable', 'ordered_by_name'),
  ...study('ordered_at', 'due_at'),
  overdue_minutes: nullable(Whole(0)),
  ...study('status', 'room_id', 'room', 'starts_at', 'duration_min', 'no_shows', 'arrived_at'),
  ...study('started_at', 'finished_at', 'performed_by_name', 'report_status'),
  /** Who opened the draft, for half an hour (DIA-127). */
  being_read_by: nullable(Text(1, 160)),
  ...study('reported_by_name', 'preliminary_at', 'finalised_by_name', 'finalised_at', 'version'),
}
export const ImagingStudyRow = named('ImagingStudyRow', shape(short))
export type ImagingStudyRow = Static<typeof ImagingStudyRow>

const answer = nullable(choice(answers))
const flag = nullable(Flag)
const Safety = shape({
  pregnancy: nullable(choice(pregnancy_answers)),
  lmp: nullable(Day),
  breastfeeding: flag,
  contrast_planned: flag,
  contrast_reaction: answer,
  asthma: answer,
  metformin: answer,
  kidney_disease: answer,
  diabetes: answer,
  thyroid: answer,
  metal: shape({
    pacemaker: answer,
    aneurysm_clip: answer,
    cochlear_implant: answer,
    eye_fragment: answer,
    shrapnel: answer,
    other_implant: answer,
  }),
  claustrophobia: flag,
  weight_kg: nullable(Decimal(0, 500)),
  sedation: flag,
  mr_conditional: nullable(Text(0, 300)),
  egfr: nullable(Decimal(0, 1000)),
  egfr_at: nullable(Instant),
  answered_by_name: nullable(Text(1, 160)),
  answered_at: nullable(Instant),
  /** What nobody has answered yet. */
  open: listOf(Text(1, 40)),
  gates: listOf(GateResult),
  overrides: listOf(
    shape({
      gate: Text(1, 40),
      what: Text(1, 1000),
      reason_code: Text(0, 40),
      reason: Text(0, 300),
      by_name: Text(1, 160),
      at: Instant,
    }),
  ),
})
export type SafetyShown = Static<typeof Safety>

const measure = nullable(Decimal(0, 1e9))
const Acquisition = shape({
  views: Whole(0),
  exposures: Whole(0),
  rejected: Whole(0),
  reject_reasons: listOf(choice(reject_reasons)),
  dose: nullable(
    shape({ dap: measure, ctdi: measure, dlp: measure, agd: measure, fluoro_seconds: measure }),
  ),
  contrast: nullable(
    shape({
      product_id: nullable(Id),
      batch_id: nullable(Id),
      name: Text(1, 120),
      ml: Decimal(0, 1000),
      route: nullable(choice(contrast_routes)),
    }),
  ),
  note: nullable(LongText(0, 1000)),
})
const Report = shape({
  technique: nullable(LongText(0, 2000)),
  comparison: nullable(LongText(0, 1000)),
  findings: LongText(0, 8000),
  impression: LongText(0, 4000),
  recommendation: nullable(LongText(0, 2000)),
  codes: listOf(Text(1, 40)),
  dictated_by_id: nullable(Id),
  dictated_by_name: nullable(Text(1, 160)),
  critical: Flag,
})

export const ImagingStudy = named(
  'ImagingStudy',
  shape({
    ...short,
    ...study('section_id', 'study_uid', 'schedule_note', 'identity_checked'),
    clinical_notes: nullable(LongText(0, 4000)),
    diagnosis: nullable(Text(0, 300)),
    preparation: nullable(Text(0, 500)),
    safety: nullable(Safety),
    acquisition: nullable(Acquisition),
    images: listOf(shape({ id: Id, file_name: Text(1, 200) })),
    report: nullable(Report),
    addenda: listOf(shape(addendum('id', 'at', 'by_name', 'text', 'critical'))),
    report_versions: listOf(
      shape({
        ...version('id', 'version_no', 'signed_as'),
        text: Report,
        ...version('change_note', 'no_images_reason', 'by_name', 'at'),
      }),
    ),
    warnings: listOf(GateResult),
    moves: listOf(choice([...study_life.names, ...report_life.names])),
    history: History,
  }),
)
export type ImagingStudy = Static<typeof ImagingStudy>

export const StudyFilters = {
  board: optional(choice(boards)),
  room_id: optional(Id),
  modality: optional(choice(modalities)),
  status: optional(choice(study_states)),
  report_status: optional(choice(report_states)),
  date: optional(Day),
  patient_id: optional(Id),
  mine: optional(QueryFlag),
  search: optional(Search),
}
const filters = shape(StudyFilters)
export type StudyFilter = Static<typeof filters>

export const SafetyWhole = named(
  'ImagingSafetyChange',
  form({ ...SafetyInput.properties, overrides: Overrides }),
)
export type SafetyWhole = Static<typeof SafetyWhole>

export const ScheduleInput = named(
  'ImagingScheduleInput',
  form({
    room_id: Id,
    starts_at: Instant,
    duration_min: optional(nullAsAbsent(Whole(5, 480))),
    note: Note,
    overrides: Overrides,
  }),
)
export type ScheduleInput = Static<typeof ScheduleInput>
export const UnscheduleInput = named(
  'ImagingUnscheduleInput',
  form({ reason: choice(unschedule_reasons), note: Note }),
)
export type UnscheduleInput = Static<typeof UnscheduleInput>
export const ArriveInput = form({ room_id: some_id, overrides: Overrides })
export type ArriveInput = Static<typeof ArriveInput>
export const StartInput = named(
  'ImagingStartInput',
  form({
    room_id: some_id,
    identity_checked: choice(identity_checks),
    laterality_confirmed: optional(nullable(choice(sides))),
    overrides: Overrides,
  }),
)
export type StartInput = Static<typeof StartInput>

const dose = optional(nullable(Decimal(0, 1e9)))
export const FinishInput = named(
  'ImagingFinishInput',
  form({
    acquisition: optional(
      nullable(
        form({
          views: Whole(0, 10_000),
          exposures: optional(nullAsAbsent(Whole(0, 10_000))),
          rejected: optional(nullAsAbsent(Whole(0, 10_000))),
          reject_reasons: optional(nullAsAbsent(listOf(choice(reject_reasons), 6))),
          dose: optional(
            nullable(form({ dap: dose, ctdi: dose, dlp: dose, agd: dose, fluoro_seconds: dose })),
          ),
          contrast: optional(
            nullable(
              form({
                product_id: some_id,
                batch_id: some_id,
                name: Text(1, 120),
                ml: Decimal(0.1, 1000),
                route: optional(nullable(choice(contrast_routes))),
              }),
            ),
          ),
          note: optional(nullable(LongText(0, 1000))),
        }),
      ),
    ),
    stop: optional(nullAsAbsent(Flag)),
    reason: optional(nullable(Text(0, 300))),
  }),
)
export type FinishInput = Static<typeof FinishInput>

export const ReportInput = named(
  'ImagingReportInput',
  partial({
    technique: nullable(LongText(0, 2000)),
    comparison: nullable(LongText(0, 1000)),
    findings: LongText(0, 8000),
    impression: LongText(0, 4000),
    recommendation: nullable(LongText(0, 2000)),
    codes: some(Text(1, 40), 20),
    dictated_by_id: nullable(Id),
    critical: Flag,
  }),
)
export type ReportInput = Static<typeof ReportInput>
export const SignInput = named(
  'ImagingSignInput',
  form({ as: choice(signed_as), change_note: Note, no_images_reason: Note }),
)
export type SignInput = Static<typeof SignInput>
export const AddendumInput = named(
  'ImagingAddendumInput',
  form({ text: LongText(1, 4000), critical: optional(nullAsAbsent(Flag)) }),
)
export type AddendumInput = Static<typeof AddendumInput>
