import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { forgetCallersNow } from '../../../../db/hospital/office/access/callers.ts'
import { closeAsleep } from '../../../../db/hospital/office/access/sign-in/sessions.ts'
import { sessions, user_roles, users } from '../../../../db/hospital/office/access/tables.ts'
import { Ask } from '../../../support/ask.ts'
import { account, login, secure, signIn } from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'

const over = 'Your session has ended. Sign in again.'

t.test('own sessions', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  t.afterEach(async () => {
    await secure(house)
    forgetCallersNow()
    clock.advance(60_000)
  })

  t.test('they are listed, newest first', async (t) => {
    const user = await account(house)
    const first = await signIn(house, user)
    clock.advance(1000)
    const second = await signIn(house, user)
    const { status, data, meta } = await second.get('/auth/sessions')
    t.equal(status, 200)
    t.match(meta, { total: 2 })
    t.equal(data.length, 2)
    t.match(data[0], {
      current: true,
      created_at: clock.instant(),
      last_seen_at: clock.instant(),
      ends_at: '2026-08-02T08:00:01.000Z',
      ip: '127.0.0.1',
      method: 'PASSWORD',
      device: null,
      facility: null,
    })
    t.equal(data[1].current, false)
    t.equal((await first.get('/auth/sessions')).data[1].current, true)
  })

  t.test('one is closed, and its tokens work no more', async (t) => {
    const user = await account(house)
    const here = await signIn(house, user)
    const there = await signIn(house, user)
    await there.get('/auth/me')
    const other = (await here.get('/auth/sessions')).data.find(
      ({ current }: { current: boolean }) => !current,
    )
    t.same((await here.post(`/auth/sessions/${other.id}/close`)).data, { closed: 1 })
    t.equal((await there.get('/auth/me')).message, over)
    const { refresh_token } = there
    t.equal((await house.nobody.post('/auth/refresh', { refresh_token })).message, over)
    t.same((await here.post(`/auth/sessions/${other.id}/close`)).data, { closed: 0 })
    const stranger = await signIn(house, await account(house))
    const refused = await stranger.post(`/auth/sessions/${other.id}/close`)
    t.equal(refused.status, 404)
    t.equal(refused.message, 'No such session.')
    t.equal((await here.post('/auth/sessions/x/close')).status, 404)
  })

  t.test('all others are closed at once', async (t) => {
    const user = await account(house)
    const others = [await signIn(house, user), await signIn(house, user)]
    const here = await signIn(house, user)
    t.same((await here.post('/auth/sessions/close-others')).data, { closed: 2 })
    t.equal((await here.get('/auth/me')).status, 200)
    for (const other of others) t.equal((await other.get('/auth/me')).message, over)
  })

  t.test('signing out, here or everywhere', async (t) => {
    const user = await account(house)
    const [first, second, third] = [
      await signIn(house, user),
      await signIn(house, user),
      await signIn(house, user),
    ]
    t.same((await first.post('/auth/logout')).data, { closed: 1 })
    t.equal((await first.get('/auth/me')).message, over)
    t.equal((await second.get('/auth/me')).status, 200)
    t.equal((await second.post('/auth/logout', { all_devices: 'x' })).status, 400)
    t.same((await second.post('/auth/logout', { all_devices: true })).data, { closed: 2 })
    t.equal((await third.get('/auth/me')).message, over)
  })

  t.test('PLT-31: the oldest goes when there are too many', async (t) => {
    await secure(house, { max_sessions_per_user: 2 })
    const user = await account(house)
    const asks = []
    for (let count = 0; count < 3; count++) {
      clock.advance(1000)
      asks.push(await signIn(house, user))
    }
    const states = await Promise.all(asks.map(async (ask) => (await ask.get('/auth/me')).status))
    t.same(states, [401, 200, 200])
  })

  t.test('OPS-98: after the clock was set back nobody is locked out', async (t) => {
    await secure(house, { max_sessions_per_user: 2 })
    const user = await account(house)
    const before = [await signIn(house, user), await signIn(house, user)]
    clock.advance(-60 * 60_000)
    const [after, next] = [await signIn(house, user), await signIn(house, user)]
    const status = async (ask: Ask) => (await ask.get('/auth/me')).status
    t.equal(await status(next), 200, 'whoever comes in is in')
    const others = await Promise.all([...before, after].map(status))
    t.equal(others.filter((one) => one === 200).length, 1, 'and no more are open than may be')
    clock.advance(60 * 60_000)
  })

  t.test('PLT-31: an unused session is closed; refreshing and notices are no use', async (t) => {
    await secure(house, { idle_minutes: 5 })
    const user = await account(house)
    const { hospital_id } = user
    let ask: Ask = await signIn(house, user)
    for (let count = 0; count < 2; count++) {
      clock.advance(4 * 60_000)
      t.equal((await ask.get('/auth/me')).status, 200, 'used ones stay open')
      await new Promise((resolve) => setImmediate(resolve))
    }
    clock.advance(5 * 60_000)
    t.equal((await ask.get('/auth/me')).message, over)
    const [kept] = await sessions.all({ hospital_id, user_id: user.id })
    t.equal(kept?.close_reason, 'idle')
    const other = await signIn(house, user)
    clock.advance(3 * 60_000)
    const { refresh_token } = other
    const { tokens } = (await house.nobody.post('/auth/refresh', { refresh_token })).data
    ask = new Ask(house.app, tokens.access_token)
    await ask.get('/notifications')
    clock.advance(2 * 60_000)
    t.equal((await ask.get('/auth/me')).message, over)
    const asleep = await signIn(house, user)
    clock.advance(5 * 60_000)
    const late = await house.nobody.post('/auth/refresh', { refresh_token: asleep.refresh_token })
    t.equal(late.message, over)
    await signIn(house, user)
    clock.advance(5 * 60_000)
    await within(() => closeAsleep(hospital_id))
    const open = await sessions.count({ hospital_id, closed_at: null })
    t.equal(open, 0, 'and the schedule closes the rest')
  })

  t.test('2.2: the end is session_max_days after the start, whatever its use', async (t) => {
    await secure(house, { session_max_days: 1 })
    const ask = await signIn(house, await account(house))
    clock.advance(86_400_000 - 600_000)
    const { refresh_token } = ask
    const { tokens } = (await house.nobody.post('/auth/refresh', { refresh_token })).data
    const now = new Ask(house.app, tokens.access_token)
    t.equal((await now.get('/auth/me')).status, 200)
    clock.advance(600_000)
    t.equal((await now.get('/auth/me')).message, over)
  })

  t.test('PLT-37: a role that is taken away works at the next request', async (t) => {
    const user = await account(house, { roles: ['administrator'] })
    const ask = await signIn(house, user)
    t.equal((await ask.post('/facilities', {})).status, 400)
    await within(async () => {
      const { forgetUser } = await import('../../../../db/hospital/office/access/callers.ts')
      await user_roles.remove({ hospital_id: user.hospital_id, user_id: user.id })
      forgetUser(user.id)
    })
    t.equal((await ask.post('/facilities', {})).status, 403)
  })

  t.test('an account that is suspended, ended or whose hospital is shut is out', async (t) => {
    const user = await account(house)
    const { hospital_id, id } = user
    const ask = await signIn(house, user)
    const changes = [{ status: 'SUSPENDED' as const }, { valid_until: '2020-01-01' }]
    for (const change of changes) {
      await within(() => users.change({ hospital_id, id }, change))
      forgetCallersNow()
      t.equal((await ask.get('/auth/me')).message, over)
      await within(() => users.change({ hospital_id, id }, { status: 'ACTIVE', valid_until: null }))
    }
    forgetCallersNow()
    t.equal((await ask.get('/auth/me')).status, 200)
  })

  t.test('own sign-ins, newest first, by day of the hospital', async (t) => {
    clock.freeze('2026-06-01T20:30:00Z')
    const user = await account(house)
    await login(house, user, 'not this')
    clock.freeze('2026-06-01T21:30:00Z')
    const ask = await signIn(house, user)
    const all = await ask.get('/auth/sign-ins')
    t.equal(all.meta?.total, 2)
    t.same(
      all.data.map(({ outcome }: { outcome: string }) => outcome),
      ['OK', 'WRONG_PASSWORD'],
    )
    t.match(all.data[0], {
      at: '2026-06-01T21:30:00.000Z',
      ip: '127.0.0.1',
      device: null,
      reason: null,
    })
    const of = async (from: string, to: string) =>
      (await ask.get('/auth/sign-ins', { from, to })).meta?.total
    t.equal(await of('2026-06-01', '2026-06-01'), 1)
    t.equal(await of('2026-06-02', '2026-06-02'), 1)
    t.equal(await of('2026-06-01', '2026-06-02'), 2)
    const crossed = await ask.get('/auth/sign-ins', { from: '2026-06-02', to: '2026-06-01' })
    t.equal(crossed.message, 'from is after to.')
    t.equal(
      (await ask.get('/auth/sign-ins', { from: 'x' })).message,
      'from must be a date like 2026-03-31.',
    )
    const paged = await ask.get('/auth/sign-ins', { per_page: '1', page: '2' })
    t.match(paged.meta, { last_page: 2, current_page: 2 })
    t.equal(paged.data[0].outcome, 'WRONG_PASSWORD')
  })
})
