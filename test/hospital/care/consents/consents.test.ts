// Consents to acts of care, and the general ones at the desk (CAR-47, CAR-210, PAT-28, PAT-30, PAT-32).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { consentFor } from '../../../../db/hospital/care/consents/consents.ts'
import { hasConsent } from '../../../../db/hospital/desk/patients/privacy/consents.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('consents', async (t) => {
  const { people, system } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const doctor = await people.with('doctor')
  const agree = (body: Record<string, unknown>) => doctor.post('/clinical/consents', body)
  const hernia = {
    kind: 'PROCEDURE',
    procedure_code: 'hernia',
    side: 'LEFT',
    signatory_name: 'Asha Juma',
    signatory_relation: 'SELF',
  }

  t.test('given, asked for, taken back (CAR-47, CAR-210)', async (t) => {
    const patient_id = (await somebody(clerk)).id
    const made = await done(agree({ patient_id, ...hernia }))
    t.match(made, {
      status: 'GIVEN',
      procedure_code: 'HERNIA',
      procedure_title: 'Repair of a hernia',
      language: 'sw',
      explained_by_name: doctor.user.full_name,
      moves: ['withdraw', 'void'],
    })
    const asked = { patient_id, kind: 'PROCEDURE' as const, procedure_code: 'HERNIA' }
    t.equal((await consentFor(system, { ...asked, side: 'LEFT' }))?.id, made.id)
    t.equal(await consentFor(system, { ...asked, side: 'RIGHT' }), null, 'not of the other side')
    const path = `/clinical/consents/${made.id}/withdraw`
    t.match(await nurse.post(path, { reason: 'Afraid' }), {
      status: 400,
      message: 'told_by is required.',
    })
    const back = await done(nurse.post(path, { reason: 'Afraid', told_by: 'The patient' }))
    t.match(back, { status: 'WITHDRAWN', told_by: 'The patient' })
    t.equal(await consentFor(system, { ...asked, side: 'LEFT' }), null)
    t.match(await nurse.post(path, { reason: 'Afraid', told_by: 'The patient' }), {
      status: 409,
      message: 'Consent Repair of a hernia is WITHDRAWN. It can: void.',
    })
    const listed = await done(nurse.get('/clinical/consents', { patient_id }))
    t.match(listed, [{ id: made.id, status: 'WITHDRAWN' }])
  })

  t.test('who may agree, and bad input leaves nothing (CAR-47, 6)', async (t) => {
    const patient_id = (await somebody(clerk)).id
    const child = (await somebody(clerk, { birth_date: '2020-01-01' })).id
    const two = { ...hernia, signatory_relation: 'TWO_DOCTORS' }
    const one = newId()
    const bad: [Record<string, unknown>, number, RegExp][] = [
      [{ ...hernia }, 400, /^patient_id is required/],
      [{ ...hernia, patient_id: newId() }, 404, /^No such patient/],
      [{ ...hernia, patient_id: child }, 409, /is under 18: a parent or guardian signs\.$/],
      [{ ...hernia, patient_id, language: 'fr' }, 400, /^interpreter is required with/],
      [{ ...hernia, patient_id, procedure_code: null }, 400, /^procedure_code is required/],
      [{ ...hernia, patient_id, expires_on: '2026-03-01' }, 400, /^expires_on is over already/],
      [{ ...two, patient_id }, 400, /^second_doctor_id is required/],
      [
        { ...two, patient_id, second_doctor_id: one, explained_by_id: one },
        409,
        /^Two different doctors/,
      ],
      [
        { ...two, patient_id, second_doctor_id: one, explained_by_id: newId() },
        400,
        /^reason is required/,
      ],
    ]
    for (const [body, status, message] of bad) {
      const before = await rowCounts()
      t.match(await agree(body), { status, message })
      t.same(await rowCounts(), before, 'nothing is left')
    }
    const parent = { ...hernia, patient_id: child, signatory_relation: 'PARENT' }
    t.equal((await agree(parent)).status, 201)
    const foreign = { ...hernia, patient_id, language: 'fr', interpreter: 'Rose Ali' }
    t.equal((await agree(foreign)).status, 201)
  })

  t.test('at the desk, and taken back there (PAT-28)', async (t) => {
    const patient_id = (await somebody(clerk)).id
    const path = `/patients/${patient_id}/consents`
    const photo = { kind: 'PHOTO', decision: 'GIVEN', method: 'WRITTEN' }
    const made = await done(clerk.post(path, photo))
    t.match(made, { status: 'IN_FORCE', given_by: 'PATIENT', recorded_by: clerk.user.full_name })
    t.match(await clerk.post(path, { ...photo, given_by: 'GUARDIAN' }), {
      status: 400,
      message: 'given_by must be PATIENT from 18.',
    })
    t.equal(await hasConsent(system, { patient_id, kind: 'PHOTO' }), true)
    const back = await done(clerk.post(`/consents/${made.id}/withdraw`, { reason: 'Rather not' }))
    t.match(back, { status: 'WITHDRAWN', kind: 'PHOTO' })
    t.equal(await hasConsent(system, { patient_id, kind: 'PHOTO' }), false)
    t.match(await clerk.post(`/consents/${made.id}/withdraw`, { reason: 'Again' }), {
      status: 409,
      message: 'PHOTO is not agreed to: there is nothing to take back.',
    })
    t.match(await done(clerk.get(path)), [{ kind: 'PHOTO', status: 'WITHDRAWN' }])
    t.same(await done(clerk.get(path, { status: 'IN_FORCE' })), [])
    t.match(await done(clerk.get(`/consents/${made.id}`)), { id: made.id, decision: 'GIVEN' })
  })

  t.test('the right oxygen of a patient (PAT-30)', async (t) => {
    const patient_id = (await somebody(clerk)).id
    const path = `/patients/${patient_id}/spo2-target`
    const body = { target: '88-92', reason: 'Chronic lung disease' }
    t.equal((await clerk.put(path, body)).status, 403)
    t.match(await doctor.put(path, { target: '80-85', reason: 'Old' }), { status: 400 })
    t.match(await doctor.put(path, { target: '88-92' }), { status: 400 })
    t.equal((await done(doctor.put(path, body))).spo2_target, '88-92')
    t.equal((await done(doctor.get(`/patients/${patient_id}`))).spo2_target, '88-92')
  })

  t.test('one page for the desk (PAT-32)', async (t) => {
    const patient_id = (await somebody(clerk)).id
    await done(clerk.post('/visits', { patient_id, start: false }))
    await done(
      clerk.post(`/patients/${patient_id}/consents`, {
        kind: 'SMS',
        decision: 'GIVEN',
        method: 'VERBAL',
      }),
    )
    const path = `/patients/${patient_id}/summary`
    const desk = await done(clerk.get(path))
    t.match(desk, {
      patient: { id: patient_id },
      appointments: [],
      referrals: [],
      memberships: [],
      consents: [{ kind: 'SMS', status: 'IN_FORCE' }],
      last_vitals: null,
    })
    t.ok(desk.patient.open_visit, 'the open visit')
    const clinical = await done(doctor.get(path))
    t.same(clinical.last_vitals, [], 'the strip of who treats')
    const cashier = await people.with('cashier')
    t.match((await done(cashier.get(path))).account, { balance: 0 })
  })
})
