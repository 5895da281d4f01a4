// Courses of labour, worked out by hand: what was seen, hour by hour, and what the rules say to it.

import type { Measures } from '../../../../db/hospital/modules/maternity/labours/course.ts'
import type { Chart } from '../../../../db/hospital/modules/maternity/words.ts'

export interface Worked {
  says: string
  chart?: Chart
  first_birth?: boolean
  seen: readonly (readonly [string, Measures])[]
  /** `10:00 pulse DANGER`, in order. */
  raises: readonly string[]
  stage?: string
  /** What nobody looked at in time, at this hour. */
  late?: { at: string; what: readonly string[] }
  /** The second stage has lasted too long at this hour. */
  second_stage?: { at: string; raised: boolean }
}

const cm = (cervix_cm: number): Measures => ({ cervix_cm })
const quiet = { raises: [] }

const single: readonly Worked[] = [
  { says: 'fhr 110', seen: [['08:00', { baseline_fhr: 110 }]], ...quiet },
  {
    says: 'fhr 109',
    seen: [['08:00', { baseline_fhr: 109 }]],
    raises: ['08:00 baseline_fhr ALERT'],
  },
  {
    says: 'fhr 100',
    seen: [['08:00', { baseline_fhr: 100 }]],
    raises: ['08:00 baseline_fhr ALERT'],
  },
  {
    says: 'fhr 99',
    seen: [['08:00', { baseline_fhr: 99 }]],
    raises: ['08:00 baseline_fhr DANGER'],
  },
  { says: 'fhr 159', seen: [['08:00', { baseline_fhr: 159 }]], ...quiet },
  {
    says: 'fhr 160',
    seen: [['08:00', { baseline_fhr: 160 }]],
    raises: ['08:00 baseline_fhr ALERT'],
  },
  {
    says: 'fhr 180',
    seen: [['08:00', { baseline_fhr: 180 }]],
    raises: ['08:00 baseline_fhr DANGER'],
  },
  {
    says: 'late deceleration',
    seen: [['08:00', { deceleration: 'LATE' }]],
    raises: ['08:00 deceleration ALERT'],
  },
  { says: 'early deceleration', seen: [['08:00', { deceleration: 'EARLY' }]], ...quiet },
  {
    says: 'late deceleration, thick liquor',
    seen: [['08:00', { deceleration: 'LATE', liquor: 'M3' }]],
    raises: ['08:00 deceleration DANGER', '08:00 liquor ALERT'],
  },
  {
    says: 'late deceleration, clear liquor',
    seen: [['08:00', { deceleration: 'LATE', liquor: 'C' }]],
    raises: ['08:00 deceleration ALERT'],
  },
  {
    says: 'blood in the liquor',
    seen: [['08:00', { liquor: 'B' }]],
    raises: ['08:00 liquor ALERT'],
  },
  { says: 'thin meconium', seen: [['08:00', { liquor: 'M2' }]], ...quiet },
  {
    says: 'no companion',
    seen: [['08:00', { companion: 'NO' }]],
    raises: ['08:00 companion ALERT'],
  },
  { says: 'companion declined', seen: [['08:00', { companion: 'DECLINED' }]], ...quiet },
  {
    says: 'nothing for pain, nothing to drink',
    seen: [['08:00', { pain_relief: 'NO', oral_fluid: 'NO' }]],
    raises: ['08:00 pain_relief ALERT', '08:00 oral_fluid ALERT'],
  },
  {
    says: 'on her back',
    seen: [['08:00', { posture: 'SUPINE' }]],
    raises: ['08:00 posture ALERT'],
  },
  {
    says: 'posterior',
    seen: [['08:00', { position: 'POSTERIOR' }]],
    raises: ['08:00 position ALERT'],
  },
  { says: 'anterior', seen: [['08:00', { position: 'ANTERIOR' }]], ...quiet },
  { says: 'moulding 2', seen: [['08:00', { moulding: 2, caput: 2 }]], ...quiet },
  {
    says: 'moulding and caput 3',
    seen: [['08:00', { moulding: 3, caput: 3 }]],
    raises: ['08:00 caput ALERT', '08:00 moulding ALERT'],
  },
  { says: 'pulse 59', seen: [['08:00', { pulse: 59 }]], raises: ['08:00 pulse ALERT'] },
  {
    says: 'pulse 60 to 119',
    seen: [
      ['08:00', { pulse: 60 }],
      ['08:30', { pulse: 119 }],
    ],
    ...quiet,
  },
  { says: 'pulse 120', seen: [['08:00', { pulse: 120 }]], raises: ['08:00 pulse ALERT'] },
  { says: 'systolic 79', seen: [['08:00', { systolic: 79 }]], raises: ['08:00 systolic ALERT'] },
  {
    says: 'systolic 80 to 139',
    seen: [
      ['08:00', { systolic: 80 }],
      ['12:00', { systolic: 139 }],
    ],
    ...quiet,
  },
  { says: 'systolic 140', seen: [['08:00', { systolic: 140 }]], raises: ['08:00 systolic ALERT'] },
  { says: 'systolic 160', seen: [['08:00', { systolic: 160 }]], raises: ['08:00 systolic DANGER'] },
  { says: 'diastolic 89', seen: [['08:00', { diastolic: 89 }]], ...quiet },
  { says: 'diastolic 90', seen: [['08:00', { diastolic: 90 }]], raises: ['08:00 diastolic ALERT'] },
  {
    says: 'diastolic 110',
    seen: [['08:00', { diastolic: 110 }]],
    raises: ['08:00 diastolic DANGER'],
  },
  {
    says: 'temperature 34.9',
    seen: [['08:00', { temperature: 34.9 }]],
    raises: ['08:00 temperature ALERT'],
  },
  { says: 'temperature 37.4', seen: [['08:00', { temperature: 37.4 }]], ...quiet },
  {
    says: 'temperature 37.5',
    seen: [['08:00', { temperature: 37.5 }]],
    raises: ['08:00 temperature ALERT'],
  },
  {
    says: 'temperature 38.5',
    seen: [['08:00', { temperature: 38.5 }]],
    raises: ['08:00 temperature DANGER'],
  },
  { says: 'protein P1', seen: [['08:00', { urine_protein: 'P1' }]], ...quiet },
  {
    says: 'protein P2',
    seen: [['08:00', { urine_protein: 'P2' }]],
    raises: ['08:00 urine_protein ALERT'],
  },
  {
    says: 'acetone P4',
    seen: [['08:00', { urine_acetone: 'P4' }]],
    raises: ['08:00 urine_acetone ALERT'],
  },
  {
    says: 'two contractions',
    seen: [['08:00', { contractions: 2 }]],
    raises: ['08:00 contractions ALERT'],
  },
  {
    says: 'three to five',
    seen: [
      ['08:00', { contractions: 3 }],
      ['08:30', { contractions: 5 }],
    ],
    ...quiet,
  },
  {
    says: 'six contractions',
    seen: [['08:00', { contractions: 6 }]],
    raises: ['08:00 contractions ALERT'],
  },
  {
    says: '19 seconds',
    seen: [['08:00', { duration_sec: 19 }]],
    raises: ['08:00 duration_sec ALERT'],
  },
  {
    says: '61 seconds',
    seen: [['08:00', { duration_sec: 61 }]],
    raises: ['08:00 duration_sec ALERT'],
  },
  {
    says: 'a convulsion',
    seen: [['08:00', { convulsion: 'YES' }]],
    raises: ['08:00 convulsion DANGER'],
  },
  { says: '499 ml', seen: [['08:00', { blood_loss_ml: 499 }]], ...quiet },
  {
    says: '500 ml',
    seen: [['08:00', { blood_loss_ml: 500 }]],
    raises: ['08:00 blood_loss_ml DANGER'],
  },
  {
    says: '300 ml and a fast pulse',
    seen: [['08:00', { blood_loss_ml: 300, pulse: 110 }]],
    raises: ['08:00 blood_loss_ml DANGER'],
  },
  {
    says: '350 ml and a low pressure',
    seen: [['08:00', { blood_loss_ml: 350, systolic: 99 }]],
    raises: ['08:00 blood_loss_ml DANGER'],
  },
  {
    says: '350 ml and all is well',
    seen: [['08:00', { blood_loss_ml: 350, pulse: 90, systolic: 110 }]],
    ...quiet,
  },
]

