// What must not get through on a ward and in a chart, row by row (care 6): refused in its words, and nothing is left.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import type { Answer } from '../../../support/ask.ts'
import { peopleOf } from '../../../support/people.ts'
import { rowCounts } from '../../../support/counts.ts'
import { neighbourOf } from '../../../support/desk/two-hospitals.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { charted, done, wardHouse, wardOf } from '../../../support/desk/ward.ts'

t.test('wards: bad input', async (t) => {
  const on = await wardHouse(t)
  const { house, admin, charge, nurse, doctor, cashier, clerk } = on
  clock.freeze('2026-03-30T08:00:00.000Z')
  const { ward, beds, room, bed_class } = await wardOf(admin, {}, 6)
  const refused = async (
    what: string,
    asked: () => Promise<Answer>,
    status: number,
    message: string | RegExp,
  ) => {
    const before = await rowCounts()
    const answer = await asked()
    t.equal(answer.status, status, `${what}: ${answer.message}`)
    t.match(answer.message, message, what)
    t.same(await rowCounts(), before, `${what}: nothing is left`)
  }
  const lies = await on.admitted(beds[0].id)
  const path = `/admissions/${lies.id}`

  await t.test('what rests on the chart (2.12)', async () => {
    const waits = await on.asked()
    const note = { patient_id: lies.patient.id, title: 'Talk with the family' }
    const write = async (more: object) =>
      (
        await done(
          doctor.post('/clinical/records', {
            ...note,
            admission_id: lies.id,
            body: 'They want comfort alone.',
            ...more,
          }),
        )
      ).id as string
    const draft = await write({ sign: false })
    const signed = await write({ sign: true })
    const change = (id: string, note_id: string) => () =>
      charge.patch(`/admissions/${id}`, { code_status: 'COMFORT', note_id })
    await refused('no such note', change(lies.id, newId()), 404, 'No such note.')
    await refused('a draft', change(lies.id, draft), 409, /^This note is DRAFT: somebody signs/)
    await refused(
      'of another',
      change(waits.id, signed),
      400,
      'note_id is no note of this patient.',
    )
    await refused(
      'no such diagnosis',
      () =>
        doctor.post('/admissions', {
          patient_id: newId(),
          reason: 'Fever',
          provisional_diagnosis_id: signed,
        }),
      404,
      /^No such /,
    )
    const kept = await done(change(lies.id, signed)())
    t.match(kept, { code_status: 'COMFORT' })
    await done(doctor.post(`/clinical/records/${draft}/sign`))
  })

  await t.test('beds', async () => {
    const waits = await on.asked()
    const into = { bed_id: beds[0].id, attending_id: newId() }
    const taken = /^Bed 1 is taken by [^ ]+\.$/
    await refused(
      'a taken bed, at acceptance',
      () => charge.post(`/admissions/${waits.id}/accept`, { bed_id: beds[0].id }),
      409,
      taken,
    )
    await refused(
      'a taken bed, at admission',
      () => charge.post(`/admissions/${waits.id}/admit`, into),
      409,
      taken,
    )
    await refused(
      'no such bed',
      () => charge.post(`/admissions/${waits.id}/admit`, { ...into, bed_id: newId() }),
      404,
      'No such bed.',
    )
    await refused(
      'a taken bed is put away',
      () => admin.patch(`/beds/${beds[0].id}`, { active: false }),
      409,
      /^Bed 1 is taken by /,
    )
    await refused(
      'a class that is none',
      () => admin.post('/beds', { room_id: room.id, class_id: newId(), label: 'X' }),
      404,
      /^No such /,
    )
    await refused(
      'the same label',
      () => admin.post('/beds', { room_id: room.id, class_id: bed_class.id, label: '1' }),
      409,
      /1/,
    )
    const women = await wardOf(admin, { sex: 'Female' }, 1)
    const man = await on.asked({}, { sex: 'Male' })
    await refused(
      'a man to a ward of women',
      () =>
        charge.post(`/admissions/${man.id}/admit`, {
          bed_id: women.beds[0].id,
          attending_id: newId(),
        }),
      409,
      `${women.ward.name} is for females.`,
    )
  })

  await t.test('beds and wards of another branch', async () => {
    const officer = await house.people.administrator()
    const other = await done(
      officer.post('/facilities', { code: 'OTH', name: 'Other', kind: 'CLINIC' }),
    )
    const there = peopleOf(house.app, house.hospital, other.id)
    const far = await wardOf(await there.holding('ward:read', 'ward:write'), {}, 2)
    const waits = await on.asked()
    const bed_id = far.beds[0].id
    const of_a_bed = 'Bed 1 is of another branch.'
    const of_a_ward = `${far.ward.name} is of another branch.`
    await refused(
      'kept',
      () => charge.post(`/admissions/${waits.id}/accept`, { bed_id }),
      409,
      of_a_bed,
    )
    await refused(
      'taken',
      () => charge.post(`/admissions/${waits.id}/admit`, { bed_id, attending_id: newId() }),
      409,
      of_a_bed,
    )
    const patient_id = (await somebody(clerk)).id
    await refused(
      'asked for',
      () => nurse.post('/admissions', { patient_id, reason: 'Fever', ward_id: far.ward.id }),
      409,
      of_a_ward,
    )
    await refused(
      'moved to',
      () =>
        nurse.post('/bed-transfers', {
          admission_id: lies.id,
          to_ward_id: far.ward.id,
          reason: 'Full here',
        }),
      409,
      of_a_ward,
    )
    await refused(
      'a bed of another ward',
      () =>
        nurse.post('/bed-transfers', {
          admission_id: lies.id,
          to_ward_id: ward.id,
          to_bed_id: bed_id,
          reason: 'Window',
        }),
      400,
      'to_bed_id is not a bed of this ward.',
    )
  })

  await t.test('moves out of their order', async () => {
    await refused(
      'a second admission',
      () => nurse.post('/admissions', { patient_id: lies.patient.id, reason: 'Again' }),
      409,
      `${lies.patient.full_name} is already admitted in ${ward.name} (${lies.reference}).`,
    )
    await refused(
      'cleared before the doctor let go',
      () => cashier.post(`${path}/clear`, {}),
      409,
      `Admission ${lies.reference} is ADMITTED. It can: order_discharge, abscond, record_death.`,
    )
    await done(doctor.post(`${path}/order-discharge`, { type: 'HOME' }))
    await refused(
      'discharged before the admission',
      () =>
        doctor.post(`${path}/clinical-discharge`, {
          condition: 'Well',
          at: '2026-03-29T08:00:00.000Z',
        }),
      400,
      'at is before the admission.',
    )
    await refused(
      'without a summary',
      () => doctor.post(`${path}/clinical-discharge`, { condition: 'Well' }),
      409,
      /The discharge summary is not signed\./,
    )
    await charted(doctor, lies)
    await done(
      doctor.post(`${path}/clinical-discharge`, {
        condition: 'Well',
        follow_up: { date: '2026-04-10' },
      }),
    )
    await refused(
      'left before the cash desk',
      () => nurse.post(`${path}/leave`, {}),
      409,
      new RegExp(`^Admission ${lies.reference} is CLINICALLY_DISCHARGED\\. It can: clear`),
    )
    await refused('no gate pass yet', () => nurse.get(`${path}/gate-pass`), 409, /no gate pass/)
  })

  await t.test('stale, foreign, malformed, deleted', async () => {
    const waits = await on.asked()
    const own = `/admissions/${waits.id}`
    await done(nurse.patch(own, { priority: 'URGENT' }))
    await refused(
      'an old version',
      () => nurse.with({ 'if-match': '"1"' }).patch(own, { priority: 'ROUTINE' }),
      409,
      'Someone else changed this after you opened it. Look at it again.',
    )
    await refused('malformed', () => nurse.get('/admissions/x'), 404, 'No such admission.')
    const other = await neighbourOf(house)
    const theirs = await other.people.with('nurse')
    await refused('of another hospital', () => theirs.get(own), 404, 'No such admission.')
    await refused('deleted', () => nurse.remove(own), 404, 'There is no such address.')
  })

  await t.test('the chart', async () => {
    const patient_id = (await somebody(clerk)).id
    await done(clerk.post('/visits', { patient_id, start: false }))
    const note = { patient_id, title: 'Round', kind: 'NOTE' }
    const write =
      (more: object, who = doctor) =>
      () =>
        who.post('/clinical/records', { ...note, ...more })
    await refused('a note of 1 MB', write({ body: 'x'.repeat(1_000_000) }), 400, /body/)
    await refused(
      'a code that is none',
      write({ kind: 'DIAGNOSIS', code: 'Z99.X', coding_system: 'ICD10' }),
      400,
      'Z99.X is not in ICD10.',
    )
    const draft = await done(write({ body: 'Walk', sign: false })())
    const second = await house.people.with('doctor')
    await refused(
      'another’s draft',
      () => second.post(`/clinical/records/${draft.id}/sign`),
      409,
      `Only ${doctor.user.full_name} can sign this draft.`,
    )
    await refused(
      'deleted',
      () => doctor.remove(`/clinical/records/${draft.id}`),
      404,
      'There is no such address.',
    )
    const signed = await done(write({ body: 'Walk', sign: true })())
    const amend = (body: string) =>
      doctor
        .with({ 'if-match': `"${signed.version}"` })
        .post(`/clinical/records/${signed.id}/amend`, {
          body,
          reason: 'Other words',
        })
    const both = await Promise.all([amend('Rest'), amend('Run')])
    t.same(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
      'amended at once by two: one of them',
    )
    await refused(
      'every 0 hours',
      () => nurse.post('/nursing/tasks', { patient_id, task: 'Turn', every_hours: 0 }),
      400,
      'every_hours must be between 1 and 168.',
    )
  })
})
