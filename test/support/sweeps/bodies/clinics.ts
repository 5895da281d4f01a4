// Bodies of the clinics of TB and HIV.

import type { Known } from './said.ts'

interface Said {
  known: Known
  word: string
  back: number
}

const frozen = '2026-03-10'

/** Somebody with an open visit, another one for each letter and each try. */
const ill = ({ known, word, back }: Said): string => {
  const people = known['ill'] as string[]
  return people[(word.charCodeAt(word.length - 1) + back) % people.length] ?? ''
}
/** The newest are as they were enrolled; those behind them are on treatment. */
const begins = ({ back }: Said): boolean => back < 4

export const clinic_bodies: Record<string, (said: Said) => unknown> = {
  'POST /tb-cases': (said) => ({
    patient_id: ill(said),
    signs: { cough_weeks: 3 },
    found_by: 'CLINIC',
  }),
  'POST /tb-cases/:id/register': () => ({
    site: 'PULMONARY',
    diagnosis: 'CLINICAL',
    diagnosis_reason: 'By the signs',
    history: 'NEW',
    regimen_key: '2RHZE_4RH',
    weight_kg: 52,
    hiv: { status: 'DECLINED' },
  }),
  'POST /tb-cases/:id/regimen': () => ({
    action: 'CHANGE',
    weight_kg: 60,
    reason_code: 'WEIGHT',
    reason: 'Heavier now',
  }),
  'PATCH /tb-cases/:id/calendar': () => ({ days: [{ on: frozen, mark: 'SUPPORTER' }] }),
  'POST /tb-cases/:id/follow-ups': () => ({
    month: 2,
    reported: { laboratory: 'Bombo', number: 'S1', on: frozen, result: 'NEGATIVE' },
  }),
  'POST /tb-cases/:id/close': () => ({ outcome: 'TRANSFERRED_OUT', facility: 'Bombo' }),
  'PUT /tb-ctc-tables/:key': () => ({
    rows: [{ code: 'TOXICITY', title: 'Side effects' }],
    reason: 'Ours are fewer',
  }),
  'POST /ctc-clients': (said) => ({
    patient_id: ill(said),
    test: { confirmed_on: '2026-03-01', place: 'VCT room' },
    entry: 'VCT',
  }),
  'POST /ctc-clients/:id/visits': (said) => ({
    kind: 'SCHEDULED',
    weight_kg: 60,
    who_stage: 1,
    pregnant: false,
    tb_screen: { cough: false },
    arv_status: begins(said) ? 'NO_ARV' : 'CONTINUE',
  }),
  'POST /ctc-clients/:id/regimen': (said) =>
    begins(said)
      ? { action: 'START', regimen_key: 'TDF_3TC_DTG' }
      : { action: 'SUBSTITUTE', regimen_key: 'AZT_3TC_DTG', reason_code: 'TOXICITY' },
  'POST /ctc-clients/:id/adherence-sessions': () => ({ findings: 'Forgets', plan: 'Alarm' }),
  'POST /ctc-clients/:id/close': () => ({ outcome: 'TRANSFERRED_OUT', facility: 'Bombo' }),
}