const care_guide: readonly Worked[] = [
  { says: 'nothing yet: latent', seen: [['08:00', cm(4)]], raises: [], stage: 'LATENT' },
  { says: 'five opens the active stage', seen: [['08:00', cm(5)]], raises: [], stage: 'ACTIVE' },
  {
    says: 'four for ten hours is latent',
    seen: [
      ['08:00', cm(4)],
      ['18:00', cm(4)],
    ],
    raises: [],
  },
  {
    says: 'five for six hours',
    seen: [
      ['08:00', cm(5)],
      ['12:00', cm(5)],
      ['14:00', cm(5)],
    ],
    raises: ['14:00 cervix_cm ALERT'],
  },
  {
    says: 'five for a minute less',
    seen: [
      ['08:00', cm(5)],
      ['13:59', cm(5)],
    ],
    raises: [],
  },
  {
    says: 'six for five hours',
    seen: [
      ['08:00', cm(6)],
      ['13:00', cm(6)],
    ],
    raises: ['13:00 cervix_cm ALERT'],
  },
  {
    says: 'seven for three',
    seen: [
      ['08:00', cm(7)],
      ['11:00', cm(7)],
    ],
    raises: ['11:00 cervix_cm ALERT'],
  },
  {
    says: 'eight for two and a half',
    seen: [
      ['08:00', cm(8)],
      ['10:30', cm(8)],
    ],
    raises: ['10:30 cervix_cm ALERT'],
  },
  {
    says: 'nine for two',
    seen: [
      ['08:00', cm(9)],
      ['10:00', cm(9)],
    ],
    raises: ['10:00 cervix_cm ALERT'],
  },
  {
    says: 'the first hour at an opening counts, not the last',
    seen: [
      ['08:00', cm(7)],
      ['09:30', cm(7)],
      ['11:00', cm(7)],
      ['11:30', cm(8)],
    ],
    raises: ['11:00 cervix_cm ALERT'],
  },
  {
    says: 'a labour that goes well',
    seen: [
      ['08:00', cm(5)],
      ['12:00', cm(7)],
      ['14:30', cm(9)],
      ['16:00', cm(10)],
    ],
    raises: [],
    stage: 'SECOND',
  },
  {
    says: 'first birth, three hours of pushing',
    first_birth: true,
    seen: [['08:00', cm(10)]],
    raises: [],
    second_stage: { at: '11:00', raised: true },
  },
  {
    says: 'first birth, two hours of pushing',
    first_birth: true,
    seen: [['08:00', cm(10)]],
    raises: [],
    second_stage: { at: '10:59', raised: false },
  },
  {
    says: 'second birth, two hours of pushing',
    seen: [['08:00', cm(10)]],
    raises: [],
    second_stage: { at: '10:00', raised: true },
  },
  {
    says: 'thirty minutes and ten are let go',
    seen: [
      [
        '08:00',
        {
          cervix_cm: 6,
          baseline_fhr: 140,
          contractions: 4,
          pulse: 80,
          temperature: 36.8,
          systolic: 110,
          urine_protein: 'NEG',
          companion: 'YES',
        },
      ],
    ],
    raises: [],
    late: { at: '08:40', what: [] },
  },
  {
    says: 'nobody listened for 41 minutes',
    seen: [
      [
        '08:00',
        {
          cervix_cm: 6,
          baseline_fhr: 140,
          contractions: 4,
          pulse: 80,
          temperature: 36.8,
          systolic: 110,
          urine_protein: 'NEG',
          companion: 'YES',
        },
      ],
    ],
    raises: [],
    late: { at: '08:41', what: ['Fetal heart', 'Contractions'] },
  },
  {
    says: 'in the second stage every five minutes',
    seen: [['08:00', { cervix_cm: 10, baseline_fhr: 140, contractions: 4 }]],
    raises: [],
    late: { at: '08:16', what: ['Fetal heart', 'Contractions'] },
  },
]

