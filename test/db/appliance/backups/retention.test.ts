import t from 'tap'
import type { Backup } from '../../../../db/appliance/backups/list.ts'
import { keptOf } from '../../../../db/appliance/backups/retention.ts'
import { clock, days, hours } from '../../../../db/core/clock.ts'

const policy = {
  keep_within_ms: hours(48),
  daily: 7,
  weekly: 5,
  monthly: 12,
  yearly: 10,
  time_zone: 'Africa/Dar_es_Salaam',
}

const backup = (at: string, more: Partial<Backup> = {}): Backup =>
  ({
    name: `${at}.kbk`,
    tag: 'nightly',
    at,
    state: 'MADE',
    level: 'CHECK',
    pinned: null,
    ...more,
  }) as Backup

const nightly = (from: string, count: number): Backup[] =>
  Array.from({ length: count }, (_, n) =>
    backup(new Date(Date.parse(from) - days(n)).toISOString()),
  )

const reasonsOf = (all: readonly Backup[], name: string): string[] =>
  keptOf(all, policy).find(({ backup }) => backup.name === `${name}.kbk`)?.reasons ?? []

t.test('what is kept (OPS-117)', async (t) => {
  clock.freeze('2027-03-15T12:00:00.000Z')
  t.teardown(() => clock.release())
  const all = nightly('2027-03-15T00:10:00.000Z', 500)

  t.test('a year and more of nights: two days, then by the calendar', async (t) => {
    const kept = keptOf(all, policy).filter(({ reasons }) => reasons.length > 0)
    const days_kept = kept.filter(({ reasons }) => reasons.includes('daily'))
    const weeks = kept.filter(({ reasons }) => reasons.includes('weekly'))
    const months = kept.filter(({ reasons }) => reasons.includes('monthly'))
    const years = kept.filter(({ reasons }) => reasons.includes('yearly'))
    t.same([days_kept.length, weeks.length, months.length, years.length], [7, 5, 12, 3])
    t.same(
      weeks.map(({ backup }) => backup.at.slice(0, 10)),
      ['2027-03-15', '2027-03-14', '2027-03-07', '2027-02-28', '2027-02-21'],
      'the newest of each week, which begins on Monday',
    )
  })

  t.test('the day is the one of the place', async (t) => {
    // 21:30 UTC is half past midnight of the next day in Dar es Salaam.
    const two = [backup('2027-01-05T21:30:00.000Z'), backup('2027-01-05T20:30:00.000Z')]
    t.ok(reasonsOf(two, '2027-01-05T21:30:00.000Z').includes('daily'))
    t.ok(reasonsOf(two, '2027-01-05T20:30:00.000Z').includes('daily'))
  })

  t.test('closes of years, pins, the newest verified and updates', async (t) => {
    const close = backup('2019-07-01T00:00:00.000Z', { tag: 'before-close-2018' })
    const older = backup('2016-07-01T00:00:00.000Z', { tag: 'before-close-2015' })
    const pinned = backup('2026-01-02T05:00:00.000Z', { pinned: { until: null, reason: 'audit' } })
    const passed = backup('2026-01-02T06:00:00.000Z', {
      pinned: { until: '2027-03-14T23:59:59.999Z', reason: 'audit' },
    })
    const verified = backup('2026-01-02T04:00:00.000Z', { level: 'RESTORE' })
    const updates = [1, 2, 3, 4].map((n) =>
      backup(`2026-01-0${n}T03:00:00.000Z`, { tag: 'before-update' }),
    )
    const many = [...all, close, older, pinned, passed, verified, ...updates]
    t.ok(reasonsOf(many, close.at).includes('close of a year'))
    t.notOk(reasonsOf(many, older.at).includes('close of a year'), 'ten years later it may go')
    t.ok(reasonsOf(many, pinned.at).includes('pinned'))
    t.notOk(reasonsOf(many, passed.at).includes('pinned'))
    t.ok(reasonsOf(many, verified.at).includes('newest verified'))
    t.same(
      updates.map(({ at }) => reasonsOf(many, at).includes('before an update')),
      [false, true, true, true],
    )
  })

  t.test('where none is whole none goes', async (t) => {
    const harmed = nightly('2027-01-01T00:10:00.000Z', 3).map((one) => ({
      ...one,
      state: 'DAMAGED' as const,
    }))
    for (const { at } of harmed) t.same(reasonsOf(harmed, at), ['none is whole'])
  })

  t.test('damaged ones count for nothing; those of tomorrow are left alone', async (t) => {
    const harmed = backup('2027-03-15T11:00:00.000Z', { state: 'DAMAGED', level: 'RESTORE' })
    const ahead = backup('2027-03-16T00:00:00.000Z')
    const many = [harmed, ahead, ...nightly('2027-03-15T00:10:00.000Z', 3)]
    t.same(reasonsOf(many, harmed.at), [])
    t.same(reasonsOf(many, ahead.at), ['dated ahead'])
    t.ok(reasonsOf(many, '2027-03-15T00:10:00.000Z').includes('daily'))
  })
})
