// What goes in and what comes out about pregnancies and their contacts.

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
  named,
  nullable,
  optional,
  partial,
  Phone,
  QueryFlag,
  Reason,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { GateResult, Overrides } from '../../../desk/gates/shapes.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { History } from '../../../history.ts'
import { lateFields } from '../../parts/shapes.ts'
import {
  contact_kinds,
  contact_places,
  due_states,
  earlier_outcomes,
  feedings,
  jaundices,
  movements,
  pmtct_states,
  pregnancy_outcomes,
  pregnancy_states,
  presentations,
  risk_levels,
  urine_words,
} from '../words.ts'
import { pregnancy_life } from './record.ts'
import { maternity_contacts, pregnancies } from './tables.ts'

const pregnancy = fieldsOf(pregnancies)
const contact = fieldsOf(maternity_contacts)

const may = <T extends Parameters<typeof nullable>[0]>(schema: T) => optional(nullable(schema))
const text = (max: number) => may(Text(0, max))
const out = (max: number) => optional(nullable(Text(0, max)))

export const Gestation = nullable(shape({ weeks: Whole(0, 60), days: Whole(0, 6) }))
const Scan = form({ on: Day, weeks: Whole(4, 42), days: Whole(0, 6) })
const Earlier = form({
  year: Whole(1950, 2100),
  weeks: may(Whole(0, 45)),
  outcome: choice(earlier_outcomes),
  mode: text(60),
  weight_g: may(Whole(0, 8000)),
  problem: text(300),
})
const Partner = form({
  name: text(160),
  phone: may(Phone),
  patient_id: may(Id),
  hiv: text(40),
  syphilis: text(40),
  came: optional(Flag),
})
const Pmtct = form({
  status: choice(pmtct_states),
  tested_on: may(Day),
  art_on: may(Day),
  number: text(40),
})
const BirthPlan = form({
  place: text(160),
  companion: text(160),
  transport: text(160),
  donor: text(160),
  decision_maker: text(160),
  savings: text(160),
})

const known = {
  history: optional(listOf(Earlier, 30)),
  height_cm: may(Whole(80, 230)),
  lmp: may(Day),
  lmp_sure: optional(Flag),
  ultrasound: may(Scan),
  multiple: may(Whole(1, 8)),
  partner: may(Partner),
  birth_plan: may(BirthPlan),
  pmtct: may(Pmtct),
  card_no: text(40),
}

export const PregnancyBooking = named(
  'MaternityBooking',
  form({
    id: optional(Id),
    patient_id: Id,
    gravida: Whole(1, 30),
    para: Whole(0, 30),
    abortions: optional(Whole(0, 30)),
    living: optional(Whole(0, 30)),
    ...known,
  }),
)
export type PregnancyBooking = Static<typeof PregnancyBooking>

export const PregnancyChange = named('MaternityChange', partial(known))
export type PregnancyChange = Static<typeof PregnancyChange>

export const CloseInput = form({
  outcome: choice(pregnancy_outcomes),
  on: Day,
  reason: optional(Reason),
  facility: text(160),
})
export type CloseInput = Static<typeof CloseInput>

const Risk = shape({
  key: Text(1, 40),
  title: Text(1, 120),
  level: choice(risk_levels),
  since: Day,
  advice: Text(1, 300),
})
export const DueShown = shape({
  rule: Text(1, 40),
  title: Text(1, 120),
  due_on: Day,
  state: choice(due_states),
})

const short = {
  ...pregnancy('id', 'facility_id', 'number', 'patient_id', 'status', 'unbooked', 'card_no'),
  patient: PatientRow,
  ...pregnancy('gravida', 'para', 'living', 'abortions', 'previous_sections'),
  ...pregnancy('lmp', 'lmp_sure', 'edd', 'edd_basis', 'multiple', 'risk_level'),
  gestation: Gestation,
  ...pregnancy('booked_on', 'last_contact_on', 'next_contact_on', 'delivered_at', 'outcome'),
  ...pregnancy('closed_on', 'created_at', 'updated_at', 'version'),
  created_by_name: Text(0, 160),
  moves: listOf(choice(pregnancy_life.names)),
}
export const PregnancyShort = named('MaternityPregnancyShort', shape(short))
export type PregnancyShort = Static<typeof PregnancyShort>

const Measure = Decimal(-1e6, 1e6)
const measured = {
  weight_kg: may(Decimal(20, 300)),
  systolic: may(Whole(30, 300)),
  diastolic: may(Whole(10, 220)),
  heart_rate: may(Whole(20, 300)),
  temperature: may(Decimal(25, 45)),
  respiratory_rate: may(Whole(2, 120)),
  haemoglobin: may(Decimal(1, 25)),
  order_id: may(Id),
  complaints: optional(listOf(Text(1, 200), 20)),
  advice: optional(listOf(Text(1, 200), 30)),
}
const antenatal = {
  fundal_height_cm: may(Decimal(5, 60)),
  presentation: may(choice(presentations)),
  fetal_heart_rate: may(
    Object.assign(
      { ...Whole(40, 260) },
      {
        complaint: 'is not possible (40–260). Check the reading.',
      },
    ) as ReturnType<typeof Whole>,
  ),
  movements: may(choice(movements)),
  oedema: may(Whole(0, 3)),
  urine_protein: may(choice(urine_words)),
  urine_glucose: may(choice(urine_words)),
  muac_mm: may(Whole(80, 600)),
  iptp: optional(Flag),
  td: optional(Flag),
  anti_d: optional(Flag),
  plan: text(2000),
}
const postnatal = {
  bleeding: text(60),
  uterus: text(60),
  breasts: text(60),
  wound: text(60),
  lochia: text(60),
  urine: text(60),
  mood: may(Whole(0, 30)),
  sleep: text(60),
  family_planning_asked: optional(Flag),
}
export const contact_measures = [
  ...Object.keys(measured),
  ...Object.keys(antenatal),
  ...Object.keys(postnatal),
]

