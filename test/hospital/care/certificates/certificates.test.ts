// Certificates of patients (CAR-29 to CAR-33, CAR-35): what they must say, who may, and what is printed.

import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { shippedCodes } from '../../../../db/hospital/office/access/roles/default-roles.ts'
import { rowCounts } from '../../../support/counts.ts'
import { markOn, needsPoppler, textOf } from '../../../support/pdf.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done, staffKept, wardHouse, wardOf } from '../../../support/desk/ward.ts'

t.test('certificates', needsPoppler, async (t) => {
  const on = await wardHouse(t)
  const { house, admin, doctor, clerk, nurse } = on
  clock.freeze('2026-03-31T06:00:00.000Z')
  const officer = await house.people.with('clinician')
  const { beds } = await wardOf(admin)
  const visiting = async (more: Record<string, unknown> = {}): Promise<string> => {
    const patient_id = (await somebody(clerk, more)).id
    await done(clerk.post('/visits', { patient_id, start: false }))
    return patient_id
  }
  const sheet = { kind: 'SICK_SHEET', from_date: '2026-03-31', to_date: '2026-04-02' }
  const write = (body: Record<string, unknown>, who = officer) =>
    who.post('/clinical/certificates', body)
  const printed = async (id: string, language: string): Promise<string> => {
    const paper = await doctor.get(`/clinical/certificates/${id}/pdf`, { language })
    t.equal(paper.raw.subarray(0, 5).toString(), '%PDF-')
    return `${markOn(paper.raw)}\n${textOf(paper.raw)}`
  }

  t.test('a sick sheet: drafted, changed, issued, printed (3.2, CAR-29, CAR-31)', async (t) => {
    const patient_id = await visiting()
    const draft = await done(write({ patient_id, ...sheet }))
    t.match(draft, { status: 'DRAFT', reference: null, verify_code: null, days: 3, copies: 0 })
    const at = `/clinical/certificates/${draft.id}`
    const changed = await done(
      officer.patch(at, { to_date: '2026-04-01', issued_to: 'Tanga Cement' }),
    )
    t.match(changed, { days: 2, issued_to: 'Tanga Cement', from_date: '2026-03-31' })
    t.match(await printed(draft.id, 'en'), /DRAFT/)
    const issued = await done(officer.post(`${at}/issue`))
    t.match(issued, {
      status: 'ISSUED',
      reference: 'SCK-2026-000001',
      issued_by_name: officer.user.full_name,
      copies: 0,
      moves: [],
    })
    t.equal(issued.verify_code.length, 12)
    const original = await printed(draft.id, 'en')
    for (const word of ['ORIGINAL', 'Sick sheet', 'Tanga Cement', 'SCK-2026-000001']) {
      t.match(original, word)
    }
    const copy = await printed(draft.id, 'sw')
    for (const word of ['NAKALA1', 'Cheti cha ugonjwa', 'Kuanzia']) t.match(copy, word)
    t.equal((await done(doctor.get(at))).copies, 1, 'the second print is the first copy')
    t.match(await officer.patch(at, { text: 'More' }), {
      status: 409,
      message: 'Certificate SCK-2026-000001 is ISSUED: what was issued is not changed.',
    })
    t.match(await officer.post(`${at}/issue`), {
      status: 409,
      message: 'Certificate SCK-2026-000001 is ISSUED. It can: void.',
    })
    const listed = await done(doctor.get('/clinical/certificates', { search: 'sck-2026' }))
    t.match(listed, [{ id: draft.id, patient: { id: patient_id } }])
  })

  t.test('its code leads to whether it counts, and to no name (CAR-30)', async (t) => {
    const patient_id = await visiting()
    const made = await done(write({ patient_id, ...sheet, issue: true }))
    const look = () => house.nobody.get(`/billing/verify/${made.verify_code}`)
    const page = await look()
    t.match(page.data, { kind: 'Certificate', number: made.reference, status: 'VALID' })
    t.notMatch(page.raw.toString(), made.patient.name)
    const at = `/clinical/certificates/${made.id}/void`
    t.match(await doctor.post(at, {}), { status: 400, message: 'reason is required.' })
    t.equal((await officer.post(at, { reason: 'Wrong patient' })).status, 403)
    t.match(await done(doctor.post(at, { reason: 'Wrong patient' })), { status: 'VOIDED' })
    t.match((await look()).data, { status: 'CANCELLED' })
    t.match(await printed(made.id, 'sw'), /BATILI/)
    t.same(await done(doctor.get('/clinical/certificates', { patient_id })), [])
  })

  t.test('more days than the cadre gives (CERT_DAYS)', async (t) => {
    const patient_id = await visiting()
    const long = { patient_id, ...sheet, to_date: '2026-04-09', issue: true }
    t.match(await write(long), {
      status: 409,
      message: /A clinical officer may give 3 days: ask a doctor\./,
    })
    const longer = { ...long, to_date: '2026-04-20' }
    t.match(await write(longer, doctor), { status: 409, message: /A doctor may give 14 days\./ })
    const why = { gate: 'CERT_DAYS', reason_code: 'CLINICAL_NEED', reason: 'Broken leg' }
    t.equal((await write({ ...longer, overrides: [why] }, officer)).status, 403)
    t.match(await done(write({ ...longer, overrides: [why] }, doctor)), { status: 'ISSUED' })
  })

  t.test('two sheets of one day, and one in place of another (CAR-29)', async (t) => {
    const patient_id = await visiting()
    const first = await done(write({ patient_id, ...sheet, issue: true }))
    const next = { patient_id, ...sheet, from_date: '2026-04-02', to_date: '2026-04-03' }
    t.match(await write({ ...next, issue: true }), {
      status: 409,
      message: `${first.reference} covers 2026-03-31 to 2026-04-02: give replaces_id.`,
    })
    const other = await visiting()
    t.match(await write({ ...next, patient_id: other, replaces_id: first.id, issue: true }), {
      status: 400,
      message: 'replaces_id is not a certificate of this kind and patient.',
    })
    const second = await done(write({ ...next, replaces_id: first.id, issue: true }))
    t.match(second, { status: 'ISSUED', replaces_id: first.id })
    const old = await done(doctor.get(`/clinical/certificates/${first.id}`))
    t.match(old, { status: 'REPLACED', moves: [] })
  })

  t.test('six at once: one sheet is issued (CAR-29)', async (t) => {
    const patient_id = await visiting()
    const six = await Promise.all(
      Array.from({ length: 6 }, () => write({ patient_id, ...sheet, issue: true })),
    )
    t.same(
      six.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409],
    )
  })

  t.test('a diagnosis is printed when the patient agreed (CAR-29)', async (t) => {
    const patient_id = await visiting()
    await done(
      doctor.post('/clinical/records', {
        patient_id,
        code: 'B54',
        coding_system: 'ICD10',
        sign: true,
      }),
    )
    const shown = { patient_id, ...sheet, show_diagnosis: true, issue: true }
    t.match(await write(shown), {
      status: 400,
      message: 'patient_agreed must be true: without it no diagnosis is printed.',
    })
    const made = await done(write({ ...shown, patient_agreed: true }))
    t.match(await printed(made.id, 'en'), /Malaria/i)
    const kept = await done(write({ patient_id, ...sheet, replaces_id: made.id, issue: true }))
    t.notMatch(await printed(kept.id, 'en'), /Malaria/i)
  })

  t.test('bad input leaves nothing (6)', async (t) => {
    const patient_id = await visiting()
    const bad: [Record<string, unknown>, number, string][] = [
      [{ ...sheet }, 400, 'patient_id is required.'],
      [{ ...sheet, patient_id: newId() }, 404, 'No such patient.'],
      [{ ...sheet, patient_id, to_date: null }, 400, 'to_date is required.'],
      [{ ...sheet, patient_id, to_date: '2026-03-30' }, 400, 'to_date is before from_date.'],
      [
        { ...sheet, patient_id, from_date: '2026-02-28' },
        400,
        'from_date is more than 3 days before the visit.',
      ],
      [
        { kind: 'SICK_SHEET', patient_id, from_date: '2026-04-08', to_date: '2026-04-09' },
        400,
        'from_date is more than 7 days ahead.',
      ],
      [{ kind: 'MEDICAL_REPORT', patient_id, issue: true }, 400, 'text is required.'],
      [
        { ...sheet, patient_id, details: { manner: 'NATURAL' } },
        400,
        'details belongs to a notification of death.',
      ],
      [{ kind: 'DEATH_NOTIFICATION', patient_id }, 409, 'Record the death first.'],
    ]
    for (const [body, status, message] of bad) {
      const before = await rowCounts()
      t.match(await write(body), { status, message })
      t.same(await rowCounts(), before, `nothing is left of ${message}`)
    }
    t.equal((await write({ ...sheet, patient_id }, nurse)).status, 403)
    t.notOk(shippedCodes('intern').includes('certificate:issue'), 'nor an intern')
    t.ok(shippedCodes('intern').includes('certificate:read'))
  })

  t.test('who dies in a ward has a notification begun (CAR-32, CAR-33)', async (t) => {
    const stay = await on.admitted(beds[0].id, {}, { sex: 'Female', birth_date: '1990-01-01' })
    const patient_id = stay.patient.id
    const died_at = '2026-03-31T06:00:00.000Z'
    await done(doctor.post(`/admissions/${stay.id}/record-death`, { died_at }))
    const [draft] = await done(doctor.get('/clinical/certificates', { patient_id }))
    t.match(draft, { kind: 'DEATH_NOTIFICATION', status: 'DRAFT', admission_id: stay.id })
    const at = `/clinical/certificates/${draft.id}`
    const said = async (details: Record<string, unknown>) => {
      await done(doctor.patch(at, { details }))
      return doctor.post(`${at}/issue`)
    }
    const arrest = { text: 'Cardiac arrest', interval: 'Minutes' }
    const malaria = { text: 'Severe malaria', code: 'B50.9', coding_system: 'ICD10' }
    const told: [Record<string, unknown>, number, string][] = [
      [{}, 400, 'cause_a is required.'],
      [{ cause_a: arrest, cause_c: malaria }, 400, 'cause_c is filled while cause_b is empty.'],
      [{ cause_a: arrest }, 409, 'Give the disease that led to it.'],
      [{ cause_a: { text: 'Failure', code: 'R09.2' } }, 409, 'Give the disease that led to it.'],
      [{ cause_a: malaria }, 400, 'manner is required.'],
      [
        { cause_a: malaria, manner: 'NATURAL' },
        400,
        'maternal is required for women of 10 to 55 years.',
      ],
      [
        { cause_a: malaria, manner: 'ACCIDENT', maternal: 'NO', burial_permit_no: 'B1' },
        400,
        'police_release_no is required: the police release the body first.',
      ],
    ]
    for (const [details, status, message] of told) t.match(await said(details), { status, message })
    const whole = await said({
      cause_a: arrest,
      cause_b: malaria,
      manner: 'NATURAL',
      maternal: 'NO',
      contributing: ['Anaemia'],
      informant: { name: 'Juma Ally', relation: 'Brother' },
    })
    t.match(whole.data, {
      reference: 'DTH-2026-000001',
      underlying: 'Severe malaria',
      details: { died_at, place: 'WARD' },
    })
    t.match(await printed(draft.id, 'en'), /Severe malaria \(B50\.9\)/)
    t.match(await printed(draft.id, 'sw'), /Sababu za kifo/)
    const again = { kind: 'DEATH_NOTIFICATION', patient_id, details: whole.data.details }
    t.match(await write({ ...again, issue: true }, doctor), {
      status: 409,
      message: 'The death is notified already with DTH-2026-000001: give replaces_id.',
    })
  })

  t.test('a newborn has a block of its own (CAR-33)', async (t) => {
    const birth_date = new Date(clock.ms() - days(3)).toISOString().slice(0, 10)
    const patient_id = await visiting({ sex: 'Male', birth_date })
    await done(
      doctor.post(`/patients/${patient_id}/deceased`, {
        died_at: '2026-03-31T05:00:00.000Z',
        place: 'EMERGENCY',
      }),
    )
    const details = { cause_a: { text: 'Birth asphyxia' }, manner: 'NATURAL' }
    const body = { kind: 'DEATH_NOTIFICATION', patient_id, issue: true }
    t.match(await write({ ...body, details }), {
      status: 400,
      message: 'perinatal is required for stillbirths and newborns under 7 days.',
    })
    const made = await done(
      write({ ...body, details: { ...details, perinatal: { birth_weight_g: 2400 } } }),
    )
    t.match(made, { status: 'ISSUED', details: { place: 'EMERGENCY' } })
  })

  t.test('once staff are kept, who has no record writes none (CAR-1)', async (t) => {
    const patient_id = await visiting()
    staffKept(t, [doctor])
    t.match(await write({ patient_id, ...sheet }), {
      status: 403,
      message: 'Your account has no staff record: ask HR to link it.',
    })
  })
})
