// PLT-31, PLT-105 and 2.7: what PATCH /settings/security says counts at the next request.

import t from 'tap'
import { clock, days, minutes } from '../../../../db/core/clock.ts'
import { sessions } from '../../../../db/hospital/office/access/tables.ts'
import { account, login, signIn } from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'
import { until } from '../../../support/programs/daemons.ts'
import * as files from '../../../support/files.ts'

const ended = 'Your session has ended. Sign in again.'

t.test('security settings are obeyed', async (t) => {
  const house = await boot(t)
  const { people, facility_id } = house
  clock.freeze('2027-03-09T08:00:00.000Z')
  const officer = await people.with('system_administrator')
  const set = async (rules: object): Promise<void> => {
    const { status, message } = await officer.patch('/settings/security', rules)
    if (status !== 200) throw new Error(message)
  }

  t.test('idle_minutes: sessions that are open already too', async (t) => {
    const user = await account(house)
    const here = await signIn(house, user)
    t.equal((await here.get('/auth/me')).status, 200)
    clock.advance(minutes(6))
    t.equal((await here.get('/auth/me')).status, 200)
    clock.advance(minutes(6))
    await officer.get('/auth/me')
    // That the officer was seen is written beside the answer.
    const { id: user_id } = officer.user
    await until('the officer', async () => {
      const own = await sessions.find({ hospital_id: house.hospital.id, user_id })
      return own?.last_seen_at === clock.instant()
    })
    await set({ idle_minutes: 5 })
    t.equal((await here.get('/auth/me')).message, ended)
    await set({ idle_minutes: 0 })
  })

  t.test('password_max_age_days: the next request of who is signed in', async (t) => {
    const user = await account(house, {
      password_changed_at: new Date(clock.ms() - days(40)).toISOString(),
    })
    const here = await signIn(house, user)
    t.equal((await here.get('/reference/currencies')).status, 200)
    await set({ password_max_age_days: 30 })
    const refused = await here.get('/reference/currencies')
    t.equal(refused.message, 'Choose a new password before you go on.')
    t.equal((await login(house, user)).message, 'Choose a new password before you go on.')
    await set({ password_max_age_days: 60 })
    t.equal((await here.get('/reference/currencies')).status, 200)
    await set({ password_max_age_days: 0 })
  })

  t.test('max_sessions_per_user: the oldest goes at the next sign-in', async (t) => {
    const user = await account(house)
    const first = await signIn(house, user)
    clock.advance(1000)
    const next = await signIn(house, user)
    await set({ max_sessions_per_user: 2 })
    t.equal((await first.get('/auth/me')).status, 200)
    clock.advance(1000)
    await signIn(house, user)
    t.equal((await first.get('/auth/me')).message, ended)
    t.equal((await next.get('/auth/me')).status, 200)
    await set({ max_sessions_per_user: 10 })
  })

  t.test('session_max_days: the end of the next session', async (t) => {
    const user = await account(house)
    await set({ session_max_days: 1 })
    const here = await signIn(house, user)
    const [session] = (await here.get('/auth/sessions')).data
    t.equal(Date.parse(session.ends_at) - clock.ms(), days(1))
    clock.advance(days(1) - 1000)
    const refreshed = await house.nobody.post('/auth/refresh', {
      refresh_token: here.refresh_token,
    })
    t.equal(refreshed.status, 200, refreshed.message)
    t.ok(refreshed.data.tokens.expires_in <= 900)
    clock.advance(2000)
    const { refresh_token } = refreshed.data.tokens
    t.equal((await house.nobody.post('/auth/refresh', { refresh_token })).status, 401)
  })

  t.test('attachment_max_mb: the next file', async (t) => {
    clock.release()
    const admin = await people.administrator()
    const branch = { entity_type: 'facility', entity_id: facility_id }
    const large = Buffer.concat([files.pdf, Buffer.alloc(1024 * 1024, 32)])
    const patch = (rules: object) => admin.patch('/settings/security', rules)
    t.equal((await patch({ attachment_max_mb: 1 })).status, 200)
    const refused = await files.attach(admin, branch, 'a.pdf', large)
    t.match(refused, { status: 413, message: 'The file is larger than 1 MB.' })
    await patch({ attachment_max_mb: 2 })
    const kept = await files.attach(admin, branch, 'a.pdf', large)
    t.equal(kept.status, 201, kept.message)
  })

  t.test('dormant_days and conflicting_permissions: the next review', async (t) => {
    const admin = await people.administrator()
    const user = await account(house, {
      roles: ['system_administrator'],
      last_sign_in_at: new Date(clock.ms() - days(45)).toISOString(),
    })
    const flagged = async (flag: string): Promise<boolean> =>
      (await admin.get('/users/access-review', { flag, per_page: '200' })).data.some(
        (row: { user: { id: string } }) => row.user.id === user.id,
      )
    t.equal(await flagged('dormant'), false)
    await admin.patch('/settings/security', { dormant_days: 30 })
    t.equal(await flagged('dormant'), true)
    t.equal(await flagged('conflict'), false)
    await admin.patch('/settings/security', {
      conflicting_permissions: [['setting:update', 'system:read']],
    })
    t.equal(await flagged('conflict'), true)
  })
})