const Baby = form({
  birth_id: Id,
  weight_g: may(Whole(300, 12_000)),
  temperature: may(Decimal(25, 45)),
  feeding: may(choice(feedings)),
  cord: text(60),
  jaundice: may(choice(jaundices)),
  breathing: text(60),
  activity: text(60),
  danger_signs: optional(listOf(Text(1, 40), 20)),
  kangaroo: optional(Flag),
})
export type BabyInput = Static<typeof Baby>

export const ContactInput = named(
  'MaternityContactInput',
  form({
    id: optional(Id),
    kind: choice(contact_kinds),
    at: may(Instant),
    place: optional(choice(contact_places)),
    danger_signs: optional(listOf(Text(1, 40), 20)),
    next_contact_on: may(Day),
    ...measured,
    ...antenatal,
    ...postnatal,
    babies: optional(listOf(Baby, 8)),
    ...lateFields,
    overrides: Overrides,
  }),
)
export type ContactInput = Static<typeof ContactInput>

const contact_fields = {
  ...contact('id', 'pregnancy_id', 'kind', 'number', 'at', 'place', 'next_contact_on'),
  on: Day,
  gestation: Gestation,
  ...Object.fromEntries(Object.keys(measured).map((name) => [name, optional(nullable(Measure))])),
}
const contact_shown = {
  ...contact_fields,
  order_id: out(64),
  complaints: optional(listOf(Text(1, 200))),
  advice: optional(listOf(Text(1, 200))),
  fundal_height_cm: optional(nullable(Measure)),
  presentation: out(40),
  fetal_heart_rate: optional(nullable(Measure)),
  movements: out(40),
  oedema: optional(nullable(Measure)),
  urine_protein: out(40),
  urine_glucose: out(40),
  muac_mm: optional(nullable(Measure)),
  iptp: optional(Flag),
  td: optional(Flag),
  anti_d: optional(Flag),
  plan: out(2000),
  ...Object.fromEntries(
    Object.keys(postnatal)
      .filter((name) => !['mood', 'family_planning_asked'].includes(name))
      .map((name) => [name, out(60)]),
  ),
  mood: optional(nullable(Measure)),
  family_planning_asked: optional(Flag),
  danger_signs: listOf(Text(1, 40)),
  babies: listOf(AnyObject),
  ...contact('visit_id', 'vitals_id', 'late_reason', 'paper_ref', 'staff_id', 'staff_name'),
  created_at: Instant,
}
export const ContactShown = named('MaternityContact', shape(contact_shown))

const Alert = shape({ key: Text(1, 40), message: Text(1, 300) })
export const ContactWritten = named(
  'MaternityContactWritten',
  shape({
    ...contact_shown,
    due: listOf(DueShown),
    alerts: listOf(Alert),
    warnings: listOf(GateResult),
  }),
)
export type ContactAlert = Static<typeof Alert>

const BirthBrief = shape({
  id: Text(1, 36),
  birth_order: Whole(1, 8),
  born_at: Instant,
  sex: Text(1, 20),
  outcome: Text(1, 40),
  weight_g: Whole(),
  patient_id: nullable(Text(1, 36)),
})

export const PregnancyWhole = named(
  'MaternityPregnancy',
  shape({
    ...short,
    history: listOf(Earlier),
    height_cm: nullable(Whole()),
    ultrasound: nullable(Scan),
    blood_group: nullable(Text(0, 10)),
    rhesus: nullable(Text(0, 10)),
    partner: nullable(Partner),
    risks: listOf(Risk),
    /** To who serves her; others see whether it is done or due (MAT-9). */
    pmtct: shape({
      status: nullable(choice(pmtct_states)),
      tested_on: optional(nullable(Day)),
      art_on: optional(nullable(Day)),
      number: out(40),
      retest_due: optional(nullable(Day)),
      state: choice(['done', 'due']),
    }),
    birth_plan: nullable(BirthPlan),
    contacts: listOf(ContactShown),
    due: listOf(DueShown),
    labour_id: nullable(Text(1, 36)),
    births: listOf(BirthBrief),
    close_reason: nullable(Text(0, 300)),
    unconfirmed: nullable(Text(0, 120)),
    warnings: listOf(Text(1, 200)),
    /** What happened to the record; `history` is what she bore before. */
    made: History,
  }),
)
export type PregnancyWhole = Static<typeof PregnancyWhole>

export const PregnancyFilters = {
  facility_id: optional(Text(1, 64)),
  status: optional(choice(pregnancy_states)),
  risk_level: optional(choice(risk_levels)),
  village: optional(Id),
  edd_from: optional(Day),
  edd_to: optional(Day),
  due: optional(choice(['CONTACT', 'POSTNATAL'])),
  late: optional(QueryFlag),
  unbooked: optional(QueryFlag),
  patient_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
export const CardQuery = form({ language: optional(choice(['en', 'sw'])) })
