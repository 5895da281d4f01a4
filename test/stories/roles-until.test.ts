// PLT-37, PLT-46: a role given until a day counts that day, and falls away after it.

import t from 'tap'
import { entries } from '../../daemon/work/timetable.ts'
import { system } from '../../db/core/caller.ts'
import { clock } from '../../db/core/clock.ts'
import { forgetCallersNow } from '../../db/hospital/office/access/callers.ts'
import { user_roles } from '../../db/hospital/office/access/tables.ts'
import { account, signIn } from '../support/accounts.ts'
import { boot } from '../support/boot.ts'

t.test('a role that was lent', async (t) => {
  const house = await boot(t)
  const { hospital } = house
  const head = await account(house, { roles: ['administrator'] })
  const holder = await account(house, { roles: ['nurse'] })
  const zone = 'Africa/Dar_es_Salaam'
  const nightly = entries.find(({ name }) => name === 'accounts')
  const night = async () =>
    nightly?.run({
      caller: system(hospital.id),
      due_at: clock.instant(),
      time_zone: zone,
      signal: new AbortController().signal,
    })
  clock.freeze('2027-03-09T06:00:00.000Z')
  const admin = await signIn(house, head)
  const nurse = await signIn(house, holder)
  const roles = (await admin.get('/roles', { per_page: '200' })).data
  const idOf = (code: string) => roles.find((one: { code: string }) => one.code === code).id
  const given = await admin.put(`/users/${holder.id}/roles`, {
    roles: [{ role_id: idOf('nurse') }, { role_id: idOf('auditor'), until: '2027-03-12' }],
  })
  t.equal(given.status, 200, given.message)
  t.equal((await nurse.get('/audit')).status, 200, 'it counts at the next request')

  clock.freeze('2027-03-10T06:00:00.000Z')
  await night()
  for (const who of [holder, head]) {
    t.match(
      (await (await signIn(house, who)).get('/notifications', { kind: 'account.role_ending' }))
        .data,
      [{ title: 'The role Auditor ends on 2027-03-12' }],
    )
  }

  clock.freeze('2027-03-12T20:59:00.000Z')
  const late = await signIn(house, holder)
  t.equal((await late.get('/audit')).status, 200, 'one minute before midnight in Dar es Salaam')
  clock.freeze('2027-03-12T21:01:00.000Z')
  // What a session may do is kept for three seconds, which pass here.
  forgetCallersNow()
  t.equal(
    (await late.get('/audit')).message,
    'You do not have permission to do this. It needs audit:read.',
  )
  t.equal((await user_roles.all({ hospital_id: hospital.id, user_id: holder.id })).length, 2)
  await night()
  t.equal((await user_roles.all({ hospital_id: hospital.id, user_id: holder.id })).length, 1)
  t.match((await (await signIn(house, head)).get('/audit', { action: 'user.role_ended' })).data, [
    { entity_id: holder.id, user_name: 'Kituo' },
  ])
  t.equal((await late.get('/auth/me')).data.roles.length, 1)
})
