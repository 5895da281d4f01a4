// Tasks once and again, what a shift hands on, and fluids (CAR-122 to CAR-128, CAR-213).

import t from 'tap'
import { clock, hours, minutes } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { within } from '../../../../db/store/connection.ts'
import { missOverdue } from '../../../../db/hospital/care/nursing/for-areas.ts'
import { addTask } from '../../../../db/hospital/neighbours/to-care.ts'
import { rowCounts } from '../../../support/counts.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { charted, done, wardHouse, wardOf } from '../../../support/desk/ward.ts'

const later = (ms: number): void => clock.freeze(new Date(clock.ms() + ms).toISOString())

t.test('nursing', async (t) => {
  const on = await wardHouse(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { house, admin, nurse, doctor, charge, clerk } = on
  const { ward, beds } = await wardOf(admin, {}, 8)
  const ask = (body: Record<string, unknown>) => nurse.post('/nursing/tasks', body)

  t.test('the seed’s TaskInput, again and again (CAR-122)', async (t) => {
    const patient_id = (await somebody(clerk)).id
    const made = await done(
      ask({
        patient_id,
        task: 'Turn the patient',
        category: 'MOBILITY',
        admission_id: null,
        due_at: '2026-03-31T06:00:00.000Z',
        every_hours: 4,
        instructions: 'Left, back, right',
      }),
    )
    t.match(made, {
      status: 'OPEN',
      timing: 'DUE',
      every_hours: 4,
      source: 'MANUAL',
      moves: ['start', 'complete', 'miss', 'cancel'],
    })
    later(hours(3) + minutes(40))
    const late = await done(nurse.post(`/nursing/tasks/${made.id}/complete`, { outcome: 'Left' }))
    t.match(late, { status: 'DONE', timing: 'DONE', done_by_name: nurse.user.full_name })
    t.match(late.next, { due_at: '2026-03-31T10:00:00.000Z', sequence: 2, status: 'OPEN' })
    t.match(await nurse.post(`/nursing/tasks/${made.id}/complete`), {
      status: 409,
      message: 'Task Turn the patient is DONE. Nothing more can be done with it.',
    })
    const ended = await done(
      nurse.post(`/nursing/tasks/${late.next.id}/cancel`, { reason: 'Walks', series: true }),
    )
    t.equal(ended.status, 'CANCELLED')
    const open = await done(nurse.get('/nursing/tasks', { patient_id, status: 'OPEN' }))
    t.same(open, [], 'the series has ended')
  })

  t.test('as often as was said (CAR-122)', async (t) => {
    const patient_id = (await somebody(clerk)).id
    const made = await done(
      ask({ patient_id, task: 'Watch closely', every_minutes: 30, max_times: 2 }),
    )
    const second = await done(nurse.post(`/nursing/tasks/${made.id}/complete`))
    t.equal(second.next.sequence, 2)
    t.equal((await done(nurse.post(`/nursing/tasks/${second.next.id}/complete`))).next, null)
  })

  t.test('who comes to it, and how late it is (CAR-123, CAR-124)', async (t) => {
    const patient_id = (await somebody(clerk)).id
    const once = await done(ask({ patient_id, task: 'Weigh', mandatory: true }))
    const series = await done(ask({ patient_id, task: 'Feed', every_hours: 6 }))
    const timing = async () =>
      (await done(nurse.get('/nursing/tasks', { patient_id, status: 'OPEN' }))).map(
        (row: { timing: string }) => row.timing,
      )
    later(minutes(61))
    t.same(await timing(), ['LATE', 'LATE'])
    t.equal((await done(nurse.get('/nursing/tasks', { patient_id, timing: 'LATE' }))).length, 2)
    later(hours(3))
    t.same(await timing(), ['OVERDUE', 'OVERDUE'])
    t.equal(await missOverdue(house.system), 1, 'mandatory ones wait')
    t.equal(await missOverdue(house.system), 0, 'run twice changes nothing')
    const all = await done(nurse.get('/nursing/tasks', { patient_id }))
    t.match(
      all.find(({ id }: { id: string }) => id === series.id),
      { status: 'MISSED', miss_reason: 'AUTO' },
    )
    t.equal(all.length, 3, 'and the next one of the series waits')
    t.match(await nurse.post(`/nursing/tasks/${series.id}/complete`), {
      status: 400,
      message: /^late_reason is required/,
    })
    const made_up = await done(
      nurse.post(`/nursing/tasks/${series.id}/complete`, { late_reason: 'Was fed' }),
    )
    t.equal(made_up.next, null, 'never two that wait')
    t.equal(
      (await nurse.post(`/nursing/tasks/${once.id}/cancel`, { reason: 'Not now' })).status,
      403,
    )
    t.equal(
      (await charge.post(`/nursing/tasks/${once.id}/cancel`, { reason: 'No scale' })).status,
      200,
    )
  })

  t.test('vital signs come first (CAR-125)', async (t) => {
    const patient_id = (await somebody(clerk)).id
    const opened = await done(clerk.post('/visits', { patient_id, start: false }))
    const visit_id = (opened.visit ?? opened).id
    const made = await done(ask({ patient_id, task: 'Pulse', vitals: true }))
    t.match(await nurse.post(`/nursing/tasks/${made.id}/complete`), {
      status: 409,
      message: 'Record the vital signs first.',
    })
    const set = await done(nurse.post(`/visits/${visit_id}/vitals`, { heart_rate: 80 }))
    const ended = await done(nurse.post(`/nursing/tasks/${made.id}/complete`))
    t.equal(ended.vitals_id, set.id)
  })

  t.test('once for who asks (CAR-213)', async (t) => {
    const patient_id = (await somebody(clerk)).id
    const asked = { patient_id, task: 'Confirm', source: 'visit', source_id: newId() }
    const first = await within(() => addTask(house.system, asked))
    const second = await within(() => addTask(house.system, asked))
    t.equal(first?.id, second?.id)
  })

  t.test('six complete one task: one succeeds (CAR-122)', async (t) => {
    const patient_id = (await somebody(clerk)).id
    const made = await done(ask({ patient_id, task: 'Wash', every_hours: 24 }))
    const six = await Promise.all(
      Array.from({ length: 6 }, () => nurse.post(`/nursing/tasks/${made.id}/complete`)),
    )
    t.same(
      six.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409, 409],
    )
    t.equal((await done(nurse.get('/nursing/tasks', { patient_id, status: 'OPEN' }))).length, 1)
  })

  t.test('bad input leaves nothing (6)', async (t) => {
    const stay = await on.admitted(beds[5].id)
    const patient_id = stay.patient.id
    const fluid = (more: Record<string, unknown>) => ({
      admission_id: stay.id,
      entries: [{ direction: 'IN', kind: 'ORAL', volume_ml: 100, ...more }],
    })
    const bad: [string, Record<string, unknown>, number, string][] = [
      ['/nursing/tasks', { patient_id }, 400, 'task is required.'],
      ['/nursing/tasks', { task: 'Wash' }, 400, 'patient_id is required.'],
      [
        '/nursing/tasks',
        { patient_id, task: 'Wash', every_hours: 0 },
        400,
        'every_hours must be between 1 and 168.',
      ],
      [
        '/nursing/tasks',
        { patient_id, task: 'Wash', every_hours: 200 },
        400,
        'every_hours must be between 1 and 168.',
      ],
      [
        '/nursing/tasks',
        { patient_id, task: 'Wash', category: 'COOKING' },
        400,
        'category must be one of OBSERVATION, MEDICATION,',
      ],
      [
        '/nursing/tasks',
        { patient_id, task: 'Wash', max_times: 3 },
        400,
        'every_hours is required with an end of the series.',
      ],
      [
        '/nursing/fluids',
        fluid({ volume_ml: 20_000 }),
        400,
        'entries[0].volume_ml must be between',
      ],
      ['/nursing/fluids', fluid({ volume_ml: 0 }), 400, 'volume_ml must be between 1 and 10,000.'],
      ['/nursing/fluids', fluid({ kind: 'URINE' }), 400, 'entries[0].kind must be one of ORAL'],
      ['/nursing/fluids', { ...fluid({}), admission_id: newId() }, 404, 'No such admission.'],
      ['/nursing/handovers', { ward_id: newId() }, 404, 'No such ward.'],
    ]
    for (const [path, body, status, message] of bad) {
      const before = await rowCounts()
      const answer = await nurse.post(path, body)
      t.match(answer, { status, message: new RegExp(RegExp.escape(message)) }, message)
      t.same(await rowCounts(), before, 'nothing is left')
    }
  })

  t.test('what is mandatory holds a discharge back (CAR-126)', async (t) => {
    const stay = await on.admitted(beds[0].id)
    const at = `/admissions/${stay.id}`
    await done(
      ask({
        patient_id: stay.patient.id,
        task: 'Teach the inhaler',
        mandatory: true,
        gates: ['DISCHARGE'],
      }),
    )
    await done(ask({ patient_id: stay.patient.id, task: 'Wash', every_hours: 24 }))
    await done(doctor.post(`${at}/order-discharge`, { type: 'HOME' }))
    await charted(doctor, stay)
    t.match(await doctor.post(`${at}/clinical-discharge`, { condition: 'Well' }), {
      status: 409,
      message: /1 mandatory task is open: Teach the inhaler\./,
    })
    const overrides = [
      { gate: 'TASK_GATE_DISCHARGE', reason_code: 'NOT_NEEDED', reason: 'Has none' },
    ]
    await done(doctor.post(`${at}/clinical-discharge`, { condition: 'Well', overrides }))
    const left = await done(nurse.get('/nursing/tasks', { admission_id: stay.id }))
    t.same(
      left.map(({ status }: { status: string }) => status),
      ['CANCELLED', 'CANCELLED'],
      'what waited for the patient has ended',
    )
  })

  t.test('a shift hands over, another accepts (CAR-127)', async (t) => {
    const stay = await on.admitted(beds[1].id)
    await done(ask({ patient_id: stay.patient.id, task: 'Dress the wound', mandatory: true }))
    const signs = {
      systolic: 120,
      diastolic: 80,
      heart_rate: 88,
      temperature: 37.2,
      oxygen_delivery: 'ROOM_AIR',
    }
    for (const respiratory_rate of [18, 26]) {
      clock.advance(minutes(1))
      const set = { ...signs, respiratory_rate, oxygen_saturation: 97, consciousness: 'ALERT' }
      await done(nurse.post(`/visits/${stay.visit_id}/vitals`, set))
    }
    const made = await done(nurse.post('/nursing/handovers', { ward_id: ward.id }))
    t.match(made, { status: 'DRAFT', from_name: nurse.user.full_name, moves: ['give'] })
    const entry = made.entries.find((one: { admission_id: string }) => one.admission_id === stay.id)
    t.match(entry, {
      situation: /^Day 1; Malaria/,
      outstanding: ['Dress the wound (DUE)'],
      assessment:
        /^NEWS2 \d LOW_MEDIUM, BP 120\/80, P 88, T 37\.2, RR 26, SpO2 97%, ALERT at 2026-/,
      bed: '2',
    })
    const board = await done(nurse.get(`/wards/${ward.id}/board`))
    const shown = board.beds.find(({ bed }: { bed: string }) => bed === '2').lying
    t.match(
      shown,
      {
        vitals: { score: { code: 'NEWS2' }, trend: 'UP', said: /RR 26/ },
        next_task: { task: 'Dress the wound', timing: 'DUE', open: 1 },
      },
      'the board says the same (CAR-205)',
    )
    t.match(await nurse.post('/nursing/handovers', { ward_id: ward.id }), {
      status: 409,
      message: /^The hand-over of .* is already begun\.$/,
    })
    const path = `/nursing/handovers/${made.id}`
    const newcomer = await on.admitted(beds[2].id)
    t.match(await nurse.post(`${path}/give`), {
      status: 409,
      message: `Nothing is said of ${newcomer.reference}: write it, or say no_change.`,
    })
    await done(
      nurse.patch(path, {
        entries: [{ admission_id: newcomer.id, situation: 'Just came', watch: true }],
        ward_note: 'Quiet',
      }),
    )
    const given = await done(nurse.post(`${path}/give`, { controlled_count_ok: true }))
    t.match(given, { status: 'GIVEN', ward_note: 'Quiet', controlled_count_ok: true })
    t.match(await nurse.patch(path, { ward_note: 'Loud' }), { status: 409 })
    t.match(await nurse.post(`${path}/accept`), {
      status: 403,
      message: 'Somebody of the next shift accepts it.',
    })
    const taken = await done(charge.post(`${path}/accept`, { questions: 'Who dressed it last?' }))
    t.match(taken, { status: 'ACCEPTED', accepted_by_name: charge.user.full_name })
    const listed = await done(nurse.get('/nursing/handovers', { ward_id: ward.id }))
    t.match(listed, [{ id: made.id, status: 'ACCEPTED' }])
  })

  t.test('the balance of a day (CAR-128)', async (t) => {
    const stay = await on.admitted(beds[3].id)
    const enter = (entries: Record<string, unknown>[]) =>
      nurse.post('/nursing/fluids', { admission_id: stay.id, entries })
    await done(
      enter([
        { direction: 'IN', kind: 'IV', volume_ml: 500 },
        { direction: 'IN', kind: 'ORAL', volume_ml: 0, note: 'refused' },
      ]),
    )
    const both = await done(enter([{ direction: 'OUT', kind: 'URINE', volume_ml: 200 }]))
    t.match(both, { in_ml: 500, out_ml: 200, balance: 300, running: 300, urine_ml_kg_h: null })
    t.equal(both.entries.length, 3)
    const { id } = both.entries.find(({ kind }: { kind: string }) => kind === 'URINE')
    const without = await done(nurse.post(`/nursing/fluids/${id}/void`, { reason: 'Of bed 5' }))
    t.match(without, { balance: 500 })
    t.match(
      without.entries.find((one: { id: string }) => one.id === id),
      { void_reason: 'Of bed 5', voided_by_name: nurse.user.full_name },
      'it stays, struck through',
    )
    t.match(await nurse.post(`/nursing/fluids/${id}/void`, { reason: 'Again' }), { status: 409 })
    const yesterday = await done(nurse.get(`/admissions/${stay.id}/fluids`, { date: '2026-03-29' }))
    t.match(yesterday, { entries: [], balance: 0, running: 500 })
  })
})
