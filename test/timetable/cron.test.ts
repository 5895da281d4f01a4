import t from 'tap'
import { nextCron, readCron } from '../../db/appliance/timetable/cron.ts'
import { dueOf, nextAfter } from '../../db/appliance/timetable/entries.ts'

const next = (words: string, zone: string, after: string): string | null => {
  const at = nextCron(readCron(words), zone, Date.parse(after))
  return at === null ? null : new Date(at).toISOString().replace('.000Z', 'Z')
}

t.test('cron: the next instant', async (t) => {
  const table: [string, string, string, string | null][] = [
    ['10 2 * * *', 'UTC', '2026-01-01T00:00:00Z', '2026-01-01T02:10:00Z'],
    ['10 2 * * *', 'UTC', '2026-01-01T02:10:00Z', '2026-01-02T02:10:00Z'],
    ['10 2 * * *', 'UTC', '2026-01-01T02:09:59.999Z', '2026-01-01T02:10:00Z'],
    ['0 0 * * *', 'Africa/Dar_es_Salaam', '2026-01-01T00:00:00Z', '2026-01-01T21:00:00Z'],
    ['*/15 8-9 * * *', 'UTC', '2026-01-01T08:45:00Z', '2026-01-01T09:00:00Z'],
    ['*/15 8-9 * * *', 'UTC', '2026-01-01T09:45:00Z', '2026-01-02T08:00:00Z'],
    ['*/20 * * * * *', 'UTC', '2026-01-01T00:00:41Z', '2026-01-01T00:01:00Z'],
    ['* * * * * *', 'UTC', '2026-01-01T00:00:00.500Z', '2026-01-01T00:00:01Z'],
    ['0 3 * * SUN', 'UTC', '2026-01-01T00:00:00Z', '2026-01-04T03:00:00Z'],
    ['0 3 * * 7', 'UTC', '2026-01-01T00:00:00Z', '2026-01-04T03:00:00Z'],
    ['0 3 * * MON-FRI', 'UTC', '2026-01-02T03:00:00Z', '2026-01-05T03:00:00Z'],
    ['0 6 31 * *', 'UTC', '2026-04-01T00:00:00Z', '2026-05-31T06:00:00Z'],
    ['0 6 29 FEB *', 'UTC', '2026-01-01T00:00:00Z', '2028-02-29T06:00:00Z'],
    ['0 6 30 2 *', 'UTC', '2026-01-01T00:00:00Z', null],
    ['0 6 1,15 * *', 'UTC', '2026-01-02T00:00:00Z', '2026-01-15T06:00:00Z'],
    // As in cron, a day and a weekday that are both named: either will do.
    ['0 6 13 * FRI', 'UTC', '2026-01-01T00:00:00Z', '2026-01-02T06:00:00Z'],
    ['5/20 * * * *', 'UTC', '2026-01-01T00:30:00Z', '2026-01-01T00:45:00Z'],
    // OPS-95, Berlin 29 March 2026: 02:00 to 03:00 is skipped; it runs at the end of that hour.
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-30T00:30:00Z'],
    ['0 * * * *', 'Europe/Berlin', '2026-03-29T00:00:00Z', '2026-03-29T01:00:00Z'],
    ['0 * * * *', 'Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T02:00:00Z'],
    // Berlin 25 October 2026: 02:00 to 03:00 comes twice; it runs in the first of the two.
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    ['0 * * * *', 'Europe/Berlin', '2026-10-25T00:00:00Z', '2026-10-25T02:00:00Z'],
    ['15 2 * * *', 'Europe/Berlin', '2026-10-25T01:05:00Z', '2026-10-26T01:15:00Z'],
    // A zone whose clocks go by half an hour, at two in the morning.
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00:00Z', '2026-10-03T15:30:00Z'],
    // Midnight itself is skipped where summer begins at midnight.
    ['0 0 * * *', 'Africa/Cairo', '2026-04-23T12:00:00Z', '2026-04-23T22:00:00Z'],
  ]
  for (const [words, zone, after, wanted] of table) {
    t.equal(next(words, zone, after), wanted, `${words} in ${zone} after ${after}`)
  }
})

t.test('cron: no instant twice and none lost through a year with summer time', async (t) => {
  const cron = readCron('30 2 * * *')
  let at = Date.parse('2026-01-01T00:00:00Z')
  const seen: string[] = []
  for (;;) {
    const following = nextCron(cron, 'America/New_York', at)
    if (following === null || following > Date.parse('2027-01-01T00:00:00Z')) break
    t.ok(following > at, 'it always goes on')
    seen.push(new Date(following - 5 * 3_600_000).toISOString().slice(0, 10))
    at = following
  }
  t.equal(new Set(seen).size, 365)
  t.equal(seen.length, 365)
})

t.test('cron: words that are no schedule are refused', async (t) => {
  for (const words of [
    '',
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    'a * * * *',
    '5-1 * * * *',
    '*/0 * * * *',
    '1-2-3 * * * *',
    '* * * FOO *',
    '1,,2 * * * *',
  ]) {
    t.throws(() => readCron(words), `"${words}"`)
  }
})

t.test('OPS-94: what a missed instant means', async (t) => {
  const at = (text: string): number => Date.parse(`2026-01-${text}:00Z`)
  const said = (found: ReturnType<typeof dueOf>) => ({
    due: found.due === null ? null : new Date(found.due).toISOString().slice(8, 16),
    next: found.next === null ? null : new Date(found.next).toISOString().slice(8, 16),
    skipped: found.skipped,
  })
  const daily = { cron: '0 6 * * *' } as const
  const table: [Parameters<typeof dueOf>[0], string, string, object][] = [
    [
      { ...daily, catch_up: 'once' },
      '05T06:00',
      '05T05:59',
      { due: null, next: '05T06:00', skipped: 0 },
    ],
    [
      { ...daily, catch_up: 'once' },
      '05T06:00',
      '05T06:00',
      { due: '05T06:00', next: '06T06:00', skipped: 0 },
    ],
    [
      { ...daily, catch_up: 'once' },
      '05T06:00',
      '08T09:00',
      { due: '08T06:00', next: '09T06:00', skipped: 3 },
    ],
    [
      { ...daily, catch_up: 'each' },
      '05T06:00',
      '08T09:00',
      { due: '05T06:00', next: '06T06:00', skipped: 0 },
    ],
    [
      { ...daily, catch_up: 'skip' },
      '05T06:00',
      '08T09:00',
      { due: null, next: '09T06:00', skipped: 4 },
    ],
    [
      { ...daily, catch_up: 'skip' },
      '05T06:00',
      '05T06:00',
      { due: '05T06:00', next: '06T06:00', skipped: 0 },
    ],
    [
      { cron: '0 * * * *', catch_up: 'each' },
      '05T00:00',
      '09T03:30',
      { due: '06T16:00', next: '06T17:00', skipped: 40 },
    ],
    [
      { every: 600_000, catch_up: 'once' },
      '05T00:00',
      '05T01:05',
      { due: '05T01:00', next: '05T01:10', skipped: 6 },
    ],
  ]
  for (const [entry, standing, now, wanted] of table) {
    t.same(said(dueOf(entry, 'UTC', at(standing), at(now))), wanted, `${entry.catch_up} at ${now}`)
  }
  t.equal(nextAfter({ every: 5000 }, 'UTC', 12_000), 15_000)
  t.equal(nextAfter({ every: 5000 }, 'UTC', 15_000), 20_000)
})
