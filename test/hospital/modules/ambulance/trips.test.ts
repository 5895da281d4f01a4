// From the call to the hand-over and back (modules C).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { tellLate, tellPapers } from '../../../../db/hospital/modules/ambulance/jobs.ts'
import { newId } from '../../../../db/core/ids.ts'
import { requestTrip } from '../../../../db/hospital/neighbours/ambulance.ts'
import { isAway } from '../../../../db/hospital/neighbours/duty.ts'
import { staffById, staffOf } from '../../../../db/hospital/neighbours/people.ts'
import { answering } from '../../../support/answers.ts'
import { within } from '../../../../db/store/connection.ts'
import { dispatchHouse } from '../../../support/desk/dispatch.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('dispatch', async (t) => {
  const on = await dispatchHouse(t)
  const { admin, crew, clerk, nurse, doctor, house } = on
  const guide = await house.people.holding('ambulance:assign', 'ambulance:manage', 'ambulance:read')
  clock.freeze('2026-03-30T08:00:00.000Z')
  const caller = { ...house.system, facility_id: house.facility_id }
  const here = `/facilities/${house.facility_id}/modules/ambulance`
  const sent = async (request: Data, vehicle: Data, more: Record<string, unknown> = {}) =>
    crew.post(`/ambulance-requests/${request.id}/dispatch`, { vehicle_id: vehicle.id, ...more })
  const stamped = (trip: Data, milestone: string, more: Record<string, unknown> = {}) =>
    crew.post(`/ambulance-trips/${trip.id}/advance`, { milestone, ...more })

  t.test('the whole trip of somebody nobody knows (AMB-6, AMB-7, AMB-10)', async (t) => {
    const vehicle = await on.ready({ call_sign: 'KTA-1' })
    t.match(vehicle, { state: 'AVAILABLE', check: { result: 'PASS' }, odometer: 84_120 })
    const request = await done(
      on.ask({
        answers: [{ key: 'UNCONSCIOUS', answer: 'yes' }],
        priority: null,
        category: 'TRAUMA_ROAD',
        patient: { sex: 'Male', label: 'Man at the bridge' },
      }),
    )
    t.match(request, {
      reference: 'AR-2026-000001',
      status: 'RECEIVED',
      priority: 1,
      proposed_priority: 1,
      minutes: 0,
    })
    clock.freeze('2026-03-30T08:04:00.000Z')
    const trip = await done(sent(request, vehicle))
    t.match(trip, {
      reference: 'TP-2026-000001',
      status: 'DISPATCHED',
      call_sign: 'KTA-1',
      start_km: 84_120,
      patients: [{ ref: '1', patient_id: null, sex: 'Male' }],
      intervals: { call_dispatch: 4, call_scene: null },
      moves: ['EN_ROUTE', 'HANDED_OVER', 'ABORTED'].slice(0, 1),
    })
    clock.freeze('2026-03-30T08:40:00.000Z')
    await done(stamped(trip, 'EN_ROUTE', { at: '2026-03-30T08:06:00.000Z' }))
    t.match(await stamped(trip, 'ON_SCENE', { at: '2026-03-30T08:05:00.000Z' }), {
      status: 409,
      message: 'On scene cannot be before en route (11:06).',
    })
    await done(
      stamped(trip, 'ON_SCENE', { at: '2026-03-30T08:14:00.000Z', lat: -4.88, lng: 38.28 }),
    )
    t.match(await stamped(trip, 'AT_DESTINATION'), {
      status: 409,
      message: /^Trip TP-2026-000001 is ON_SCENE\. It can: WITH_PATIENT, RETURNING, ABORTED\.$/,
    })
    await done(stamped(trip, 'WITH_PATIENT'))
    await done(stamped(trip, 'TO_DESTINATION'))
    t.match(await stamped(trip, 'AT_DESTINATION', { odometer: 84_100 }), {
      status: 409,
      message: 'The odometer was 84,120 km.',
    })
    clock.freeze('2026-03-30T09:10:00.000Z')
    const there = await done(stamped(trip, 'AT_DESTINATION', { odometer: 84_150 }))
    t.match(there, { status: 'AT_DESTINATION', warnings: [], intervals: { call_scene: 14 } })
    t.match(await stamped(trip, 'RETURNING'), {
      status: 409,
      message: '1 on board: hand over first.',
    })
    const path = `/ambulance-trips/${trip.id}/hand-over`
    t.match(await crew.post(path, { patient_ref: '1', to: 'HERE' }), {
      status: 400,
      message: 'received_by.name is required.',
    })
    const handed = await done(
      crew.post(path, {
        patient_ref: '1',
        to: 'HERE',
        situation: 'Hit by a lorry, unconscious',
        received_by: { name: 'Sister Rehema' },
      }),
    )
    t.match(handed, {
      trip: { status: 'HANDED_OVER', outcome: 'CONVEYED', hand_overs: [{ to: 'HERE' }] },
      emergency: { reference: /^EM/ },
    })
    const emergency = await done(nurse.get(`/emergencies/${handed.emergency.id}`))
    t.match(emergency, { arrival_mode: 'AMBULANCE', category: 'TRAUMA_ROAD' })
    t.match(await crew.post(path, { patient_ref: '1', to: 'HERE', received_by: { name: 'X' } }), {
      status: 409,
      message: 'Patient 1 was handed over at 12:10.',
    })
    clock.freeze('2026-03-30T09:40:00.000Z')
    const over = await done(stamped(trip, 'COMPLETED', { odometer: 84_171 }))
    t.match(over, {
      status: 'COMPLETED',
      distance_km: 51,
      estimated: false,
      intervals: { total: 96, call_end: 100 },
      moves: [],
    })
    const [asked] = await done(clerk.get('/ambulance-requests', { status: 'COMPLETED' }))
    t.equal(asked.id, request.id)
    const [bill] = await done(admin.get('/billing/bills', { patient_id: emergency.patient.id }))
    t.equal(bill.total, 20_000 + 41 * 1000, 'AMB-12: called out, and 41 km beyond the free ones')
    const [free] = await done(crew.get('/ambulance-vehicles', { state: 'AVAILABLE' }))
    t.match(free, { call_sign: 'KTA-1', odometer: 84_171, trip: null })
    const paper = await crew.get(`/ambulance-trips/${trip.id}/pdf`, { language: 'sw' })
    t.equal(paper.status, 200)
    t.match(await done(doctor.get(`/ambulance-trips/${trip.id}`)), { status: 'COMPLETED' })
  })

  t.test('one vehicle, one trip; two dispatchers, one wins (AMB-4)', async (t) => {
    const vehicle = await on.ready({ call_sign: 'KTA-2' })
    const [one, two] = [await done(on.ask()), await done(on.ask())]
    const answers = await Promise.all([sent(one, vehicle), sent(two, vehicle)])
    t.same(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [200, 409],
    )
    const trip = answers.find(({ status }) => status === 200)?.data
    t.match(answers.find(({ status }) => status === 409)?.message, `KTA-2 is on ${trip.reference}.`)
    const other = trip.request_ids[0] === one.id ? two : one
    const [shown] = await done(crew.get('/ambulance-vehicles', { state: 'ON_TRIP' }))
    t.match(shown, { call_sign: 'KTA-2', trip: { reference: trip.reference } })
    t.match(await sent(other, vehicle), {
      status: 409,
      message: `KTA-2 is on ${trip.reference}.`,
    })
    t.match(await on.manned(vehicle.id), { status: 409, message: /^KTA-2 is on TP-/ })
    t.match(await stamped(trip, 'ABORTED'), { status: 400, message: /^reason_code is required/ })
    await done(stamped(trip, 'ABORTED', { reason_code: 'BREAKDOWN' }))
    const again = await done(clerk.get('/ambulance-requests', { waiting: 'true' }))
    t.ok(
      again.some(({ id }: Data) => id === trip.request_ids[0]),
      'it waits again, with its age',
    )
    const next = await done(sent(other, vehicle))
    await done(stamped(next, 'ABORTED', { reason_code: 'NOT_NEEDED' }))
    const [gone] = await done(clerk.get('/ambulance-requests', { status: 'CANCELLED' }))
    t.match(gone, { id: other.id, cancellation: { reason_code: 'NOT_NEEDED' } })
    await done(
      clerk.post(`/ambulance-requests/${trip.request_ids[0]}/cancel`, {
        reason_code: 'NO_VEHICLE',
      }),
    )
  })

  t.test('life before what was planned: a trip is diverted (AMB-4)', async (t) => {
    const vehicle = await on.ready({ call_sign: 'KTA-3' })
    const planned = await done(on.ask({ priority: 3 }))
    const trip = await done(sent(planned, vehicle))
    const urgent = await done(on.ask({ priority: 2 }))
    t.match(await sent(urgent, vehicle, { divert_from: trip.id }), {
      status: 409,
      message: /^TP-2026-\d+ is DISPATCHED, priority 3: it is not diverted\.$/,
    })
    const life = await done(on.ask({ priority: 1 }))
    const second = await done(sent(life, vehicle, { divert_from: trip.id }))
    t.match(second, { status: 'DISPATCHED', priority: 1 })
    const waiting = await done(clerk.get('/ambulance-requests', { waiting: 'true' }))
    t.match(
      waiting.find(({ id }: Data) => id === planned.id),
      { status: 'RECEIVED', waiting_reason: 'DIVERTED' },
    )
    for (const one of [planned, urgent]) {
      await done(clerk.post(`/ambulance-requests/${one.id}/cancel`, { reason_code: 'DUPLICATE' }))
    }
    for (const step of ['EN_ROUTE', 'ON_SCENE']) await done(stamped(second, step))
    t.match(await stamped(second, 'RETURNING'), {
      status: 400,
      message: 'outcome must be one of REFUSED, NO_PATIENT, TREATED_NOT_CONVEYED.',
    })
    await done(stamped(second, 'RETURNING', { outcome: 'NO_PATIENT' }))
    const back = await done(stamped(second, 'COMPLETED'))
    t.match(back, { warnings: ['Distance is estimated from positions.'], outcome: 'NO_PATIENT' })
  })

  t.test('nothing goes out unfit (AMB-3)', async (t) => {
    const vehicle = await on.entered({
      call_sign: 'KTA-4',
      papers: [{ kind: 'INSURANCE', expires_on: '2026-03-01' }],
    })
    const request = await done(on.ask({ priority: 3 }))
    t.match(await sent(request, vehicle), {
      status: 409,
      message: 'KTA-4 has no driver: name the crew.',
    })
    await done(on.manned(vehicle.id))
    const held = await sent(request, vehicle)
    t.match(held.message, /^Daily check: KTA-4 was not checked\./m)
    t.match(held.message, /^Papers: insurance expired on 2026-03-01\. /m)
    t.match(
      await guide.post(`/ambulance-requests/${request.id}/dispatch`, {
        vehicle_id: vehicle.id,
        overrides: ['AMB_CHECK', 'AMB_PAPERS'].map((gate) => ({
          gate,
          reason_code: 'NO_OTHER_VEHICLE',
        })),
      }),
      { status: 200, data: { status: 'DISPATCHED' } },
    )
    const broken = await on.entered({ call_sign: 'KTA-5' })
    await done(on.manned(broken.id))
    const check = await done(on.checked(broken.id, { BRAKES: 'FAULT' }))
    t.match(check, { result: 'FAIL' })
    const life = await done(on.ask({ priority: 1, needs: { incubator: true } }))
    t.match(await sent(life, broken), {
      status: 409,
      message: 'KTA-5: brakes FAULT at 12:40.',
    })
    await done(on.checked(broken.id))
    const gone = await done(sent(life, broken))
    t.match(gone.gate_warnings, [{ gate: 'AMB_KIND', level: 'WARN' }])
    const third = await on.ready({ call_sign: 'KTA-6' })
    await done(on.manned(third.id, { attendant_ids: [] }))
    const grave = await done(on.ask({ priority: 2 }))
    t.match(await sent(grave, third), {
      status: 409,
      message: 'Priority 1 and 2 need an attendant of a clinical cadre.',
    })
    const body = await done(on.ask({ kind: 'BODY', priority: 4, destination: { text: 'Home' } }))
    t.match(await sent(body, third), {
      status: 409,
      message: /^A body goes with a HEARSE or a TRANSPORT/,
    })
  })

  t.test('who is away or in another crew does not ride (AMB-5)', async (t) => {
    const vehicle = await on.entered({ call_sign: 'KTA-7' })
    const ids = [newId(), newId()]
    answering(t, staffById, async (_, staff_id) =>
      ids.includes(staff_id)
        ? { staff_id, name: 'Salim Omari', cadre: 'Driver', grade: null, national_id: null }
        : null,
    )
    t.match(await on.manned(vehicle.id, { attendant_ids: [] }), {
      status: 400,
      message: 'driver_id is no member of staff.',
    })
    answering(t, isAway, async () => true)
    const asked = { driver_id: ids[0], attendant_ids: [] }
    t.match(await on.manned(vehicle.id, asked), {
      status: 409,
      message: 'Salim Omari is away today.',
    })
    answering(t, isAway, async () => false)
    await done(on.manned(vehicle.id, asked))
    const other = await on.entered({ call_sign: 'KTA-8' })
    t.match(await on.manned(other.id, asked), {
      status: 409,
      message: 'Salim Omari is in the crew of KTA-7.',
    })
    await done(on.checked(vehicle.id))
    const request = await done(on.ask({ priority: 3 }))
    const held = await sent(request, vehicle)
    t.match(held, { status: 409, message: /^Crew: Salim Omari has no driving licence in date\./ })
    answering(t, staffOf, async () => ({
      staff_id: newId(),
      name: 'Neema',
      cadre: null,
      grade: null,
      national_id: null,
    }))
    const stood = await done(on.manned(vehicle.id, { driver_id: null, attendant_ids: [] }))
    t.match(stood, { crew: null, state: 'NOT_READY', not_ready_reason: 'no crew' })
    await done(
      clerk.post(`/ambulance-requests/${request.id}/cancel`, { reason_code: 'NOT_NEEDED' }),
    )
  })

  t.test('the same call twice; what the questions propose (AMB-1, AMB-2)', async (t) => {
    const call = {
      channel: 'PHONE',
      caller: { name: 'Juma', phone: '0712000111' },
      not_duplicate: null,
      pickup: { text: 'Kwa Mngumi', lat: -5.1, lng: 38.4 },
    }
    const first = await done(on.ask(call))
    t.match(await on.ask(call), {
      status: 409,
      message: `${first.reference} was called from this phone at 12:40: join it, or say it is another.`,
    })
    const near = { ...call, channel: 'WALK_IN', caller: null, pickup: { lat: -5.101, lng: 38.4 } }
    t.match(await on.ask(near), { status: 409, message: /was called from this place at/ })
    const joined = await done(on.ask({ ...call, not_duplicate: true, duplicate_of: first.id }))
    t.equal(joined.duplicate_of, first.id)
    const answers = [{ key: 'NEWBORN', answer: 'ndiyo' }]
    t.match(await on.ask({ answers, priority: 3 }), {
      status: 400,
      message: 'priority_reason is required: the questions propose 1.',
    })
    t.match(await on.ask({ answers, priority: 3, priority_reason: 'Well, on the way home' }), {
      status: 201,
      data: { priority: 3, proposed_priority: 1 },
    })
    const planned = { priority: 4, needed_at: '2026-03-31T08:00:00.000Z' }
    t.match(await on.ask(planned), { data: { status: 'WAITING', waiting_reason: 'Planned' } })
    t.match(
      await nurse.post(`/ambulance-requests/${first.id}/cancel`, { reason_code: 'REFUSED' }),
      {
        status: 403,
      },
    )
  })

  t.test('the board, with names and without (AMB-17, MOD-18)', async (t) => {
    clock.freeze('2026-03-30T11:00:00.000Z')
    const full = await done(crew.get('/ambulance-board'))
    const late = full.requests.find(({ caller: who }: Data) => who !== null)
    t.match(late, { caller: /^Juma, \+255712000111$/, late: true, target: 30 })
    t.ok(full.vehicles.length >= 6)
    t.match(full.due, [{ call_sign: 'KTA-4', what: 'INSURANCE until 2026-03-01' }])
    const wall = await crew.get('/ambulance-board', { display: 'true' })
    // Digits of an id are nobody's number.
    const shown = JSON.stringify(wall.data).replaceAll(
      /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
      '',
    )
    t.notMatch(shown, /Juma|0712|255712|Staff/)
    t.match(await tellLate(caller), { trips: 0 })
    t.match(await tellLate(caller), { requests: 0 }, 'told once a day')
    t.equal(await tellPapers(caller), 1, 'AMB-15')
  })

  t.test('what others ask, and a switch that is off (AMB-13, AMB-19, AMB-20)', async (t) => {
    const patient = await somebody(clerk)
    const asked = {
      kind: 'REFERRAL',
      patient_id: patient.id,
      pickup: 'Main',
      destination: 'Bombo',
      priority: 'URGENT',
      channel: 'REFERRAL',
    }
    const made = await within(() => requestTrip(caller, asked))
    t.match(made, { number: /^AR-2026-/ })
    const [request] = await done(clerk.get('/ambulance-requests', { patient_id: patient.id }))
    t.match(request, { kind: 'TRANSFER_OUT', priority: 2, patient: { id: patient.id } })
    const dead = await doctor.post(`/patients/${patient.id}/deceased`, {
      died_at: clock.instant(),
      place: 'WARD',
    })
    t.equal(dead.status, 200, dead.message)
    const [gone] = await done(clerk.get('/ambulance-requests', { patient_id: patient.id }))
    t.match(gone, { status: 'CANCELLED', cancellation: { reason_code: 'DIED' } })
    t.match(await done(admin.get(here)), { open_work: [{ label: 'trips under way' }, {}] })
    await done(admin.post(`${here}/switch-off`, { reason: 'No driver', force: true }))
    t.match(await crew.get('/ambulance-board'), {
      status: 403,
      message: 'The ambulance dispatch module is switched off at Main.',
    })
    const off = await within(() => requestTrip(caller, asked))
    t.match(off, { off: true, message: 'The ambulance dispatch module is switched off at Main.' })
    await done(admin.post(`${here}/switch-on`))
  })
})
