// What patients answer to a text about their appointment (PTM-5).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { row, rows, within } from '../../../../db/store/connection.ts'
import { remindDue } from '../../../../db/hospital/desk/appointments/reminders.ts'
import { factsFor } from '../../../../db/hospital/office/hospitals/messaging.ts'
import { tellReplies } from '../../../../db/hospital/desk/messaging/replies.ts'
import { handOver } from '../../../../db/hospital/office/outbox/hand-over.ts'
import { ownerIn } from '../../../../db/messaging/accounts/accounts.ts'
import { arrive, setWordReader } from '../../../../db/messaging/inbound/arrive.ts'
import { hearWords } from '../../../../db/messaging/opt-outs/words-heard.ts'
import { accountFor, sendForHospital } from '../../../../db/messaging/messages/hospital.ts'
import { sql } from '../../../../db/store/sql.ts'
import { diary, now } from '../../../support/desk/diary.ts'
import { forgetMessaging } from '../../../support/messaging/messaging.ts'

const booked = '2026-03-16T08:00+03:00'
const reminded = '2026-03-14T07:00:00.000Z'

t.test('answers to texts about appointments (PTM-5)', async (t) => {
  const { house, people, system, desk, at, patient, doctorWith, book } = await diary(t)
  forgetMessaging()
  setWordReader(hearWords)
  t.teardown(() => setWordReader(async () => ({ opt_out: false })))
  const facts = factsFor(house.hospital)
  const account = await within(() => accountFor(facts))
  const owner = account === null ? undefined : ownerIn(account, 'live')
  if (owner === undefined) throw new Error('no account')
  const doctor = await doctorWith({ capacity: 20 }, 'Dr Neema')
  const say = async (phone: string, text: string) => {
    const from = phone.slice(1)
    await within(() =>
      arrive(
        { link_id: null, mode: 'live' },
        { id: null, from, to: 'KITUO', text, encoding: 'GSM-7', place: null, owner },
        clock.instant(),
      ),
    )
    t.match(await tellReplies(), { failed: 0 })
    return row<{ handled_by: string | null }>(
      sql`select handled_by from msg_inbound where phone = ${from} order by id desc limit 1`,
    )
  }
  /** Somebody who was booked, and reads the reminder now. */
  const somebodyReminded = async () => {
    await at(now)
    const one = await patient()
    const made = await book(one.id, booked, { clinician_id: doctor.id })
    if (made.status !== 201) throw new Error(made.message)
    await at(reminded)
    while ((await remindDue(system)) > 0);
    t.ok((await handOver()).sent > 0)
    return { ...one, appointment_id: made.data.id as string }
  }
  const shown = async (id: string) => (await desk.get(`/appointments/${id}`)).data
  const toCall = async (): Promise<string[]> => {
    const { data } = await desk.get('/appointments', { needs_rebooking: 'true' })
    return data.map(({ id }: { id: string }) => id)
  }

  for (const word of ['1', 'NDIYO', ' yes. ']) {
    await t.test(`"${word}" confirms, once`, async (t) => {
      const { phone, appointment_id } = await somebodyReminded()
      t.match(await say(phone, word), { handled_by: 'outbox' })
      t.match(await shown(appointment_id), { status: 'CONFIRMED', confirmed_at: reminded })
      clock.advance(120_000)
      t.match(await say(phone, word), { handled_by: 'outbox' }, 'twice is no refusal')
      const noted = await rows(
        sql`select id from audit_rows where action = 'appointment.confirm'
          and entity_id = ${appointment_id}`,
      )
      t.equal(noted.length, 1)
      const heard = await rows(sql`select id from msg_inbound where phone = ${phone.slice(1)}`)
      t.equal(heard.length, 2)
    })
  }

  for (const word of ['2', 'Hapana', 'NO!']) {
    await t.test(`"${word}" lists it for the desk to call, and gives nothing away`, async (t) => {
      const { phone, appointment_id } = await somebodyReminded()
      t.match(await say(phone, word), { handled_by: 'outbox' })
      t.equal((await shown(appointment_id)).status, 'BOOKED')
      t.ok((await toCall()).includes(appointment_id))
    })
  }

  await t.test('who is called, moved or thinks again is on the list no more', async (t) => {
    const [one, two, three] = [
      await somebodyReminded(),
      await somebodyReminded(),
      await somebodyReminded(),
    ]
    for (const { phone } of [one, two, three]) await say(phone, 'HAPANA')
    await say(one.phone, 'NDIYO')
    t.equal((await shown(one.appointment_id)).status, 'CONFIRMED')
    const confirmed = await desk.post(`/appointments/${two.appointment_id}/confirm`)
    t.equal(confirmed.status, 200, confirmed.message)
    const moved = await desk.post(`/appointments/${three.appointment_id}/reschedule`, {
      scheduled_for: '2026-03-17T08:00+03:00',
      reason: 'Asked by SMS',
    })
    t.equal(moved.status, 200, moved.message)
    const left = await toCall()
    for (const { appointment_id } of [one, two, three]) t.notOk(left.includes(appointment_id))
  })

  await t.test('other words are a conversation, marked; ACHA is none', async (t) => {
    const { id, phone, appointment_id } = await somebodyReminded()
    t.match(await say(phone, 'Naweza kuja saa nne?'), { handled_by: 'outbox' })
    t.match(await say(phone, 'Au saa sita?'), { handled_by: 'outbox' })
    t.equal((await shown(appointment_id)).status, 'BOOKED')
    const nurse = await people.with('nurse')
    const { data } = await nurse.get('/portal-threads', { patient_id: id })
    t.match(data, [{ subject: 'By SMS', topic: 'APPOINTMENT', status: 'OPEN', unread: 2 }])
    t.equal(data.length, 1)
    const thread = await nurse.get(`/portal-threads/${data[0].id}`)
    t.match(thread.data.messages, [
      { from: 'PATIENT', text: 'Naweza kuja saa nne?' },
      { from: 'PATIENT', text: 'Au saa sita?' },
    ])
    await say(phone, 'ACHA')
    t.equal((await nurse.get(`/portal-threads/${data[0].id}`)).data.messages.length, 2)
    const closed = await nurse.post(`/portal-threads/${data[0].id}/close`, { note: 'Called' })
    t.equal(closed.status, 200, closed.message)
    await say(phone, 'Asante')
    const after = await nurse.get('/portal-threads', { patient_id: id })
    t.equal(after.meta?.total, 2, 'what was closed stays closed')
  })

  await t.test('too late, or to a text about something else: people read it', async (t) => {
    const { id, phone, appointment_id } = await somebodyReminded()
    await desk.post(`/appointments/${appointment_id}/cancel`, {
      reason: 'Moved away',
      by: 'PATIENT',
    })
    t.match(await say(phone, 'NDIYO'), { handled_by: null })
    t.equal((await shown(appointment_id)).status, 'CANCELLED')
    const other = await within(() =>
      sendForHospital(facts, {
        to: phone,
        text: 'Karibu',
        reference: `platform:outbox:${id}`,
        reply_to: 'outbox',
      }),
    )
    t.ok('message_id' in other)
    t.match(await say(phone, 'YES'), { handled_by: null })
  })

  await t.test('where messages are off nothing is opened', async (t) => {
    const { id, phone } = await somebodyReminded()
    const admin = await people.administrator()
    const off = await admin.patch('/portal-settings', { messages_enabled: false })
    t.equal(off.status, 200, off.message)
    t.match(await say(phone, 'Naweza kuja saa nne?'), { handled_by: null })
    const nurse = await people.with('nurse')
    t.equal((await nurse.get('/portal-threads', { patient_id: id })).meta?.total, 0)
  })
})
