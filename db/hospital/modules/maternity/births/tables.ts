// Births, one for each child, and the notifications of the living.

import {
  choice,
  code,
  id,
  instant,
  integer,
  json,
  no,
  nullable,
  otherwise,
  real,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { sexes } from '../../../desk/patients/words.ts'
import type { Gestation } from '../pregnancies/dates.ts'
import {
  type apgar_signs,
  birth_modes,
  birth_outcomes,
  birth_places,
  notification_states,
  presentations,
} from '../words.ts'

export type Apgar = { minute: number; total: number; signs_not_recorded?: boolean } & {
  [sign in (typeof apgar_signs)[number]]?: number | null
}

export interface Resuscitation {
  done?: boolean
  bag?: boolean
  compressions?: boolean
  minutes?: number | null
  medicines?: string | null
}

export interface Cord {
  clamped_at?: string | null
  chlorhexidine?: boolean
}

export interface VaccineDue {
  code: string
  name: string
  name_sw?: string | null
}

export const births = table(
  'births',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    labour_id: ref('labours'),
    pregnancy_id: ref('pregnancies'),
    mother_id: ref('patients'),
    /** The child; a stillborn one is no patient. */
    patient_id: nullable(ref('patients')),
    admission_id: nullable(ref('admissions')),
    visit_id: nullable(ref('visits')),
    /** 1, and of twins 2. */
    birth_order: integer(),
    born_at: instant(),
    sex: choice(sexes),
    outcome: choice(birth_outcomes),
    presentation: nullable(choice(presentations)),
    mode: choice(birth_modes),
    theatre_case_id: nullable(uuid()),
    place: choice(birth_places),
    conducted_by: text(160),
    weight_g: integer(),
    length_cm: nullable(real()),
    head_cm: nullable(real()),
    gestation: nullable(json<Gestation>()),
    apgar: otherwise(json<Apgar[]>(), () => []),
    resuscitation: nullable(json<Resuscitation>()),
    abnormality: nullable(text(500)),
    cord: nullable(json<Cord>()),
    vitamin_k: no(),
    eye_care: no(),
    skin_to_skin: no(),
    breastfed_within_hour: no(),
    band_no: nullable(code(40)),
    hiv_exposed: no(),
    prophylaxis: nullable(text(200)),
    vaccines: otherwise(json<VaccineDue[]>(), () => []),
    died_at: nullable(instant()),
    signed_at: instant(),
    staff_id: nullable(uuid()),
    staff_name: text(160),
    by_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [
      // One child at each place in the order, for two clicks at the same moment too.
      { columns: ['labour_id', 'birth_order'] },
      { columns: ['hospital_id', 'band_no'], only_where: 'band_no is not null' },
      { columns: ['patient_id'], only_where: 'patient_id is not null' },
    ],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'born_at', 'id'] },
      { columns: ['mother_id', 'born_at'] },
      { columns: ['pregnancy_id'] },
    ],
  },
)

export const birth_changes = historyTable('birth_changes', 'births')

export interface Father {
  name: string
  id_no?: string | null
  mother_agrees: boolean
}

/** What stood on the paper when it was issued, whatever the records say now. */
export interface Notified {
  mother: { name: string; number: string; residence: string; birth_date: string }
  child: {
    sex: (typeof sexes)[number]
    born_at: string
    weight_g: number
    place: (typeof birth_places)[number]
    mode: (typeof birth_modes)[number]
    birth_order: number
    of: number
  }
}

export const birth_notifications = table(
  'birth_notifications',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    birth_id: ref('births'),
    patient_id: ref('patients'),
    status: choice(notification_states),
    child_name: nullable(text(160)),
    father: nullable(json<Father>()),
    informant: nullable(text(160)),
    registration_no: nullable(code(60)),
    notified: json<Notified>(),
    issued_at: instant(),
    issued_by_name: text(160),
    issued_by_cadre: nullable(text(80)),
    replaces_id: nullable(uuid()),
    verify_code: nullable(code(40)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'registration_no'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      { columns: ['birth_id'], only_where: "status = 'ISSUED'" },
    ],
    indexes: [{ columns: ['birth_id', 'issued_at'] }, { columns: ['patient_id'] }],
  },
)

export const notification_moves = historyTable('birth_notification_moves', 'birth_notifications')
