// Procedures that are asked for, paid, consented to, done and recorded (CAR-23, CAR-126).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { openProcedureOrders } from '../../../../db/hospital/neighbours/care.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('procedure orders', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const doctor = await people.with('doctor')
  const nurse = await people.with('nurse')
  await priced(house, [
    { code: 'DRESS-S', name: 'Dressing', category: 'Procedure', price: 5_000_00 },
  ])
  const visiting = async () => {
    const patient_id = (await somebody(clerk)).id
    const opened = await done(clerk.post('/visits', { patient_id, start: false }))
    return { patient_id, visit_id: (opened.visit ?? opened).id as string }
  }
  const ask = (body: Record<string, unknown>) => doctor.post('/clinical/procedure-orders', body)
  const lineOf = async (id: string) =>
    (
      await rows<{ service_status: string }>(
        sql`select service_status from bill_items where source = 'procedure_order'
          and source_id = ${id}`,
      )
    ).map(({ service_status }) => service_status)

  t.test('asked, charged, done, recorded (CAR-23)', async (t) => {
    const { patient_id, visit_id } = await visiting()
    const made = await done(ask({ patient_id, code: 'dress-s', quantity: 2, notes: 'Left leg' }))
    t.match(made, {
      reference: 'PRO-2026-00001',
      status: 'REQUESTED',
      title: 'Dressing, small',
      quantity: 2,
      requested_by: doctor.user.full_name,
      moves: ['perform', 'cancel'],
    })
    t.same(await lineOf(made.id), ['PENDING'])
    t.match(await openProcedureOrders(system, visit_id), [{ reference: made.reference }])
    const path = `/clinical/procedure-orders/${made.id}`
    t.match(await nurse.post(`${path}/perform`, { consumables: [{ quantity: 1 }] }), {
      status: 400,
      message: 'consumables is not offered yet.',
    })
    const admin = await people.administrator()
    await done(admin.patch('/billing/patient-flow', { payment_before_service: true }))
    t.match(await nurse.post(`${path}/perform`), {
      status: 409,
      message: 'Not cleared by the cashier.',
    })
    await done(admin.patch('/billing/patient-flow', { payment_before_service: false }))
    const both = await done(nurse.post(`${path}/perform`, { findings: 'Clean' }))
    t.match(both.order, { status: 'DONE', record_id: both.record.id })
    t.match(both.record, { kind: 'PROCEDURE', status: 'SIGNED', code: 'DRESS-S', charged: false })
    t.same(await lineOf(made.id), ['DONE'])
    t.same(await openProcedureOrders(system, visit_id), [])
    const listed = await done(nurse.get('/clinical/procedure-orders', { patient_id }))
    t.match(listed, [{ id: made.id, status: 'DONE' }])
  })

  t.test('done once by six (CAR-23)', async (t) => {
    const { patient_id } = await visiting()
    const made = await done(ask({ patient_id, code: 'DRESS-S' }))
    const path = `/clinical/procedure-orders/${made.id}/perform`
    const six = await Promise.all(Array.from({ length: 6 }, () => nurse.post(path)))
    t.same(
      six.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409, 409],
    )
  })

  t.test('taken back, it is not charged (CAR-23)', async (t) => {
    const { patient_id } = await visiting()
    const made = await done(ask({ patient_id, code: 'DRESS-S' }))
    const path = `/clinical/procedure-orders/${made.id}/cancel`
    t.equal((await nurse.post(path, {})).status, 400, 'not without a reason')
    t.equal((await done(nurse.post(path, { reason: 'Healed' }))).status, 'CANCELLED')
    t.notOk((await lineOf(made.id)).includes('PENDING'))
  })

  t.test('not without a consent, and not before what comes first (CAR-23, CAR-126)', async (t) => {
    const { patient_id } = await visiting()
    const made = await done(ask({ patient_id, code: 'HERNIA', side: 'LEFT' }))
    const path = `/clinical/procedure-orders/${made.id}/perform`
    t.match(await doctor.post(path), {
      status: 409,
      message: 'No signed consent for Repair of a hernia.',
    })
    const consent = await done(
      doctor.post('/clinical/consents', {
        patient_id,
        kind: 'PROCEDURE',
        procedure_code: 'HERNIA',
        side: 'LEFT',
        signatory_name: 'Asha Juma',
        signatory_relation: 'SELF',
      }),
    )
    const shave = { patient_id, task: 'Shave', mandatory: true, gates: ['PROCEDURE'] }
    await done(nurse.post('/nursing/tasks', shave))
    t.match(await doctor.post(path), {
      status: 409,
      message: /1 mandatory task is open: Shave\./,
    })
    const overrides = [{ gate: 'TASK_GATE_PROCEDURE', reason_code: 'CLINICAL_NEED' }]
    const both = await done(doctor.post(path, { overrides }))
    t.equal(both.order.consent_id, consent.id)
  })

  t.test('bad input leaves nothing (6)', async (t) => {
    const { patient_id } = await visiting()
    const nowhere = (await somebody(clerk)).id
    const bad: [Record<string, unknown>, number, RegExp][] = [
      [{ code: 'DRESS-S' }, 400, /^patient_id is required/],
      [{ patient_id }, 400, /^code is required/],
      [{ patient_id: newId(), code: 'DRESS-S' }, 404, /^No such patient/],
      [{ patient_id, code: 'HERNIA' }, 400, /^side is required/],
      [{ patient_id, code: '?' }, 400, /^\? is not in PROCEDURE\.$/],
      [{ patient_id, code: 'DRESS-S', quantity: 0 }, 400, /^quantity/],
      [{ patient_id: nowhere, code: 'DRESS-S' }, 409, /has no open visit/],
    ]
    for (const [body, status, message] of bad) {
      const before = await rowCounts()
      const answer = await ask(body)
      t.match(answer, { status, message })
      t.same(await rowCounts(), before, 'nothing is left')
    }
  })
})
