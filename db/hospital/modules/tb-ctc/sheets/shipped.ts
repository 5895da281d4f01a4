// The tables as they ship: from general knowledge of the WHO's consolidated guidelines, for a hospital to
// confirm (ruling 41). Nothing here is fixed: each is changed as a whole by who manages the clinics.

import type { ArtRegimen, DeskRules, Phase, TbRegimen, TbRules, ViralLoadRules } from './rows.ts'

type Band = readonly [from: number, to: number, units: number]

const grown: readonly Band[] = [
  [25, 39.9, 2],
  [40, 54.9, 3],
  [55, 70.9, 4],
  [71, 400, 5],
]
const small: readonly Band[] = [
  [4, 7.9, 1],
  [8, 11.9, 2],
  [12, 15.9, 3],
  [16, 24.9, 4],
]
const rhze = 'Rifampicin, isoniazid, pyrazinamide, ethambutol 150/75/400/275 mg tablet'
const rh = 'Rifampicin with isoniazid 150/75 mg tablet'
const rhz_child = 'Rifampicin, isoniazid, pyrazinamide 75/50/150 mg tablet'
const rh_child = 'Rifampicin with isoniazid 75/50 mg tablet'

const phase = (key: string, doses: number, made: readonly (readonly [string, readonly Band[]])[]) =>
  ({
    key,
    doses,
    frequency: 'OD',
    medicines: made.map(([medicine, bands]) => ({
      medicine,
      bands: bands.map(([from_kg, to_kg, units]) => ({ from_kg, to_kg, units })),
    })),
  }) satisfies Phase

const intensive = (medicine: string, bands: readonly Band[]) =>
  phase('intensive', 56, [[medicine, bands]])
const continuation = (doses: number, medicine: string, bands: readonly Band[]) =>
  phase('continuation', doses, [[medicine, bands]])

export const tb_regimens: TbRegimen[] = [
  {
    key: '2RHZE_4RH',
    title: '2RHZE/4RH',
    dr: false,
    categories: ['ADULT'],
    phases: [intensive(rhze, grown), continuation(112, rh, grown)],
  },
  {
    key: '2RHZE_10RH',
    title: '2RHZE/10RH (bone, meningitis)',
    dr: false,
    categories: ['ADULT'],
    phases: [intensive(rhze, grown), continuation(280, rh, grown)],
  },
  {
    key: '2RHZ_4RH',
    title: '2RHZ/4RH (children)',
    dr: false,
    categories: ['CHILD'],
    phases: [intensive(rhz_child, small), continuation(112, rh_child, small)],
  },
  {
    key: '2RHZE_4RH_C',
    title: '2RHZE/4RH (children)',
    dr: false,
    categories: ['CHILD'],
    phases: [
      phase('intensive', 56, [
        [rhz_child, small],
        ['Ethambutol 100 mg tablet', small],
      ]),
      continuation(112, rh_child, small),
    ],
  },
  // Frames alone: the centre that treats resistant TB fills them.
  { key: 'DR_SHORT', title: 'DR short', dr: true, categories: ['ADULT', 'CHILD'], phases: [] },
  { key: 'DR_LONG', title: 'DR long', dr: true, categories: ['ADULT', 'CHILD'], phases: [] },
]

export const tb_follow_up = [
  { history: null, site: 'PULMONARY' as const, months: [2, 5, 6] },
  { history: null, site: 'EXTRAPULMONARY' as const, months: [2, 5, 6] },
]

export const tb_rules: TbRules = {
  miss_trace: 2,
  miss_supporter: 7,
  miss_interrupt_days: 60,
  phase_grace_days: 14,
  month2_positive: 'DST_AND_CONTINUE',
  fail_month: 5,
  child_below_years: 15,
  child_below_kg: 25,
}

export const tpt_regimens = [
  { key: '6H', title: 'Isoniazid, 6 months', doses: 182, frequency: 'OD' },
  { key: '3HP', title: 'Rifapentine with isoniazid, weekly', doses: 12, frequency: 'WEEKLY' },
  { key: '3RH', title: 'Rifampicin with isoniazid, 3 months', doses: 84, frequency: 'OD' },
]

const daily = (medicine: string, units = 1, frequency = 'OD') => ({ medicine, units, frequency })
const dtg = 'Dolutegravir 50 mg tablet'
const azt = 'Zidovudine with lamivudine 300/150 mg tablet'
const tld = 'Tenofovir, lamivudine, dolutegravir 300/300/50 mg tablet'
const whole_life = { from_years: 0, to_kg: 400 }

export const art_regimens: ArtRegimen[] = [
  {
    ...whole_life,
    key: 'TDF_3TC_DTG',
    title: 'TDF + 3TC + DTG',
    line: 1,
    from_kg: 30,
    medicines: [daily(tld)],
    creatinine: true,
    preferred: true,
  },
  {
    key: 'ABC_3TC_DTG',
    title: 'ABC + 3TC + DTG (children)',
    line: 1,
    from_years: 0,
    from_kg: 3,
    to_kg: 29.9,
    medicines: [
      daily('Abacavir with lamivudine 120/60 mg dispersible tablet', 2),
      daily('Dolutegravir 10 mg dispersible tablet', 2),
    ],
    preferred: true,
  },
  {
    ...whole_life,
    key: 'AZT_3TC_DTG',
    title: 'AZT + 3TC + DTG',
    line: 1,
    from_kg: 30,
    medicines: [daily(azt, 1, 'BD'), daily(dtg)],
    preferred: false,
  },
  {
    ...whole_life,
    key: 'TDF_3TC_LPVr',
    title: 'TDF + 3TC + LPV/r',
    line: 2,
    from_kg: 30,
    medicines: [
      daily('Tenofovir with lamivudine 300/300 mg tablet'),
      daily('Lopinavir with ritonavir 200/50 mg tablet', 2, 'BD'),
    ],
    creatinine: true,
    preferred: true,
  },
  {
    ...whole_life,
    key: 'AZT_3TC_ATVr',
    title: 'AZT + 3TC + ATV/r',
    line: 2,
    from_kg: 30,
    medicines: [daily(azt, 1, 'BD'), daily('Atazanavir with ritonavir 300/100 mg tablet')],
    preferred: false,
  },
]

export const arv_reasons = [
  { code: 'TOXICITY', title: 'Side effects' },
  { code: 'PREGNANCY', title: 'Pregnancy' },
  { code: 'NEW_TB', title: 'New TB' },
  { code: 'WEIGHT', title: 'Weight or age' },
  { code: 'STOCK_OUT', title: 'Out of stock' },
  { code: 'FAILURE', title: 'Treatment failure' },
  { code: 'PATIENT', title: 'Wish of the client' },
  { code: 'NEW_GUIDELINE', title: 'New guideline' },
  { code: 'OTHER', title: 'Other' },
]

export const vl_schedule: ViralLoadRules = {
  first_month: 6,
  second_month: 12,
  then_every: 12,
  pregnant_every: 6,
  repeat_after: 3,
  sessions: 3,
  overdue_days: 30,
  high: 1000,
  low_level: 50,
}

export const desk_rules: DeskRules = {
  buffer_days: 3,
  late_days: [3, 14, 28],
  interrupt_days: 28,
  trace_steps: [3, 7, 14, 28],
  lost_days: 90,
  refill_max_months: 6,
  clinic_name: 'Clinic 7',
}
