// Conversations between patients and the desk, and the papers that go with them (POR-13, POR-14).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { row, run, within } from '../../../../db/store/connection.ts'
import { tellUnanswered } from '../../../../db/hospital/desk/portal/threads.ts'
import { newId } from '../../../../db/core/ids.ts'
import { sql } from '../../../../db/store/sql.ts'
import { Ask } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import { department } from '../../../support/desk/clinic.ts'
import { attach, multipart, pdf, png } from '../../../support/files.ts'
import { register, withAccount } from '../../../support/desk/portal.ts'

const sendTo = (who: Ask, name: string, bytes: Buffer, fields: Record<string, string> = {}) =>
  who.inject({
    method: 'POST',
    url: '/api/v1/portal/documents',
    ...multipart([...Object.entries({ title: 'A paper', ...fields }), ['file', [name, bytes]]]),
  })
const closedAt = (id: string, at: string) =>
  within(() => run(sql`update portal_threads set closed_at = ${at} where id = ${id}`))
const question = { subject: 'My medicine', topic: 'MEDICINE', text: 'May I take it with food?' }

t.test('letters of the portal', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  // A Tuesday.
  clock.freeze('2026-03-10T07:00:00.000Z')
  await department(house, 'OPD')
  const desk = await people.with('reception', 'records')
  const nurse = await people.with('nurse')
  const admin = await people.administrator()
  await admin.patch('/portal-settings', { document_upload_enabled: true })

  t.test('in the language of the account, or as the request asks (POR-21)', async (t) => {
    const patient = await withAccount(house, desk, { language: 'sw' })
    const warned = async (header?: string) => {
      const asks = header === undefined ? patient : patient.with({ 'accept-language': header })
      const { data, message } = await asks.post('/portal/messages', question)
      t.ok(data, message)
      return data.messages[1].text as string
    }
    t.match(await warned(), /^Hapa si kwa dharura/)
    t.match(await warned('en'), /^This is not for emergencies/)
    t.match(await warned('sw;q=0.2, en-GB;q=0.9, *;q=0.1'), /^This is not for emergencies/)
    for (const neither of ['fr, de;q=0.5', 'en;q=0', 'en;q=x', ', ;;', 'x'.repeat(300)]) {
      t.match(await warned(neither), /^Hapa si kwa dharura/, neither.slice(0, 20))
    }
    await admin.patch('/portal-settings', { terms_sw: 'Masharti', terms_en: 'Terms' })
    const termsIn = async (header: string, query = {}) => {
      const open = house.nobody.with({ 'accept-language': header })
      return (await open.get('/portal/info', query)).data.terms
    }
    t.equal(await termsIn('en'), 'Terms')
    t.equal(await termsIn('sw'), 'Masharti')
    t.equal(await termsIn('sw', { language: 'en' }), 'Terms', 'what the address says goes first')
  })

  t.test('a question, the house’s warning, an answer, and who has read what', async (t) => {
    const patient = await withAccount(house, desk)
    const opened = await patient.post('/portal/messages', question)
    t.equal(opened.status, 201, opened.message)
    t.match(opened.data, {
      status: 'OPEN',
      unread: 0,
      messages: [{ from: 'PATIENT', text: question.text, read_at: null }, { from: 'STAFF' }],
    })
    t.match(opened.data.messages[1].text, /^This is not for emergencies\. In an emergency come/)
    const { id } = opened.data
    const listed = await nurse.get('/portal-threads', { topic: 'MEDICINE', status: 'OPEN' })
    t.match(listed.data, [{ id, unread: 1, patient: { id: patient.id } }])
    t.equal(listed.data[0].messages.length, 1, 'the last one alone')
    t.equal((await nurse.get(`/portal-threads/${id}`)).data.messages.length, 2)
    t.equal((await nurse.get('/portal-threads')).data[0].unread, 0, 'opened is read')
    const answered = await nurse.post(`/portal-threads/${id}/reply`, { text: 'Yes, with food.' })
    t.match(answered.data, { status: 'WAITING_PATIENT' })
    t.match((await patient.get('/portal/messages')).data, [{ id, unread: 1 }])
    t.match((await patient.get(`/portal/messages/${id}`)).data.messages[2], {
      from: 'STAFF',
      text: 'Yes, with food.',
    })
    t.match((await patient.get('/portal/messages')).data, [{ id, unread: 0 }])
    const told = await row<{ text: string }>(
      sql`select text from patient_messages where patient_id = ${patient.id}
        and template_code = 'MESSAGE_REPLY' limit 1`,
    )
    t.match(told?.text, /You have a new message/)
    t.notMatch(told?.text, /food/, 'what it says stays in the portal (PTM-3)')
    const more = await patient.post(`/portal/messages/${id}/reply`, { text: 'Thank you' })
    t.equal(more.data.status, 'OPEN')
  })

  t.test('closed by either side; the patient’s words open it for 30 days (3.7)', async (t) => {
    const patient = await withAccount(house, desk)
    const { id } = (await patient.post('/portal/messages', question)).data
    t.equal(
      (await desk.post(`/portal-threads/${id}/close`, { note: 'Done' })).data.status,
      'CLOSED',
    )
    const refused = await desk.post(`/portal-threads/${id}/reply`, { text: 'One more' })
    t.equal(refused.status, 409)
    t.equal(
      refused.message,
      'Conversation My medicine is CLOSED. Nothing more can be done with it.',
    )
    await closedAt(id, '2026-02-09T08:00:00.000Z')
    const again = await patient.post(`/portal/messages/${id}/reply`, { text: 'And at night?' })
    t.equal(again.data?.status, 'OPEN', again.message)
    t.equal((await patient.post(`/portal/messages/${id}/close`)).data.status, 'CLOSED')
    t.equal((await patient.post(`/portal/messages/${id}/close`)).status, 409)
  })

  t.test('after 30 days a new conversation is begun', async (t) => {
    const patient = await withAccount(house, desk)
    const { id } = (await patient.post('/portal/messages', question)).data
    await patient.post(`/portal/messages/${id}/close`)
    await closedAt(id, '2026-02-08T06:00:00.000Z')
    const late = await patient.post(`/portal/messages/${id}/reply`, { text: 'Still there?' })
    t.equal(late.status, 409)
    t.equal(late.message, 'This conversation is closed. Please start a new one.')
  })

  t.test('twenty conversations a month', async (t) => {
    const patient = await withAccount(house, desk)
    for (let one = 0; one < 20; one += 1) {
      t.equal((await patient.post('/portal/messages', question)).status, 201)
    }
    const refused = await patient.post('/portal/messages', question)
    t.equal(refused.status, 409)
    t.match(refused.message, /^You have started 20 conversations this month\. Please call /)
  })

  t.test('two working days without an answer are told of, once', async (t) => {
    const patient = await withAccount(house, desk)
    while ((await tellUnanswered(system)) > 0);
    const { id } = (await patient.post('/portal/messages', question)).data
    t.equal(await tellUnanswered(system), 0)
    const due = await row<{ answer_by: string }>(
      sql`select answer_by from portal_threads where id = ${id}`,
    )
    t.equal(due?.answer_by, '2026-03-12T07:00:00.000Z')
    await within(() =>
      run(sql`update portal_threads set answer_by = ${clock.instant()} where id = ${id}`),
    )
    t.equal(await tellUnanswered(system), 1)
    t.equal(await tellUnanswered(system), 0)
    const notices = await nurse.get('/notifications')
    t.match(notices.data[0], { kind: 'portal.unanswered' })
    t.notMatch(JSON.stringify(notices.data), /with food/)
    await nurse.post(`/portal-threads/${id}/reply`, { text: 'Yes' })
    const after = await row<{ answer_by: string | null }>(
      sql`select answer_by from portal_threads where id = ${id}`,
    )
    t.equal(after?.answer_by, null)
  })

  t.test('staff begin, assign and look through conversations', async (t) => {
    const patient = await withAccount(house, desk)
    const without = await register(desk)
    const words = { subject: 'Your visit', text: 'Please bring your card.' }
    const none = await desk.post('/portal-threads', { ...words, patient_id: without.id })
    t.equal(none.message, `${without.full_name} has no account in the portal.`)
    const made = await desk.post('/portal-threads', { ...words, patient_id: patient.id })
    t.match(made.data, { status: 'WAITING_PATIENT', topic: 'OTHER', moves: ['reply', 'close'] })
    const path = `/portal-threads/${made.data.id}`
    t.equal((await desk.post(`${path}/assign`, {})).status, 400)
    t.equal(
      (await desk.post(`${path}/assign`, { department: 'Moon' })).message,
      'department "Moon" is not known.',
    )
    const given = await desk.post(`${path}/assign`, { department: 'OPD' })
    t.equal(given.data.department, 'OPD')
    t.equal((await desk.post(`${path}/assign`, { staff_id: newId() })).status, 404)
    const found = await desk.get('/portal-threads', { department: 'OPD' })
    t.same(
      found.data.map(({ id }: { id: string }) => id),
      [made.data.id],
    )
    t.equal((await desk.get('/portal-threads', { search: patient.number })).meta?.total, 1)
    t.equal((await desk.get('/portal-threads', { assigned_to: 'me' })).meta?.total, 0)
    const stale = await desk.with({ 'if-match': '1' }).post(`${path}/reply`, { text: 'x' })
    t.equal(stale.status, 409)
    t.equal((await (await people.with('cashier')).get('/portal-threads')).status, 403)
    t.equal((await desk.get(`/portal-threads/${newId()}`)).message, 'No such conversation.')
  })

  t.test('bad input', async (t) => {
    const patient = await withAccount(house, desk)
    for (const [body, message] of [
      [{ ...question, subject: undefined }, 'subject is required.'],
      [{ ...question, text: '' }, /^text /],
      [{ ...question, text: 'x'.repeat(2001) }, /^text .*2,?000/],
      [
        { ...question, topic: 'WEATHER' },
        'topic must be one of APPOINTMENT, RESULT, MEDICINE, BILL, RECORD, OTHER.',
      ],
    ] as const) {
      const answer = await patient.post('/portal/messages', body)
      t.equal(answer.status, 400)
      t.match(answer.message, message)
    }
    const four = [newId(), newId(), newId(), newId()]
    const many = await patient.post('/portal/messages', { ...question, attachment_ids: four })
    t.equal(many.status, 400)
    t.match(many.message, /^attachment_ids /)
  })

  t.test('switched off, nothing is sent; what was said stays to read', async (t) => {
    const patient = await withAccount(house, desk)
    const { id } = (await patient.post('/portal/messages', question)).data
    const off = { messages_enabled: false, document_upload_enabled: false }
    await admin.patch('/portal-settings', off)
    t.equal(
      (await patient.post('/portal/messages', question)).message,
      'Messages here are switched off.',
    )
    t.equal((await patient.post(`/portal/messages/${id}/reply`, { text: 'x' })).status, 409)
    t.equal((await sendTo(patient, 'a.pdf', pdf)).status, 409)
    t.equal((await patient.get(`/portal/messages/${id}`)).status, 200)
    await admin.patch('/portal-settings', { messages_enabled: true, document_upload_enabled: true })
  })

  t.test('a paper goes into the record, marked as the patient’s, and back again', async (t) => {
    const patient = await withAccount(house, desk)
    const sent = await sendTo(patient, 'letter.pdf', pdf, { note: 'From my old hospital' })
    t.equal(sent.status, 201, sent.message)
    t.match(sent.data, { title: 'A paper', kind: 'PATIENT', from_me: true, size: pdf.length })
    const files = await desk.get('/attachments', { entity_type: 'patient', entity_id: patient.id })
    t.match(files.data, [{ file_name: 'letter.pdf', description: 'From the patient' }])
    const back = await patient.get(`/portal/documents/${sent.data.id}/download`)
    t.ok(back.raw.equals(pdf))
    t.equal((await sendTo(patient, 'picture.png', png(20, 20))).status, 201)
    t.equal((await patient.get('/portal/documents')).meta?.total, 2)
    // What the desk puts on the record is the patient's to read once it is sent.
    const file = await attach(
      desk,
      { entity_type: 'patient', entity_id: patient.id },
      'advice.pdf',
      Buffer.concat([pdf, Buffer.from('\n%advice\n')]),
    )
    t.equal(file.status, 201, file.message)
    t.equal((await patient.get('/portal/documents')).meta?.total, 2, 'not on its own')
    const { id } = (await patient.post('/portal/messages', question)).data
    const given = { text: 'Please read this', attachment_ids: [file.data.id] }
    t.equal((await desk.post(`/portal-threads/${id}/reply`, given)).status, 200)
    const staff = await patient.get('/portal/documents', { kind: 'STAFF' })
    t.match(staff.data, [{ file_name: 'advice.pdf', from_me: false }])
    t.equal((await patient.get(`/portal/documents/${staff.data[0].id}/download`)).status, 200)
    const other = await withAccount(house, desk)
    const wrong = (await other.post('/portal/messages', question)).data
    const stray = await desk.post(`/portal-threads/${wrong.id}/reply`, given)
    t.equal(stray.message, 'No such attachment.')
    await desk.remove(`/attachments/${file.data.id}`, { reason: 'Wrong file' })
  })

  t.test('what is too large or of another kind is refused (section 6)', async (t) => {
    const patient = await withAccount(house, desk)
    const large = await sendTo(
      patient,
      'a.pdf',
      Buffer.concat([pdf, Buffer.alloc(11 * 1024 * 1024)]),
    )
    t.equal(large.status, 413)
    t.equal(large.message, 'The file is larger than 10 MB.')
    for (const [name, bytes] of [
      ['notes.txt', Buffer.from('a line of words\n')],
      ['tool.exe', Buffer.from('MZ\u0000\u0001 not a letter')],
    ] as const) {
      const answer = await sendTo(patient, name, bytes)
      t.equal(answer.status, 400, name)
      t.equal(answer.message, 'Only PDF, JPEG and PNG are accepted.')
    }
    t.equal((await sendTo(patient, 'a.pdf', pdf, { title: '' })).status, 400)
    t.equal((await patient.get('/portal/documents')).meta?.total, 0)
  })

  t.test('a proxy writes as who it is, and only with the scope', async (t) => {
    const mother = await withAccount(house, desk)
    const kid = await register(desk, { birth_date: '2020-06-15', phone: null })
    const proxy = await desk.post(`/patients/${kid.id}/proxies`, {
      relationship: 'MOTHER',
      basis: 'PARENT',
      scope: ['MESSAGES'],
      holder_patient_id: mother.id,
    })
    const acted = await mother.post(`/portal/proxies/${proxy.data.id}/act`)
    const acting = new Ask(house.app, acted.data.tokens.access_token)
    const wrote = await acting.post('/portal/messages', question)
    t.match(wrote.data.messages[0].name, / for /)
    t.equal((await acting.get('/portal/documents')).status, 403)
    t.equal((await mother.get('/portal/messages')).meta?.total, 0)
  })
})
