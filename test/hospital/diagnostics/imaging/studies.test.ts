// An image from its order through booking and safety to the room and back (DIA-112 to DIA-121).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { pendingFor } from '../../../../db/hospital/neighbours/diagnostics.ts'
import { boot } from '../../../support/boot.ts'
import { imagingAtWork } from '../../../support/desk/imaging.ts'
import { done } from '../../../support/desk/ward.ts'
import { priced } from '../../../support/money/prices.ts'

const ten = '2026-03-21T07:00:00.000Z'

t.test('studies', async (t) => {
  const house = await boot(t)
  const { system } = house
  clock.freeze('2026-03-20T06:00:00.000Z')
  const at = await imagingAtWork(house)
  const { clerk, doctor, radiographer, room, other_room } = at
  await priced(house, [
    { code: 'XR-CHEST', name: 'Chest X-ray', category: 'Radiology', price: 15_000_00 },
  ])
  const man = { sex: 'Male', birth_date: '1980-02-01' }
  const woman = { sex: 'Female', birth_date: '1996-02-01' }
  const path = '/diagnostics/imaging/studies'

  t.test('an order has its number and a study for each item (DIA-34, DIA-112)', async (t) => {
    const { patient_id, visit_id } = await at.visiting(man)
    const order = await at.order(patient_id, ['XR-CHEST', 'XR-KNEE'], {
      laterality: { 'xr-knee': 'LEFT' },
      clinical_notes: 'Cough for three weeks',
    })
    t.match(order, { reference: 'IMG-2026-000001', discipline: 'IMAGING', status: 'REQUESTED' })
    t.equal(order.specimens.length, 0)
    const study = await at.studyOf(order)
    t.match(study, {
      accession: /^X26079\d{6}$/,
      modality: 'XR',
      status: 'ORDERED',
      report_status: 'NONE',
      clinical_notes: 'Cough for three weeks',
      moves: ['schedule', 'arrive'],
    })
    t.match(study.study_uid, /^2\.25\.\d{1,39}$/)
    t.equal(order.items[1].study.laterality, 'LEFT')
    t.match(await pendingFor(system, { visit_id }), [{ discipline: 'IMAGING' }, {}])
    t.match(await done(radiographer.get(path, { search: study.accession })), [{ id: study.id }])
    const charged = await rows<{ category: string }>(
      sql`select category from bill_items where source_id = ${order.items[0].id}`,
    )
    t.same(charged, [{ category: 'Radiology' }])
  })

  t.test('what an order refuses (DIA-22, DIA-28, DIA-34)', async (t) => {
    const { patient_id } = await at.visiting(man)
    const ask = (body: Record<string, unknown>) =>
      doctor.post('/diagnostics/orders', { patient_id, ...body })
    t.match(await ask({ test_codes: ['XR-KNEE'] }), {
      status: 400,
      message: 'XR-KNEE needs a side: laterality.',
    })
    t.match(await ask({ test_codes: ['XR-KNEE'], laterality: { 'XR-KNEE': 'UP' } }), {
      status: 400,
      message: 'laterality: XR-KNEE takes one of LEFT, RIGHT, BOTH.',
    })
    t.match(await ask({ test_codes: ['XR-CHEST', 'K'] }), {
      status: 400,
      message: 'test_codes: XR-CHEST is IMAGING and K is LAB: order them apart.',
    })
    await at.order(patient_id, ['XR-CHEST'])
    const again = await ask({ test_codes: ['XR-CHEST'] })
    t.match(again, { status: 409, message: /^Ordered a short while ago: Chest X-ray was ordered/ })
  })

  t.test('booked without overlap, and given back (DIA-113, DIA-115)', async (t) => {
    const first = await at.visiting(man)
    const order = await at.order(first.patient_id, ['XR-CHEST'])
    const study = await at.studyOf(order)
    const body = { room_id: room.id, starts_at: ten, duration_min: 20 }
    t.match(await at.ask(study, 'schedule', { ...body, starts_at: '2026-03-19T07:00:00.000Z' }), {
      status: 400,
      message: 'starts_at is in the past.',
    })
    const office = await done(
      (await house.people.with('administrator')).post('/locations', {
        facility_id: house.facility_id,
        code: 'OFF',
        name: 'Office',
        kind: 'ROOM',
      }),
    )
    t.match(await at.ask(study, 'schedule', { ...body, room_id: office.id }), {
      status: 400,
      message: 'room_id is no room for images.',
    })
    const booked = await done(clerk.post(`${path}/${study.id}/schedule`, body))
    t.match(booked, { status: 'SCHEDULED', room: 'X-ray 1', starts_at: ten, safety: null })
    t.equal((await done(doctor.get(`/diagnostics/orders/${order.id}`))).status, 'REQUESTED')
    const [line] = await rows<{ service_date: string }>(
      sql`select service_date from bill_items where source_id = ${order.items[0].id}`,
    )
    t.equal(line?.service_date, '2026-03-21', 'the day of the charge moves with the booking')
    const [told] = await rows<{ template_code: string }>(
      sql`select template_code from patient_messages where patient_id = ${first.patient_id}`,
    )
    t.match(told, { template_code: 'STUDY_BOOKED' })

    const second = await at.visiting(man)
    const other = await at.studyOf(await at.order(second.patient_id, ['XR-CHEST']))
    t.match(await at.ask(other, 'schedule', { ...body, starts_at: '2026-03-21T07:10:00.000Z' }), {
      status: 409,
      message: 'X-ray 1 is taken 10:00–10:20 (IMG-2026-000003).',
    })
    const mine = await at.studyOf(await at.order(first.patient_id, ['XR-SKULL']))
    t.match(await at.ask(mine, 'schedule', { ...body, room_id: other_room.id }), {
      status: 409,
      message: /^The patient is in X-ray 1 at that time: 10:00–10:20/,
    })
    await done(at.ask(other, 'schedule', { ...body, starts_at: '2026-03-21T07:20:00.000Z' }))
    t.match(await at.ask(study, 'unschedule', {}), { status: 400 })
    const back = await done(
      at.ask(study, 'unschedule', { reason: 'NO_SHOW', note: 'Did not come' }),
    )
    t.match(back, { status: 'ORDERED', room_id: null, starts_at: null, no_shows: 1 })
    t.match(await at.ask(study, 'unschedule', { reason: 'OTHER' }), {
      status: 409,
      message: `Study ${study.accession} is ORDERED. It can: schedule, arrive, start.`,
    })
  })

  t.test('six book one room at once: one has it (DIA-113)', async (t) => {
    const starts_at = '2026-03-22T07:00:00.000Z'
    const studies: Data[] = []
    for (let count = 0; count < 6; count += 1) {
      const { patient_id } = await at.visiting(man)
      studies.push(await at.studyOf(await at.order(patient_id, ['XR-CHEST'])))
    }
    const answers = await Promise.all(
      studies.map((study) => at.ask(study, 'schedule', { room_id: room.id, starts_at })),
    )
    t.equal(answers.filter(({ status }) => status === 200).length, 1)
    for (const { status, message } of answers.filter((one) => one.status !== 200)) {
      t.equal(status, 409)
      t.match(message, /^X-ray 1 is taken 10:00–10:10/)
    }
  })

  t.test('arrived, begun, stopped, begun and finished (DIA-45, DIA-121, DIA-160)', async (t) => {
    const { patient_id } = await at.visiting(man)
    const order = await at.order(patient_id, ['XR-KNEE'], { laterality: { 'XR-KNEE': 'RIGHT' } })
    const study = await at.studyOf(order)
    const ready = { identity_checked: 'NAME_AND_BIRTH', laterality_confirmed: 'RIGHT' }
    t.match(await at.ask(study, 'start', ready), {
      status: 409,
      message: `Study ${study.accession} is ORDERED. It can: schedule, arrive.`,
    })
    const there = await done(clerk.post(`${path}/${study.id}/arrive`))
    t.equal(there.due_at, '2026-03-20T10:00:00.000Z', 'the clock runs from the arrival')
    t.match(await at.ask(study, 'start', {}), { status: 400, message: /identity_checked/ })
    t.match(await at.ask(study, 'start', { ...ready, laterality_confirmed: 'LEFT' }), {
      status: 409,
      message: 'Confirm the side: RIGHT was ordered.',
    })
    await done(at.ask(study, 'start', ready))
    t.match(await at.ask(study, 'finish', { stop: true }), {
      status: 400,
      message: 'reason is required.',
    })
    await done(at.ask(study, 'finish', { stop: true, reason: 'Too much pain' }))
    await done(at.ask(study, 'start', ready))
    for (const [body, message] of [
      [{}, 'acquisition is required.'],
      [{ acquisition: { views: 0 } }, 'acquisition.views must be at least 1.'],
      [
        { acquisition: { views: 2, rejected: 1 } },
        'acquisition.reject_reasons is required: why exposures were rejected.',
      ],
    ] as const) {
      t.match(await at.ask(study, 'finish', body), { status: 400, message })
    }
    const acquisition = { views: 2, exposures: 2, rejected: 1, reject_reasons: ['MOTION'] }
    const taken = await done(at.ask(study, 'finish', { acquisition }))
    t.match(taken, { status: 'ACQUIRED', acquisition, moves: ['write'] })
    const now = await done(doctor.get(`/diagnostics/orders/${order.id}`))
    t.match(now, { status: 'IN_PROGRESS', items: [{ status: 'ACQUIRED' }] })
    const [charge] = await rows<{ service_status: string }>(
      sql`select service_status from bill_items where source_id = ${order.items[0].id}`,
    )
    t.equal(charge?.service_status, 'DONE')
    t.match(
      await doctor.post(`/diagnostics/orders/${order.id}/cancel`, { reason_code: 'NOT_NEEDED' }),
      { status: 403 },
    )
  })

  t.test('what is not paid waits at the door of the room (DIA-45)', async (t) => {
    const admin = await house.people.administrator()
    const flow = (payment_before_service: boolean) =>
      done(admin.patch('/billing/patient-flow', { payment_before_service }))
    const { patient_id } = await at.visiting(man)
    const study = await at.studyOf(await at.order(patient_id, ['XR-CHEST']))
    await flow(true)
    const refused = await at.ask(study, 'arrive')
    await flow(false)
    t.match(refused, { status: 409, message: /^Not paid yet: Not cleared by the cashier\./ })
    t.equal((await at.ask(study, 'arrive')).status, 200)
  })

  t.test('taken back before it began (3.7)', async (t) => {
    const { patient_id } = await at.visiting(man)
    const order = await at.order(patient_id, ['XR-CHEST'])
    const study = await at.studyOf(order)
    await done(at.ask(study, 'schedule', { room_id: other_room.id, starts_at: ten }))
    await done(doctor.post(`/diagnostics/orders/${order.id}/cancel`, { reason_code: 'NOT_NEEDED' }))
    t.match(await done(radiographer.get(`${path}/${study.id}`)), {
      status: 'CANCELLED',
      starts_at: null,
    })
    t.match(await at.ask(study, 'arrive'), {
      status: 409,
      message: `Study ${study.accession} is CANCELLED. Nothing more can be done with it.`,
    })
  })

  t.test('who may, and for whom (5.11)', async (t) => {
    const { patient_id } = await at.visiting(woman)
    const study = await at.studyOf(await at.order(patient_id, ['US-OBS']))
    t.equal((await doctor.post(`${path}/${study.id}/arrive`)).status, 403)
    t.equal((await clerk.get(`${path}/${study.id}`)).status, 403)
    t.equal((await radiographer.get(`${path}/X00`)).status, 404)
    const board = await done(radiographer.get(path, { board: 'SCHEDULE', modality: 'US' }))
    t.match(board, [{ id: study.id, patient: {} }])
    t.match(await done(radiographer.get(path, { board: 'READING', modality: 'US' })), [])
  })
})