const partograph: readonly Worked[] = [
  {
    says: 'four is active',
    chart: 'PARTOGRAPH',
    seen: [['08:00', cm(4)]],
    raises: [],
    stage: 'ACTIVE',
  },
  {
    says: 'on the alert line',
    chart: 'PARTOGRAPH',
    seen: [
      ['08:00', cm(4)],
      ['12:00', cm(8)],
    ],
    raises: [],
  },
  {
    says: 'right of the alert line',
    chart: 'PARTOGRAPH',
    seen: [
      ['08:00', cm(4)],
      ['12:00', cm(7)],
    ],
    raises: ['12:00 cervix_cm ALERT'],
  },
  {
    says: 'on the action line',
    chart: 'PARTOGRAPH',
    seen: [
      ['08:00', cm(4)],
      ['12:00', cm(6)],
      ['16:00', cm(8)],
    ],
    raises: ['12:00 cervix_cm ALERT', '16:00 cervix_cm ALERT'],
  },
  {
    says: 'over the action line',
    chart: 'PARTOGRAPH',
    seen: [
      ['08:00', cm(4)],
      ['12:00', cm(6)],
      ['16:00', cm(7)],
    ],
    raises: ['12:00 cervix_cm ALERT', '16:00 cervix_cm DANGER'],
  },
  {
    says: 'she comes with six: the line begins there',
    chart: 'PARTOGRAPH',
    seen: [
      ['08:00', cm(6)],
      ['12:00', cm(10)],
    ],
    raises: [],
    stage: 'SECOND',
  },
  {
    says: 'back on the line',
    chart: 'PARTOGRAPH',
    seen: [
      ['08:00', cm(4)],
      ['10:00', cm(5)],
      ['12:00', cm(8)],
    ],
    raises: ['10:00 cervix_cm ALERT'],
  },
]

export const courses: readonly Worked[] = [...single, ...care_guide, ...partograph]
