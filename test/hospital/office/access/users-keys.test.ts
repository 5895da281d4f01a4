import t from 'tap'
import { operator } from '../../../../db/core/caller.ts'
import { clock } from '../../../../db/core/clock.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { keyOfUser } from '../../../../db/hospital/office/access/sign-in/lockouts.ts'
import { recovery_codes, users } from '../../../../db/hospital/office/access/tables.ts'
import { resetPassword } from '../../../../db/hospital/office/access/users/keys.ts'
import { sql } from '../../../../db/store/sql.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import type { Person } from '../../../support/people.ts'

t.test('helping somebody in', async (t) => {
  const { people, hospital } = await boot(t)
  const hospital_id = hospital.id
  const admin = await people.administrator()
  const officer = await people.with('system_administrator')
  const set = (person: Person, changes: object): Promise<unknown> =>
    within(() => users.change({ hospital_id, id: person.user.id }, changes))

  // PLT-52
  t.test('a reset closes the sessions and sends a code to the account’s own contact', async (t) => {
    const target = await people.with('nurse')
    await set(target, { phone: '+255754000444' })
    const reset = await officer.post(`/users/${target.user.id}/reset-password`)
    t.match(reset.data, { sent_to: '+2557•••••444', temporary_password: null })
    t.match(reset.data.expires_at, /Z$/)
    t.equal((await target.get('/facilities')).status, 401)
    const codes = await rows(
      sql`select purpose, used_at from account_codes where user_id = ${target.user.id}`,
    )
    t.match(codes, [{ purpose: 'RESET', used_at: null }])
    await officer.post(`/users/${target.user.id}/reset-password`)
    const live = await rows(
      sql`select id from account_codes where user_id = ${target.user.id} and used_at is null and ends_at > ${clock.instant()}`,
    )
    t.equal(live.length, 1, 'one live code')
  })

  // PLT-52: without a contact only somebody who could do it all anyway sees a password.
  t.test('a temporary password is shown only to who may do all that the account may', async (t) => {
    const weak = await people.holding('user:read')
    const strong = await people.holding('module:manage')
    const cases: [Person, Person, boolean][] = [
      [officer, weak, true],
      [await people.holding('user:reset'), strong, false],
      [officer, admin, false],
      [admin, await people.with('system_administrator'), true],
    ]
    for (const [by, target, may] of cases) {
      const reset = await by.post(`/users/${target.user.id}/reset-password`)
      if (may) {
        t.equal(reset.status, 200, reset.message)
        t.match(reset.data, { sent_to: null, temporary_password: /^.{12}$/ })
        const found = await users.find({ hospital_id, id: target.user.id })
        t.match(found, { must_change_password: true, password: /^\$argon2id/ })
      } else {
        t.equal(reset.status, 409)
        t.equal(reset.message, 'Ask an administrator to reset this account.')
        t.equal((await target.get('/facilities')).status, 200, 'the session stays')
      }
    }
  })

  t.test('the command line always gets a password: the way back in', async (t) => {
    const target = await people.administrator()
    await set(target, { phone: '+255754000555' })
    const reset = await resetPassword(operator(hospital_id, 'cli:test'), target.user.id)
    t.match(reset, { sent_to: null, temporary_password: /^.{12}$/ })
  })

  t.test(
    'a new invitation of a powerful account shows its password only to an equal',
    async (t) => {
      const target = await people.with('administrator')
      await set(target, { status: 'INVITED' })
      const fresh = await people.with('system_administrator')
      const refused = await fresh.post(`/users/${target.user.id}/invite`)
      t.equal(refused.message, 'Ask an administrator to reset this account.')
      t.match((await admin.post(`/users/${target.user.id}/invite`)).data, {
        invitation: null,
        temporary_password: /^.{12}$/,
      })
      await admin.post(`/users/${target.user.id}/close`, { reason: 'no longer needed' })
    },
  )

  // Decision 0038: codes go to the contact, so it is not for everybody to set.
  t.test('the contact of an administrator is changed by an administrator', async (t) => {
    const target = await people.administrator()
    const fresh = await people.with('system_administrator')
    const path = `/users/${target.user.id}`
    const refused = await fresh.patch(path, { email: 'mine@example.org' })
    t.equal(refused.status, 409)
    t.equal(refused.message, 'Ask an administrator to change this account.')
    t.equal((await fresh.patch(path, { full_name: 'Renamed Boss' })).status, 200)
    t.equal((await admin.patch(path, { email: 'new@example.org' })).status, 200)
    const nurse = await people.with('nurse')
    t.equal((await fresh.patch(`/users/${nurse.user.id}`, { phone: '0713000111' })).status, 200)
  })

  t.test('unlocking lifts the lock and forgets the wrong attempts', async (t) => {
    const target = await people.with('nurse')
    const locked_until = '2090-01-01T00:00:00.000Z'
    await set(target, { locked_until })
    t.equal((await officer.get('/users', { locked: 'true' })).meta?.total, 1)
    t.equal((await officer.get(`/users/${target.user.id}`)).data?.locked_until, locked_until)
    const unlocked = await officer.post(`/users/${target.user.id}/unlock`)
    t.equal(unlocked.data.locked_until, null)
    const kept = await rows(
      sql`select 1 from lockouts where account_key = ${keyOfUser(target.user)}`,
    )
    t.equal(kept.length, 0)
  })

  t.test('taking two-factor off needs a reason and closes the sessions', async (t) => {
    const target = await people.with('nurse')
    await set(target, { totp_secret: 'sealed', totp_enabled_at: '2026-01-01T00:00:00.000Z' })
    await within(() =>
      recovery_codes.insert({ user_id: target.user.id, code_hash: 'x'.repeat(64) }),
    )
    const path = `/users/${target.user.id}`
    t.equal((await officer.get(path)).data.two_factor, true)
    t.equal((await officer.get('/users', { two_factor: 'true' })).meta?.total, 1)
    t.equal((await officer.post(`${path}/reset-2fa`, {})).message, 'reason is required.')
    const reset = await officer.post(`${path}/reset-2fa`, { reason: 'lost the phone' })
    t.equal(reset.data.two_factor, false)
    t.equal(reset.data.open_sessions, 0)
    t.equal((await recovery_codes.all({ user_id: target.user.id })).length, 0)
    const noted = await rows(
      sql`select reason from audit_rows where action = 'user.reset_2fa' and entity_id = ${target.user.id}`,
    )
    t.match(noted, [{ reason: 'lost the phone' }])
  })

  t.test('sessions are listed and closed, one or all', async (t) => {
    const target = await people.with('nurse')
    const path = `/users/${target.user.id}`
    const listed = await officer.get(`${path}/sessions`)
    t.match(listed.data, [
      { method: 'PASSWORD', current: false, ip: '127.0.0.1', user_agent: 'test', device: null },
    ])
    t.notOk(JSON.stringify(listed.body).includes('hash'), 'no token leaves the house')
    const unknown = await officer.post(`${path}/close-sessions`, { session_id: newId() })
    t.equal(unknown.message, 'No such session.')
    t.equal(unknown.status, 404)
    const session_id = listed.data[0].id
    t.same((await officer.post(`${path}/close-sessions`, { session_id })).data, { closed: 1 })
    t.equal((await target.get('/facilities')).status, 401)
    t.same((await officer.post(`${path}/close-sessions`)).data, { closed: 0 })
    t.same((await officer.get(`${path}/sessions`)).data, [])
    const own = await officer.get(`/users/${officer.user.id}/sessions`)
    t.equal(own.data[0].current, true)
  })
})
