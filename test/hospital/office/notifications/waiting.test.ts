import { request } from 'node:http'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { notify } from '../../../../db/hospital/office/notifications/notify.ts'
import { notifications } from '../../../../db/hospital/office/notifications/tables.ts'
import {
  releaseWaiting,
  unreadOrWait,
  waitingNow,
} from '../../../../db/hospital/office/notifications/waiting.ts'
import { boot } from '../../../support/boot.ts'

const until = async (is: () => boolean): Promise<void> => {
  while (!is()) await new Promise((resolve) => setImmediate(resolve))
}

t.test('waiting for a notice (PLT-100)', async (t) => {
  const { people, system, hospital, app } = await boot(t)
  const nurse = await people.with('nurse')
  const other = await people.with('nurse')
  const tell = (...user: string[]) =>
    within(() =>
      notify(system, {
        to: { user },
        kind: 'job.failed',
        title: 'Failed',
        body: '',
        urgency: 'URGENT',
      }),
    )
  t.beforeEach(() => within(() => notifications.remove({ hospital_id: hospital.id })))

  t.test('without wait, and where the count differs from known, it answers at once', async (t) => {
    await tell(nurse.user.id)
    t.match((await nurse.get('/notifications/unread-count')).data, { unread: 1, urgent: 1 })
    const differs = await nurse.get('/notifications/unread-count', { wait: '25', known: '7' })
    t.match(differs.data, { unread: 1, urgent: 1 })
    t.ok(differs.data.latest_at)
    t.equal(waitingNow(), 0)
  })

  t.test('it answers when a notice comes, and only to whom it came', async (t) => {
    const hers = nurse.get('/notifications/unread-count', { wait: '25', known: '0' })
    const his = other.get('/notifications/unread-count', { wait: '25', known: '0' })
    await until(() => waitingNow() === 2)
    await tell(nurse.user.id)
    t.match((await hers).data, { unread: 1 })
    t.equal(waitingNow(), 1)
    await tell(other.user.id)
    t.match((await his).data, { unread: 1 })
    t.equal(waitingNow(), 0)
  })

  t.test('a refused transaction wakes nobody, and a read elsewhere wakes as well', async (t) => {
    await tell(nurse.user.id)
    const waits = nurse.get('/notifications/unread-count', { wait: '25', known: '1' })
    await until(() => waitingNow() === 1)
    const refused = within(async () => {
      await notify(system, { to: { user: nurse.user.id }, kind: 'disk.low', title: 'x', body: '' })
      throw new Error('refused')
    })
    await t.rejects(refused)
    t.equal(waitingNow(), 1)
    const [notice] = (await nurse.get('/notifications')).data
    await nurse.post(`/notifications/${notice.id}/read`)
    t.match((await waits).data, { unread: 0 })
  })

  t.test('what another daemon wrote is seen as well', async (t) => {
    const waits = nurse.get('/notifications/unread-count', { wait: '25', known: '0' })
    await until(() => waitingNow() === 1)
    // Straight into the table: this process is told nothing.
    await within(() =>
      notifications.insert({
        hospital_id: hospital.id,
        user_id: nurse.user.id,
        kind: 'job.failed',
        title: 'x',
        body: '',
        urgency: 'INFO',
        created_at: clock.instant(),
      }),
    )
    t.match((await waits).data, { unread: 1 })
  })

  t.test('the time runs out', async (t) => {
    const began = performance.now()
    t.match((await nurse.get('/notifications/unread-count', { wait: '1', known: '0' })).data, {
      unread: 0,
    })
    t.ok(performance.now() - began > 900)
    t.equal(waitingNow(), 0)
  })

  t.test('a thousand wait together and are woken by one look', async (t) => {
    const many = Array.from({ length: 1000 }, () =>
      unreadOrWait({ user_id: nurse.user.id }, { wait: 25, known: 0 }),
    )
    await until(() => waitingNow() === 1000)
    await tell(nurse.user.id)
    t.ok((await Promise.all(many)).every(({ unread }) => unread === 1))
  })

  t.test('a house that closes keeps nobody waiting', async (t) => {
    const waits = unreadOrWait({ user_id: nurse.user.id }, { wait: 25 })
    await until(() => waitingNow() === 1)
    releaseWaiting()
    t.match(await waits, { unread: 0 })
  })

  t.test('a client that goes away no longer waits', async (t) => {
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const asked = request({
      host: address.hostname,
      port: address.port,
      path: '/api/v1/notifications/unread-count?wait=25&known=0',
      headers: { authorization: `Bearer ${nurse.token}` },
    })
    asked.on('error', () => undefined)
    asked.end()
    await until(() => waitingNow() === 1)
    asked.destroy()
    await until(() => waitingNow() === 0)
    t.equal(waitingNow(), 0)
  })
})
