// What somebody opened a record for, in words that a patient understands (POR-17): by the kind of record
// that stands first in the name of what was done. Nothing in them names a programme.

import type { Language } from '../../office/hospitals/words.ts'

const words = {
  desk: { en: 'Registration and visits', sw: 'Usajili na ziara' },
  care: { en: 'Your treatment', sw: 'Matibabu yako' },
  tests: { en: 'Tests and results', sw: 'Vipimo na majibu' },
  medicines: { en: 'Medicines', sw: 'Dawa' },
  money: { en: 'Bills and payments', sw: 'Ankara na malipo' },
  letters: { en: 'Messages to you', sw: 'Ujumbe kwako' },
  privacy: { en: 'Protection of your data', sw: 'Ulinzi wa taarifa zako' },
} as const
type Purpose = keyof typeof words

const beginnings: readonly (readonly [Purpose, RegExp])[] = [
  ['privacy', /^(patient\.access_log|patient_export|break_glass|audit|consent)/],
  ['money', /^(bill|payment|deposit|refund|claim|waiver|exemption|credit|preauth|cover|quotation)/],
  ['tests', /^(diagnostic|specimen|result|imaging|critical|patient\.diagnostics)/],
  ['medicines', /^(prescription|dispense|dose|pharmacy|owed|immunisation)/],
  ['letters', /^(portal|patient_message|message|letter)/],
  ['desk', /^(patient|visit|queue|appointment|referral|card|gate|service)/],
]

export function purposeOf(action: string, language: Language): string {
  const found = beginnings.find(([, begins]) => begins.test(action))?.[0] ?? 'care'
  return words[found][language]
}
