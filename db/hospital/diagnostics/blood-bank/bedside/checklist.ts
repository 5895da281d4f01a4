// What is looked at after a reaction, by its signs (BLD-82). Pure.

import type { Sign } from '../words.ts'

const always = [
  'Stop the transfusion and keep the line open with saline and a new set',
  'Check wristband, bag, label and papers once more',
  'Take a blood sample from the other arm, and the first urine',
  'Send the bag, its set and the sample to the blood bank',
]

const by_sign: readonly { signs: readonly Sign[]; look: string }[] = [
  {
    signs: ['FEVER', 'CHILLS'],
    look: 'Blood culture of the patient; look at the bag for clots and colour',
  },
  {
    signs: ['RASH', 'ITCHING', 'WHEEZE'],
    look: 'Look for swelling of face and airway; have adrenaline at hand',
  },
  {
    signs: ['DYSPNOEA', 'WHEEZE', 'CHEST_PAIN'],
    look: 'Oxygen and saturation; sit the patient up; chest X-ray; count the fluids in and out',
  },
  {
    signs: ['BACK_PAIN', 'DARK_URINE', 'HYPOTENSION', 'BLEEDING'],
    look: 'Measure the urine every hour; haemolysis, creatinine, potassium, clotting',
  },
]

export const checklistFor = (signs: readonly Sign[]): string[] => [
  ...always,
  ...by_sign
    .filter((one) => one.signs.some((sign) => signs.includes(sign)))
    .map(({ look }) => look),
]
