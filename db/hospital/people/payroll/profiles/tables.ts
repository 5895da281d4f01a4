// What somebody is paid from a day on (people 2.9). Money in minor units, parts in hundredths of a
// percent, units in hundredths.

import {
  choice,
  day,
  id,
  json,
  money,
  nullable,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { pay_bases, profile_states } from '../words.ts'

export interface ProfileComponent {
  code: string
  /** An amount, a rate, or a part of something, as the component is reckoned. */
  value: number
  units: number | null
  from: string | null
  to: string | null
}
export interface Share {
  facility_id: string
  department: string
  bp: number
}
export interface PayFlags {
  nhif: boolean
  heslb: boolean
  union: boolean
  secondary_employment: boolean
}

export const pay_profiles = table(
  'pay_profiles',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    staff_id: ref('staff'),
    status: choice(profile_states),
    effective_from: day(),
    pay_basis: choice(pay_bases),
    basic_pay: money(),
    components: json<ProfileComponent[]>(),
    flags: json<PayFlags>(),
    /** Empty: all of it is the home department's. */
    split: json<Share[]>(),
    note: nullable(text(300)),
    entered_by_id: nullable(uuid()),
    entered_by_name: text(160),
    approved_by_name: nullable(text(160)),
    approved_on: nullable(day()),
    ...versioned,
  },
  {
    unique: [{ columns: ['staff_id', 'effective_from'], only_where: "status <> 'REFUSED'" }],
    indexes: [{ columns: ['hospital_id', 'status', 'effective_from'] }],
  },
)

export const pay_profile_moves = historyTable('pay_profile_moves', 'pay_profiles')
