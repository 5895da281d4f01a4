// From the request for a bed to the gate (CAR-140 to CAR-142, CAR-156 to CAR-158).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { contents, rowCounts } from '../../../support/counts.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'
import { charted, done, pricedBeds, wardHouse, wardOf } from '../../../support/desk/ward.ts'

t.test('admissions', async (t) => {
  const on = await wardHouse(t)
  const { house, admin, charge, nurse, doctor, cashier, clerk, attending } = on
  clock.freeze('2026-03-30T08:00:00.000Z')
  await pricedBeds(house, { BED1: 1_000_000, NURSING: 200_000 })
  const { ward, beds } = await wardOf(admin, { daily_codes: ['nursing'] })
  await atDrawer(house, cashier, 500_000)

  t.test('the whole stay, and what it costs (CAR-141, CAR-151, CAR-157, ruling 42)', async (t) => {
    const visit = await visiting(clerk)
    const patient_id = visit.patient.id
    const asked = await on.asked({ patient_id, ward_id: ward.id })
    t.match(asked, {
      status: 'REQUESTED',
      reference: 'ADM-2026-00001',
      visit_id: visit.id,
      source: 'OPD',
      ward: ward.name,
      bed: null,
      requested_by_name: nurse.user.full_name,
      moves: ['cancel', 'admit'],
    })
    const accepted = await done(
      charge.post(`/admissions/${asked.id}/accept`, { bed_id: beds[0].id }),
    )
    t.match(accepted, { status: 'ACCEPTED', bed: '1', room: 'Hall' })
    const kept = await done(charge.get('/beds', { ward_id: ward.id }))
    t.match(kept[0], { status: 'RESERVED', holds: { admission_id: asked.id } })
    t.match(
      await charge.post(`/admissions/${asked.id}/admit`, {}),
      { status: 400, message: 'attending_id is required.' },
      'admit without attending (6)',
    )
    const lies = await done(
      charge.post(`/admissions/${asked.id}/admit`, { attending_id: attending }),
    )
    t.match(lies, {
      status: 'ADMITTED',
      expected_discharge_on: '2026-04-02',
      length_of_stay: 1,
      stays: [{ bed: '1', ward: ward.name, from: clock.instant(), to: null }],
    })
    const now = await done(clerk.get(`/visits/${visit.id}`))
    t.match(now, { status: 'ADMITTED', visit_class: 'INPATIENT' })

    clock.freeze('2026-04-01T09:00:00.000Z')
    const early = await cashier.post(`/admissions/${asked.id}/clear`, {})
    t.match(early, {
      status: 409,
      message: `Admission ${asked.reference} is ADMITTED. It can: order_discharge, abscond, record_death.`,
    })
    const ordered = await done(
      doctor.post(`/admissions/${asked.id}/order-discharge`, {
        type: 'HOME',
        follow_up: { date: '2026-04-10' },
      }),
    )
    t.equal(ordered.status, 'DISCHARGE_ORDERED')
    t.match(
      ordered.checks.map(({ gate }: { gate: string }) => gate),
      [
        'DIS_RESULTS',
        'DIS_FOLLOW_UP',
        'DIS_NOTICE',
        'REC_PRIMARY',
        'DIS_SUMMARY',
        'DIS_UNSIGNED',
        'TASK_GATE_DISCHARGE',
        'DIS_MEDICINES',
        'CLEAR_UNBILLED',
        'CLEAR_UNPAID',
        'DIS_RETURNS',
      ],
      'CAR-156: every gate of both moves',
    )
    const before = await doctor.post(`/admissions/${asked.id}/clinical-discharge`, {
      condition: 'Well',
      at: '2026-03-29T09:00:00.000Z',
    })
    t.match(before, { status: 400, message: 'at is before the admission.' })
    t.match(
      await doctor.post(`/admissions/${asked.id}/clinical-discharge`, { condition: 'Well' }),
      {
        status: 409,
        message: /The discharge summary is not signed\. Nobody may let this through\./,
      },
      'CAR-24, DIS_SUMMARY',
    )
    await charted(doctor, lies)
    const out = await done(
      doctor.post(`/admissions/${asked.id}/clinical-discharge`, { condition: 'Well' }),
    )
    t.match(out, { status: 'CLINICALLY_DISCHARGED', outcome: 'HOME' })
    const lines = (await done(admin.get('/billing/bills', { patient_id }))) as { total: number }[]
    t.equal(
      lines.reduce((sum, { total }) => sum + total, 0),
      24_000 + 0,
      'two midnights: two days in bed and two of nursing',
    )
    const unpaid = await cashier.post(`/admissions/${asked.id}/clear`, {})
    t.match(unpaid, { status: 409, message: /^Unpaid: .* is unpaid\. Manager, .*may let this/ })
    const [bill] = await done(admin.get('/billing/bills', { patient_id }))
    await done(
      cashier.post('/billing/deposits', { patient_id, amount: bill.total, admission_id: asked.id }),
    )
    const cleared = await done(cashier.post(`/admissions/${asked.id}/clear`, {}))
    t.match(cleared, { status: 'CLEARED', gate_pass_no: 'GP-2026-00001', balance: 24_000 })
    t.equal(cleared.bill.length, 1, 'the last bill is issued (BIL-7)')
    const pass = await nurse.get(`/admissions/${asked.id}/gate-pass`)
    t.equal(pass.status, 200, 'the gate pass (ruling 42)')
    const paper = await doctor.get(`/admissions/${asked.id}/discharge-summary/pdf`)
    t.equal(paper.status, 200, 'the summary of the stay (CAR-162)')
    const left = await done(nurse.post(`/admissions/${asked.id}/leave`, { left_with: 'Brother' }))
    t.match(left, { status: 'LEFT', moves: [], stays: [{ end_reason: 'LEFT' }] })
    t.match(await done(clerk.get(`/visits/${visit.id}`)), {
      status: 'CHECKED_OUT',
      outcome: 'TREATED',
    })
    const [bed] = await done(charge.get('/beds', { ward_id: ward.id }))
    t.match(bed, { status: 'TO_CLEAN', holds: null })
    t.match(await done(nurse.post(`/beds/${bed.id}/cleaned`)), { status: 'FREE' })
  })

  t.test('one live admission in the hospital (CAR-140)', async (t) => {
    const one = await on.admitted(beds[0].id)
    const full_name = one.patient.full_name
    const second = await nurse.post('/admissions', {
      patient_id: one.patient.id,
      reason: 'Again',
    })
    t.match(second, {
      status: 409,
      message: `${full_name} is already admitted in ${ward.name} (${one.reference}).`,
    })
    t.match(await charge.post(`/beds/${beds[0].id}/out-of-service`, { reason: 'Broken' }), {
      status: 409,
      message: 'Bed 1 is OCCUPIED. Nothing more can be done with it.',
    })
  })

  t.test('what is refused leaves nothing (6)', async (t) => {
    const taken = await done(charge.get('/beds', { ward_id: ward.id, status: 'OCCUPIED' }))
    const initials = taken[0].holds.patient.full_name
      .split(' ')
      .map((word: string) => `${word[0]}.`)
      .join('')
    const asked = await on.asked({ ward_id: ward.id })
    const { id } = await somebody(clerk)
    const at = `/admissions/${asked.id}`
    const cases: [string, string, Record<string, unknown>, number, string][] = [
      ['no reason', '/admissions', { patient_id: id }, 400, 'reason is required.'],
      ['nobody', '/admissions', { reason: 'Fever' }, 400, 'patient_id is required.'],
      [
        'a patient of nobody',
        '/admissions',
        { patient_id: newId(), reason: 'Fever' },
        404,
        'No such patient.',
      ],
      [
        'a ward of nobody',
        '/admissions',
        { patient_id: id, reason: 'Fever', ward_id: newId() },
        404,
        'No such ward.',
      ],
      [
        'another kind',
        '/admissions',
        { patient_id: id, reason: 'Fever', kind: 'HOTEL' },
        400,
        'kind must be one of ROUTINE, EMERGENCY, ELECTIVE, MATERNITY, DAY_CASE, NEWBORN, OBSERVATION.',
      ],
      [
        'a visit of another',
        '/admissions',
        { patient_id: id, reason: 'Fever', visit_id: (await visiting(clerk)).id },
        400,
        'visit_id is not a visit of this patient.',
      ],
      ['a taken bed', `${at}/accept`, { bed_id: beds[0].id }, 409, `Bed 1 is taken by ${initials}`],
      ['a bed of nobody', `${at}/accept`, { bed_id: newId() }, 404, 'No such bed.'],
      ['no bed', `${at}/accept`, {}, 400, 'bed_id is required.'],
      ['no reason', `${at}/decline`, {}, 400, 'reason is required.'],
      ['nobody attends', `${at}/admit`, { bed_id: beds[1].id }, 400, 'attending_id is required.'],
      [
        'tomorrow',
        `${at}/admit`,
        { bed_id: beds[1].id, attending_id: attending, admitted_at: '2026-04-03T00:00:00.000Z' },
        400,
        'admitted_at is in the future.',
      ],
      [
        'a date that is over',
        `${at}/admit`,
        { bed_id: beds[1].id, attending_id: attending, expected_discharge_on: '2026-01-01' },
        400,
        'expected_discharge_on is over already.',
      ],
    ]
    for (const [what, path, body, status, message] of cases) {
      const held = await contents('idempotency_records')
      const counted = await rowCounts()
      const answer = await charge.post(path, body)
      t.equal(answer.message, message, what)
      t.equal(answer.status, status, what)
      t.same(await rowCounts(), counted, `${what}: no row`)
      t.same(await contents('idempotency_records'), held, `${what}: nothing changed`)
    }
    const discharged = await doctor.post(`${at}/order-discharge`, { type: 'HOME' })
    t.match(discharged, {
      status: 409,
      message: `Admission ${asked.reference} is REQUESTED. It can: accept, decline, cancel, admit.`,
    })
    t.match(await done(nurse.post(`${at}/cancel`, { reason: 'Went home' })), {
      status: 'CANCELLED',
      moves: [],
    })
  })

  t.test('a deposit is asked ahead, and not of an emergency (CAR-142, CAR-143)', async (t) => {
    await done(admin.patch(`/bed-classes/${beds[3].class_id}`, { deposit: 50_000 }))
    const one = await on.asked()
    const body = { bed_id: beds[3].id, attending_id: attending }
    t.match(await charge.post(`/admissions/${one.id}/admit`, body), {
      status: 409,
      message: /^Deposit: Not cleared by the cashier\./,
    })
    const urgent = await on.asked({ kind: 'EMERGENCY', priority: 'EMERGENCY' })
    const lies = await done(charge.post(`/admissions/${urgent.id}/admit`, body))
    t.match(lies, { status: 'ADMITTED', deposit_ok: true, running_ok: true })
    await done(admin.patch(`/bed-classes/${beds[3].class_id}`, { deposit: null }))
    await done(nurse.post(`/admissions/${one.id}/cancel`, { reason: 'Went home' }))
  })

  t.test('a promise lets somebody go who cannot pay (CAR-158)', async (t) => {
    const one = await on.admitted(beds[1].id)
    clock.freeze('2026-04-03T09:00:00.000Z')
    const at = `/admissions/${one.id}`
    await done(doctor.post(`${at}/order-discharge`, { type: 'HOME' }))
    await charted(doctor, one)
    await done(doctor.post(`${at}/clinical-discharge`, { condition: 'Well' }))
    const manager = await house.people.holding('admission:clear', 'override:money', 'bill:read')
    const bare = { overrides: [{ gate: 'CLEAR_UNPAID', reason_code: 'PROMISE' }] }
    t.equal((await manager.post(`${at}/clear`, bare)).status, 400, 'a promise has words')
    const said = await done(
      manager.post(`${at}/clear`, {
        overrides: [
          { gate: 'CLEAR_UNPAID', reason_code: 'PROMISE', reason: 'By May, Juma, 0712345678' },
        ],
      }),
    )
    t.equal(said.status, 'CLEARED')
    t.match(await done(nurse.post(`${at}/leave`)), { status: 'LEFT' })
  })

  t.test('left without a word (CAR-160)', async (t) => {
    const one = await on.admitted(beds[2].id)
    const at = `/admissions/${one.id}`
    const body = {
      last_seen_at: clock.instant(),
      searched: { where: 'The ward and the gate', by: 'Guard' },
      reason: 'Not in bed at the round',
    }
    t.match(await doctor.post(`${at}/abscond`, body), {
      status: 409,
      message: 'Seen 0 hours ago: it takes 6, or now with a reason.',
    })
    const gone = await done(doctor.post(`${at}/abscond`, { ...body, now: true }))
    t.match(gone, { status: 'LEFT', outcome: 'ABSCONDED', stays: [{ end_reason: 'ABSCONDED' }] })
  })
})
