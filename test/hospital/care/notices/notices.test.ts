// Cases of notifiable diseases: opened by what is signed, told to the authority (CAR-26, CAR-27, 3.2).

import t from 'tap'
import { clock, hours } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { shippedCodes } from '../../../../db/hospital/care/records/codes/codes.ts'
import { diseases } from '../../../../db/hospital/care/notices/diseases.ts'
import { charted, done, wardHouse, wardOf } from '../../../support/desk/ward.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('notices', async (t) => {
  const on = await wardHouse(t)
  const { house, admin, nurse, doctor, clerk } = on
  clock.freeze('2026-03-31T06:00:00.000Z')
  const hmis = await house.people.with('hmis')
  const { beds } = await wardOf(admin)
  const visiting = async (): Promise<string> => {
    const patient_id = (await somebody(clerk)).id
    await done(clerk.post('/visits', { patient_id, start: false }))
    return patient_id
  }
  const diagnose = (patient_id: string, code: string, more: Record<string, unknown> = {}) =>
    doctor.post('/clinical/records', {
      patient_id,
      code,
      coding_system: 'ICD10',
      sign: true,
      ...more,
    })
  const noticesOf = async (query: Record<string, unknown> = {}) =>
    done(hmis.get('/clinical/notices', query as Record<string, string>))

  t.test('every notifiable code names a disease that ships (2.5)', async (t) => {
    const keys = new Set(diseases.map(({ key }) => key))
    for (const { code, disease_key } of shippedCodes().values()) {
      if (disease_key !== null) t.ok(keys.has(disease_key), `${code}: ${disease_key}`)
    }
  })

  t.test('signing opens one, and it is sent (CAR-26)', async (t) => {
    const patient_id = await visiting()
    const draft = await done(diagnose(patient_id, 'A00.9', { sign: false }))
    t.equal(draft.notice_id, null, 'a draft opens nothing')
    const signed = await done(doctor.post(`/clinical/records/${draft.id}/sign`))
    const [notice] = await noticesOf({ disease_key: 'CHOLERA' })
    t.match(notice, {
      id: signed.notice_id,
      reference: 'DZN-2026-00001',
      disease: 'Cholera',
      status: 'OPEN',
      classification: 'SUSPECTED',
      due_at: '2026-04-01T06:00:00.000Z',
      late: false,
      moves: ['send'],
    })
    t.match(await hmis.post(`/clinical/notices/${notice.id}/send`, {}), {
      status: 400,
      message: 'how is required.',
    })
    t.match(
      await hmis.post(`/clinical/notices/${notice.id}/send`, {
        how: 'PHONE',
        sent_at: '2026-03-30T06:00:00.000Z',
      }),
      { status: 400, message: 'sent_at is before the notice was opened.' },
    )
    t.equal((await hmis.post(`/clinical/notices/${newId()}/send`, { how: 'PHONE' })).status, 404)
    const sent = { how: 'PHONE', sent_to: 'District' }
    const six = await Promise.all(
      Array.from({ length: 6 }, () => hmis.post(`/clinical/notices/${notice.id}/send`, sent)),
    )
    t.same(
      six.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409, 409],
      'told once',
    )
    const again = await done(diagnose(patient_id, 'A00.1'))
    t.equal(again.notice_id, notice.id, 'the same case within 30 days')
    const at = `/clinical/notices/${notice.id}`
    const { id } = again
    await done(doctor.post(`/clinical/records/${id}/set-certainty`, { certainty: 'CONFIRMED' }))
    const certain = await done(hmis.get(at))
    t.match(certain, { status: 'SENT', classification: 'CONFIRMED', moves: ['close'] })
    t.match(await hmis.post(`${at}/close`, {}), { status: 400, message: 'outcome is required.' })
    const closing = await Promise.all(
      Array.from({ length: 6 }, () => hmis.post(`${at}/close`, { outcome: 'Recovered' })),
    )
    t.same(
      closing.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409, 409],
      'closed once (3.2)',
    )
    t.match(await hmis.post(`${at}/classify`, { classification: 'PROBABLE' }), {
      status: 409,
      message: 'Notice DZN-2026-00001 is CLOSED. Nothing more can be done with it.',
    })
  })

  t.test('classified: no case ends what nobody was told of (3.2)', async (t) => {
    const patient_id = await visiting()
    const { notice_id } = await done(diagnose(patient_id, 'A20.9'))
    const at = `/clinical/notices/${notice_id}`
    t.match(await hmis.post(`${at}/close`, { outcome: 'Recovered' }), {
      status: 409,
      message: /is OPEN\. It can: send\.$/,
    })
    const said = { classification: 'PROBABLE', epid_no: 'TAN-26-001' }
    t.match(await done(hmis.post(`${at}/classify`, said)), { status: 'OPEN', ...said })
    t.match(await hmis.post(`${at}/classify`, { classification: 'DISCARDED' }), {
      status: 400,
      message: 'reason is required: why is it no case?',
    })
    const none = { classification: 'DISCARDED', reason: 'Another disease' }
    t.match(await done(hmis.post(`${at}/classify`, none)), {
      status: 'CLOSED',
      epid_no: 'TAN-26-001',
      moves: [],
    })
  })

  t.test('what is ruled out or voided is no case', async (t) => {
    const patient_id = await visiting()
    const made = await done(diagnose(patient_id, 'A90'))
    await done(
      doctor.post(`/clinical/records/${made.id}/amend`, {
        certainty: 'RULED_OUT',
        reason: 'The test is negative',
      }),
    )
    t.match(await noticesOf({ disease_key: 'DENGUE' }), [
      { status: 'CLOSED', classification: 'DISCARDED' },
    ])
  })

  t.test('late after a day, with the week never (CAR-27)', async (t) => {
    const patient_id = await visiting()
    await done(diagnose(patient_id, 'B05.9'))
    await done(diagnose(patient_id, 'A01.0'))
    const then = clock.ms()
    clock.freeze(new Date(then + hours(25)).toISOString())
    const later = await house.people.with('hmis')
    const late = await done(later.get('/clinical/notices', { late: 'true' }))
    t.match(late, [{ disease_key: 'MEASLES', late: true }])
    clock.freeze(new Date(then).toISOString())
  })

  t.test('a discharge waits for it (DIS_NOTICE)', async (t) => {
    const stay = await on.admitted(beds[0].id)
    const at = `/admissions/${stay.id}`
    await done(diagnose(stay.patient.id, 'A39.0', { admission_id: stay.id, rank: 'SECONDARY' }))
    await done(doctor.post(`${at}/order-discharge`, { type: 'HOME' }))
    await charted(doctor, stay)
    t.match(await doctor.post(`${at}/clinical-discharge`, { condition: 'Well' }), {
      status: 409,
      message: /Meningitis notice DZN-2026-\d{5} is not sent\./,
    })
    const [notice] = await noticesOf({ disease_key: 'MENINGITIS' })
    await done(hmis.post(`/clinical/notices/${notice.id}/send`, { how: 'SYSTEM' }))
    await done(doctor.post(`${at}/clinical-discharge`, { condition: 'Well' }))
  })

  t.test('who may (2.19)', async (t) => {
    t.equal((await nurse.get('/clinical/notices')).status, 200)
    t.equal((await clerk.get('/clinical/notices')).status, 403)
  })
})
