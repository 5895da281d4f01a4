import t from 'tap'
import { clock, minutes, seconds } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { pointIds, visiting } from '../../../support/desk/visits.ts'

t.test('the queue of a point', async (t) => {
  const { people } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const manager = await people.with('manager')
  const ids = await pointIds(clerk)

  /** A point of its own, so that each test has an empty queue. */
  let count = 0
  const pointFor = async (more: Record<string, unknown> = {}) => {
    count += 1
    const made = await manager.post('/service-points', {
      code: `W${count}`,
      name: `Window ${count}`,
      kind: 'OTHER',
      token_prefix: 'w',
      counters: ['1', '2'],
      ...more,
    })
    t.equal(made.status, 201, made.message)
    const at = `/service-points/${made.data.id}`
    const enter = async (patient?: Record<string, unknown>, body?: Record<string, unknown>) => {
      clock.advance(seconds(1))
      return visiting(clerk, { service_point_id: made.data.id, ...body }, patient)
    }
    const next = (counter: string, by = nurse) => by.post(`${at}/call-next`, { counter })
    return { ...made.data, at, enter, next }
  }

  t.test('calls in order of class, then of coming (QUE-4, QUE-5, QUE-6)', async (t) => {
    const { enter, next, at } = await pointFor()
    t.same((await next('1')).data, null)
    t.equal((await next('1')).message, 'Nobody is waiting.')
    const plain = await enter({ birth_date: '1990-01-01' })
    const infant = await enter({ birth_date: '2025-12-01' })
    const elder = await enter({ birth_date: '1950-01-01' })
    t.match([plain.priority, infant.priority, elder.priority], [5, 4, 4])
    t.match([infant.priority_reason, elder.priority_reason], ['INFANT', 'ELDERLY'])
    const queue = (await nurse.get(`${at}/queue`)).data
    t.same(
      queue.map((one: { visit_id: string }) => one.visit_id),
      [infant.id, elder.id, plain.id],
    )
    t.match(queue[0], { position: 1, estimated_wait_minutes: null, status: 'WAITING' })
    const called = await next('1')
    t.equal(called.status, 200, called.message)
    t.match(called.data, { visit_id: infant.id, status: 'CALLED', counter: '1', calls: 1 })
    t.match((await clerk.get(`/visits/${infant.id}`)).data, { status: 'CALLED' })
    const busy = await next('1')
    t.equal(busy.status, 409)
    t.equal(busy.message, `Counter 1 is still serving ${called.data.token}.`, 'QUE-7')
    t.match((await next('2')).data, { visit_id: elder.id })
    t.match((await clerk.get(at)).data, { waiting: 1, called: 2, serving: 0 })
  })

  t.test('who waits more than twice the target goes up a class (QUE-5)', async (t) => {
    const { enter, next } = await pointFor({ target_wait_minutes: 1 })
    const early = await enter({ birth_date: '1990-01-01' })
    clock.advance(minutes(2) + seconds(1))
    await enter({ birth_date: '1950-01-01' })
    t.match((await next('1')).data, { visit_id: early.id })
  })

  t.test('refuses what makes no sense', async (t) => {
    const { at, name } = await pointFor()
    const cases: [unknown, number, string][] = [
      [{}, 400, 'counter is required.'],
      [{ counter: '7' }, 400, `counter: ${name} has no counter "7".`],
      [{ counter: 7 }, 400, 'counter must be a text.'],
    ]
    for (const [body, status, message] of cases) {
      const refused = await nurse.post(`${at}/call-next`, body)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    }
    await nurse.post(`${at}/pause`, { reason: 'tea' })
    t.equal((await nurse.post(`${at}/call-next`, { counter: '1' })).message, `${name} is paused.`)
    await nurse.post(`${at}/close`, { reason: 'night' })
    t.equal((await nurse.post(`${at}/call-next`, { counter: '1' })).message, `${name} is closed.`)
    const twice = await nurse.post(`${at}/close`, { reason: 'night' })
    t.equal(twice.status, 409)
    t.equal(twice.message, `Service point W${count} is CLOSED. It can: open.`)
    const unknown = await nurse.post('/service-points/01a20000-1de4-7573-b853-57b97905f91d/open')
    t.equal(unknown.message, 'No such service point.')
    t.equal((await nurse.get(`${at}/queue`, { status: 'LATE' })).status, 400)
  })

  t.test('served and sent on by the entry (3.3)', async (t) => {
    const { enter, next } = await pointFor()
    const visit = await enter()
    const called = (await next('1')).data
    const at = `/queue-entries/${called.id}`
    const other = await people.with('nurse')
    const refused = await other.post(`${at}/serve`)
    t.equal(refused.status, 409)
    t.match(refused.message, /is being served at Window \d \(1\) since \d\d:\d\d\. Finish or/)
    clock.advance(seconds(30))
    t.match((await nurse.post(`${at}/serve`)).data, { status: 'SERVING', warnings: [] })
    t.match((await clerk.get(`/visits/${visit.id}`)).data, { status: 'IN_SERVICE' })
    clock.advance(minutes(3))
    const finished = await nurse.post(`${at}/finish`)
    t.equal(finished.status, 200, finished.message)
    t.match(finished.data, {
      status: 'DONE',
      service_minutes: 3,
      next: { service_point: { code: 'TRI' } },
    })
    const again = await nurse.post(`${at}/finish`)
    t.equal(again.message, `Queue entry ${called.token} is DONE. Nothing more can be done with it.`)
  })

  t.test('skipped behind the next three of the class (QUE-15)', async (t) => {
    const { enter, next, at } = await pointFor()
    const five: { id: string }[] = []
    for (let n = 0; n < 5; n += 1) five.push(await enter({ birth_date: '1990-01-01' }))
    const called = (await next('1')).data
    t.equal(called.visit_id, five[0]?.id)
    const skipped = await nurse.post(`/queue-entries/${called.id}/skip`)
    t.match(skipped.data, { status: 'WAITING', skips: 1, position: 4 })
    t.match((await clerk.get(`/visits/${five[0]?.id}`)).data, { status: 'WAITING' })
    const order = (await nurse.get(`${at}/queue`)).data.map((one: { visit_id: string }) =>
      five.findIndex(({ id }) => id === one.visit_id),
    )
    t.same(order, [1, 2, 3, 0, 4])
    await nurse.post(`/queue-entries/${called.id}/skip`)
    const third = await nurse.post(`/queue-entries/${called.id}/skip`)
    t.match(third.data, { skips: 3, position: 5 })
    t.equal(
      third.message,
      `${called.token} was skipped 3 times: mark it as a no-show if nobody comes.`,
    )
  })

  t.test('given up after enough calls, or with a reason', async (t) => {
    const { enter, next } = await pointFor()
    const visit = await enter()
    const called = (await next('1')).data
    const early = await nurse.post(`/queue-entries/${called.id}/no-show`)
    t.equal(early.status, 409)
    t.equal(early.message, `${called.token} was called 1 time: call 3 times, or give a reason.`)
    const gone = await nurse.post(`/queue-entries/${called.id}/no-show`, { reason: 'seen leaving' })
    t.match(gone.data, { status: 'NO_SHOW' })
    t.match((await clerk.get(`/visits/${visit.id}`)).data, {
      status: 'ON_HOLD',
      hold_reason: 'NO_SHOW',
    })
    const back = await nurse.post(`/visits/${visit.id}/resume`)
    t.match(back.data, { status: 'WAITING', ticket: { position: 1 } })
    const again = (await next('1')).data
    await nurse.post(`/queue-entries/${again.id}/no-show`, { reason: 'left once more' })
    clock.advance(minutes(61))
    const late = await people.with('nurse')
    const refused = await late.post(`/visits/${visit.id}/resume`)
    t.equal(refused.status, 409)
    t.match(refused.message, /more than 60 minutes ago/)
    t.equal((await late.post(`/visits/${visit.id}/advance`, { to: 'TRI' })).status, 200)
  })

  t.test('sent to another point with token and priority', async (t) => {
    const fresh_clerk = await people.with('reception')
    const own = await people.with('nurse')
    const visit = await visiting(fresh_clerk)
    const [entry] = (await own.get(`/visits/${visit.id}`)).data.queue_entries
    const same = await own.post(`/queue-entries/${entry.id}/transfer`, {
      to: 'TRI',
      reason: 'the same',
    })
    t.equal(same.status, 409)
    const sent = await own.post(`/queue-entries/${entry.id}/transfer`, {
      to: 'CON',
      reason: 'no need',
    })
    t.equal(sent.status, 200, sent.message)
    t.match(sent.data, { token: entry.token, status: 'WAITING', from_entry_id: entry.id })
    t.match((await own.get(`/queue-entries/${entry.id}`)).data, {
      status: 'TRANSFERRED',
      next_entry_id: sent.data.id,
    })
    const missing = await own.post(`/queue-entries/${sent.data.id}/transfer`, { to: 'LAB' })
    t.equal(missing.message, 'reason is required.')
  })

  t.test('closing a point with people asks where they go (QUE-14)', async (t) => {
    const by = await people.with('nurse', 'reception')
    const boss = await people.with('manager')
    const made = await boss.post('/service-points', {
      code: 'SHUT',
      name: 'Side window',
      kind: 'OTHER',
      token_prefix: 'S',
    })
    const at = `/service-points/${made.data.id}`
    const visit = await visiting(by, { service_point_id: made.data.id })
    const refused = await by.post(`${at}/close`, { reason: 'night' })
    t.equal(refused.status, 400)
    t.match(refused.message, /^move_to is required: 1 still wait at Side window/)
    const nowhere = await by.post(`${at}/close`, { reason: 'night', move_to: 'NONE' })
    t.match(nowhere, { status: 404, message: 'No such service point.' })
    const closed = await by.post(`${at}/close`, { reason: 'night', move_to: ids['TRI'] })
    t.equal(closed.status, 200, closed.message)
    t.match(closed.data, { status: 'CLOSED', moved: 1, waiting: 0 })
    t.match((await by.get(`/visits/${visit.id}`)).data, { state: 'TRIAGE:WAITING' })
  })
})
