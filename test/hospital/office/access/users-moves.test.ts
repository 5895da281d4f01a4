import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { type Notice, tell } from '../../../../db/hospital/neighbours/telling.ts'
import { users } from '../../../../db/hospital/office/access/tables.ts'
import * as moves from '../../../../db/hospital/office/access/users/moves.ts'
import { inviteUser } from '../../../../db/hospital/office/access/users/open.ts'
import { sql } from '../../../../db/store/sql.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import type { Person } from '../../../support/people.ts'

t.test('the life of an account', async (t) => {
  const { people, facility_id, system, hospital } = await boot(t)
  const admin = await people.administrator()
  const officer = await people.with('system_administrator')
  const reason = 'left the house'
  const chosen = (person: Person): Promise<unknown> =>
    within(() =>
      users.change(
        { hospital_id: hospital.id, id: person.user.id },
        { password_changed_at: '2026-01-01T00:00:00.000Z' },
      ),
    )
  const invited = async (username: string, more: object = {}) =>
    (
      await officer.post('/users', {
        username,
        full_name: 'Somebody New',
        facility_ids: [facility_id],
        ...more,
      })
    ).data

  t.test('suspending closes every session, and reinstating lets in again', async (t) => {
    const target = await people.with('nurse')
    await chosen(target)
    t.equal((await target.get('/facilities')).status, 200)
    const path = `/users/${target.user.id}`
    t.equal((await officer.get(path)).data.open_sessions, 1)
    const set = await officer.post(`${path}/suspend`, { reason })
    t.match(set.data, {
      status: 'SUSPENDED',
      suspend_reason: reason,
      open_sessions: 0,
      moves: ['reinstate', 'close'],
    })
    const refused = await target.get('/facilities')
    t.equal(refused.status, 401)
    t.equal(refused.message, 'Your session has ended. Sign in again.')
    t.equal(
      (await officer.post(`${path}/suspend`, { reason })).message,
      `User ${target.user.username} is SUSPENDED. It can: reinstate, close.`,
    )
    const back = await officer.post(`${path}/reinstate`)
    t.match(back.data, { status: 'ACTIVE', suspend_reason: null })
    t.equal((await target.get('/facilities')).status, 401, 'the old session stays closed')
    const moved = await rows<{ action: string; reason: string | null }>(
      sql`select action, reason, from_state, to_state from audit_rows where entity_id = ${target.user.id} and from_state is not null order by seq`,
    )
    t.match(moved, [
      { action: 'user.suspend', reason, from_state: 'ACTIVE', to_state: 'SUSPENDED' },
      { action: 'user.reinstate', from_state: 'SUSPENDED', to_state: 'ACTIVE' },
    ])
  })

  t.test(
    'a suspended invitation is dead; without a chosen password it is INVITED again',
    async (t) => {
      const { user } = await invited('late.comer', { phone: '0754000666' })
      await officer.post(`/users/${user.id}/suspend`, { reason })
      const codes = await rows<{ ends_at: string }>(
        sql`select ends_at from account_codes where user_id = ${user.id}`,
      )
      t.equal(codes.length, 1)
      t.ok(codes.every(({ ends_at }) => ends_at <= clock.instant()))
      t.equal((await officer.post(`/users/${user.id}/reinstate`)).data.status, 'INVITED')
      const temporary = await invited('temp.one')
      await officer.post(`/users/${temporary.user.id}/suspend`, { reason })
      const kept = await rows<{ password: string | null }>(
        sql`select password from users where id = ${temporary.user.id}`,
      )
      t.equal(kept[0]?.password, null, 'the temporary password too')
    },
  )

  t.test('nobody is reinstated past the last day', async (t) => {
    const target = await people.with('nurse')
    const path = `/users/${target.user.id}`
    await officer.post(`${path}/suspend`, { reason })
    await officer.patch(path, { valid_until: '2026-01-31' })
    const refused = await officer.post(`${path}/reinstate`)
    t.equal(refused.status, 409)
    t.equal(refused.message, 'This account ended on 2026-01-31. Change its last day first.')
  })

  t.test('closing is final', async (t) => {
    const target = await people.with('nurse')
    const path = `/users/${target.user.id}`
    const closed = await officer.post(`${path}/close`, { reason })
    t.match(closed.data, { status: 'CLOSED', close_reason: reason, moves: [] })
    t.match(closed.data.roles, [{ until: /^\d{4}-\d\d-\d\d$/ }], 'roles end today')
    t.equal((await target.get('/facilities')).status, 401)
    const nothing = `User ${target.user.username} is CLOSED. Nothing more can be done with it.`
    for (const [method, move, body] of [
      ['POST', 'suspend', { reason }],
      ['POST', 'reinstate', {}],
      ['POST', 'close', { reason }],
      ['POST', 'invite', undefined],
      ['POST', 'reset-password', undefined],
      ['POST', 'reset-2fa', { reason }],
      ['PUT', 'roles', { roles: [] }],
      ['PUT', 'facilities', { facility_ids: [facility_id], default_facility_id: facility_id }],
    ] as const) {
      const refused = await admin.send(method, `${path}/${move}`, body)
      t.equal(refused.message, nothing, move)
      t.equal(refused.status, 409, move)
    }
  })

  t.test('nobody suspends or closes himself, and a reason is needed', async (t) => {
    const path = `/users/${officer.user.id}`
    t.equal(
      (await officer.post(`${path}/suspend`, { reason })).message,
      'You cannot suspend yourself.',
    )
    t.equal(
      (await officer.post(`${path}/close`, { reason })).message,
      'You cannot close your own account.',
    )
    t.equal((await officer.post(`${path}/suspend`, {})).message, 'reason is required.')
    t.equal(
      (await officer.post(`${path}/close`, { reason: 'x' })).message,
      'reason must be between 3 and 300 characters.',
    )
    t.equal((await officer.get(path)).data.status, 'ACTIVE')
  })

  // PLT-53: what HR's moves ask for.
  t.test('other areas disable, enable and close an account as often as they like', async (t) => {
    const target = await people.with('nurse')
    await chosen(target)
    const status = async () => (await officer.get(`/users/${target.user.id}`)).data.status
    await within(() => moves.disableUser(system, target.user.id, reason))
    await within(() => moves.disableUser(system, target.user.id, reason))
    t.equal(await status(), 'SUSPENDED')
    await within(() => moves.enableUser(system, target.user.id))
    await within(() => moves.enableUser(system, target.user.id))
    t.equal(await status(), 'ACTIVE')
    await within(() => moves.closeUser(system, target.user.id, reason))
    await within(() => moves.closeUser(system, target.user.id, reason))
    t.equal(await status(), 'CLOSED')
  })

  // Platform 4.17: the account comes without the roles that the caller may not give.
  t.test(
    'an account is made for somebody by an area, with the roles its caller may give',
    async (t) => {
      await admin.post('/roles', { name: 'Front desk', permissions: ['user:read'] })
      const all = (await admin.get('/roles', { per_page: '200' })).data
      const id = (code: string) => all.find((one: { code: string }) => one.code === code).id
      const by = (codes: readonly string[]) => ({
        ...system,
        kind: 'USER' as const,
        user_id: officer.user.id,
        permissions: new Set(codes),
      })
      const asked = {
        full_name: 'Zainabu O’Mari Juma',
        phone: '+255744555666',
        role_ids: [id('front_desk'), id('privacy_officer')],
        facility_ids: [facility_id],
      }
      const told: Notice[] = []
      answering(t, tell, async (_, notice) => told.push(notice))
      const first = await inviteUser(by(['user:read']), asked)
      t.equal(first.sent_to, '+2557•••••666')
      t.notOk(first.temporary_password)
      const shown = (await officer.get(`/users/${first.user_id}`)).data
      t.match(shown, { username: 'zjuma', roles: [], status: 'INVITED' })
      const wanted = await rows<{ changes: string }>(
        sql`select changes from audit_rows where action = 'account.roles_wanted' and entity_id = ${first.user_id}`,
      )
      t.match(wanted[0]?.changes, 'Front desk')
      t.match(told, [{ kind: 'account.roles_wanted', to: { role: 'administrator' } }])
      t.equal(told[0]?.entity?.id, first.user_id)
      const second = await inviteUser(by(['user:grant', 'user:read']), { ...asked, phone: null })
      t.match(second.temporary_password, /^.{12}$/)
      const other = (await officer.get(`/users/${second.user_id}`)).data
      t.match(other, { username: 'zjuma2', roles: [{ code: 'front_desk' }] })
      t.equal(other.roles.length, 1)
    },
  )
})
