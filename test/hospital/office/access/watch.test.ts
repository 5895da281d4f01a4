import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { users } from '../../../../db/hospital/office/access/tables.ts'
import { type Notice, tell } from '../../../../db/hospital/neighbours/telling.ts'
import { tellEnding, tellFlagged } from '../../../../db/hospital/office/access/sign-in/watch.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'

t.test('the nightly look at accounts', async (t) => {
  const { people, system, hospital } = await boot(t)
  clock.freeze('2026-03-10T09:00:00.000Z')
  const admin = await people.administrator()
  const target = await people.with('nurse')
  const roles = (await admin.get('/roles', { per_page: '200' })).data
  const role_id = roles.find((one: { code: string }) => one.code === 'auditor').id
  const told: Notice[] = []
  answering(t, tell, async (_, notice) => told.push(notice))

  // PLT-46: two days before.
  t.test('the holder and the giver of a role are told two days before it ends', async (t) => {
    await admin.put(`/users/${target.user.id}/roles`, {
      roles: [{ role_id, until: '2026-03-13' }],
    })
    t.equal(await within(() => tellEnding(system)), 0, 'three days before it is too early')
    clock.freeze('2026-03-11T09:00:00.000Z')
    t.equal(await within(() => tellEnding(system)), 1)
    t.match(told, [
      {
        kind: 'account.role_ending',
        to: { user: [target.user.id, admin.user.id] },
        title: 'The role Auditor ends on 2026-03-13',
      },
    ])
    clock.freeze('2026-03-12T09:00:00.000Z')
    t.equal(await within(() => tellEnding(system)), 0, 'told once')
  })

  t.test('accounts that sleep are named once a week to who may suspend them', async (t) => {
    told.length = 0
    t.equal(await within(() => tellFlagged(system)), 0)
    t.same(told, [], 'nothing to say')
    await within(() =>
      users.change(
        { hospital_id: hospital.id, id: target.user.id },
        { last_sign_in_at: '2025-01-01T00:00:00.000Z' },
      ),
    )
    t.equal(await within(() => tellFlagged(system)), 1)
    t.match(told, [{ kind: 'account.access_flag', to: { permission: 'user:suspend' } }])
  })
})
