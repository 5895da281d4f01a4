import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import * as hours from '../../../../db/hospital/office/places/hours.ts'
import { boot } from '../../../support/boot.ts'

t.test('when a branch is open (PLT-68)', async (t) => {
  const { people, system, facility_id } = await boot(t)
  const officer = await people.with('system_administrator')
  const day = (day: string) => [
    { day, opens: '08:00', closes: '12:30' },
    { day, opens: '14:00', closes: '23:59' },
  ]
  const open = async (code: string, more: object) =>
    (await officer.post('/facilities', { code, name: code, kind: 'CLINIC', ...more })).data
      .id as string
  const clinic = await open('CLI', {
    opening_hours: [...day('MON'), ...day('TUE'), ...day('FRI')],
  })
  const always = await open('ALW', { opening_hours: day('MON'), open_24h: true })
  const tokyo = await open('TOK', { opening_hours: day('MON'), time_zone: 'Asia/Tokyo' })

  // 2 March 2026 is a Monday; Dar es Salaam is three hours ahead of UTC.
  const moments: [string, boolean][] = [
    ['2026-03-02T04:59:00Z', false],
    ['2026-03-02T05:00:00Z', true],
    ['2026-03-02T09:29:59Z', true],
    ['2026-03-02T09:30:00Z', false],
    ['2026-03-02T20:59:30Z', true],
    ['2026-03-02T21:00:00Z', false],
    ['2026-03-04T06:00:00Z', false],
  ]
  for (const [at, expected] of moments) {
    t.test(`the clinic is ${expected ? 'open' : 'closed'} at ${at}`, async (t) => {
      t.equal(await hours.isOpen(system, clinic, new Date(at)), expected)
    })
  }

  t.test('without opening hours, or round the clock, it is open always', async (t) => {
    t.equal(await hours.isOpen(system, facility_id, new Date('2026-03-01T01:00:00Z')), true)
    t.equal(await hours.isOpen(system, always, new Date('2026-03-04T01:00:00Z')), true)
    t.equal(await hours.isWorkingDay(system, '2026-03-01', facility_id), true)
    t.equal(await hours.nextWorkingDay(system, '2026-03-01', facility_id), '2026-03-02')
  })

  t.test('the next working day skips the days on which it is closed', async (t) => {
    t.equal(await hours.isWorkingDay(system, '2026-03-03', clinic), true)
    t.equal(await hours.isWorkingDay(system, '2026-03-04', clinic), false)
    t.equal(await hours.nextWorkingDay(system, '2026-03-03', clinic), '2026-03-06')
    t.equal(await hours.nextWorkingDay(system, '2026-03-06', clinic), '2026-03-09')
    t.equal(await hours.nextWorkingDay(system, '2026-02-27', clinic), '2026-03-02')
  })

  t.test('a branch with a time zone of its own has its own day', async (t) => {
    clock.freeze('2026-03-01T16:00:00.000Z')
    t.equal(await hours.today(system, tokyo), '2026-03-02')
    t.equal(await hours.today(system, clinic), '2026-03-01')
    t.equal(await hours.today(system), '2026-03-01')
    t.equal(await hours.isOpen(system, tokyo, new Date('2026-03-01T23:00:00Z')), true)
    clock.release()
  })

  t.test('hours of a branch that is none are refused', async (t) => {
    await t.rejects(hours.isOpen(system, 'x', new Date()), { message: 'No such facility.' })
  })
})
