import {
  choice,
  Day,
  form,
  Id,
  Instant,
  named,
  nullable,
  optional,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { sides } from '../../laboratory/words.ts'

const out = (length: number) => nullable(Text(0, length))

export const Step = named(
  'ImagingWorklistStep',
  shape({
    accession: Text(1, 20),
    study_uid: Text(1, 64),
    patient_id: Id,
    patient_number: Text(1, 40),
    patient_name: Text(0, 200),
    birth_date: nullable(Day),
    sex: choice(['M', 'F', 'O']),
    pregnancy: choice(['YES', 'NO', 'UNKNOWN']),
    modality: Text(1, 16),
    station_ae: out(16),
    room: out(120),
    starts_at: nullable(Instant),
    procedure: Text(1, 120),
    procedure_code: Text(1, 20),
    body_part: out(80),
    laterality: nullable(choice(sides)),
    referring: Text(0, 200),
  }),
)
export type Step = Static<typeof Step>

export const worklist_formats = ['json', 'dicom-json', 'csv'] as const
export const StepWords = form({
  room_id: optional(Id),
  date: optional(Day),
  format: optional(choice(worklist_formats)),
})
export interface StepFilter {
  room_id?: string
  date?: string
}
