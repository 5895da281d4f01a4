// Follow-ups and the log of contacts (COM-73 to COM-75, COM-82, COM-84).

import t from 'tap'
import { trade_entries } from '../../../../daemon/work/timetable/trade.ts'
import { clock } from '../../../../db/core/clock.ts'
import { markDeceased } from '../../../../db/hospital/desk/patients/record/deaths.ts'
import { notifications } from '../../../../db/hospital/office/notifications/tables.ts'
import { openFollowUp } from '../../../../db/hospital/neighbours/commercial.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('follow-ups', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  // A Friday.
  clock.freeze('2026-03-13T06:00:00.000Z')
  const officer = await people.with('corporate')
  const manager = await people.with('manager')
  const clerk = await people.with('reception')
  const opened = async (more: Record<string, unknown> = {}) => {
    const body = { subject: 'Call about the offer', due_on: '2026-03-20', ...more }
    const answer = await officer.post('/commercial/follow-ups', body)
    if (answer.status !== 201) throw new Error(answer.message)
    return answer.data
  }
  let count = 0
  const client = async (more: Record<string, unknown> = {}) => {
    count += 1
    const name = `Nyota ${String(count).padStart(3, '0')} Ltd`
    const answer = await officer.post('/commercial/clients', { name, kind: 'NGO', ...more })
    if (answer.status !== 201) throw new Error(answer.message)
    return answer.data
  }
  const morning = () =>
    trade_entries
      .find(({ name }) => name === 'follow-ups-due')
      ?.run({ caller: system, signal: new AbortController().signal } as never)

  t.test('is opened with all that the document names (COM-73)', async (t) => {
    const of = await client()
    const made = await opened({
      client_id: of.id,
      assigned_to_id: manager.user.id,
      kind: ' visit ',
    })
    const fields =
      'id subject kind status due_on overdue_days assigned_to_name client_id client_name detail done_on outcome patient_id patient_name'
    for (const field of fields.split(' ')) t.ok(field in made, `${field} stands in the document`)
    t.match(made, {
      kind: 'visit',
      status: 'OPEN',
      overdue_days: null,
      client_name: of.name,
      assigned_to_id: manager.user.id,
      source: 'MANUAL',
      moves: ['complete', 'cancel'],
    })
    t.equal((await opened()).kind, 'CALL')
    t.equal((await officer.get(`/commercial/clients/${of.id}`)).data.open_follow_ups, 1)
    const told = await manager.get('/notifications')
    t.match(told.data[0], { title: 'A follow-up for you' })
    const bad: [Record<string, unknown>, number, string][] = [
      [{ due_on: '2026-03-12' }, 400, 'due_on is in the past.'],
      [{ subject: '' }, 400, 'subject must be between 1 and 160 characters.'],
      [{ remind_on: '2026-03-21' }, 400, 'remind_on is after due_on.'],
      [{ client_id: manager.user.id }, 404, 'No such client.'],
      [{ patient_id: manager.user.id }, 404, 'No such patient.'],
      [{ assigned_to_id: of.id }, 404, 'No such user.'],
      [{ due_on: '2026-03-01', done_on: '2026-03-02' }, 400, 'outcome is required.'],
    ]
    for (const [more, status, message] of bad) {
      const body = { subject: 'Call', due_on: '2026-03-20', ...more }
      t.match(await officer.post('/commercial/follow-ups', body), { status, message })
    }
    const past = { due_on: '2026-03-01', done_on: '2026-03-02', outcome: 'They pay in May' }
    t.match(await opened(past), { status: 'DONE', done_on: '2026-03-02', outcome: past.outcome })
    t.equal((await clerk.get('/commercial/follow-ups')).status, 403)
  })

  t.test('a name without an account is the one account of that name', async (t) => {
    const name = (await opened({ assigned_to_id: manager.user.id })).assigned_to_name
    const found = await opened({ assigned_to_name: name.toLowerCase() })
    t.match(found, { assigned_to_id: manager.user.id, assigned_to_name: name })
    const typed = await opened({ assigned_to_name: 'The night watchman' })
    t.match(typed, { assigned_to_id: null, assigned_to_name: 'The night watchman' })
  })

  t.test('is changed, done with a next one, or dropped (3.6)', async (t) => {
    const of = await client()
    const made = await opened({ client_id: of.id, assigned_to_id: manager.user.id })
    const path = `/commercial/follow-ups/${made.id}`
    const moved = await officer.patch(path, { due_on: '2026-03-25', detail: 'After lunch' })
    t.match(moved.data, { due_on: '2026-03-25', detail: 'After lunch' })
    t.match(await officer.post(`${path}/complete`, {}), {
      status: 400,
      message: 'outcome is required.',
    })
    const ahead = { outcome: 'Agreed', done_on: '2026-03-14' }
    t.equal((await officer.post(`${path}/complete`, ahead)).message, 'done_on is in the future.')
    const done = await officer.post(`${path}/complete`, {
      outcome: 'Agreed',
      next: { subject: 'Send the contract', due_on: '2026-03-30' },
    })
    t.match(done.data, {
      status: 'DONE',
      done_on: '2026-03-13',
      outcome: 'Agreed',
      moves: [],
      next: { status: 'OPEN', client_id: of.id, assigned_to_id: manager.user.id },
    })
    const words = '"Call about the offer" is DONE. Nothing more can be done with it.'
    const again = { outcome: 'Again' }
    t.match(await officer.post(`${path}/complete`, again), {
      status: 409,
      message: `Follow-up ${words}`,
    })
    t.match(await officer.patch(path, { detail: 'x' }), { status: 409 })
    const next = `/commercial/follow-ups/${done.data.next.id}`
    const dropped = await officer.post(`${next}/cancel`, { reason: 'They signed elsewhere' })
    t.match(dropped.data, { status: 'CANCELLED', outcome: 'They signed elsewhere' })
  })

  t.test('are late by days, and told each morning once (COM-73)', async (t) => {
    const lead = await people.with('corporate')
    const of = await client({ account_manager_id: lead.user.id })
    const helper = await people.with('corporate')
    const made = await opened({
      subject: 'Fetch the cheque',
      client_id: of.id,
      due_on: '2026-03-16',
      remind_on: '2026-03-15',
      assigned_to_id: helper.user.id,
    })
    const notices = (who: typeof helper) =>
      notifications.all({
        hospital_id: house.hospital.id,
        user_id: who.user.id,
        kind: 'follow_up.due',
      })
    await morning()
    t.equal((await notices(helper)).length, 0)
    clock.freeze('2026-03-15T03:30:00.000Z')
    await morning()
    await morning()
    t.equal((await notices(helper)).length, 1, 'reminded once')
    clock.freeze('2026-03-18T03:30:00.000Z')
    await morning()
    const late = await people.with('corporate')
    const list = await late.get('/commercial/follow-ups?overdue=true&search=cheque')
    t.match(list.data, [{ id: made.id, overdue_days: 2 }])
    const told = (await notices(helper)).map(({ title }) => title)
    t.ok(told.includes('Follow-ups: 1 late'), told.join())
    t.equal((await notices(lead)).length, 0, 'not yet')
    clock.freeze('2026-03-24T03:30:00.000Z')
    await morning()
    t.equal((await notices(lead)).length, 1, 'after a week')
    clock.freeze('2026-03-13T06:00:00.000Z')
  })

  t.test('a contract is thought of in time, and a closed client of nothing (3.1)', async (t) => {
    const made = await client({ contract_ends: '2026-06-30' })
    await manager.post(`/commercial/clients/${made.id}/activate`)
    const of = `/commercial/follow-ups?client_id=${made.id}`
    t.match((await officer.get(of)).data, [
      { kind: 'RENEWAL', due_on: '2026-05-31', source: 'CONTRACT', status: 'OPEN' },
    ])
    await manager.post(`/commercial/clients/${made.id}/close`, { close_reason: 'Moved away' })
    t.match((await officer.get(of)).data, [{ status: 'CANCELLED', outcome: 'Client closed' }])
  })

  t.test('another area asks for one (COM-82), a death ends it (COM-84)', async (t) => {
    const patient = await somebody(clerk)
    const asked = { subject: 'Missed appointment', due_on: '2026-03-01', patient_id: patient.id }
    const call = await within(() => openFollowUp(system, { ...asked, kind: 'TRACING' }))
    const debt = await within(() => openFollowUp(system, { ...asked, kind: 'DEBT' }))
    const of = `/commercial/follow-ups?patient_id=${patient.id}`
    const found = await officer.get(of)
    t.same(
      found.data.map(({ due_on }: { due_on: string }) => due_on),
      ['2026-03-13', '2026-03-13'],
    )
    t.ok(found.data[0].patient_name)
    const died_at = '2026-03-13T05:00:00.000Z'
    const death = { patient_id: patient.id, died_at, place: 'WARD', confirmed_by: 'Dr Moshi' }
    await within(() => markDeceased(system, death as Parameters<typeof markDeceased>[1]))
    const after = new Map(
      (await officer.get(of)).data.map((one: { id: string; status: string }) => [
        one.id,
        one.status,
      ]),
    )
    t.equal(after.get(call?.id ?? ''), 'CANCELLED')
    t.equal(after.get(debt?.id ?? ''), 'OPEN')
  })

  t.test('the log is only added to (COM-74)', async (t) => {
    const of = await client()
    const other = await client()
    const contact = await officer.post('/commercial/contacts', {
      client_id: of.id,
      full_name: 'Asha Mrema',
    })
    const written = (more: Record<string, unknown> = {}) =>
      officer.post('/commercial/interactions', {
        client_id: of.id,
        kind: 'CALL',
        summary: 'Spoke of prices',
        ...more,
      })
    const first = await written({ contact_id: contact.data.id, outcome: 'Send an offer' })
    t.equal(first.status, 201, first.message)
    const fields =
      'id client_id summary occurred_at kind contact_id contact_name outcome recorded_by_name'
    for (const field of fields.split(' ')) t.ok(field in first.data, `${field} stands there`)
    t.match(first.data, {
      contact_name: 'Asha Mrema',
      occurred_at: '2026-03-13T06:00:00.000Z',
      corrected_by_id: null,
      follow_up_id: null,
    })
    t.match(await written({ occurred_at: '2026-03-13T06:06:00.000Z' }), {
      status: 400,
      message: 'occurred_at is in the future.',
    })
    t.equal((await written({ occurred_at: '2026-03-13T06:05:00.000Z' })).status, 201)
    t.match(await written({ client_id: other.id, contact_id: contact.data.id }), {
      status: 404,
      message: 'No such contact.',
    })
    const path = `/commercial/interactions/${first.data.id}`
    for (const refused of [await officer.patch(path, {}), await officer.remove(path)]) {
      t.equal(refused.status, 404)
    }
    const right = await written({ summary: 'Spoke of terms', corrects_id: first.data.id })
    t.equal(right.data.corrects_id, first.data.id)
    t.match(await written({ corrects_id: first.data.id }), {
      status: 409,
      message: 'This entry was corrected already: correct the newer one.',
    })
    const days = 'from=2026-03-13&to=2026-03-13'
    const list = await officer.get(
      `/commercial/interactions?client_id=${of.id}&search=prices&${days}`,
    )
    t.match(list.data.at(-1), { id: first.data.id, corrected_by_id: right.data.id })
  })

  t.test('a complaint is somebody’s by the next working day (COM-75)', async (t) => {
    const of = await client({ account_manager_id: manager.user.id })
    const said = { client_id: of.id, kind: 'COMPLAINT', summary: 'Waited for three hours' }
    const { data } = await officer.post('/commercial/interactions', said)
    const found = await officer.get(`/commercial/follow-ups?client_id=${of.id}`)
    t.match(found.data, [
      {
        id: data.follow_up_id,
        kind: 'COMPLAINT',
        source: 'COMPLAINT',
        due_on: '2026-03-16',
        assigned_to_id: manager.user.id,
        detail: 'Waited for three hours',
      },
    ])
    const nobodys = await client()
    await officer.post('/commercial/interactions', { ...said, client_id: nobodys.id })
    const own = await officer.get(`/commercial/follow-ups?client_id=${nobodys.id}`)
    t.match(own.data, [{ assigned_to_id: officer.user.id }])
  })
})
