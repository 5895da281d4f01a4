import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { openPrescriptions } from '../../../../db/hospital/neighbours/care.ts'
import { lastResultAt, pendingFor } from '../../../../db/hospital/neighbours/diagnostics.ts'
import { service_points } from '../../../../db/hospital/desk/service-points/tables.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { pointIds, visiting } from '../../../support/desk/visits.ts'

t.test('a visit is sent on', async (t) => {
  const { people, hospital, facility_id } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const doctor = await people.with('doctor')
  const ids = await pointIds(clerk)
  const advance = (by: typeof nurse, id: string, body?: unknown) =>
    by.post(`/visits/${id}/advance`, body)

  t.test('through its way, and out at the end (VIS-10, VIS-13)', async (t) => {
    const { id } = await visiting(clerk)
    const served = await advance(nurse, id)
    t.equal(served.status, 200, served.message)
    t.match(served.data, { status: 'IN_SERVICE', state: 'TRIAGE:IN_SERVICE' })
    clock.advance(minutes(5))
    const sent = await advance(nurse, id)
    t.match(sent.data, {
      state: 'CONSULTATION:WAITING',
      token: 'A-001',
      ticket: { token: 'A-001', service_point: { code: 'CON' } },
    })
    const seen = await advance(doctor, id)
    t.match(seen.data, { state: 'CONSULTATION:IN_SERVICE' })
    t.ok(seen.data.seen_by_clinician_at)
    t.match(
      seen.data.warnings.find((one: { gate: string }) => one.gate === 'VIS_ALLERGY'),
      { level: 'WARN' },
    )
    const done = await advance(doctor, id)
    t.match(done.data, { status: 'CHECKED_OUT', outcome: 'TREATED', stage: null, ticket: null })
    const again = await advance(doctor, id)
    t.equal(again.status, 409)
    t.equal(again.message, 'This visit is already closed.')
    const entries = (await clerk.get(`/visits/${id}`)).data.queue_entries
    t.match(entries, [
      { status: 'DONE', service_minutes: 5, next_entry_id: entries[1].id },
      { status: 'DONE', from_entry_id: entries[0].id },
    ])
  })

  t.test('to the laboratory while orders are open, and back with results', async (t) => {
    const order = {
      order_id: 'o',
      reference: 'LAB-1',
      discipline: 'LAB',
      test: 'Malaria',
      status: 'ORDERED',
      priority: 'ROUTINE',
      due_at: null,
    } as const
    let open: (typeof order)[] = [order]
    let result: string | null = null
    answering(t, pendingFor, async () => open)
    const { id } = await visiting(clerk)
    await advance(nurse, id)
    await advance(nurse, id)
    await advance(doctor, id)
    t.match((await advance(doctor, id)).data, { state: 'LABORATORY:WAITING' })
    const technician = await people.with('lab_technician')
    await advance(technician, id)
    open = []
    result = clock.now().toISOString()
    answering(t, lastResultAt, async () => result)
    clock.advance(1000)
    result = clock.instant()
    t.match((await advance(technician, id)).data, { state: 'CONSULTATION:WAITING' })
    clock.advance(1000)
    await advance(doctor, id)
    answering(t, openPrescriptions, async () => [{ id: 'p', reference: 'RX-1', label: 'x' }])
    t.match((await advance(doctor, id)).data, { state: 'PHARMACY:WAITING' })
  })

  t.test('to where it is told: id, code or kind (VIS-11)', async (t) => {
    for (const to of [ids['PRO'], 'pro', 'PROCEDURE']) {
      const { id } = await visiting(clerk)
      const sent = await advance(nurse, id, { to })
      t.match(sent.data, { state: 'PROCEDURE:WAITING' }, String(to))
      const same = await advance(nurse, id, { to })
      t.equal(same.status, 409)
      t.equal(same.message, 'The patient is already waiting at Procedures.')
      await clerk.post(`/visits/${id}/check-out`)
    }
    const { id } = await visiting(clerk)
    for (const to of ['NOWHERE', '01a20000-1de4-7573-b853-57b97905f91d']) {
      const unknown = await advance(nurse, id, { to })
      t.equal(unknown.status, 404)
      t.equal(unknown.message, 'No such service point.')
    }
    const at = `/service-points/${ids['LAB']}`
    t.equal((await nurse.post(`${at}/close`, { reason: 'lunch' })).status, 200)
    const closed = await advance(nurse, id, { to: ids['LAB'] })
    t.equal(closed.status, 409)
    t.equal(closed.message, 'Laboratory is closed.')
    t.equal(
      (await advance(nurse, id, { to: 'LABORATORY' })).message,
      'No LABORATORY point is open at this branch.',
    )
    t.equal((await nurse.post(`${at}/open`)).status, 200)
  })

  t.test('is held where no point of the next step is open', async (t) => {
    const { id } = await visiting(clerk)
    await advance(nurse, id)
    await within(() =>
      service_points.change(
        { hospital_id: hospital.id, facility_id, kind: 'CONSULTATION' },
        { status: 'CLOSED' },
      ),
    )
    const held = await advance(nurse, id)
    t.match(held.data, {
      status: 'ON_HOLD',
      hold_reason: 'OTHER',
      warnings: [{ message: /No CONSULTATION point is open at this branch/ }],
    })
    await nurse.post(`/service-points/${ids['CON']}/open`)
    t.match((await advance(nurse, id)).data, { state: 'CONSULTATION:WAITING' })
  })

  t.test('only from the state that was seen (VIS-12)', async (t) => {
    const { id } = await visiting(clerk)
    const wrong = await advance(nurse, id, { expected_state: 'WAITNG' })
    t.equal(wrong.status, 400)
    t.equal(wrong.message, 'expected_state is not a state of a visit.')
    const answers = await Promise.all(
      [nurse, doctor].map((by) => advance(by, id, { expected_state: 'TRIAGE:WAITING' })),
    )
    t.same(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [200, 409],
    )
    t.equal(
      answers.find(({ status }) => status === 409)?.message,
      'This visit has moved: it is now in service at Triage.',
    )
    const stale = await nurse.with({ 'if-match': '1' }).post(`/visits/${id}/advance`)
    t.equal(stale.status, 409)
    t.equal(stale.message, 'Someone else changed this after you opened it. Look at it again.')
  })

  t.test('or cancelled, but never both', async (t) => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await visiting(clerk)
      const [sent, cancelled] = await Promise.all([
        advance(nurse, id, { expected_state: 'WAITING' }),
        clerk.post(`/visits/${id}/cancel`, { reason: 'went home', expected_state: 'WAITING' }),
      ])
      t.same(
        [sent.status, cancelled.status].sort((a, b) => a - b),
        [200, 409],
        sent.message + cancelled.message,
      )
      const { status } = (await clerk.get(`/visits/${id}`)).data
      t.equal(status, sent.status === 200 ? 'IN_SERVICE' : 'CANCELLED')
    }
  })

  t.test('by whoever serves the patient, and nobody else (VIS-9)', async (t) => {
    const other = await people.with('nurse')
    const manager = await people.holding('visit:advance', 'queue:manage')
    const { id, patient } = await visiting(clerk)
    await advance(nurse, id)
    const refused = await advance(other, id, { to: 'LABORATORY' })
    t.equal(refused.status, 409)
    t.match(refused.message, `${patient.full_name} is being served at Triage (1) since `)
    t.match(refused.message, /\. Finish or transfer there first\.$/)
    t.equal((await advance(manager, id, { to: 'LABORATORY' })).status, 200)
  })

  t.test('on hold and back to the front of the class', async (t) => {
    const first = await visiting(clerk)
    clock.advance(minutes(1))
    const second = await visiting(clerk)
    const held = await nurse.post(`/visits/${first.id}/hold`, { hold_reason: 'STEPPED_OUT' })
    t.match(held.data, { status: 'ON_HOLD', hold_reason: 'STEPPED_OUT', state: 'TRIAGE:ON_HOLD' })
    clock.advance(minutes(2))
    const back = await nurse.post(`/visits/${first.id}/resume`)
    t.match(back.data, { status: 'WAITING', hold_reason: null })
    const queue = (await nurse.get(`/service-points/${ids['TRI']}/queue`)).data
    const places = queue.map((one: { visit_id: string }) => one.visit_id)
    t.ok(places.indexOf(first.id) < places.indexOf(second.id))
    const wrong = await nurse.post(`/visits/${first.id}/hold`, { hold_reason: 'TEA' })
    t.equal(wrong.status, 400)
  })

  t.test('a priority of one’s own needs its permission', async (t) => {
    const { id } = await visiting(clerk)
    const refused = await clerk.post(`/visits/${id}/advance`, { priority: 1 })
    t.equal(refused.status, 403)
    t.equal(refused.message, 'You do not have permission to do this. It needs queue:prioritise.')
    const urgent = await nurse.post(`/visits/${id}/priority`, { priority: 2, reason: 'bleeding' })
    t.match(urgent.data, { priority: 2, priority_reason: 'STAFF_DECISION' })
    const entry = (await nurse.get(`/visits/${id}`)).data.queue_entries[0]
    t.equal(entry.priority, 2)
  })
})
