// Announcements: whom they reach, what stays unread, and what may still be changed (PLT-101).

import t from 'tap'
import { clock, instantIn, minutes } from '../../../../db/core/clock.ts'
import { row, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { roles, user_roles } from '../../../../db/hospital/office/access/tables.ts'
import { passTime } from '../../../../db/hospital/office/announcements/clockwork.ts'
import { notifications } from '../../../../db/hospital/office/notifications/tables.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { done } from '../../../support/desk/ward.ts'
import type { Person } from '../../../support/people.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('announcements', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people, hospital, facility_id } = house
  const hospital_id = hospital.id
  const manager = await people.with('manager')
  const nurse = await people.with('nurse')
  const cashier = await people.with('cashier')
  const roleId = async (code: string) => (await roles.find({ hospital_id, code }))?.id as string
  const words = { title: 'Water is off', body: 'From two to four.\nFill the tanks before.' }
  const write = (more: Record<string, unknown> = {}) =>
    done(manager.post('/announcements', { ...words, ...more }))
  const publish = async (more: Record<string, unknown> = {}) => {
    const { id } = await write(more)
    return done(manager.post(`/announcements/${id}/publish`))
  }
  const own = async (person: Person) =>
    (await person.whole('/announcements')).map(({ id }: { id: string }) => id)
  const unread = async (person: Person) =>
    (await person.get('/notifications/unread-count')).data.unread
  t.beforeEach(async () => {
    clock.freeze('2026-05-04T08:00:00Z')
    for (const one of await manager.whole('/announcements', {
      scope: 'all',
      status: 'PUBLISHED',
    })) {
      await done(manager.post(`/announcements/${one.id}/withdraw`, { reason: 'Another test' }))
    }
    await within(() => notifications.remove({ hospital_id }))
  })

  t.test('a draft is seen by nobody; published it reaches everybody (3.7)', async (t) => {
    const draft = await write()
    t.match(draft, {
      ...words,
      level: 'INFO',
      status: 'DRAFT',
      audience: { role_ids: [], facility_ids: [], department_ids: [] },
      by_name: manager.user.full_name,
      moves: ['publish', 'withdraw'],
    })
    const path = `/announcements/${draft.id}`
    t.match(await nurse.get(path), { status: 404, message: 'No such announcement.' })
    t.same(await own(nurse), [])
    const published = await done(manager.post(`${path}/publish`))
    t.match(published, { status: 'PUBLISHED', published_at: clock.instant(), seen_count: 0 })
    const told = await row<{ n: number }>(
      sql`select count(*) as n from notifications where hospital_id = ${hospital_id} and kind = 'announcement.published'`,
    )
    t.equal(Number(told?.n), published.audience_count, 'a notice to each it is for')
    t.same(await own(nurse), [draft.id])
    t.equal(await unread(nurse), 1)
    const [notice] = (await nurse.get('/notifications')).data
    t.match(notice, { ...words, urgency: 'INFO', entity_type: 'announcement', entity_id: draft.id })
    const seen = await done(nurse.get(path))
    t.match(seen, { audience_count: null, seen_count: null, history: [], moves: [] })
    await nurse.get(path)
    const counted = { seen_count: 2, acknowledged_count: 0 }
    t.match(await done(manager.get(path)), counted, 'the nurse once, and the manager')
    t.match(await manager.post(`${path}/publish`), { status: 409, message: /is PUBLISHED/ })
  })

  t.test('what must be read counts until it is acknowledged (PLT-101)', async (t) => {
    const { id } = await publish({ level: 'MUST_READ' })
    const other = await publish()
    const path = `/announcements/${id}`
    t.equal(await unread(nurse), 2)
    const notices = (await nurse.get('/notifications')).data
    t.match(
      notices.find((one: { entity_id: string }) => one.entity_id === id),
      { urgency: 'WARNING' },
    )
    for (const one of notices) await done(nurse.post(`/notifications/${one.id}/read`))
    t.equal(await unread(nurse), 1, 'the notice is read, the announcement is not')
    t.same(await own(nurse), [id, other.id], 'first what must be read')
    clock.freeze(instantIn(minutes(1)))
    const first = await done(nurse.post(`${path}/acknowledge`))
    t.equal(first.acknowledged_at, clock.instant())
    t.equal(await unread(nurse), 0)
    t.same(await own(nurse), [other.id, id])
    clock.freeze(instantIn(minutes(1)))
    t.equal((await done(nurse.post(`${path}/acknowledge`))).acknowledged_at, first.acknowledged_at)
    const plain = await done(nurse.post(`/announcements/${other.id}/acknowledge`))
    t.ok(plain.acknowledged_at, 'another level is recorded as well')
    t.match(await done(manager.get(path)), { seen_count: 2, acknowledged_count: 1 })
    const yes = await manager.whole(`${path}/acknowledgements`, { state: 'yes' })
    t.match(yes, [{ user: { id: nurse.user.id }, at: first.acknowledged_at }])
    const no = await manager.whole(`${path}/acknowledgements`, { state: 'no' })
    const { audience_count } = await done(manager.get(path))
    t.equal(no.length, audience_count - 1)
    t.equal((await manager.whole(`${path}/acknowledgements`)).length, audience_count)
    t.equal(await unread(cashier), 2)
  })

  t.test('it reaches who fits on the day they look, also who comes later (PLT-101)', async (t) => {
    const role_id = await roleId('nurse')
    const { id } = await publish({ level: 'MUST_READ', audience: { role_ids: [role_id] } })
    const path = `/announcements/${id}`
    t.same([await own(nurse), await own(cashier)], [[id], []])
    t.equal(await unread(cashier), 0)
    t.equal((await cashier.get(path)).status, 404)
    t.equal((await cashier.post(`${path}/acknowledge`)).status, 404)
    t.equal((await manager.post(`${path}/acknowledge`)).status, 404, 'it is not for the manager')
    const late = await people.with('nurse')
    t.same(await own(late), [id], 'an account opened since')
    t.equal(await unread(late), 1)
    const given = { hospital_id, user_id: cashier.user.id, role_id }
    const until = '2026-05-04'
    await within(() => user_roles.insert({ ...given, given_at: clock.instant(), until }))
    t.same(await own(cashier), [id], 'a role given since')
    await done(cashier.post(`${path}/acknowledge`))
    await within(() => user_roles.change(given, { until: '2026-05-03' }))
    t.same(await own(cashier), [], 'and over since')
    t.match(
      (await manager.whole(`${path}/acknowledgements`, { state: 'yes' })).map(
        (one: { user: { id: string } }) => one.user.id,
      ),
      [cashier.user.id],
      'who acknowledged it stays in the list',
    )
    await within(() => user_roles.remove(given))
  })

  t.test('lists of different kinds narrow each other', async (t) => {
    const desk = await staffDesk(house)
    const midwife = await people.with('nurse')
    const { id: staff_id } = await desk.hire({ department: await desk.department('Labour ward') })
    await desk.link(midwife, staff_id)
    const departments = await manager.whole('/departments', { search: 'Labour ward' })
    const department_ids = [departments[0].id]
    const role_ids = [await roleId('nurse')]
    const both = await publish({ audience: { role_ids, department_ids } })
    t.same([await own(midwife), await own(nurse)], [[both.id], []])
    const other = await publish({
      audience: { role_ids: [await roleId('cashier')], department_ids },
    })
    t.same(await own(midwife), [both.id])
    t.equal(other.audience_count, 0, 'a cashier of the labour ward: there is none')
    const officer = await people.with('system_administrator')
    const north = await done(
      officer.post('/facilities', { code: 'NTH', name: 'North', kind: 'CLINIC' }),
    )
    const here = await publish({ audience: { facility_ids: [facility_id] } })
    const there = await publish({ audience: { facility_ids: [north.id] } })
    t.ok((await own(cashier)).includes(here.id))
    t.notOk((await own(cashier)).includes(there.id))
    const either = await publish({ audience: { facility_ids: [north.id, facility_id] } })
    t.ok((await own(cashier)).includes(either.id), 'of one kind any will do')
  })

  t.test('it waits for its time, and ends by itself (job 13)', async (t) => {
    const starts_at = instantIn(minutes(2))
    const ends_at = instantIn(minutes(4))
    const waiting = await publish({ starts_at, ends_at, level: 'MUST_READ' })
    t.match(waiting, { status: 'SCHEDULED', published_at: null, moves: ['withdraw'] })
    t.same(await own(nurse), [])
    t.same(await passTime(), { published: 0, ended: 0 })
    const path = `/announcements/${waiting.id}`
    t.match(await done(manager.patch(path, { title: 'Water is off again' })), {
      status: 'SCHEDULED',
      title: 'Water is off again',
      body: words.body,
    })
    t.match(await manager.patch(path, { starts_at: null }), { status: 400, message: /^starts_at / })
    clock.freeze(starts_at)
    t.same(await passTime(), { published: 1, ended: 0 })
    t.same(await passTime(), { published: 0, ended: 0 }, 'once')
    t.match(await done(nurse.get(path)), { status: 'PUBLISHED', title: 'Water is off again' })
    t.equal(await unread(nurse), 1)
    t.match(await manager.patch(path, { body: 'Other words' }), {
      status: 409,
      message: /only ends_at can be changed/,
    })
    const later = instantIn(minutes(6))
    t.match(await done(manager.patch(path, { ends_at: later })), { ends_at: later })
    clock.freeze(ends_at)
    t.same(await passTime(), { published: 0, ended: 0 }, 'it has a new end')
    clock.freeze(later)
    t.same(await passTime(), { published: 0, ended: 1 })
    t.equal(await unread(nurse), 0, 'nobody is asked to read it any more')
    t.same(await own(nurse), [])
    t.match(await done(nurse.get(path)), { status: 'ENDED' })
    t.match(await manager.patch(path, { ends_at: null }), { status: 409, message: /is ENDED/ })
  })

  t.test('taken back it is gone, and says why to who wrote it', async (t) => {
    const { id } = await publish({ level: 'MUST_READ' })
    const path = `/announcements/${id}`
    t.match(await manager.post(`${path}/withdraw`, {}), { status: 400, message: /^reason/ })
    const gone = await done(manager.post(`${path}/withdraw`, { reason: 'The day was wrong' }))
    t.match(gone, { status: 'WITHDRAWN', moves: [] })
    t.match(gone.history, [{}, {}, { move: 'withdraw', reason: 'The day was wrong' }])
    t.equal((await nurse.get(path)).status, 404)
    t.equal(await unread(nurse), 0)
    const all = await manager.whole('/announcements', { scope: 'all', status: 'WITHDRAWN' })
    t.ok(all.some((one) => one.id === id))
    t.equal((await nurse.get('/announcements', { scope: 'all' })).status, 403)
  })

  t.test('what is asked wrongly is refused (6)', async (t) => {
    const past = instantIn(-minutes(1))
    for (const [what, more, status, message] of [
      ['no title', { title: '' }, 400, /^title /],
      ['long title', { title: 'x'.repeat(121) }, 400, /^title /],
      ['long body', { body: 'x'.repeat(4001) }, 400, /^body /],
      ['level', { level: 'LOUD' }, 400, 'level must be one of INFO, IMPORTANT, MUST_READ.'],
      ['no such role', { audience: { role_ids: [newId()] } }, 404, 'No such role.'],
      ['no such branch', { audience: { facility_ids: [newId()] } }, 404, 'No such facility.'],
      ['no department', { audience: { department_ids: [newId()] } }, 404, 'No such department.'],
      ['over already', { ends_at: past }, 400, 'ends_at is in the past.'],
      [
        'over before it starts',
        { starts_at: instantIn(minutes(4)), ends_at: instantIn(minutes(2)) },
        400,
        'ends_at is not after starts_at.',
      ],
    ] as const) {
      const refused = await manager.post('/announcements', { ...words, ...more })
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const { id } = await write({ ends_at: instantIn(minutes(2)) })
    clock.freeze(instantIn(minutes(4)))
    t.match(await manager.post(`/announcements/${id}/publish`), {
      status: 409,
      message: /would be over already/,
    })
    t.equal((await nurse.post('/announcements', words)).status, 403)
  })
})
