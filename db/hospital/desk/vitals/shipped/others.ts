// Intervals (VIT-12), upper arms (VIT-14), triage targets and discriminators (EMG-4, EMG-5).

import type { DiscriminatorRow, MuacRow, ObserveRow, TargetRow } from '../rows.ts'

const every = (score: string, minutes: Record<string, number>): ObserveRow[] =>
  Object.entries(minutes).map(([band, n]) => ({ score, band, minutes: n }))

export const observe_every: ObserveRow[] = [
  { score: 'NEWS2', band: 'LOW', value: 0, minutes: 720 },
  ...every('NEWS2', { LOW: 240, LOW_MEDIUM: 60, MEDIUM: 60, HIGH: 30 }),
  ...every('PEWS', { LOW: 240, LOW_MEDIUM: 120, MEDIUM: 60, HIGH: 30 }),
  ...every('MEOWS', { LOW: 240, MEDIUM: 60, HIGH: 30 }),
]

const arm = (severe_below: number, moderate_below: number, who: Partial<MuacRow>): MuacRow => ({
  ...who,
  severe_below,
  moderate_below,
})

export const muac: MuacRow[] = [
  arm(19, 23, { band: 'pregnant or with an infant under 6 months', pregnant: true }),
  arm(11.5, 12.5, { band: '6–59 months', from_months: 6, to_months: 59 }),
  arm(13.5, 14.5, { band: '5–9 years', from_months: 60, to_months: 119 }),
  arm(16, 18.5, { band: '10–17 years', from_months: 120, to_months: 215 }),
  arm(18.5, 22, { band: 'adults', from_months: 216 }),
]

export const triage_targets: TargetRow[] = [
  { category: 1, acuity: 'RED', minutes: 0, words: 'At once' },
  { category: 2, acuity: 'ORANGE', minutes: 10, words: 'Within 10 minutes' },
  { category: 3, acuity: 'YELLOW', minutes: 60, words: 'Within an hour' },
  { category: 4, acuity: 'GREEN', minutes: 240, words: 'Within four hours' },
  { category: 5, acuity: 'BLUE', minutes: null, words: 'Minor: fit for a clinic' },
]

const sign = (
  category: 1 | 2 | 3,
  code: string,
  words: string,
  who?: 'ADULT' | 'CHILD',
): DiscriminatorRow => ({ code, category, words, ...(who === undefined ? {} : { for: who }) })

export const discriminators: DiscriminatorRow[] = [
  sign(1, 'AIRWAY_OBSTRUCTED', 'Airway blocked, or not breathing'),
  sign(1, 'CARDIAC_ARREST', 'Heart has stopped'),
  sign(1, 'CONVULSING', 'Fitting now'),
  sign(1, 'BURN_AIRWAY', 'Burn of the face or airway, smoke breathed in'),
  sign(1, 'HYPOGLYCAEMIA', 'Blood glucose below 3 mmol/L'),
  sign(1, 'SEVERE_RESPIRATORY_DISTRESS', 'Severe trouble breathing or blue lips', 'CHILD'),
  sign(1, 'SHOCK', 'Cold hands with slow refill and fast weak pulse', 'CHILD'),
  sign(1, 'COMA', 'Does not wake', 'CHILD'),
  sign(1, 'SEVERE_DEHYDRATION', 'Diarrhoea with two signs of severe dehydration', 'CHILD'),
  sign(2, 'HIGH_ENERGY_INJURY', 'Injury by great force'),
  sign(2, 'ACUTE_BREATHLESSNESS', 'Short of breath since today'),
  sign(2, 'COUGHING_BLOOD', 'Coughs blood'),
  sign(2, 'CHEST_PAIN', 'Chest pain', 'ADULT'),
  sign(2, 'UNCONTROLLED_BLEEDING', 'Bleeding that does not stop'),
  sign(2, 'STABBED_NECK', 'Stab wound of the neck or chest'),
  sign(2, 'POST_ICTAL', 'Drowsy after a fit'),
  sign(2, 'FOCAL_NEUROLOGY', 'Sudden weakness or loss of speech'),
  sign(2, 'AGGRESSION', 'Aggressive, a danger to self or others'),
  sign(2, 'THREATENED_LIMB', 'Limb without pulse or feeling'),
  sign(2, 'EYE_INJURY', 'Injury of the eye'),
  sign(2, 'LARGE_JOINT_DISLOCATION', 'Dislocated large joint'),
  sign(2, 'OPEN_FRACTURE', 'Open fracture'),
  sign(2, 'BURN_LARGE', 'Burn over 20 % (child 10 %), electrical, chemical or all round'),
  sign(2, 'POISONING', 'Poison or overdose'),
  sign(2, 'DIABETIC_KETOSIS', 'Diabetic, glucose over 11 mmol/L with ketones'),
  sign(2, 'VOMITING_BLOOD', 'Vomits fresh blood'),
  sign(2, 'PREGNANCY_ABDOMINAL', 'Pregnant, with injury or pain of the abdomen'),
  sign(2, 'SEVERE_PAIN', 'Very severe pain'),
  sign(2, 'TINY_INFANT', 'Sick infant under 2 months', 'CHILD'),
  sign(2, 'LETHARGY', 'Drowsy, or restless and cannot be calmed', 'CHILD'),
  sign(2, 'SEVERE_PALLOR', 'Very pale palms', 'CHILD'),
  sign(2, 'SEVERE_WASTING', 'Visible severe wasting, or oedema of both feet', 'CHILD'),
  sign(3, 'CONTROLLED_BLEEDING', 'Bleeding that was stopped'),
  sign(3, 'SMALL_JOINT_DISLOCATION', 'Dislocated finger or toe'),
  sign(3, 'CLOSED_FRACTURE', 'Closed fracture'),
  sign(3, 'BURN_OTHER', 'Any other burn'),
  sign(3, 'ABDOMINAL_PAIN', 'Pain of the abdomen'),
  sign(3, 'DIABETIC_HIGH', 'Diabetic, glucose over 17 mmol/L without ketones'),
  sign(3, 'PERSISTENT_VOMITING', 'Vomits everything'),
  sign(3, 'PREGNANCY_BLEEDING', 'Pregnant, with bleeding or an injury elsewhere'),
  sign(3, 'MODERATE_PAIN', 'Moderate pain'),
  sign(3, 'URGENT_REFERRAL', 'Referred as urgent by another facility'),
]
