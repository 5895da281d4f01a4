// Every portal route answers for the patient of the token and nobody else, whoever's ids stand in
// path, query and body (POR-1). The routes are read from the door: a new one is swept at once.

import t from 'tap'
import { door } from '../../../../daemon/hospital/desk/portal.ts'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { patientPrescriptions } from '../../../../db/hospital/neighbours/care.ts'
import { portalResult, portalResults } from '../../../../db/hospital/neighbours/diagnostics.ts'
import { messagePatient } from '../../../../db/hospital/desk/patient-messages/message.ts'
import { newId } from '../../../../db/core/ids.ts'
import { pageOf } from '../../../../db/store/pages.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { priced } from '../../../support/money/prices.ts'
import { clinician, department, weekdaysAt } from '../../../support/desk/clinic.ts'
import { withAccount } from '../../../support/desk/portal.ts'
import { multipart, pdf } from '../../../support/files.ts'

t.test('the portal is one patient’s own', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-10T07:00:00.000Z')
  await department(house, 'OPD')
  const desk = await people.with('reception')
  const manager = await people.with('manager')
  const admin = await people.administrator()
  await admin.patch('/portal-settings', { document_upload_enabled: true })
  const doctor = await clinician(house, 'Dr Amina Said')
  await weekdaysAt(manager, doctor, { portal_bookable: true })
  const mine = await withAccount(house, desk)
  const other = await withAccount(house, desk)
  const asked_for = new Set<string>()
  await priced(house)
  const cashier = await people.with('cashier')
  await atDrawer(house, cashier)

  // Neighbours who tell whom they were asked about, and know things of both.
  const results = new Map([mine, other].map(({ id }) => [id, newId()]))
  const resultOf = (patient_id: string) => ({
    id: results.get(patient_id) ?? '',
    title: `Result ${patient_id}`,
    collected_at: null,
    released_at: '2026-03-10T07:00:00.000Z',
    facility: 'Main',
    amended: false,
  })
  answering(t, portalResults, async (_caller, asked) => pageOf(asked, [resultOf(asked.patient_id)]))
  answering(t, portalResult, async (_caller, { patient_id, order_id }) =>
    results.get(patient_id) === order_id
      ? { ...resultOf(patient_id), note: null, values: [] }
      : null,
  )
  answering(t, patientPrescriptions, async (_caller, asked) => {
    asked_for.add(asked.patient_id)
    const one = { id: newId(), number: `RX ${asked.patient_id}`, date: '2026-03-10' }
    return pageOf(asked, [{ ...one, status: 'OPEN', prescriber: null, items: [] }])
  })

  /** Something of everything, of both. */
  const things = async (who: typeof mine) => {
    const visit = await desk.post('/visits', { patient_id: who.id })
    await admin.post(`/visits/${visit.data.id}/check-out`, {})
    await desk.post('/visits', { patient_id: who.id })
    const booked = await desk.post('/appointments', {
      patient_id: who.id,
      scheduled_for: who === mine ? '2026-03-16T08:00+03:00' : '2026-03-16T09:00+03:00',
      clinician_id: doctor,
    })
    t.equal(booked.status, 201, booked.message)
    await within(() =>
      messagePatient(system, { patient_id: who.id, template: 'COME_BACK', data: {} }),
    )
    const bill = await cashier.post('/billing/bills', {
      patient_id: who.id,
      items: [{ code: 'CONS' }],
      issue: true,
    })
    t.equal(bill.status, 201, bill.message)
    const issued = await cashier.post(`/billing/bills/${bill.data.id}/issue`)
    t.equal(issued.status, 200, issued.message)
    const paid = await cashier.post(`/billing/bills/${bill.data.id}/payments`, { amount: 4_000 })
    t.equal(paid.status, 201, paid.message)
    const notice = await who.get('/portal/notifications')
    const letter = await who.inject({
      method: 'POST',
      url: '/api/v1/portal/documents',
      ...multipart([
        ['title', 'Letter'],
        ['patient_id', other.id],
        ['file', ['letter.pdf', pdf]],
      ]),
    })
    t.equal(letter.status, 201, letter.message)
    const thread = await who.post('/portal/messages', {
      subject: 'A question',
      text: 'When may I come?',
      attachment_ids: [letter.data.attachment_id],
    })
    t.equal(thread.status, 201, thread.message)
    return {
      messages: thread.data.id as string,
      documents: letter.data.id as string,
      files: letter.data.attachment_id as string,
      visits: visit.data.id as string,
      appointments: booked.data.id as string,
      notifications: notice.data[0].id as string,
      bills: bill.data.id as string,
      payments: paid.data.payment?.id ?? paid.data.id,
      results: results.get(who.id) ?? '',
    }
  }
  const own = await things(mine)
  const theirs = await things(other)

  const closed = door.routes.filter(({ access }) => access !== 'open')
  const forbidden = [other.id, other.number, ...Object.values(theirs)]
  const paths: Record<string, string> = { documents: '/download', payments: '/receipt' }
  const pathOf = (kind: string, id: string): string => `/portal/${kind}/${id}${paths[kind] ?? ''}`
  const ids = { patient_id: other.id, number: other.number, id: other.id, patient: other.id }

  t.test('own things are there: results, bills, place in the queue (POR-8, POR-11)', async (t) => {
    for (const [kind, id] of Object.entries(own)) {
      if (kind === 'notifications' || kind === 'files') continue
      const answer = await mine.get(pathOf(kind, id))
      t.equal(answer.status, 200, `${kind}: ${answer.message}`)
    }
    t.equal((await mine.get('/portal/visits')).meta?.total, 1)
    t.equal((await mine.get('/portal/appointments')).meta?.total, 1)
    t.match((await mine.get('/portal/queue')).data, { status: 'WAITING' })
    t.match((await mine.get('/portal/bills')).data, [
      { total: 10_000, paid: 4_000, balance: 6_000 },
    ])
    t.match((await mine.get(`/portal/bills/${own.bills}`)).data, { lines: [{ amount: 10_000 }] })
    t.match((await mine.get('/portal/payments')).data, [{ amount: 4_000, method: 'Cash' }])
    t.match((await mine.get('/portal/account')).data, {
      balance: 6_000,
      deposits: 0,
      open_bills: 1,
    })
    const invoice = await mine.get(`/portal/bills/${own.bills}/invoice`)
    t.match(invoice.raw.subarray(0, 5).toString(), '%PDF-')
  })

  t.test('paying asks for a key of its own, so that no retry pays twice (POR-9)', async (t) => {
    const path = `/portal/bills/${own.bills}/pay`
    const bare = await mine.post(path, {})
    t.equal(bare.message, 'Idempotency-Key is required.')
    t.equal(bare.status, 400)
    const asked = await mine.with({ 'idempotency-key': newId() }).post(path, {})
    t.match(asked, { status: 409, message: /pay at the cashier/ }, 'until a provider is set up')
  })

  t.test('no reading route ever shows another’s', async (t) => {
    for (const { method, path } of closed.filter((route) => route.method === 'GET')) {
      if (path.includes(':')) continue
      for (const query of [
        {},
        { ...ids, from: '2026-03-01', to: '2026-03-31', department: 'OPD' },
      ]) {
        const answer = await mine
          .with({ 'x-patient-id': other.id, 'x-facility-id': other.id })
          .send(method, path, undefined, query as Record<string, string>)
        t.ok([200, 400].includes(answer.status), `${path}: ${answer.status} ${answer.message}`)
        const text = answer.raw.toString()
        for (const word of forbidden) t.notOk(text.includes(word), `${path} shows ${word}`)
      }
    }
    t.same([...asked_for], [mine.id])
  })

  t.test('another’s id is not there at all, in the words of a thing that is not', async (t) => {
    const with_id = closed.filter(({ path }) => path.includes(':id'))
    t.ok(with_id.length >= 14)
    for (const [kind, word] of [
      ['results', 'result'],
      ['bills', 'bill'],
      ['visits', 'visit'],
    ] as const) {
      const said = (await mine.get(`/portal/${kind}/${theirs[kind]}`)).message
      t.equal(said, `No such ${word}.`)
    }
    for (const { method, path, body } of with_id) {
      const kind = path.split('/')[2] as keyof typeof theirs
      const asked = { ...ids, scheduled_for: '2026-03-17T08:00+03:00', reason: 'none', text: 'x' }
      const send = (id: string) =>
        mine.send(method, path.replace(':id', id), body === undefined ? undefined : asked)
      const nowhere = await send(newId())
      for (const id of [...Object.values(theirs), other.id, 'x', newId()]) {
        const answer = await send(id)
        t.equal(answer.status, 404, `${method} ${path} ${kind}: ${answer.status} ${answer.message}`)
        if (id !== 'x') t.equal(answer.message, nowhere.message, `${method} ${path}`)
        for (const word of forbidden) t.notOk(answer.raw.toString().includes(word))
      }
    }
    for (const [kind, id] of Object.entries(theirs)) {
      if (kind === 'notifications' || kind === 'files') continue
      t.equal((await other.get(pathOf(kind, id))).status, 200, 'it is there for its owner')
    }
  })

  t.test('a patient in the body is ignored: the token’s is meant', async (t) => {
    const booked = await mine.post('/portal/appointments', {
      ...ids,
      scheduled_for: '2026-03-18T08:00+03:00',
      department: 'OPD',
    })
    t.equal(booked.status, 201, booked.message)
    const row = await desk.get(`/appointments/${booked.data.id}`)
    t.equal(row.data.patient_id, mine.id)
    t.equal(row.data.channel, 'PORTAL')
    const changed = await mine.patch('/portal/me', { ...ids, occupation: 'Tailor' })
    t.equal(changed.data.number, mine.number)
    t.equal((await desk.get(`/patients/${other.id}`)).data.occupation, null)
    t.equal((await desk.get(`/patients/${mine.id}`)).data.occupation, 'Tailor')
    const words = { ...ids, subject: 'Mine', text: 'Words' }
    const wrote = await mine.post('/portal/messages', words)
    t.equal(wrote.status, 201, wrote.message)
    t.equal((await desk.get(`/portal-threads/${wrote.data.id}`)).data.patient.id, mine.id)
    // Nobody's paper but one's own goes along.
    const stolen = { ...words, attachment_ids: [theirs.files] }
    t.equal((await mine.post('/portal/messages', stolen)).message, 'No such attachment.')
    const answered = await mine.post(`/portal/messages/${own.messages}/reply`, {
      text: 'See this',
      attachment_ids: [theirs.files],
    })
    t.equal(answered.message, 'No such attachment.')
  })
})
