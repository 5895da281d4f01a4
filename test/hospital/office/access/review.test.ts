// PLT-50: the access review.

import t from 'tap'
import { clock, nextDay } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { employmentOf, staffWhoLeft } from '../../../../db/hospital/neighbours/people.ts'
import { users } from '../../../../db/hospital/office/access/tables.ts'
import { newId } from '../../../../db/core/ids.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { conflicting } from '../../../support/pairs.ts'

t.test('the access review', async (t) => {
  const { people, hospital, facility_id } = await boot(t)
  const hospital_id = hospital.id
  const admin = await people.administrator()
  const auditor = await people.with('auditor')
  const sleeper = await people.with('nurse')
  const leaver = await people.with('nurse')
  const locum = await people.with('nurse')
  const staff_id = newId()
  const change = (id: string, changes: object) =>
    within(() => users.change({ hospital_id, id }, changes))
  await change(sleeper.user.id, { last_sign_in_at: '2026-01-01T08:00:00.000Z' })
  await change(leaver.user.id, { staff_id, totp_enabled_at: '2026-01-01T08:00:00.000Z' })
  await change(locum.user.id, {
    valid_until: nextDay(clock.instant().slice(0, 10), 10),
    last_sign_in_at: clock.instant(),
  })
  answering(t, employmentOf, async () => new Map([[staff_id, 'EXITED']]))
  answering(t, staffWhoLeft, async () => [staff_id])
  const flagged = async (flag: string): Promise<string[]> =>
    (await auditor.get('/users/access-review', { flag })).data.map(
      (one: { user: { id: string } }) => one.user.id,
    )

  t.test('each flag picks its accounts', async (t) => {
    t.same(await flagged('dormant'), [sleeper.user.id])
    t.same(await flagged('left'), [leaver.user.id])
    t.same(await flagged('ending'), [locum.user.id])
    t.same(await flagged('conflict'), [])
    t.notOk((await flagged('no_staff')).includes(leaver.user.id))
    t.notOk((await flagged('no_2fa')).includes(leaver.user.id))
    t.ok((await flagged('no_2fa')).includes(sleeper.user.id))
    const wrong = await auditor.get('/users/access-review', { flag: 'asleep' })
    t.equal(wrong.message, 'flag must be one of dormant, conflict, left, no_staff, no_2fa, ending.')
  })

  t.test('a row says who, what, since when and why it is looked at', async (t) => {
    const { data } = await auditor.get('/users/access-review', { flag: 'left' })
    t.match(data, [
      {
        user: { id: leaver.user.id, name: leaver.user.full_name },
        roles: [{ code: 'nurse', until: null }],
        employment: 'EXITED',
        two_factor: true,
        flags: ['left'],
      },
    ])
    const asleep = (await auditor.get('/users/access-review', { flag: 'dormant' })).data[0]
    t.ok(asleep.days_asleep > 90)
  })

  t.test('a pair that nobody accepted shows as well', async (t) => {
    conflicting(t, 'role:read', 'user:read')
    const { data } = await auditor.get('/users/access-review', { flag: 'conflict' })
    t.match(data, [
      {
        user: { id: auditor.user.id },
        conflicts: [{ pair: ['role:read', 'user:read'], reason: null, accepted_by: null }],
      },
    ])
    t.equal(data.length, 1, 'the administrator is not measured')
  })

  t.test('it is filtered by role, branch and words, and leaves closed accounts out', async (t) => {
    const total = async (query: Record<string, string>) =>
      (await auditor.get('/users/access-review', query)).meta?.total
    t.equal(await total({ role: 'nurse' }), 3)
    t.equal(await total({ role: 'nurse', search: sleeper.user.username }), 1)
    t.ok(await total({ facility_id }))
    t.equal(await total({ facility_id: newId() }), 0)
    await admin.post(`/users/${leaver.user.id}/close`, { reason: 'left the house' })
    t.same(await flagged('left'), [])
  })
})
