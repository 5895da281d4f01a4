// What is too low, too high or takes too long in labour, and how often is looked (WHO Labour Care Guide 2020,
// in our own words; a hospital confirms it before use). Rows of tables, none of them fixed in code (MOD-15).

import {
  choice,
  Decimal,
  form,
  optional,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { alert_levels, stages } from '../words.ts'

const Field = Text(1, 40)
const Words = optional(some(Text(1, 40), 20))
const Limit = optional(Decimal(-1000, 10_000))

const Beside = form({ field: Field, is: Words, from: Limit, below: Limit })
/** Where one of these holds as well. */
export type Beside = Static<typeof Beside>

export const LimitRow = form({
  field: Field,
  level: choice(alert_levels),
  is: Words,
  /** Less than, at most, from (and above), more than. */
  below: Limit,
  at_most: Limit,
  from: Limit,
  above: Limit,
  /** How long it may last: at this opening of the cervix, or in the second stage. */
  cervix: optional(Whole(0, 10)),
  hours: optional(Decimal(0, 48)),
  births: optional(choice(['FIRST', 'OTHER'])),
  beside: optional(some(Beside, 10)),
})
export type LimitRow = Static<typeof LimitRow>

export const FrequencyRow = form({
  stage: choice(stages),
  /** What is looked at together: one of these is enough. */
  fields: some(Field, 10),
  what: Text(1, 80),
  minutes: Whole(1, 1440),
})
export type FrequencyRow = Static<typeof FrequencyRow>

export const limit_rows: readonly LimitRow[] = [
  { field: 'companion', level: 'ALERT', is: ['NO'] },
  { field: 'pain_relief', level: 'ALERT', is: ['NO'] },
  { field: 'oral_fluid', level: 'ALERT', is: ['NO'] },
  { field: 'posture', level: 'ALERT', is: ['SUPINE'] },
  { field: 'baseline_fhr', level: 'ALERT', below: 110 },
  { field: 'baseline_fhr', level: 'ALERT', from: 160 },
  { field: 'baseline_fhr', level: 'DANGER', below: 100 },
  { field: 'baseline_fhr', level: 'DANGER', from: 180 },
  { field: 'deceleration', level: 'ALERT', is: ['LATE'] },
  {
    field: 'deceleration',
    level: 'DANGER',
    is: ['LATE'],
    beside: [{ field: 'liquor', is: ['M3', 'B'] }],
  },
  { field: 'liquor', level: 'ALERT', is: ['M3', 'B'] },
  { field: 'position', level: 'ALERT', is: ['POSTERIOR', 'TRANSVERSE'] },
  { field: 'caput', level: 'ALERT', from: 3 },
  { field: 'moulding', level: 'ALERT', from: 3 },
  { field: 'pulse', level: 'ALERT', below: 60 },
  { field: 'pulse', level: 'ALERT', from: 120 },
  { field: 'systolic', level: 'ALERT', below: 80 },
  { field: 'systolic', level: 'ALERT', from: 140 },
  { field: 'systolic', level: 'DANGER', from: 160 },
  { field: 'diastolic', level: 'ALERT', from: 90 },
  { field: 'diastolic', level: 'DANGER', from: 110 },
  { field: 'temperature', level: 'ALERT', below: 35 },
  { field: 'temperature', level: 'ALERT', from: 37.5 },
  { field: 'temperature', level: 'DANGER', from: 38.5 },
  { field: 'urine_protein', level: 'ALERT', is: ['P2', 'P3', 'P4'] },
  { field: 'urine_acetone', level: 'ALERT', is: ['P2', 'P3', 'P4'] },
  { field: 'contractions', level: 'ALERT', at_most: 2 },
  { field: 'contractions', level: 'ALERT', above: 5 },
  { field: 'duration_sec', level: 'ALERT', below: 20 },
  { field: 'duration_sec', level: 'ALERT', above: 60 },
  { field: 'cervix_cm', level: 'ALERT', cervix: 5, hours: 6 },
  { field: 'cervix_cm', level: 'ALERT', cervix: 6, hours: 5 },
  { field: 'cervix_cm', level: 'ALERT', cervix: 7, hours: 3 },
  { field: 'cervix_cm', level: 'ALERT', cervix: 8, hours: 2.5 },
  { field: 'cervix_cm', level: 'ALERT', cervix: 9, hours: 2 },
  { field: 'second_stage', level: 'ALERT', hours: 3, births: 'FIRST' },
  { field: 'second_stage', level: 'ALERT', hours: 2, births: 'OTHER' },
  { field: 'blood_loss_ml', level: 'DANGER', from: 500 },
  {
    field: 'blood_loss_ml',
    level: 'DANGER',
    from: 300,
    beside: [
      { field: 'pulse', from: 110 },
      { field: 'systolic', below: 100 },
    ],
  },
  { field: 'convulsion', level: 'DANGER', is: ['YES'] },
]

const each = (
  stage: FrequencyRow['stage'],
  rows: readonly (readonly [string, number, ...string[]])[],
): FrequencyRow[] => rows.map(([what, minutes, ...fields]) => ({ stage, what, minutes, fields }))

export const frequency_rows: readonly FrequencyRow[] = [
  ...each('LATENT', [
    ['Fetal heart', 60, 'baseline_fhr'],
    ['Cervix', 240, 'cervix_cm'],
    ['Pulse', 240, 'pulse'],
    ['Temperature', 240, 'temperature'],
    ['Blood pressure', 240, 'systolic'],
  ]),
  ...each('ACTIVE', [
    ['Fetal heart', 30, 'baseline_fhr'],
    ['Contractions', 30, 'contractions'],
    ['Pulse', 240, 'pulse'],
    ['Temperature', 240, 'temperature'],
    ['Blood pressure', 240, 'systolic'],
    ['Cervix and descent', 240, 'cervix_cm'],
    ['Urine', 240, 'urine_protein', 'urine_acetone'],
    ['Companion and posture', 60, 'companion', 'posture'],
  ]),
  ...each('SECOND', [
    ['Fetal heart', 5, 'baseline_fhr'],
    ['Contractions', 5, 'contractions'],
  ]),
  ...each('FOURTH', [['Bleeding, uterus and pulse', 15, 'blood_loss_ml', 'uterus', 'pulse']]),
]
