// Shifts and kinds of leave that a hospital starts with, in Swahili; one that it named itself keeps its name.

import type { Language } from '../db/hospital/office/hospitals/words.ts'

const sw: Readonly<Record<string, string>> = {
  Morning: 'Asubuhi',
  Afternoon: 'Alasiri',
  Night: 'Usiku',
  'Long day': 'Mchana kutwa',
  'On call': 'Wito wa dharura',
  'Annual leave': 'Likizo ya mwaka',
  'Sick leave, full pay': 'Likizo ya ugonjwa, mshahara kamili',
  'Sick leave, half pay': 'Likizo ya ugonjwa, nusu mshahara',
  'Maternity leave': 'Likizo ya uzazi',
  'Paternity leave': 'Likizo ya uzazi ya baba',
  'Compassionate leave': 'Likizo ya msiba',
  'Emergency leave without pay': 'Likizo ya dharura bila malipo',
  'Study leave': 'Likizo ya masomo',
  'Leave without pay': 'Likizo bila malipo',
  'Time off in lieu': 'Mapumziko ya fidia',
}

export const shippedName = (language: Language, name: string): string =>
  language === 'sw' ? (sw[name] ?? name) : name
