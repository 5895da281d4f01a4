// What makes a pregnancy one to be careful with (MAT-3): the rows that ship, in our own words; a hospital confirms
// them before use. Which fact a row looks at is its key; its limit is the hospital's.

import { choice, Decimal, form, optional, type Static, Text } from '../../../../core/kinds/kinds.ts'

export const risk_keys = [
  'YOUNG',
  'OLDER',
  'SHORT',
  'MANY_BIRTHS',
  'PREVIOUS_SECTION',
  'PREVIOUS_STILLBIRTH',
  'PREVIOUS_NEONATAL_DEATH',
  'PREVIOUS_BLEEDING',
  'PREVIOUS_ECLAMPSIA',
  'MULTIPLE',
  'NOT_HEAD_DOWN',
  'RHESUS_NEGATIVE',
  'HIV_POSITIVE',
  'ANAEMIA',
  'ANAEMIA_SEVERE',
  'HYPERTENSION',
  'PROTEINURIA',
  'GLUCOSURIA',
  'THIN_ARM',
  'NO_CONTACT',
] as const
export type RiskKey = (typeof risk_keys)[number]

export const RiskRow = form({
  key: choice(risk_keys),
  title: Text(1, 120),
  level: choice(['HIGH', 'MODERATE']),
  advice: Text(1, 300),
  limit: optional(Decimal(0, 10_000)),
  /** Of the diastolic pressure, beside the systolic one. */
  second: optional(Decimal(0, 10_000)),
})
export type RiskRow = Static<typeof RiskRow>

const row = (
  key: RiskKey,
  level: RiskRow['level'],
  title: string,
  advice: string,
  limits: Pick<RiskRow, 'limit' | 'second'> = {},
): RiskRow => ({ key, title, level, advice, ...limits })

const in_hospital = 'Birth in hospital.'

export const risk_rows: readonly RiskRow[] = [
  row('YOUNG', 'MODERATE', 'Under 18 years', 'Birth in hospital; support and follow-up.', {
    limit: 18,
  }),
  row('OLDER', 'MODERATE', 'Over 35 years', 'Watch blood pressure and sugar.', { limit: 35 }),
  row('SHORT', 'MODERATE', 'Shorter than 150 cm', in_hospital, { limit: 150 }),
  row('MANY_BIRTHS', 'HIGH', 'Five births or more', 'Birth in hospital; bleeding expected.', {
    limit: 5,
  }),
  row(
    'PREVIOUS_SECTION',
    'HIGH',
    'Caesarean before',
    'Birth where a section can be done; review by 36 weeks.',
  ),
  row('PREVIOUS_STILLBIRTH', 'HIGH', 'Stillbirth before', 'Review by a doctor; watch movements.'),
  row('PREVIOUS_NEONATAL_DEATH', 'MODERATE', 'Newborn death before', in_hospital),
  row(
    'PREVIOUS_BLEEDING',
    'HIGH',
    'Bled heavily after a birth',
    'Birth in hospital; active third stage.',
  ),
  row(
    'PREVIOUS_ECLAMPSIA',
    'HIGH',
    'Fits or eclampsia before',
    'Low-dose aspirin asked of a doctor; blood pressure at each contact.',
  ),
  row('MULTIPLE', 'HIGH', 'More than one child', 'Birth in hospital; review by 34 weeks.'),
  row('NOT_HEAD_DOWN', 'HIGH', 'Not head down', 'Review by a doctor now.', { limit: 36 }),
  row('RHESUS_NEGATIVE', 'MODERATE', 'Rhesus negative', 'Anti-D at 28 weeks and after birth.'),
  row('HIV_POSITIVE', 'HIGH', 'HIV positive', 'Treatment and care of mother and child.'),
  row('ANAEMIA', 'MODERATE', 'Anaemia', 'Iron and folate; look for the cause.', { limit: 11 }),
  row('ANAEMIA_SEVERE', 'HIGH', 'Severe anaemia', 'Admission; blood asked of a doctor.', {
    limit: 7,
  }),
  row('HYPERTENSION', 'HIGH', 'High blood pressure', 'Review by a doctor today.', {
    limit: 140,
    second: 90,
  }),
  row('PROTEINURIA', 'HIGH', 'Protein in the urine', 'Blood pressure; review by a doctor.'),
  row('GLUCOSURIA', 'MODERATE', 'Sugar in the urine', 'Blood sugar.'),
  row('THIN_ARM', 'MODERATE', 'Arm thinner than 210 mm', 'Food support.', { limit: 210 }),
  row('NO_CONTACT', 'MODERATE', 'No contact for eight weeks', 'Ask after her.', { limit: 8 }),
]
