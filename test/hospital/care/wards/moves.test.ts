// Beds, transfers, deaths, what is taken back, and who sees a stay.

import t from 'tap'
import { clock, hours } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { admitPatient } from '../../../../db/hospital/neighbours/bedside.ts'
import { admissionOf } from '../../../../db/hospital/neighbours/care.ts'
import { mayPractise } from '../../../../db/hospital/neighbours/people.ts'
import { takeWitness } from '../../../../db/hospital/neighbours/stock.ts'
import { caredForBy } from '../../../../db/hospital/neighbours/visits.ts'
import { registry } from '../../../../db/hospital/registry.ts'
import { boardLines } from '../../../../db/hospital/care/wards/board-lines.ts'
import { dropReservations } from '../../../../db/hospital/care/wards/jobs.ts'
import { within } from '../../../../db/store/connection.ts'
import { answering } from '../../../support/answers.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'
import {
  charted,
  done,
  pricedBeds,
  staffKept,
  wardHouse,
  wardOf,
} from '../../../support/desk/ward.ts'

t.test('beds and moves', async (t) => {
  const on = await wardHouse(t)
  const { house, admin, charge, nurse, doctor, clerk, attending } = on
  clock.freeze('2026-03-30T08:00:00.000Z')
  // What costs nothing keeps nobody here.
  await pricedBeds(house, { BED1: 0, BED2: 0, BED3: 0 })
  const { ward, room, bed_class, beds } = await wardOf(admin, {}, 6)
  const icu = await wardOf(admin, { kind: 'ICU' }, 2)

  t.test('a ward, its rooms, classes and beds (CAR-134, CAR-137)', async (t) => {
    const cases: [string, Record<string, unknown>, number, string][] = [
      ['/wards', { code: 'X', kind: 'GENERAL' }, 400, 'name is required.'],
      [
        '/wards',
        { name: 'Ward X', code: ward.code, kind: 'GENERAL' },
        409,
        `There is a ward with the code ${ward.code} already.`,
      ],
      [
        '/wards',
        { name: ward.name, code: 'X', kind: 'GENERAL' },
        409,
        `There is a ward called ${ward.name} already.`,
      ],
      [
        '/wards',
        { name: 'X', code: 'X', kind: 'GENERAL', min_age_days: 9, max_age_days: 3 },
        400,
        'min_age_days is more than max_age_days.',
      ],
      [
        '/rooms',
        { ward_id: ward.id, name: 'HALL' },
        409,
        `${ward.name} has a room called HALL already.`,
      ],
      ['/bed-classes', { name: 'X', code: 'X', deposit: -1 }, 400, 'deposit must not be negative.'],
      [
        '/beds',
        { room_id: room.id, class_id: bed_class.id },
        400,
        'label is required, or from and to.',
      ],
      [
        '/beds',
        { room_id: room.id, class_id: bed_class.id, label: '1' },
        409,
        'There is a bed 1 in this ward already.',
      ],
    ]
    for (const [path, body, status, message] of cases) {
      const answer = await admin.post(path, body)
      t.equal(answer.message, message)
      t.equal(answer.status, status)
    }
    const lies = await on.admitted(beds[5].id)
    const extra = await done(
      admin.post('/beds', {
        room_id: room.id,
        class_id: bed_class.id,
        label: 'Floor',
        extra: true,
      }),
    )
    const [shown] = await done(admin.get('/wards', { search: ward.code }))
    t.match(shown.beds, { total: 6, free: 5, occupied: 1, extra: 1 }, 'CAR-134: extra ones apart')
    for (const path of [`/wards/${ward.id}`, `/rooms/${room.id}`, `/beds/${beds[5].id}`]) {
      const closed = await admin.patch(path, { active: false })
      t.match(closed, { status: 409, message: /^Bed 6 is taken by \p{L}\.\p{L}\.$/u }, path)
    }
    t.equal((await admin.patch(`/beds/${extra[0].id}`, { active: false })).status, 200)
    const back = await done(
      charge.post(`/beds/${beds[4].id}/out-of-service`, { reason: 'Broken rail' }),
    )
    t.match(back, { status: 'OUT_OF_SERVICE', reason: 'Broken rail', moves: ['return_to_service'] })
    t.match(await done(charge.post(`/beds/${beds[4].id}/return-to-service`)), {
      status: 'TO_CLEAN',
    })
    t.match(await done(nurse.post(`/beds/${beds[4].id}/cleaned`)), { status: 'FREE' })
    t.equal(lies.status, 'ADMITTED')
  })

  t.test('a bed fits, or somebody says why it is given (CAR-52, CAR-135, CAR-136)', async (t) => {
    const women = await wardOf(admin, { sex: 'Female', max_age_days: 20_000 }, 1)
    const man = await on.asked({}, { sex: 'Male', birth_date: '1990-01-01' })
    const at = `/admissions/${man.id}/accept`
    const bed_id = women.beds[0].id
    const refused = await charge.post(at, { bed_id })
    t.match(refused, {
      status: 409,
      message: new RegExp(`^Sex: ${women.ward.name} is for females\\.`),
    })
    const [told] = await done(charge.get('/beds', { ward_id: women.ward.id, fits: man.id }))
    t.match(told, { label: '1', status: 'FREE', fits: [{ gate: 'BED_SEX' }] }, 'told before')
    t.equal(told.fits[0].message, `Sex: ${women.ward.name} is for females.`)
    const halls = await done(charge.get('/beds', { ward_id: ward.id, fits: man.id }))
    t.same([...new Set(halls.flatMap((bed: { fits: unknown[] }) => bed.fits))], [], 'these do')
    t.equal((await done(charge.get('/beds', { ward_id: ward.id })))[0].fits, null, 'not asked')
    t.match(await charge.get('/beds', { fits: 'nobody' }), { message: 'No such admission.' })
    t.match(await charge.get('/beds', { fits: newId() }), { status: 404 })
    const given = await done(
      charge.post(at, {
        bed_id,
        overrides: [{ gate: 'BED_SEX', reason_code: 'NO_OTHER_BED' }],
      }),
    )
    t.equal(given.status, 'ACCEPTED')
    const old = await on.asked({}, { sex: 'Female', birth_date: '1930-01-01' })
    t.match(await charge.post(`/admissions/${old.id}/accept`, { bed_id }), {
      status: 409,
      message: /^Bed 1 is kept for /,
    })
    const sick = await on.asked({ isolation: { kinds: ['CONTACT'] } })
    t.match(await charge.post(`/admissions/${sick.id}/accept`, { bed_id: beds[0].id }), {
      status: 409,
      message: /^Isolation: Others lie in Hall\./,
    })
  })

  t.test('isolation is looked at again after three days (CAR-148)', async (t) => {
    const alone = await wardOf(admin, {}, 2)
    const [first, second] = alone.beds
    const began = clock.instant()
    const apart = await on.admitted(first.id, { isolation: { kinds: ['CONTACT'] } })
    const tasksOf = async ({ id }: { id: string }) =>
      done(nurse.get('/nursing/tasks', { admission_id: id }))
    t.match(await tasksOf(apart), [
      {
        task: 'Review isolation: CONTACT',
        status: 'OPEN',
        due_at: new Date(Date.parse(began) + hours(72)).toISOString(),
      },
    ])
    const named = await on.admitted(second.id, {
      isolation: { kinds: ['CONTACT', 'DROPLET'], review_on: '2026-04-05' },
    })
    t.match(await tasksOf(named), [
      { task: 'Review isolation: CONTACT, DROPLET', due_at: '2026-04-05T05:00:00.000Z' },
    ])
    const open = await wardOf(admin, {}, 1)
    const beside = await on.admitted(open.beds[0].id)
    t.same(await tasksOf(beside), [], 'who is not isolated has none')
  })

  t.test('a reservation falls when its time is over (CAR-138)', async (t) => {
    const one = await on.asked()
    await done(charge.post(`/admissions/${one.id}/accept`, { bed_id: beds[0].id, minutes: 5 }))
    const urgent = await on.asked({ priority: 'EMERGENCY' })
    const kept = await done(charge.post(`/admissions/${urgent.id}/accept`, { bed_id: beds[1].id }))
    t.equal(kept.bed, '2')
    clock.freeze(new Date(clock.ms() + hours(3)).toISOString())
    t.equal(await dropReservations(house.system), 2, 'the women’s bed as well')
    const [first, second] = await done(charge.get('/beds', { ward_id: ward.id }))
    t.match(first, { status: 'FREE', holds: null })
    t.match(second, { status: 'RESERVED' }, 'four times as long for an emergency')
    await done(nurse.post(`/admissions/${urgent.id}/cancel`, { reason: 'Went home' }))
    t.match((await done(charge.get('/beds', { ward_id: ward.id })))[1], { status: 'FREE' })
  })

  t.test('a transfer to the next ward (3.9)', async (t) => {
    const one = await on.admitted(beds[0].id)
    const body = { admission_id: one.id, to_ward_id: icu.ward.id, reason: 'Needs oxygen' }
    const asked = await done(nurse.post('/bed-transfers', body))
    t.match(asked, {
      status: 'REQUESTED',
      reference: one.reference,
      from_bed: '1',
      to_ward: icu.ward.name,
    })
    t.match(await nurse.post('/bed-transfers', body), {
      status: 409,
      message: `A transfer to ${icu.ward.name} is already asked.`,
    })
    const at = `/bed-transfers/${asked.id}`
    t.match(await nurse.post(`${at}/complete`, { bed_id: icu.beds[0].id }), {
      status: 409,
      message: 'The other ward has not accepted this transfer yet.',
    })
    await done(charge.post(`${at}/accept`, { bed_id: icu.beds[0].id }))
    clock.freeze(new Date(clock.ms() + hours(1)).toISOString())
    t.match(await done(nurse.post(`${at}/complete`)), { status: 'DONE', to_bed: '1', moves: [] })
    const now = await done(nurse.get(`/admissions/${one.id}`))
    t.match(now, {
      ward: icu.ward.name,
      stays: [
        { ward: ward.name, end_reason: 'TRANSFER', to: clock.instant() },
        { ward: icu.ward.name, from: clock.instant(), to: null },
      ],
    })
    const [old] = await done(charge.get('/beds', { ward_id: ward.id }))
    t.equal(old.status, 'TO_CLEAN')
    const inside = { admission_id: one.id, to_ward_id: icu.ward.id, to_bed_id: icu.beds[1].id }
    const moved = await done(
      nurse.post('/bed-transfers', { ...inside, reason: 'Monitor', now: true }),
    )
    t.match(moved, { status: 'DONE', to_bed: '2' }, 'inside a ward at once')
    const back = await nurse.post('/bed-transfers', {
      admission_id: one.id,
      to_ward_id: icu.ward.id,
      to_bed_id: icu.beds[0].id,
      reason: 'Back again',
      now: true,
    })
    t.match(back, { status: 409, message: `Bed 1 of ${icu.ward.name} is TO_CLEAN.` })
    const other = await done(
      doctor.post('/bed-transfers', {
        admission_id: one.id,
        to_ward_id: ward.id,
        reason: 'Better',
      }),
    )
    t.match(await done(charge.post(`/bed-transfers/${other.id}/decline`, { reason: 'Full' })), {
      status: 'DECLINED',
    })
    await done(nurse.post(`/beds/${beds[0].id}/cleaned`))
    await done(nurse.post(`/beds/${icu.beds[0].id}/cleaned`))
  })

  t.test('another clinician attends, with a reason (CAR-147)', async (t) => {
    const one = await on.admitted(beds[0].id)
    const at = `/admissions/${one.id}/set-attending`
    t.match(await doctor.post(at, { attending_id: attending, reason: 'Change of shift' }), {
      status: 409,
      message: 'This clinician attends already.',
    })
    const other = '0199a5c2-7d1e-7000-8000-00000000aaaa'
    const now = await done(doctor.post(at, { attending_id: other, reason: 'Change of shift' }))
    t.match(now, { attending_id: other })
    t.match(now.history.at(-1), { move: 'set_attending', reason: 'Change of shift' })
  })

  t.test('a death in the ward (CAR-32)', async (t) => {
    const one = await on.admitted(beds[1].id)
    const at = `/admissions/${one.id}`
    const early = { died_at: '2026-03-29T08:00:00.000Z' }
    t.match(await doctor.post(`${at}/record-death`, early), {
      status: 400,
      message: 'died_at is before the admission.',
    })
    const desk = await doctor.post(`/patients/${one.patient.id}/deceased`, {
      died_at: clock.instant(),
      place: 'WARD',
    })
    t.match(desk, { status: 409, message: /record the death on the admission\.$/ })
    const died = await done(doctor.post(`${at}/record-death`, { died_at: clock.instant() }))
    t.match(died, { status: 'CLINICALLY_DISCHARGED', outcome: 'DIED' })
    t.match(await done(clerk.get(`/patients/${one.patient.id}`)), { status: 'DECEASED' })
    const cashier = await house.people.with('cashier')
    await done(cashier.post(`${at}/clear`))
    t.match(await nurse.post(`${at}/leave`), {
      status: 409,
      message: 'The body is still in the ward: say first where it was moved.',
    })
    t.match((await done(charge.get('/beds', { ward_id: ward.id })))[1], { status: 'OCCUPIED' })
    await done(nurse.post(`${at}/body-moved`, { to: 'Mortuary' }))
    t.match((await done(charge.get('/beds', { ward_id: ward.id })))[1], { status: 'TO_CLEAN' })
    t.match(await done(nurse.post(`${at}/leave`)), { status: 'LEFT', outcome: 'DIED' })
    await done(nurse.post(`/beds/${beds[1].id}/cleaned`))
  })

  t.test('two people take a discharge back (3.7 undo)', async (t) => {
    const one = await on.admitted(beds[2].id)
    const at = `/admissions/${one.id}`
    const cashier = await house.people.with('cashier')
    await done(doctor.post(`${at}/order-discharge`, { type: 'HOME' }))
    await charted(doctor, one)
    await done(doctor.post(`${at}/clinical-discharge`, { condition: 'Well' }))
    await done(cashier.post(`${at}/clear`))
    await done(nurse.post(`${at}/leave`))
    const body = { reason: 'Fainted at the gate', second_token: 'token' }
    t.match(await charge.post(`${at}/undo`, body), {
      status: 409,
      message: 'The witness must confirm again.',
    })
    answering(t, takeWitness, async () => ({
      user_id: doctor.user.id,
      staff_id: null,
      name: doctor.user.full_name,
      licence_no: null,
    }))
    const back = await done(charge.post(`${at}/undo`, body))
    t.match(back, { status: 'ADMITTED', bed: '3', left_at: null, gate_pass_no: null })
    t.equal(back.stays.length, 1, 'the stay goes on as if nobody had left it')
    t.equal((await admissionOf(house.system, one.patient.id))?.bed, '3')
    await done(doctor.post(`${at}/order-discharge`, { type: 'HOME' }))
    await done(doctor.post(`${at}/clinical-discharge`, { condition: 'Well' }))
    await done(cashier.post(`${at}/clear`))
    await done(nurse.post(`${at}/leave`))
    clock.freeze(new Date(clock.ms() + hours(14)).toISOString())
    t.match(await charge.post(`${at}/undo`, body), {
      status: 409,
      message: 'Left 14 hours ago: admit again.',
    })
    const again = await on.asked({ patient_id: one.patient.id })
    t.equal(again.readmission_of_id, one.id, 'CAR-155: the stay before is named')
    await done(nurse.post(`/admissions/${again.id}/cancel`, { reason: 'Not needed' }))
    await done(nurse.post(`/beds/${beds[2].id}/cleaned`))
  })

  t.test('the emergency room asks for a bed, once (CAR-213)', async (t) => {
    const visit = await visiting(clerk)
    const asked = {
      patient_id: visit.patient.id,
      visit_id: visit.id,
      ward_id: ward.id,
      reason: 'Shock',
      source: 'emergency',
      source_id: visit.id,
    }
    const caller = { ...house.system, facility_id: house.facility_id }
    const made = await within(() => admitPatient(caller, asked))
    t.match(made, { ward: ward.name, bed: null })
    t.match(await within(() => admitPatient(caller, asked)), { number: made?.number })
    const row = await done(nurse.get(`/admissions/${made?.admission_id}`))
    t.match(row, { status: 'REQUESTED', kind: 'EMERGENCY', priority: 'EMERGENCY' })
    t.match(await done(clerk.get(`/visits/${visit.id}`)), { visit_class: 'OUTPATIENT' })
    const referral = await doctor.post(`/admissions/${row.id}/order-discharge`, {
      type: 'REFERRED',
    })
    t.equal(referral.status, 409)
  })

  t.test('sent on with a letter (CAR-161)', async (t) => {
    const one = await on.admitted(beds[3].id)
    const at = `/admissions/${one.id}/order-discharge`
    t.match(await doctor.post(at, { type: 'REFERRED' }), {
      status: 400,
      message: 'referral_id is required with REFERRED.',
    })
    const patient_id = one.patient.id
    const letter = await done(
      doctor.post('/referrals', { patient_id, facility: 'Bombo', reason: 'Surgery' }),
    )
    const ordered = await done(doctor.post(at, { type: 'REFERRED', referral_id: letter.id }))
    t.match(ordered.discharge, { type: 'REFERRED' })
    const withdrawn = await done(
      doctor.post(`/admissions/${one.id}/withdraw-discharge`, { reason: 'Better here' }),
    )
    t.match(withdrawn, { status: 'ADMITTED', discharge: { type: null } })
  })

  t.test('who moves a stay is of its team, and nobody else (PRV-2)', async (t) => {
    const one = await on.admitted(beds[2].id)
    const who = (user_id: string) => ({ ...house.system, user_id })
    const mine = await caredForBy(who(charge.user.id), [one.patient.id])
    t.ok(mine.has(one.patient.id))
    const stranger = await house.people.with('nurse')
    t.notOk((await caredForBy(who(stranger.user.id), [one.patient.id])).has(one.patient.id))
  })

  t.test(
    'a merge of two who both lie here is refused; who leaves attends nobody (CAR-215, CAR-218)',
    async (t) => {
      const [one, other] = await done(nurse.get('/admissions', { status: 'ADMITTED' }))
      const asked = { from: one.patient.id, to: other.patient.id }
      const all = registry.repoints.map((repoint) => () => repoint(house.system, asked))
      const said: string[] = []
      for (const repoint of all) {
        await within(repoint).catch((error: Error) => said.push(error.message))
      }
      t.ok(
        said.includes(`End admission ${other.reference} or ${one.reference} first.`),
        said.join(),
      )
      const left = await Promise.all(
        registry.work_left_by.map((ask) => ask(house.system, attending)),
      )
      t.ok(left.flat().some(({ label, count }) => label === 'admissions attended' && count > 0))
    },
  )

  t.test('the board says what stands, and no money (CAR-11, CAR-205)', async (t) => {
    const board = await done(nurse.get(`/wards/${ward.id}/board`))
    t.equal(board.counts.beds, 6)
    t.match(
      board.beds.map(({ bed }: { bed: string }) => bed),
      ['1', '2', '3', '4', '5', '6'],
    )
    const lying = board.beds.find(({ lying: one }: { lying: unknown }) => one !== null).lying
    t.match(lying, { patient: /^(\p{L}\.)+$/u, payment_ok: Boolean, number: /^PT-/ })
    const full = await done(nurse.get(`/wards/${ward.id}/board`, { names: 'full' }))
    const named = full.beds.find(({ lying: one }: { lying: unknown }) => one !== null).lying
    t.notMatch(named.patient, /^\p{L}\./u)
    t.equal((await done(nurse.get(`/admissions/${lying.admission_id}`))).deposit_needed, null)
  })

  t.test('what whoever comes to the bed must know first (2.12, CAR-205)', async (t) => {
    const [{ id, patient }] = await done(nurse.get('/admissions', { status: 'ADMITTED' }))
    const raise = (body: Record<string, unknown>) =>
      done(nurse.post(`/patients/${patient.id}/alerts`, body))
    await raise({ kind: 'INFECTION_CONTROL', severity: 'INFO', text: 'Carried MRSA in 2025' })
    await raise({ kind: 'FALLS', severity: 'DANGER', text: 'Fell twice at home' })
    await raise({ kind: 'VIOLENCE', severity: 'WARNING', text: 'Over', ends_on: '2026-03-31' })
    clock.freeze('2026-04-02T08:00:00.000Z')
    t.same((await done(nurse.get(`/admissions/${id}`))).alerts, [
      'Falls: Fell twice at home',
      'Infection control: Carried MRSA in 2025',
      'No consent to treatment',
    ])
    const consent = { kind: 'TREATMENT', decision: 'GIVEN', given_by: 'PATIENT', method: 'WRITTEN' }
    await done(clerk.post(`/patients/${patient.id}/consents`, consent))
    t.equal((await done(nurse.get(`/admissions/${id}`))).alerts.length, 2)
    const board = await done(nurse.get(`/wards/${ward.id}/board`))
    const one = board.beds.find((bed: { lying: { admission_id: string } | null }) => {
      return bed.lying?.admission_id === id
    })
    t.match(one.lying.alerts, [{ kind: 'FALLS', severity: 'DANGER' }, { severity: 'INFO' }])
    const lines = await boardLines(house.system, ward.code)
    const line = lines.find(({ number }) => number === patient.number)
    t.match(line?.alerts, /(^|; )falls(;|$)/u, 'no word of what is only good to know')
  })

  t.test('checks are looked at and nothing is written (CAR-54, CAR-156)', async (t) => {
    const [one] = await done(nurse.get('/admissions', { status: 'ADMITTED' }))
    const checks = await done(doctor.get(`/admissions/${one.id}/discharge-checks`))
    t.match(
      checks.find(({ gate }: { gate: string }) => gate === 'DIS_FOLLOW_UP'),
      { ok: false, level: 'WARN', items: [{ text: 'Follow-up: No follow-up is planned.' }] },
    )
  })

  t.test('once staff are kept, who has no record writes nothing (CAR-1, CAR-2)', async (t) => {
    const { id } = await somebody(clerk)
    const [one] = await done(nurse.get('/admissions', { status: 'ADMITTED' }))
    staffKept(t, [doctor])
    const writes: [string, Record<string, unknown>][] = [
      ['/admissions', { patient_id: id, reason: 'Fever' }],
      ['/bed-transfers', { admission_id: one.id, to_ward_id: icu.ward.id, reason: 'Worse' }],
      [`/admissions/${one.id}/admit`, {}],
    ]
    for (const [path, body] of writes) {
      t.match(
        await charge.post(path, body),
        { status: 403, message: 'Your account has no staff record: ask HR to link it.' },
        path,
      )
    }
    await done(doctor.post(`/admissions/${one.id}/order-discharge`, { type: 'HOME' }))
    answering(t, mayPractise, async () => ({
      answer: 'BLOCK',
      message: 'Your practising licence expired on 3 March 2026.',
    }))
    t.match(await doctor.post(`/admissions/${one.id}/clinical-discharge`, { condition: 'Well' }), {
      status: 409,
      message: 'Your practising licence expired on 3 March 2026.',
    })
  })
})
