// What goes in and what comes out about births and their notifications.

import {
  choice,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  named,
  nullable,
  optional,
  partial,
  QueryFlag,
  Reason,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { Overrides } from '../../../desk/gates/shapes.ts'
import { sexes } from '../../../desk/patients/words.ts'
import { AmendedHistory, History } from '../../../history.ts'
import { AmendReason, lateFields } from '../../parts/shapes.ts'
import { Gestation } from '../pregnancies/shapes.ts'
import { birth_modes, birth_outcomes, birth_places, presentations } from '../words.ts'
import { birth_notifications, births } from './tables.ts'

const birth = fieldsOf(births)
const notification = fieldsOf(birth_notifications)

const may = <T extends Parameters<typeof nullable>[0]>(schema: T) => optional(nullable(schema))
const text = (max: number) => may(Text(0, max))
const sign = may(Whole(0, 2))

const Apgar = form({
  minute: Whole(1, 10),
  heart: sign,
  breathing: sign,
  tone: sign,
  reflex: sign,
  colour: sign,
  total: may(Whole(0, 10)),
  signs_not_recorded: optional(Flag),
})
export type ApgarInput = Static<typeof Apgar>

const Resuscitation = form({
  done: optional(Flag),
  bag: optional(Flag),
  compressions: optional(Flag),
  minutes: may(Whole(0, 240)),
  medicines: text(200),
})
const Cord = form({ clamped_at: may(Instant), chlorhexidine: optional(Flag) })

const weight = Object.assign(
  { ...Whole(300, 7000) },
  { complaint: 'must be 300 to 7,000.' },
) as ReturnType<typeof Whole>

const fields = {
  presentation: may(choice(presentations)),
  theatre_case_id: may(Id),
  length_cm: may(Decimal(15, 70)),
  head_cm: may(Decimal(15, 60)),
  apgar: optional(listOf(Apgar, 3)),
  resuscitation: may(Resuscitation),
  abnormality: text(500),
  cord: may(Cord),
  vitamin_k: optional(Flag),
  eye_care: optional(Flag),
  skin_to_skin: optional(Flag),
  breastfed_within_hour: optional(Flag),
  prophylaxis: text(200),
}

export const BirthInput = named(
  'BirthInput',
  form({
    id: optional(Id),
    /** 1, unless it is a further child. */
    order: optional(Whole(1, 8)),
    born_at: Instant,
    sex: choice(sexes),
    outcome: choice(birth_outcomes),
    mode: choice(birth_modes),
    place: choice(birth_places),
    conducted_by: text(160),
    weight_g: weight,
    /** Outside 500 to 5,500 g. */
    confirm_weight: optional(Flag),
    band_no: text(40),
    needs_neonatal: optional(Flag),
    ...fields,
    ...lateFields,
    overrides: Overrides,
  }),
)
export type BirthInput = Static<typeof BirthInput>

export const BirthChange = named(
  'BirthChange',
  partial({
    sex: choice(sexes),
    mode: choice(birth_modes),
    place: choice(birth_places),
    conducted_by: Text(1, 160),
    weight_g: weight,
    confirm_weight: Flag,
    ...fields,
    reason: AmendReason,
  }),
)
export type BirthChange = Static<typeof BirthChange>

const Vaccine = shape({
  code: Text(1, 40),
  name: Text(1, 120),
  name_sw: optional(nullable(Text(0, 120))),
})

const shown = {
  ...birth('id', 'facility_id', 'labour_id', 'pregnancy_id', 'mother_id', 'patient_id'),
  ...birth('admission_id', 'visit_id', 'born_at', 'sex', 'outcome', 'presentation', 'mode'),
  order: Whole(1, 8),
  ...birth('theatre_case_id', 'place', 'conducted_by', 'weight_g', 'length_cm', 'head_cm'),
  gestation: Gestation,
  apgar: listOf(Apgar),
  resuscitation: nullable(Resuscitation),
  abnormality: nullable(Text(0, 500)),
  cord: nullable(Cord),
  ...birth('vitamin_k', 'eye_care', 'skin_to_skin', 'breastfed_within_hour', 'band_no'),
  /** To who serves them alone (MAT-9). */
  hiv_exposed: nullable(Flag),
  prophylaxis: nullable(Text(0, 200)),
  vaccines_due: listOf(Vaccine),
  died: Flag,
  birth_notification: nullable(
    shape({ id: Text(1, 36), number: Text(1, 40), status: Text(1, 40) }),
  ),
  ...birth('signed_at', 'staff_id', 'staff_name', 'created_at', 'updated_at', 'version'),
}
export const BirthShown = named('Birth', shape(shown))
export type BirthShown = Static<typeof BirthShown>

export const BirthWhole = named(
  'BirthWhole',
  shape({ ...shown, history: AmendedHistory, warnings: listOf(Text(1, 300)) }),
)

const Newborn = shape({
  id: Text(1, 36),
  number: Text(1, 40),
  first_name: Text(1, 80),
  last_name: nullable(Text(0, 80)),
})
const Admitted = shape({ id: Text(1, 36), number: Text(1, 40), status: Text(1, 40) })

export const BirthWritten = named(
  'BirthWritten',
  shape({
    ...shown,
    history: AmendedHistory,
    newborn: nullable(Newborn),
    admission: nullable(Admitted),
    warnings: listOf(Text(1, 300)),
  }),
)

const Father = form({ name: Text(1, 160), id_no: text(40), mother_agrees: optional(Flag) })

export const NotificationInput = named(
  'BirthNotificationInput',
  form({
    id: optional(Id),
    child_name: text(160),
    father: may(Father),
    informant: text(160),
    registration_no: text(60),
    replace: optional(Flag),
    reason: optional(Reason),
  }),
)
export type NotificationInput = Static<typeof NotificationInput>

export const NotificationShown = named(
  'BirthNotification',
  shape({
    ...notification('id', 'facility_id', 'number', 'birth_id', 'patient_id', 'status'),
    ...notification('child_name', 'informant', 'registration_no', 'issued_at', 'issued_by_name'),
    father: nullable(Father),
    ...notification('replaces_id', 'verify_code', 'created_at', 'updated_at', 'version'),
    copies: Whole(),
    history: History,
  }),
)
export const PaperQuery = form({
  copy: optional(QueryFlag),
  language: optional(choice(['en', 'sw'])),
})
