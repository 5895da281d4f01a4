// A run that is held: ended, failed and tried again, or lost with its daemon.

import t from 'tap'
import { clock, hours, minutes, seconds } from '../../db/core/clock.ts'
import { end, renew, sweep } from '../../db/appliance/timetable/runs.ts'
import { timetableScene } from '../support/programs/timetable.ts'

const scene = await timetableScene(t)

t.test('3.6: a run whose daemon died is LOST and claimed again, three times at most', async (t) => {
  clock.freeze('2026-01-05T06:00:00Z')
  await scene.claim('daily')
  for (let death = 1; death < 3; death++) {
    clock.advance(seconds(59))
    t.equal(await sweep(scene.holder()), 0)
    clock.advance(seconds(2))
    t.equal(await sweep(scene.holder()), 1)
    t.not(await scene.claim('daily'), undefined)
  }
  clock.advance(seconds(61))
  await sweep(scene.holder())
  t.equal(await scene.turn('daily'), false)
  t.same(await scene.outcomes('daily'), ['05T06:00 1 LOST', '05T06:00 2 LOST', '05T06:00 3 LOST'])
  clock.freeze('2026-01-06T06:00:00Z')
  t.equal(await scene.turn('daily'), true, 'the next instant begins anew')
})

t.test('a run that was lost writes nothing more', async (t) => {
  clock.freeze('2026-01-05T06:00:00Z')
  const lost = await scene.claimed('daily')
  clock.advance(minutes(2))
  await sweep(scene.holder())
  const again = await scene.claimed('daily')
  t.equal(await renew(lost), false)
  t.equal(await end(lost, { outcome: 'DONE', took_ms: 1 }), undefined)
  t.equal(await renew(again), true)
  t.match(await end(again, { outcome: 'DONE', took_ms: 1 }), { last_status: 'DONE' })
})

t.test('OPS-97: a failed run is tried again after 1, 5 and 15 minutes', async (t) => {
  clock.freeze('2026-01-05T06:00:00Z')
  scene.behave = async () => {
    throw new Error('no disk')
  }
  await scene.turn('daily')
  for (const wait of [1, 5, 15]) {
    clock.advance(minutes(wait) - 1)
    t.equal(await scene.turn('daily'), false)
    clock.advance(1)
    t.equal(await scene.turn('daily'), true)
  }
  clock.advance(hours(2))
  t.equal(await scene.turn('daily'), false, 'then it waits for its next instant')
  t.same(new Set(scene.ran), new Set(['2026-01-05T06:00:00.000Z']))
  t.equal((await scene.row('daily'))?.failed_in_row, 1)
  clock.freeze('2026-01-06T06:00:00Z')
  await scene.turn('daily')
  t.equal((await scene.row('daily'))?.failed_in_row, 2, 'two in a row are worth a notice')
  scene.behave = async () => undefined
  clock.advance(minutes(1))
  await scene.turn('daily')
  t.match(await scene.row('daily'), { failed_in_row: 0, last_status: 'DONE', retry_at: null })
})

t.test('what runs every few seconds leaves a row only when it did something', async (t) => {
  clock.advance(seconds(5))
  await scene.turn('often')
  t.same(await scene.outcomes('often'), [])
  scene.behave = async () => ({ sent: 3 })
  clock.advance(seconds(5))
  await scene.turn('often')
  t.equal((await scene.outcomes('often')).length, 1)
})
