// What somebody is paid who leaves (HR-130, HR-132), as plain figures.

import t from 'tap'
import { shortDays } from '../../../../db/hospital/people/exits/notice.ts'
import { type Leaver, terminalOf } from '../../../../db/hospital/people/exits/terminal.ts'

const leaver: Leaver = {
  kind: 'REDUNDANCY',
  by_hospital: true,
  hired_on: '2021-08-01',
  last_day: '2026-03-31',
  notice_short_days: 0,
  basic: 78_000_000,
  leave: [],
  owing: [],
  said: [],
  settings: {
    daily_divisor: 26,
    severance_days_per_year: 7,
    severance_max_years: 10,
    severance_min_months: 12,
  },
}
const amounts = (more: Partial<Leaver>): Record<string, number> =>
  Object.fromEntries(terminalOf({ ...leaver, ...more }).map((one) => [one.code, one.amount]))

t.test('severance: the chapter’s 840,000 of four years and seven months (HR-132)', (t) => {
  t.same(amounts({}), { SEVERANCE: 84_000_000 })
  t.same(amounts({ hired_on: '2010-01-01' }), { SEVERANCE: 210_000_000 }, 'ten years at most')
  t.same(amounts({ hired_on: '2025-04-01' }), { SEVERANCE: 21_000_000 }, 'twelve months served')
  t.same(amounts({ hired_on: '2025-04-02' }), {}, 'a day less')
  for (const kind of ['RESIGNATION', 'DISMISSAL', 'ABSCONDED', 'RETIREMENT'] as const) {
    t.same(amounts({ kind }), {}, kind)
  }
  t.same(amounts({ kind: 'CONTRACT_END', by_hospital: false }), {})
  t.same(amounts({ kind: 'CONTRACT_END' }), { SEVERANCE: 84_000_000 })
  t.end()
})

t.test('leave is paid out by the calendar or by working days (HR-132)', (t) => {
  const leave = [
    { name: 'Annual leave', basis: 'CALENDAR', days: 650 },
    { name: 'Off in lieu', basis: 'WORKING', days: 200 },
  ] as const
  const lines = terminalOf({ ...leaver, kind: 'RESIGNATION', by_hospital: false, leave })
  t.same(
    lines.map(({ amount }) => amount),
    [16_900_000, 6_000_000],
  )
  t.end()
})

t.test('notice that is missing is taken or paid (HR-130)', (t) => {
  t.equal(shortDays('2026-03-01', 28, '2026-03-15'), 14)
  t.equal(shortDays('2026-03-01', 28, '2026-03-29'), 0)
  t.equal(shortDays('2026-03-01', 28, '2026-04-30'), 0)
  const short = { notice_short_days: 14, hired_on: '2026-01-01' }
  const by_hospital = false
  t.same(amounts({ ...short, kind: 'RESIGNATION', by_hospital }), { NOTICE_SHORT: -36_400_000 })
  t.same(amounts({ ...short, kind: 'RESIGNATION' }), { NOTICE_PAY: 36_400_000 })
  t.same(amounts({ ...short, by_hospital }), { NOTICE_PAY: 36_400_000 })
  t.same(amounts({ ...short, kind: 'DEATH', by_hospital }), {})
  t.end()
})
