// Certificates as they come in and go out (2.5, 5.4).

import {
  choice,
  Day,
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
  Reason,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { GateResult, Overrides } from '../../desk/gates/shapes.ts'
import { PatientRow } from '../../desk/patients/shapes.ts'
import { death_places } from '../../desk/patients/words.ts'
import { History } from '../../history.ts'
import { certificates } from './tables.ts'
import {
  certificate_kinds,
  certificate_moves,
  certificate_states,
  death_manners,
  maternal_words,
} from './words.ts'

const text = (max: number) => optional(nullable(Text(0, max)))
const day = optional(nullable(Day))
const flag = optional(nullAsAbsent(Flag))
const some_id = optional(nullable(Id))

const Cause = form({
  text: Text(2, 200),
  code: text(40),
  coding_system: text(40),
  interval: text(60),
})
export type Cause = Static<typeof Cause>
const cause = optional(nullable(Cause))

/** What a notification of death says beside the others; everybody fills it until it is issued. */
export const DeathDetails = named(
  'DeathDetails',
  form({
    died_at: optional(nullable(Instant)),
    place: optional(nullable(choice(death_places))),
    cause_a: cause,
    cause_b: cause,
    cause_c: cause,
    cause_d: cause,
    contributing: optional(nullable(listOf(Text(1, 200), 10))),
    manner: optional(nullable(choice(death_manners))),
    autopsy: flag,
    maternal: optional(nullable(choice(maternal_words))),
    perinatal: optional(
      nullable(
        form({
          birth_weight_g: optional(nullable(Whole(100, 9000))),
          gestation_weeks: optional(nullable(Whole(10, 45))),
          stillbirth: flag,
          mother_condition: text(300),
        }),
      ),
    ),
    police_case: flag,
    police_release_no: text(60),
    informant: optional(
      nullable(form({ name: Text(1, 160), relation: text(60), phone: text(40), id_no: text(60) })),
    ),
    burial_permit_no: text(60),
    civil_registration_no: text(60),
  }),
)
export type DeathDetails = Static<typeof DeathDetails>

const written = {
  from_date: day,
  to_date: day,
  text: optional(nullable(LongText(0, 5000))),
  show_diagnosis: flag,
  patient_agreed: flag,
  issued_to: text(200),
  details: optional(nullable(DeathDetails)),
}

export const CertificateInput = named(
  'CertificateInput',
  form({
    id: optional(Id),
    kind: choice(certificate_kinds),
    patient_id: Id,
    visit_id: some_id,
    admission_id: some_id,
    ...written,
    issue: flag,
    replaces_id: some_id,
    overrides: Overrides,
  }),
)
export type CertificateInput = Static<typeof CertificateInput>
export const CertificateChange = form(written)
export type CertificateChange = Static<typeof CertificateChange>
export const IssueInput = form({ overrides: Overrides })
export const VoidInput = form({ reason: Reason })

const certificate = fieldsOf(certificates)
const fields = {
  ...certificate('id', 'facility_id'),
  reference: nullable(Text(1, 40)),
  ...certificate('kind', 'patient_id'),
  patient: PatientRow,
  ...certificate('visit_id', 'admission_id', 'from_date', 'to_date'),
  days: nullable(Whole()),
  ...certificate('show_diagnosis', 'issued_to', 'status', 'verify_code'),
  copies: Whole(),
  ...certificate('replaces_id', 'issued_at', 'issued_by_name', 'staff_id', 'staff_name'),
  ...certificate('created_at', 'updated_at', 'version'),
  moves: listOf(choice(certificate_moves)),
}
export const Certificate = named('Certificate', shape(fields))
export type Certificate = Static<typeof Certificate>
export const CertificateWhole = named(
  'CertificateWhole',
  shape({
    ...fields,
    ...certificate('text', 'patient_agreed'),
    details: nullable(DeathDetails),
    /** The lowest line that is filled (CAR-33). */
    underlying: nullable(Text(1, 200)),
    history: History,
    warnings: listOf(GateResult),
  }),
)
export const CertificateFilters = {
  kind: optional(choice(certificate_kinds)),
  status: optional(choice(certificate_states)),
  patient_id: optional(Id),
  staff_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
  facility_id: optional(Id),
}
