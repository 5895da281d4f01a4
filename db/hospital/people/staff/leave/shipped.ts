// Leave types and public holidays that a hospital starts with (people 2.7): those of Tanzania, to be
// checked with a labour officer. Source: Employment and Labour Relations Act, 2004 (leave); Public
// Holidays Act, Cap. 35 (fixed days; those that follow the moon or Easter are written down each year).

import { holidays, leave_types } from './tables.ts'

const whole = (days: number): number => days * 100
const calendar = { basis: 'CALENDAR', half_days: false, pay_pct: 100 } as const
const working = { basis: 'WORKING', half_days: true, pay_pct: 100 } as const
const sick = { cycle_months: 36, accrual: 'AT_START', needs_balance: true } as const
const event = { cycle_months: 36, accrual: 'PER_EVENT', needs_balance: false } as const
const by_approval = {
  days: 0,
  cycle_months: 12,
  accrual: 'PER_EVENT',
  needs_balance: false,
} as const

const shipped_types = [
  {
    code: 'ANNUAL',
    name: 'Annual leave',
    ...calendar,
    days: whole(28),
    half_days: true,
    cycle_months: 12,
    accrual: 'MONTHLY',
    min_service_months: 6,
    carry_over_days: whole(14),
    carry_over_months: 6,
    needs_balance: true,
    encash_on_exit: true,
  },
  {
    code: 'SICK_FULL',
    name: 'Sick leave, full pay',
    ...calendar,
    ...sick,
    days: whole(63),
    document_after_days: 2,
  },
  {
    code: 'SICK_HALF',
    name: 'Sick leave, half pay',
    ...calendar,
    ...sick,
    days: whole(63),
    pay_pct: 50,
  },
  {
    code: 'MATERNITY',
    name: 'Maternity leave',
    ...calendar,
    ...event,
    days: whole(84),
    sex: 'Female',
    min_service_months: 6,
    max_events: 4,
  },
  { code: 'PATERNITY', name: 'Paternity leave', ...working, ...event, days: whole(3), sex: 'Male' },
  { code: 'COMPASSIONATE', name: 'Compassionate leave', ...working, ...event, days: whole(4) },
  {
    code: 'EMERGENCY_UNPAID',
    name: 'Emergency leave without pay',
    ...calendar,
    days: whole(30),
    pay_pct: 0,
    cycle_months: 12,
    accrual: 'AT_START',
    needs_balance: true,
  },
  { code: 'STUDY', name: 'Study leave', ...calendar, ...by_approval },
  { code: 'UNPAID', name: 'Leave without pay', ...calendar, ...by_approval, pay_pct: 0 },
  {
    code: 'OFF_IN_LIEU',
    name: 'Time off in lieu',
    ...working,
    ...by_approval,
    needs_balance: true,
  },
] as const

const fixed_days: readonly (readonly [string, string])[] = [
  ['01-01', 'New Year’s Day'],
  ['01-12', 'Zanzibar Revolution Day'],
  ['04-07', 'Sheikh Abeid Amani Karume Day'],
  ['04-26', 'Union Day'],
  ['05-01', 'Workers’ Day'],
  ['07-07', 'Saba Saba'],
  ['08-08', 'Nane Nane'],
  ['10-14', 'Mwalimu Nyerere Day'],
  ['12-09', 'Independence Day'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day'],
]

/** For a new hospital. A holiday counts once somebody has confirmed it. */
export async function shipLeave(
  { id: hospital_id, country }: { id: string; country: string },
  year: string,
): Promise<void> {
  await leave_types.insertMany(
    shipped_types.map((type, position) => ({ hospital_id, position, ...type })),
  )
  if (country !== 'TZ') return
  await holidays.insertMany(
    fixed_days.map(([day, name]) => ({
      hospital_id,
      date: `${year}-${day}`,
      name,
      confirmed: false,
      recurring: true,
    })),
  )
}
