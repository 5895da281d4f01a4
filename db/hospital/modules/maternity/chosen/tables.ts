// The tables of maternity (maternity 2, MOD-15): what ships, and what a hospital may say instead.

import {
  choice,
  Flag,
  form,
  nullable,
  optional,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import type { TSchema } from '../../../../core/kinds/kinds.ts'
import { type PartTable, partTable } from '../../parts/part-table.ts'
import { charts } from '../words.ts'
import { FrequencyRow, frequency_rows, LimitRow, limit_rows } from './limits.ts'
import { RiskRow, risk_rows } from './risks.ts'

const Settings = form({
  chart: choice(charts),
  default_contacts: some(Whole(1, 42), 20),
  iptp_from_week: Whole(1, 40),
  iptp_gap_days: Whole(1, 200),
  notification_hours: Whole(1, 8760),
  alert_minutes: Whole(1, 240),
  escalate_minutes: Whole(1, 240),
  first_hours: Whole(1, 24),
  /** Hours after birth. */
  postnatal: some(Whole(1, 2400), 10),
})
export type MaternitySettings = Static<typeof Settings>

const one = (rows: readonly unknown[]): string | null =>
  rows.length === 1 ? null : 'rows must be one row.'

export const settings_table = partTable({
  module: 'maternity',
  key: 'SETTINGS',
  title: 'Settings of maternity',
  source: 'WHO antenatal care for a positive pregnancy experience 2016 (eight contacts)',
  clinical: true,
  row: Settings,
  check: one,
  rows_max: 1,
  shipped: [
    {
      chart: 'LCG',
      default_contacts: [12, 20, 26, 30, 34, 36, 38, 40],
      iptp_from_week: 13,
      iptp_gap_days: 28,
      notification_hours: 72,
      alert_minutes: 15,
      escalate_minutes: 15,
      first_hours: 2,
      postnatal: [24, 72, 240, 1008],
    },
  ],
})

export const risks_table = partTable({
  module: 'maternity',
  key: 'RISKS',
  title: 'Risks of a pregnancy',
  source: 'General obstetric knowledge, in our own words',
  clinical: true,
  row: RiskRow,
  shipped: risk_rows,
  rows_max: 100,
})

const Sign = form({
  key: Text(2, 40),
  title: Text(1, 120),
  title_sw: Text(1, 120),
  /** Of the visit: 1 cannot wait at all. */
  acuity: Whole(1, 5),
  /** Of the woman, or of the newborn. */
  of: choice(['MOTHER', 'BABY']),
})

const sign = (
  key: string,
  acuity: number,
  title: string,
  title_sw: string,
  of: 'MOTHER' | 'BABY' = 'MOTHER',
): Static<typeof Sign> => ({ key, title, title_sw, acuity, of })

export const signs_table = partTable({
  module: 'maternity',
  key: 'DANGER_SIGNS',
  title: 'Danger signs',
  source: 'General obstetric knowledge, in our own words',
  clinical: true,
  row: Sign,
  rows_max: 60,
  shipped: [
    sign('BLEEDING', 1, 'Bleeding', 'Kutokwa damu'),
    sign('CONVULSION', 1, 'Convulsion', 'Degedege'),
    sign('HEADACHE', 2, 'Severe headache', 'Kuumwa kichwa sana'),
    sign('BLURRED_SIGHT', 2, 'Blurred sight', 'Kuona ukungu'),
    sign('FEVER', 2, 'Fever', 'Homa'),
    sign('NO_MOVEMENTS', 2, 'The child does not move', 'Mtoto hachezi tumboni'),
    sign('SEVERE_PAIN', 2, 'Severe pain', 'Maumivu makali'),
    sign('WATERS', 2, 'Waters breaking', 'Kutokwa maji ukeni'),
    sign('BREATHING', 2, 'Difficult breathing', 'Kupumua kwa shida'),
    sign('SWELLING', 2, 'Swelling of the face', 'Kuvimba uso'),
    sign('NOT_FEEDING', 2, 'Does not feed', 'Hanyonyi', 'BABY'),
    sign('FITS', 1, 'Fits', 'Degedege', 'BABY'),
    sign('FAST_BREATHING', 2, 'Fast breathing', 'Kupumua haraka', 'BABY'),
    sign('COLD', 2, 'Cold', 'Baridi', 'BABY'),
    sign('HOT', 2, 'Hot', 'Joto kali', 'BABY'),
    sign('CORD_RED', 2, 'Cord red or with pus', 'Kitovu chekundu au chenye usaha', 'BABY'),
  ],
})

export const limits_table = partTable({
  module: 'maternity',
  key: 'LCG_LIMITS',
  title: 'Limits of the labour chart',
  source: 'WHO Labour Care Guide 2020',
  clinical: true,
  row: LimitRow,
  shipped: limit_rows,
  rows_max: 200,
})

export const frequency_table = partTable({
  module: 'maternity',
  key: 'LCG_FREQUENCY',
  title: 'How often is looked in labour',
  source: 'WHO Labour Care Guide 2020',
  clinical: true,
  row: FrequencyRow,
  shipped: frequency_rows,
  rows_max: 100,
})

export const charge_keys = [
  'BOOKING',
  'CONTACT',
  'PNC',
  'DELIVERY_NORMAL',
  'DELIVERY_ASSISTED',
  'SUTURE',
] as const
export type ChargeKey = (typeof charge_keys)[number]

export const charges_table = partTable({
  module: 'maternity',
  key: 'CHARGES',
  title: 'Charges of maternity',
  source: 'None is bound: care of mothers is free until the hospital says otherwise',
  clinical: false,
  row: form({ key: choice(charge_keys), code: nullable(Text(1, 40)), active: optional(Flag) }),
  shipped: charge_keys.map((key) => ({ key, code: null })),
  rows_max: 50,
})

export const vaccines_table = partTable({
  module: 'maternity',
  key: 'VACCINES_AT_BIRTH',
  title: 'Vaccines due at birth',
  source: 'National immunisation schedule: BCG and oral polio at birth',
  clinical: true,
  row: form({ code: Text(1, 40), name: Text(1, 120), name_sw: optional(nullable(Text(1, 120))) }),
  rows_max: 20,
  shipped: [
    { code: 'BCG', name: 'BCG', name_sw: 'BCG' },
    { code: 'OPV0', name: 'Polio, at birth', name_sw: 'Polio, wakati wa kuzaliwa' },
  ],
})

export const maternity_tables: readonly PartTable<TSchema>[] = [
  settings_table,
  risks_table,
  signs_table,
  limits_table,
  frequency_table,
  charges_table,
  vaccines_table,
] as unknown as readonly PartTable<TSchema>[]
