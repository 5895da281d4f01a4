// Days of storage and of waiting, as sums (MOR-6, MOR-15).

import t from 'tap'
import { days } from '../../../../db/core/clock.ts'
import { settings_table } from '../../../../db/hospital/modules/mortuary/part-tables.ts'
import { daysKept, storageDays } from '../../../../db/hospital/modules/mortuary/storage.ts'
import { unclaimedOf } from '../../../../db/hospital/modules/mortuary/unclaimed.ts'

const kept = {
  received_at: '2026-05-01T13:00:00.000Z',
  until: '2026-05-04T07:00:00.000Z',
  free_hours: 24,
  day_rule: 'STARTED_24H' as const,
  zone: 'Africa/Dar_es_Salaam',
}

t.test('storage: each started day after the free hours (MOR-6)', async (t) => {
  t.same(
    storageDays(kept).map(({ n, service_date }) => [n, service_date]),
    [
      [1, '2026-05-02'],
      [2, '2026-05-03'],
    ],
    '42 hours after the free ones are 2 days',
  )
  t.same(storageDays({ ...kept, until: '2026-05-02T13:00:00.000Z' }), [], 'free until then')
  t.equal(storageDays({ ...kept, until: '2026-05-02T13:00:00.001Z' }).length, 1)
  t.equal(storageDays({ ...kept, free_hours: 0 }).length, 3)
  const midnight = { ...kept, day_rule: 'MIDNIGHT' as const }
  t.same(
    storageDays(midnight).map(({ service_date }) => service_date),
    ['2026-05-02', '2026-05-03'],
    'two midnights of Dar es Salaam after the free hours',
  )
  t.equal(daysKept(null, kept.until), 0)
  t.equal(daysKept(kept.received_at, kept.until), 3)
})

t.test('storage: a day that was counted is never another one later (MOR-6)', async (t) => {
  for (const day_rule of ['STARTED_24H', 'MIDNIGHT'] as const) {
    let before: string[] = []
    for (let step = 0; step < 200; step += 1) {
      const until = new Date(Date.parse(kept.received_at) + step * 3_700_000).toISOString()
      const now = storageDays({ ...kept, day_rule, until }).map(({ n, at }) => `${n} ${at}`)
      t.same(now.slice(0, before.length), before)
      before = now
    }
  }
})

t.test('unclaimed: due, noticed, cleared (MOR-15)', async (t) => {
  const settings = settings_table.shipped[0] as (typeof settings_table.shipped)[0]
  const at = (day: number): string =>
    new Date(Date.parse(kept.received_at) + days(day)).toISOString()
  const { received_at } = kept
  const ask = (day: number, notices: Parameters<typeof unclaimedOf>[0]['notices'] = []) =>
    unclaimedOf({ received_at, now: at(day), notices, settings }).stage
  t.equal(ask(7), 'NONE')
  t.equal(ask(8), 'DUE')
  const two = [
    { kind: 'KIN_CALLED' as const, at: at(8) },
    { kind: 'POLICE' as const, at: at(8) },
  ]
  t.equal(ask(9, two), 'DUE', 'one kind of notice is missing')
  const three = [...two, { kind: 'NOTICE_BOARD' as const, at: at(9) }]
  t.equal(ask(9, three), 'NOTICED')
  t.equal(ask(21, three), 'NOTICED', '12 days after the last notice')
  t.equal(ask(23, three), 'CLEARED')
  t.equal(ask(20, [...two, { kind: 'NOTICE_BOARD' as const, at: at(3) }]), 'NOTICED')
})
