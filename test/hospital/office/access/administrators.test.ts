// PLT-48: a hospital is never without an administrator.

import t from 'tap'
import { operator } from '../../../../db/core/caller.ts'
import { within } from '../../../../db/store/connection.ts'
import { roles, users } from '../../../../db/hospital/office/access/tables.ts'
import { setRoles } from '../../../../db/hospital/office/access/users/roles.ts'
import * as moves from '../../../../db/hospital/office/access/users/moves.ts'
import { boot } from '../../../support/boot.ts'
import type { Person } from '../../../support/people.ts'

t.test('administrators', async (t) => {
  const { people, hospital } = await boot(t)
  const hospital_id = hospital.id
  const reason = 'a good reason'
  const first = await users.find({ hospital_id, username: 'admin' })
  const officer = await people.with('system_administrator')
  const by = operator(hospital_id, 'cli:test')
  const role_id = (await roles.find({ hospital_id, code: 'administrator' }))?.id ?? ''
  const last = 'This is the last administrator.'
  const id = first?.id ?? ''

  t.test('the last one is not suspended, closed or stripped', async (t) => {
    const cases: [string, () => Promise<{ status: number; message: string }>][] = [
      ['suspend', () => officer.post(`/users/${id}/suspend`, { reason })],
      ['close', () => officer.post(`/users/${id}/close`, { reason })],
      ['a last day', () => officer.patch(`/users/${id}`, { valid_until: '2090-01-01' })],
    ]
    for (const [name, work] of cases) {
      const refused = await work()
      t.equal(refused.message, last, name)
      t.equal(refused.status, 409, name)
    }
    for (const assigned of [[], [{ role_id, until: '2090-01-01' }]]) {
      await t.rejects(
        within(() => setRoles(by, id, { roles: assigned })),
        { message: last },
      )
    }
    t.match(await users.find({ hospital_id, id }), { status: 'ACTIVE', valid_until: null })
  })

  t.test('one who stops some day, or never came, is no other administrator', async (t) => {
    const until = await people.with('nurse')
    await within(() => setRoles(by, until.user.id, { roles: [{ role_id, until: '2090-01-01' }] }))
    const invited = await people.with('administrator')
    const ended = await people.with('administrator')
    await within(async () => {
      await users.change({ hospital_id, id: invited.user.id }, { status: 'INVITED' })
      await users.change({ hospital_id, id: ended.user.id }, { valid_until: '2020-01-01' })
    })
    t.equal((await officer.post(`/users/${id}/suspend`, { reason })).message, last)
    await within(async () => {
      for (const { user } of [invited, ended, until]) await moves.close(by, user.id, reason)
    })
  })

  t.test('with a second one the first may go', async (t) => {
    const second = await people.administrator()
    const gone = await second.put(`/users/${id}/roles`, { roles: [] })
    t.equal(gone.status, 200, gone.message)
    t.equal((await officer.post(`/users/${second.user.id}/suspend`, { reason })).message, last)
    const back = await second.put(`/users/${id}/roles`, { roles: [{ role_id }] })
    t.equal(back.status, 200, back.message)
    t.equal((await officer.post(`/users/${second.user.id}/suspend`, { reason })).status, 200)
  })

  t.test('of two administrators who suspend each other at once one stays', async (t) => {
    for (let round = 0; round < 8; round += 1) {
      const pair: [Person, Person] = [await people.administrator(), await people.administrator()]
      await within(async () => {
        await users.change({ hospital_id, id }, { status: 'SUSPENDED' })
      })
      const ways = ['suspend', 'close'] as const
      const way = ways[round % 2] ?? 'suspend'
      const answers = await Promise.all([
        pair[0].post(`/users/${pair[1].user.id}/${way}`, { reason }),
        pair[1].post(`/users/${pair[0].user.id}/${way}`, { reason }),
      ])
      t.equal(
        answers.filter(({ status }) => status === 200).length,
        1,
        answers.map(({ message }) => message).join(' / '),
      )
      t.ok(answers.every(({ status }) => status === 200 || status === 409 || status === 401))
      const left = await users.all({
        hospital_id,
        id: pair.map(({ user }) => user.id),
        status: 'ACTIVE',
      })
      t.equal(left.length, 1)
      await within(async () => {
        await users.change({ hospital_id, id }, { status: 'ACTIVE' })
        for (const one of left) await moves.close(by, one.id, reason)
      })
    }
  })
})
