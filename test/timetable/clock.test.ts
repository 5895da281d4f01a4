// A clock that jumps (OPS-98): it is said, and until it is trusted again the log goes by the right time.

import t from 'tap'
import { clock, days, hours, minutes } from '../../db/core/clock.ts'
import { rows, within } from '../../db/store/connection.ts'
import { sql } from '../../db/store/sql.ts'
import * as guard from '../../db/appliance/timetable/clock-guard.ts'
import { deployment } from '../../db/appliance/timetable/tables.ts'
import { boot } from '../support/boot.ts'
import { shiftedClock } from '../support/programs/clock-shifted.ts'

const { system } = await boot(t)
t.beforeEach(() => clock.freeze('2026-01-05T05:52:00Z'))

const forgotten = () =>
  within(() => deployment.changeAnywhere({}, { clock_noted_at: null, clock_bad_until: null }))
const ahead = () => Date.parse(clock.steady()) - Date.now()

t.test(
  'OPS-98: a clock that jumps is BAD for 12 hours, or until somebody says it is right',
  async (t) => {
    const table: [string, number, boolean][] = [
      ['a minute on', minutes(1), false],
      ['back by 5 minutes', -minutes(5), false],
      ['back by more', -minutes(5) - 1, true],
      ['ahead by a day', hours(24), false],
      ['ahead by more than a day', hours(24) + 1, true],
    ]
    for (const [what, by, bad] of table) {
      await forgotten()
      await guard.noteTime()
      clock.advance(by)
      t.equal(await guard.noteTime(), bad, what)
      t.match(await guard.clockState(), {
        state: bad ? 'BAD' : 'OK',
        difference_ms: bad ? by : null,
      })
    }
    const found = await rows(sql`select action from audit_rows where action = 'clock.jumped'`)
    t.equal(found.length, 2)
    clock.advance(minutes(1))
    t.equal(await guard.noteTime(), false)
    t.equal((await guard.clockState()).state, 'BAD')
    clock.advance(hours(12))
    t.equal((await guard.clockState()).state, 'OK')
    await guard.noteTime()
    clock.advance(-hours(1))
    await guard.noteTime()
    t.equal((await within(() => guard.acceptClock(system, 'NTP is back'))).state, 'OK')
    await t.rejects(
      within(() => guard.acceptClock(system, 'again')),
      /trusted already/,
    )
  },
)

for (const [ending, until] of [
  ['somebody told another process that the time is right', null],
  ['12 hours have passed', '2026-01-01T00:00:00.000Z'],
] as const)
  t.test(`OPS-98: the log goes by the right time again when ${ending}`, async (t) => {
    const set = shiftedClock(t)
    await forgotten()
    const own = { deployment_id: '', at: '' }
    await guard.noteTime(own)
    set(days(365))
    t.equal(await guard.noteTime(own), true)
    clock.steady()
    set(0)
    t.ok(ahead() > days(364))
    t.equal(await guard.noteTime(own), true)
    t.equal(await guard.noteTime(own), false)
    t.ok(ahead() > days(364), 'while it is BAD it stands still')
    await within(() => deployment.changeAnywhere({}, { clock_bad_until: until }))
    await guard.noteTime(own)
    t.ok(ahead() < minutes(1))
  })

t.test('OPS-98: two machines that are apart make no jump each minute', async (t) => {
  const set = shiftedClock(t)
  await forgotten()
  const [fast, slow] = [0, 1].map(() => ({ deployment_id: '', at: '' }))
  const jumps: boolean[] = []
  for (let minute = 0; minute < 3; minute++) {
    set(minutes(minute + 10))
    jumps.push(await guard.noteTime(fast))
    set(minutes(minute))
    jumps.push(await guard.noteTime(slow))
  }
  t.same(jumps, [false, true, false, false, false, false], 'said once, when it came')
  set(-minutes(4))
  t.equal(await guard.noteTime(slow), true, 'its own jump is one')
})
