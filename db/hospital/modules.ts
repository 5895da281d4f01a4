// The parts of a hospital that a branch can switch off. Everything else is always on.

import { Refusal } from '../core/refusal.ts'

export const modules = [
  'theatre',
  'blood_bank',
  'mortuary',
  'ambulance',
  'tb_ctc',
  'maternity',
] as const
export type Module = (typeof modules)[number]

/** As the refusal of PLT-4 says them. */
export const module_names: Record<Module, string> = {
  theatre: 'theatre',
  blood_bank: 'blood bank',
  mortuary: 'mortuary',
  ambulance: 'ambulance dispatch',
  tb_ctc: 'TB/CTC clinics',
  maternity: 'maternity',
}

/** The areas of each one's permissions: `theatre:book` is theatre's. */
export const module_permits: Record<Module, readonly string[]> = {
  theatre: ['theatre'],
  blood_bank: [
    'donor',
    'donation',
    'bloodunit',
    'blood',
    'transfusion',
    'haemovigilance',
    'bloodbank',
  ],
  mortuary: ['mortuary'],
  ambulance: ['ambulance'],
  tb_ctc: ['tb', 'ctc'],
  maternity: ['maternity'],
}

export const isModule = (word: string): word is Module =>
  (modules as readonly string[]).includes(word)

export const switchedOff = (module: Module, facility_name: string): Refusal =>
  new Refusal(
    403,
    'module_off',
    `The ${module_names[module]} module is switched off at ${facility_name}.`,
    { facts: { module } },
  )
