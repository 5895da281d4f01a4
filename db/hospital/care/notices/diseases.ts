// The diseases that are told to the health authority, as they ship (2.5): at once, or with the week.

import type { disease_levels } from './words.ts'

export interface Disease {
  key: string
  name: string
  name_sw: string
  clock_hours: number
  level: (typeof disease_levels)[number]
}

/** Grows when a release changes the list: it is adopted anew. */
export const diseases_edition = 1
export const diseases_source =
  'WHO, Integrated Disease Surveillance and Response, 2019, in own words; compare with the national list before adopting.'

const now = (key: string, name: string, name_sw: string): Disease => ({
  key,
  name,
  name_sw,
  clock_hours: 24,
  level: 'IMMEDIATE',
})
const weekly = (key: string, name: string, name_sw: string): Disease => ({
  key,
  name,
  name_sw,
  clock_hours: 168,
  level: 'WEEKLY',
})

/** Somebody said so of what no code names. */
export const other_disease = now('OTHER', 'Another notifiable event', 'Tukio lingine la kuripotiwa')

export const diseases: readonly Disease[] = [
  now('AFP', 'Acute flaccid paralysis', 'Kupooza ghafla'),
  now('ANTHRAX', 'Anthrax', 'Kimeta'),
  now('CHOLERA', 'Cholera', 'Kipindupindu'),
  now('DENGUE', 'Dengue', 'Homa ya dengu'),
  now('VHF', 'Viral haemorrhagic fever', 'Homa ya virusi inayosababisha kutoka damu'),
  now('MEASLES', 'Measles or rubella, suspected', 'Surua au rubela'),
  now('MENINGITIS', 'Meningitis', 'Homa ya uti wa mgongo'),
  now('NEONATAL_TETANUS', 'Tetanus of the newborn', 'Pepopunda ya mtoto mchanga'),
  now('PLAGUE', 'Plague', 'Tauni'),
  now('RABIES', 'Rabies, or exposure to it', 'Kichaa cha mbwa'),
  now('YELLOW_FEVER', 'Yellow fever', 'Homa ya manjano'),
  now('SARI', 'New influenza or severe respiratory cluster', 'Mafua makali mapya'),
  now('MPOX', 'Mpox', 'Homa ya nyani'),
  now('SMALLPOX', 'Smallpox', 'Ndui'),
  now('AEFI', 'Adverse event after immunisation', 'Madhara baada ya chanjo'),
  now('MATERNAL_DEATH', 'Maternal death', 'Kifo cha mama'),
  now('PERINATAL_DEATH', 'Perinatal death', 'Kifo cha mtoto mchanga'),
  weekly('MALARIA', 'Malaria, confirmed', 'Malaria iliyothibitishwa'),
  weekly('BLOODY_DIARRHOEA', 'Bloody diarrhoea', 'Kuhara damu'),
  weekly('TYPHOID', 'Typhoid', 'Homa ya matumbo'),
  weekly('TRYPANOSOMIASIS', 'Trypanosomiasis', 'Malale'),
  weekly('RELAPSING_FEVER', 'Relapsing fever', 'Homa ya papasi'),
  weekly('SNAKE_BITE', 'Bite of a snake', 'Kuumwa na nyoka'),
  other_disease,
]

export const diseaseOf = (key: string | null): Disease =>
  diseases.find((one) => one.key === key) ?? other_disease
