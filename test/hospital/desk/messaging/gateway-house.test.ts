// Messaging as a whole in the hands of the platform's people (MSG 5.3): health, queue, settings.

import t from 'tap'
import { messaging_entries } from '../../../../daemon/work/timetable/messaging.ts'
import { setTimetable } from '../../../../db/appliance/timetable/entries.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'

t.test('messaging as a whole', async (t) => {
  const house = await boot(t)
  const administrator = await house.people.administrator()
  const reception = await house.people.with('reception')

  await t.test('everything is held and goes on again, and both are written down', async (t) => {
    const bare = await administrator.post('/gateway/queue/pause', {})
    t.match([bare.status, bare.message], [400, /reason/])
    const held = await administrator.post('/gateway/queue/pause', { reason: 'Operator is down' })
    t.match([held.status, held.data], [200, { paused: true }])
    t.match((await administrator.get('/gateway/health')).data.queue, { paused: true })
    t.match((await administrator.post('/gateway/queue/resume')).data, { paused: false })
    const written = await rows<{ action: string }>(sql`select action from msg_audit
      where reason = 'Operator is down' and actor like 'user:%'`)
    t.equal(written.length, 1)
  })

  await t.test('health names what somebody has to look at (MSG 5.3)', async (t) => {
    setTimetable(messaging_entries)
    t.teardown(() => setTimetable([]))
    t.equal((await reception.get('/gateway/health')).status, 403)
    const { data } = await administrator.get('/gateway/health')
    t.match(data, {
      links: [{ code: 'simulator', kind: 'simulator', enabled: true }],
      queue: { paused: false, waiting: 0 },
      webhooks: { endpoints: 0, failing: 0, pending: 0 },
      unknown: 0,
      unmatched: 0,
      wallet_proof: { name: 'wallet-proof', paused: false },
      disk: { ok: true },
      clock: { ok: true },
    })
    t.ok(data.jobs.length > 3, 'every periodic job of messaging is listed (MSG 7)')
    t.ok(data.jobs.every(({ label }: { label: string }) => label.length > 3))
  })

  await t.test('settings are read, changed, and put back by null (MSG 2.23)', async (t) => {
    const before = (await administrator.get('/gateway/settings')).data
    t.notOk('gateway_paused' in before, 'holding everything is no setting')
    const changed = await administrator.put('/gateway/settings', { console_key_minutes: 7 })
    t.match([changed.status, changed.data], [200, { console_key_minutes: 7 }])
    t.same(
      { ...changed.data, console_key_minutes: before.console_key_minutes },
      before,
      'what is not named stays',
    )
    t.same(
      (await administrator.put('/gateway/settings', { console_key_minutes: null })).data,
      before,
    )
    for (const [settings, said] of [
      [{ gateway_paused: true }, /gateway_paused.*pausing and resuming the queue/],
      [{ console_key_hours: 7 }, /console_key_hours/],
      [{ console_key_minutes: 'seven' }, /console_key_minutes/],
    ] as const) {
      const refused = await administrator.put('/gateway/settings', settings)
      t.match([refused.status, refused.message], [400, said])
    }
    t.same((await administrator.get('/gateway/settings')).data, before)
    t.equal((await reception.put('/gateway/settings', {})).status, 403)
  })
})
