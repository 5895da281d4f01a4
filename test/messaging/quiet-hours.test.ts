import t from 'tap'
import {
  afterOpenTime,
  isQuiet,
  nextOpening,
  quiet_by_default,
  type QuietHours,
  weekdays,
} from '../../db/messaging/quiet-hours.ts'

const dar = 'Africa/Dar_es_Salaam'
const on = (
  start: string,
  end: string,
  sendDays: QuietHours['sendDays'] = weekdays,
): QuietHours => ({
  start,
  end,
  sendDays,
})

t.test('quiet hours: over midnight, by the clock on the wall (MSG-478)', async (t) => {
  // 2026-03-03 is a Tuesday; Dar es Salaam is three hours ahead.
  const cases: [string, boolean][] = [
    ['2026-03-03T04:59:59.999Z', true],
    ['2026-03-03T05:00:00.000Z', false],
    ['2026-03-03T16:59:59.999Z', false],
    ['2026-03-03T17:00:00.000Z', true],
    ['2026-03-03T21:00:00.000Z', true],
    ['2026-03-04T00:30:00.000Z', true],
  ]
  for (const [at, expected] of cases)
    t.equal(isQuiet(quiet_by_default, dar, new Date(at)), expected, at)
  t.notOk(isQuiet(on('08:00', '08:00'), dar, new Date('2026-03-03T05:00:00Z')), 'equal: never')
  t.ok(isQuiet(on('12:00', '14:00'), dar, new Date('2026-03-03T10:00:00Z')), 'within one day')
  t.notOk(isQuiet(on('12:00', '14:00'), dar, new Date('2026-03-03T11:00:00Z')))
  t.ok(
    isQuiet(on('08:00', '08:00', ['mon']), dar, new Date('2026-03-03T05:00:00Z')),
    'a day that is missing is quiet all day',
  )
  t.throws(() => isQuiet(quiet_by_default, 'Nowhere/Land', new Date(0)), /no time zone/)
})

t.test('quiet hours: the next instant at which a message may go', async (t) => {
  const weekdays_only: QuietHours['sendDays'] = ['mon', 'tue', 'wed', 'thu', 'fri']
  const cases: [string, QuietHours, string, string, string | null][] = [
    ['open now', quiet_by_default, dar, '2026-03-03T09:00:00Z', '2026-03-03T09:00:00.000Z'],
    ['evening', quiet_by_default, dar, '2026-03-03T18:15:30Z', '2026-03-04T05:00:00.000Z'],
    ['after midnight', quiet_by_default, dar, '2026-03-03T21:30:00Z', '2026-03-04T05:00:00.000Z'],
    [
      'the last moment',
      quiet_by_default,
      dar,
      '2026-03-04T04:59:59.999Z',
      '2026-03-04T05:00:00.000Z',
    ],
    ['noon break', on('12:00', '14:00'), dar, '2026-03-03T09:30:00Z', '2026-03-03T11:00:00.000Z'],
    [
      'Friday evening, working days',
      on('20:00', '08:00', weekdays_only),
      dar,
      '2026-03-06T18:00:00Z',
      '2026-03-09T05:00:00.000Z',
    ],
    [
      'Saturday, open from midnight',
      on('20:00', '20:00', ['sun']),
      dar,
      '2026-03-07T12:00:00Z',
      '2026-03-07T21:00:00.000Z',
    ],
    [
      'one day in the week, just missed',
      on('20:00', '08:00', ['tue']),
      dar,
      '2026-03-03T17:00:00Z',
      '2026-03-10T05:00:00.000Z',
    ],
    ['no day', on('20:00', '08:00', []), dar, '2026-03-03T09:00:00Z', null],
    [
      'half-hour zone',
      quiet_by_default,
      'Asia/Kolkata',
      '2026-03-03T20:00:00Z',
      '2026-03-04T02:30:00.000Z',
    ],
    [
      'summer time begins in the night',
      quiet_by_default,
      'Europe/Berlin',
      '2026-03-28T20:00:00Z',
      '2026-03-29T06:00:00.000Z',
    ],
    [
      'summer time ends in the night',
      quiet_by_default,
      'Europe/Berlin',
      '2026-10-24T19:00:00Z',
      '2026-10-25T07:00:00.000Z',
    ],
  ]
  for (const [what, hours, zone, at, expected] of cases) {
    const opening = nextOpening(hours, zone, new Date(at))
    t.equal(opening?.toISOString() ?? null, expected === null ? null : expected, what)
  }
})

t.test('quiet hours: what takes longer than a day goes on when they are over', async (t) => {
  const hour = 3_600_000
  const cases: [QuietHours, string, number, string][] = [
    [quiet_by_default, '2026-03-03T06:00:00Z', 2, '2026-03-03T08:00:00.000Z'],
    [quiet_by_default, '2026-03-03T06:00:00Z', 11, '2026-03-03T17:00:00.000Z'],
    [quiet_by_default, '2026-03-03T06:00:00Z', 12, '2026-03-04T06:00:00.000Z'],
    [quiet_by_default, '2026-03-03T20:00:00Z', 25, '2026-03-06T06:00:00.000Z'],
    [on('08:00', '08:00'), '2026-03-03T06:00:00Z', 30, '2026-03-04T12:00:00.000Z'],
    [on('20:00', '08:00', ['tue', 'thu']), '2026-03-03T15:00:00Z', 3, '2026-03-05T06:00:00.000Z'],
  ]
  for (const [hours, from, open_h, last] of cases)
    t.equal(afterOpenTime(hours, dar, new Date(from), open_h * hour).toISOString(), last)
})

t.test(
  'quiet hours: whatever the hours, what is found is open and nothing before it',
  async (t) => {
    const zones = [dar, 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu']
    let state = 42
    const dice = (sides: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * sides)
    }
    const time = (): string =>
      `${String(dice(24)).padStart(2, '0')}:${String(dice(4) * 15).padStart(2, '0')}`
    for (let round = 0; round < 150; round++) {
      const hours = on(
        time(),
        time(),
        weekdays.filter(() => dice(3) > 0),
      )
      const zone = zones[dice(zones.length)] as string
      const at = new Date(Date.UTC(2026, dice(12), 1 + dice(28), dice(24), dice(60)))
      const opening = nextOpening(hours, zone, at)
      if (opening === null) {
        t.equal(hours.sendDays.length, 0, JSON.stringify(hours))
        continue
      }
      if (isQuiet(hours, zone, opening)) t.fail(`${zone} ${JSON.stringify(hours)} is quiet`)
      // A quarter of an hour is the grain of the zones and of these hours.
      for (let one = at.getTime(); one < opening.getTime(); one += 900_000) {
        if (!isQuiet(hours, zone, new Date(one)))
          t.fail(`${zone} ${JSON.stringify(hours)} ${at.toISOString()} was open before`)
      }
    }
  },
)
