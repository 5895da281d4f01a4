import t from 'tap'
import { clock, days, instantIn, minutes } from '../../../../db/core/clock.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { users, user_facilities } from '../../../../db/hospital/office/access/tables.ts'
import { audit_heads } from '../../../../db/hospital/office/audit/tables.ts'
import { escalate } from '../../../../db/hospital/office/notifications/escalations.ts'
import { eraseRead } from '../../../../db/hospital/office/notifications/notices.ts'
import { type Notice, notify } from '../../../../db/hospital/office/notifications/notify.ts'
import { notifications } from '../../../../db/hospital/office/notifications/tables.ts'
import { unreadCount } from '../../../../db/hospital/office/notifications/unread.ts'
import { newId } from '../../../../db/core/ids.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import type { Person } from '../../../support/people.ts'

t.test('notices', async (t) => {
  const house = await boot(t)
  const { people, system, hospital, facility_id, nobody } = house
  const nurse = await people.with('nurse')
  const officer = await people.with('system_administrator')

  const tell = (notice: Partial<Notice> & Pick<Notice, 'to'>, by = system) =>
    within(() =>
      notify(by, {
        kind: 'job.failed',
        title: 'The backup failed',
        body: 'Look at the disk.',
        ...notice,
      }),
    )
  const listOf = async (person: Person, query = {}): Promise<{ id: string }[]> =>
    (await person.get('/notifications', query)).data
  const clear = () => within(() => notifications.remove({ hospital_id: hospital.id }))
  t.beforeEach(clear)

  t.test('a notice goes to the person named, who alone can read it (PLT-95, PLT-97)', async (t) => {
    await tell({ to: { user: nurse.user.id }, entity: { type: 'job', id: newId() } })
    const [notice] = await listOf(nurse)
    t.match(notice, {
      kind: 'job.failed',
      title: 'The backup failed',
      urgency: 'WARNING',
      entity_type: 'job',
      count: 1,
      read_at: null,
      escalated_at: null,
      actor_name: null,
    })
    t.same(await listOf(officer), [])
    const at = `/notifications/${notice?.id}`
    for (const refused of [await officer.get(at), await officer.post(`${at}/read`)]) {
      t.equal(refused.status, 404)
      t.equal(refused.message, 'No such notice.')
    }
    const read = await nurse.post(`${at}/read`)
    t.ok(read.data.read_at)
    t.equal(
      (await nurse.post(`${at}/read`)).data.read_at,
      read.data.read_at,
      'the first time stays',
    )
    t.same((await nurse.get('/notifications', { status: 'unread' })).meta?.total, 0)
    t.same((await nurse.get('/notifications', { status: 'read' })).meta?.total, 1)
  })

  t.test('a role means who holds it now, at the branch when given (PLT-95)', async (t) => {
    const far = await people.with('pharmacist')
    const near = await people.with('pharmacist')
    const gone = await people.with('pharmacist')
    const { id: hospital_id } = hospital
    await within(async () => {
      await user_facilities.remove({ hospital_id, user_id: far.user.id })
      await users.change({ hospital_id, id: gone.user.id }, { status: 'SUSPENDED' })
    })
    t.same(await tell({ to: { role: 'pharmacist' } }), { told: 2 })
    t.equal((await listOf(far)).length, 1)
    t.equal((await listOf(near)).length, 1)
    await clear()
    t.same(await tell({ to: { role: 'pharmacist', facility_id } }), { told: 1 })
    t.equal((await listOf(near)).length, 1)
    t.same(await tell({ to: { role: 'no_such_role' } }), { told: 0 })
  })

  t.test('a permission means the roles that hold it now (PLT-95)', async (t) => {
    const holder = await people.holding('audit:verify')
    const auditor = await people.with('auditor')
    await tell({ to: { permission: 'audit:verify' } })
    for (const person of [holder, auditor, officer]) t.equal((await listOf(person)).length, 1)
    t.equal((await listOf(nurse)).length, 0)
  })

  t.test('the actor is left out unless named as user (PLT-95)', async (t) => {
    const actor = { ...system, kind: 'USER' as const, user_id: officer.user.id, name: 'Officer' }
    const other = await people.with('system_administrator')
    await tell({ to: { role: 'system_administrator' } }, actor)
    t.equal((await listOf(officer)).length, 0)
    t.match(await listOf(other), [{ actor_name: 'Officer' }])
    await tell({ to: { user: officer.user.id } }, actor)
    t.equal((await listOf(officer)).length, 1)
  })

  t.test(
    'a second one of the same kind and entity is folded into the unread (PLT-96)',
    async (t) => {
      const entity = { type: 'job', id: newId() }
      clock.freeze('2027-03-09T08:00:00.000Z')
      await tell({ to: { user: nurse.user.id }, entity })
      clock.advance(minutes(5))
      await tell({ to: { user: nurse.user.id }, entity, title: 'It failed again' })
      clock.release()
      const [notice, none] = await within(() =>
        notifications.all({ hospital_id: hospital.id, user_id: nurse.user.id }),
      )
      t.equal(none, undefined)
      t.match(notice, {
        count: 2,
        title: 'It failed again',
        created_at: '2027-03-09T08:05:00.000Z',
      })
      await tell({ to: { user: nurse.user.id }, entity: { type: 'job', id: newId() } })
      t.equal((await listOf(nurse)).length, 2, 'another entity is another notice')
      await nurse.post('/notifications/read-all')
      await tell({ to: { user: nurse.user.id }, entity })
      t.equal((await listOf(nurse)).length, 3, 'a read one is not folded into')
    },
  )

  t.test('urgent ones are never folded, nor read all at once (PLT-96, PLT-97)', async (t) => {
    const urgent = { to: { user: nurse.user.id }, urgency: 'URGENT' as const }
    await tell(urgent)
    await tell(urgent)
    await tell({ to: { user: nurse.user.id } })
    t.equal((await listOf(nurse)).length, 3)
    t.same((await nurse.get('/notifications/unread-count')).data.urgent, 2)
    t.same((await nurse.post('/notifications/read-all', {})).data, { read: 1, left_urgent: 2 })
    t.equal(await unreadCount({ user_id: nurse.user.id }), 2)
    t.equal((await nurse.get('/auth/me')).data.unread_notifications, 2)
    for (const { id } of await listOf(nurse, { status: 'unread' })) {
      await nurse.post(`/notifications/${id}/read`)
    }
    t.same((await nurse.get('/notifications/unread-count')).data, {
      unread: 0,
      urgent: 0,
      latest_at: null,
    })
  })

  t.test('read-all takes a kind and a moment (PLT-97)', async (t) => {
    clock.freeze('2027-03-09T08:00:00.000Z')
    await tell({ to: { user: nurse.user.id } })
    clock.advance(minutes(10))
    await tell({ to: { user: nurse.user.id }, kind: 'export.ready' })
    clock.release()
    const before = '2027-03-09T11:05:00+03:00'
    t.same((await nurse.post('/notifications/read-all', { before })).data, {
      read: 1,
      left_urgent: 0,
    })
    t.equal((await nurse.post('/notifications/read-all', { kind: 'job.failed' })).data.read, 0)
    t.equal((await nurse.post('/notifications/read-all', { kind: 'export.ready' })).data.read, 1)
  })

  t.test('what nobody has seen goes once to the second circle (PLT-98)', async (t) => {
    const matron = await people.with('nurse_in_charge')
    const second = await people.with('nurse')
    const urgent = {
      to: { user: [nurse.user.id, second.user.id] },
      urgency: 'URGENT' as const,
      escalate: { after_min: 10, to: { user: matron.user.id } },
    }
    clock.freeze('2027-03-09T08:00:00.000Z')
    await tell(urgent)
    clock.advance(minutes(9))
    t.equal(await escalate(), 0)
    clock.advance(minutes(1))
    t.equal(await escalate(), 1)
    t.equal(await escalate(), 0, 'once')
    clock.release()
    const kept = await notifications.all({ hospital_id: hospital.id })
    t.match(
      kept.find(({ user_id }) => user_id === matron.user.id),
      {
        title: 'Not yet seen: The backup failed',
        urgency: 'URGENT',
        escalated_at: null,
      },
    )
    t.equal(
      kept.find(({ user_id }) => user_id === nurse.user.id)?.escalated_at,
      '2027-03-09T08:10:00.000Z',
    )
    await clear()
    clock.freeze('2027-03-09T09:00:00.000Z')
    await tell(urgent)
    const [mine] = await notifications.all({ hospital_id: hospital.id, user_id: second.user.id })
    await within(() =>
      notifications.change(
        { hospital_id: hospital.id, id: mine?.id ?? '' },
        { read_at: clock.instant() },
      ),
    )
    clock.advance(minutes(11))
    t.equal(await escalate(), 0, 'one of the first circle has looked')
    clock.release()
  })

  t.test('a notice to a role that nobody holds still reaches the second circle', async (t) => {
    clock.freeze('2027-03-09T08:00:00.000Z')
    await tell({
      to: { role: 'mortuary_attendant' },
      escalate: { after_min: 5, to: { user: nurse.user.id } },
    })
    clock.advance(minutes(5))
    t.equal(await escalate(), 1)
    clock.release()
    t.equal((await rows(sql`select id from notifications`)).length, 1)
  })

  t.test('a notice lives and dies with its transaction', async (t) => {
    await t.rejects(
      within(async () => {
        await notify(system, {
          to: { user: nurse.user.id },
          kind: 'job.failed',
          title: 'x',
          body: '',
        })
        throw new Error('refused')
      }),
    )
    t.same(await listOf(nurse), [])
    await t.rejects(
      notify(system, { to: { user: nurse.user.id }, kind: 'job.failed', title: 'x', body: '' }),
      /transaction/,
    )
    await t.rejects(tell({ to: { user: nurse.user.id }, kind: 'no.such' }), /no area brings/)
  })

  t.test('lists narrow by kind, urgency and time, newest first', async (t) => {
    clock.freeze('2027-03-08T22:00:00.000Z')
    await tell({ to: { user: nurse.user.id }, title: 'After midnight here' })
    clock.advance(minutes(60))
    await tell({ to: { user: nurse.user.id }, kind: 'disk.low', title: 'Disk' })
    clock.release()
    t.match(await listOf(nurse), [{ title: 'Disk' }, { title: 'After midnight here' }])
    t.match(await listOf(nurse, { urgency: 'URGENT' }), [{ kind: 'disk.low' }])
    t.equal((await listOf(nurse, { kind: 'job.failed' })).length, 1)
    t.equal((await listOf(nurse, { from: '2027-03-09', to: '2027-03-09' })).length, 2)
    t.equal((await listOf(nurse, { to: '2027-03-08' })).length, 0)
    t.equal((await listOf(nurse, { since: '2027-03-08T22:00:00.000Z' })).length, 1)
  })

  t.test('reading own notices leaves no row in the audit log (PLT-112)', async (t) => {
    await tell({ to: { user: nurse.user.id } })
    const before = await audit_heads.find({ hospital_id: hospital.id })
    const [notice] = await listOf(nurse)
    await nurse.post(`/notifications/${notice?.id}/read`)
    await nurse.post('/notifications/read-all')
    t.same(await audit_heads.find({ hospital_id: hospital.id }), before)
  })

  t.test('read notices are erased after 180 days, unread ones stay', async (t) => {
    clock.freeze('2027-03-09T08:00:00.000Z')
    await tell({ to: { user: nurse.user.id } })
    await tell({ to: { user: officer.user.id } })
    const [mine] = await notifications.all({ hospital_id: hospital.id, user_id: nurse.user.id })
    await within(() =>
      notifications.change(
        { hospital_id: hospital.id, id: mine?.id ?? '' },
        { read_at: clock.instant() },
      ),
    )
    clock.advance(days(180))
    t.equal(await eraseRead(instantIn(-days(180))), 0)
    clock.advance(1)
    t.equal(await eraseRead(instantIn(-days(180))), 1)
    clock.release()
    t.equal(await notifications.count({ hospital_id: hospital.id }), 1)
  })

  const bad: [string, Record<string, string>, string][] = [
    ['/notifications', { status: 'seen' }, 'status must be one of unread, read.'],
    ['/notifications', { urgency: 'LOW' }, 'urgency must be one of INFO, WARNING, URGENT.'],
    [
      '/notifications',
      { since: 'noon' },
      'since must be an instant like 2026-03-31T08:30:00.000Z.',
    ],
    ['/notifications', { from: '2027-03-10', to: '2027-03-09' }, 'from is after to.'],
    ['/notifications/unread-count', { wait: '0' }, 'wait must be between 1 and 25.'],
    ['/notifications/unread-count', { wait: '26' }, 'wait must be between 1 and 25.'],
    ['/notifications/unread-count', { wait: 'x' }, 'wait must be between 1 and 25.'],
    ['/notifications/unread-count', { known: '-1' }, 'known must be a whole number from 0.'],
  ]
  for (const [path, query, message] of bad) {
    t.test(`${path} refuses ${JSON.stringify(query)}`, async (t) => {
      const refused = await nurse.get(path, query)
      t.equal(refused.status, 400)
      t.equal(refused.message, message)
    })
  }

  t.test('who is not signed in, and a patient, have no notices', async (t) => {
    t.equal((await nobody.get('/notifications')).status, 401)
    const patient = await people.patient()
    t.equal(
      (await patient.get('/notifications')).message,
      'You do not have permission to do this. It needs self:use.',
    )
  })
})
