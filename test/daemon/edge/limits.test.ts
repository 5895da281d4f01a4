import t from 'tap'
import { OpenCounter } from '../../../daemon/edge/limits.ts'
import { sharing } from '../../../daemon/work/work.ts'
import { clock, minutes } from '../../../db/core/clock.ts'
import { open_counts } from '../../../db/store/limits/tables.ts'
import { boot } from '../../support/boot.ts'

t.test('PLT-7: several daemons keep one limit together', async (t) => {
  await boot(t)
  clock.freeze('2026-03-01T08:00:10Z')
  const here = new OpenCounter({ sign_in: 30, open: 120 })
  const there = new OpenCounter({ sign_in: 30, open: 120 })
  const shared = [sharing('here', here), sharing('there', there)]
  const say = async (): Promise<void> => {
    for (const one of [...shared, ...shared]) await one()
  }
  for (let n = 0; n < 20; n++) here.take('POST /auth/login', '10.0.0.1', true)
  await say()
  for (let n = 0; n < 10; n++) there.take('POST /auth/login', '10.0.0.1', true)
  t.throws(() => there.take('POST /auth/login', '10.0.0.1', true), {
    status: 429,
    message: 'Too many requests from this address. Try again in 50 seconds.',
  })
  there.take('POST /auth/login', '10.0.0.2', true)
  await say()
  await say()
  t.throws(() => here.take('POST /auth/login', '10.0.0.1', true), /Too many/)
  t.equal(here.refused(), 1)
  clock.advance(minutes(1))
  here.take('POST /auth/login', '10.0.0.1', true)
  await say()
  there.take('POST /auth/login', '10.0.0.1', true)
  clock.advance(minutes(3))
  here.take('POST /auth/login', '10.0.0.1', true)
  await say()
  t.equal((await open_counts.all({})).length, 1, 'old minutes are forgotten')
})
