import t from 'tap'
import { clock, hours } from '../../../../db/core/clock.ts'
import { row } from '../../../../db/store/connection.ts'
import { breakGlassOpen, canSee } from '../../../../db/hospital/desk/patients/privacy/privacy.ts'
import { patientById } from '../../../../db/hospital/desk/patients/patients.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'

const closed =
  'This record is restricted. Open it with a reason if you must (permission patient:break-glass).'

t.test('restricted records', async (t) => {
  const { people, system } = await boot(t)
  clock.freeze('2026-03-31T09:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const officer = await people.with('privacy_officer', 'records')
  const made = await clerk.post('/patients', {
    first_name: 'Farida',
    last_name: 'Mkwawa',
    sex: 'Female',
    birth_date: '1979-12-12',
    national_id: '19791212123451234567',
    phone: '0712000009',
  })
  const { id } = made.data
  const put = await officer.put(`/patients/${id}/sensitivity`, {
    sensitivity: 'RESTRICTED',
    reason: 'asked by the patient',
  })
  t.equal(put.status, 200, put.message)
  t.equal(put.data.sensitivity, 'RESTRICTED')

  t.test('are masked in lists and by name, shown by an exact number (PRV-1)', async (t) => {
    const masked = { id, full_name: 'Restricted record', restricted: true, sex: null, phone: null }
    t.match((await nurse.get('/patients')).data, [masked])
    t.match((await nurse.get('/patients', { search: 'farida' })).data, [masked])
    t.match((await nurse.get('/patients', { search: 'PT-000001' })).data, [
      { full_name: 'Farida Mkwawa' },
    ])
    t.match((await nurse.get('/patients', { search: '19791212123451234567' })).data, [
      { full_name: 'Farida Mkwawa' },
    ])
    t.match((await officer.get('/patients')).data, [{ full_name: 'Farida Mkwawa' }])
    const hit = (await nurse.get('/search', { q: 'farida', types: 'patient' })).data.hits
    t.match(hit, [{ title: 'Restricted record', subtitle: '' }])
  })

  t.test('their holder of a number is named by number alone (PAT-6)', async (t) => {
    const refused = await clerk.post('/patients', {
      first_name: 'Other',
      last_name: 'Person',
      sex: 'Male',
      birth_date: '1950-01-01',
      national_id: '19791212-12345-12345-67',
    })
    t.equal(refused.message, 'A patient is already registered under this national ID: PT-000001.')
  })

  t.test('open to nobody without a reason (PRV-2)', async (t) => {
    for (const path of ['', '/next-of-kin', '/alerts']) {
      const refused = await nurse.get(`/patients/${id}${path}`)
      t.equal(refused.status, 403)
      t.equal(refused.message, closed)
    }
    t.equal((await clerk.patch(`/patients/${id}`, { religion: 'x' })).message, closed)
    t.equal((await officer.get(`/patients/${id}`)).status, 200)
    t.equal((await nurse.get(`/photos/patient/${id}`)).status, 404)
  })

  t.test('open to who breaks the glass, for some hours, and it is told (PRV-4)', async (t) => {
    const short = await nurse.post(`/patients/${id}/break-glass`, {
      reason_code: 'EMERGENCY',
      reason: 'short',
    })
    t.equal(short.message, 'reason must have at least 10 characters.')
    const wrong = await nurse.post(`/patients/${id}/break-glass`, {
      reason_code: 'CURIOUS',
      reason: 'I would like to know',
    })
    t.equal(
      wrong.message,
      'reason_code must be one of EMERGENCY, CONTINUITY_OF_CARE, PATIENT_REQUEST, LEGAL, QUALITY_REVIEW, OTHER.',
    )
    const grant = await nurse.post(`/patients/${id}/break-glass`, {
      reason_code: 'EMERGENCY',
      reason: 'collapsed at the gate',
    })
    t.equal(grant.status, 200, grant.message)
    t.equal(grant.data.until, '2026-03-31T12:00:00.000Z')
    const read = await nurse.get(`/patients/${id}`)
    t.match(read.data, { full_name: 'Farida Mkwawa', break_glass: { until: grant.data.until } })
    t.match((await nurse.get('/patients', { search: 'farida' })).data, [
      { full_name: 'Farida Mkwawa' },
    ])
    const noted = await row<{ query: string }>(
      sql`select query from audit_rows where action = 'patient.read' and user_id = ${nurse.user.id}`,
    )
    t.same(JSON.parse(noted?.query ?? ''), { break_glass: grant.data.id })
    const told = await officer.get('/notifications')
    t.match(told.data, [{ kind: 'privacy.break_glass' }])
    clock.advance(hours(3))
  })

  t.test('are answered to other areas by the same rule (FRO-10)', async (t) => {
    const caller = { ...system, permissions: new Set(['patient:read']), user_id: nurse.user.id }
    t.equal(await canSee(caller, { patient_id: id }), false)
    t.equal(await breakGlassOpen(caller, id), null)
    t.match(await patientById(caller, id), { full_name: 'Restricted record' })
    t.equal(await canSee(system, { patient_id: id }), true)
  })
})

t.test('alerts', async (t) => {
  const { people } = await boot(t)
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const made = await clerk.post('/patients', {
    first_name: 'Yusuf',
    last_name: 'Komba',
    sex: 'Male',
    birth_date: '1979-12-12',
  })
  const at = `/patients/${made.data.id}/alerts`
  const falls = { kind: 'FALLS', severity: 'WARNING', text: 'Walks with a frame' }
  const debt = { kind: 'FINANCIAL', severity: 'INFO', text: 'Owes a bill' }

  t.test('each kind has its permission', async (t) => {
    const refused = await clerk.post(at, falls)
    t.equal(
      refused.message,
      'You do not have permission to do this. It needs patient-clinical:write.',
    )
    t.equal((await nurse.post(at, debt)).status, 403)
    t.equal((await nurse.post(at, falls)).status, 201)
    t.equal((await clerk.post(at, debt)).status, 201)
  })

  t.test('those of money are for who sees bills', async (t) => {
    t.match((await nurse.get(at)).data, [falls])
    t.equal((await nurse.get(at)).data.length, 1)
    t.match((await nurse.get(`/patients/${made.data.id}`)).data.alerts, [falls])
  })

  t.test('one is closed with a reason, once', async (t) => {
    const [alert] = (await nurse.get(at)).data
    t.equal((await nurse.post(`/patient-alerts/${alert.id}/close`, {})).status, 400)
    const done = await nurse.post(`/patient-alerts/${alert.id}/close`, { reason: 'walks well' })
    t.match(done.data, { status: 'CLOSED', closed_reason: 'walks well' })
    const again = await nurse.post(`/patient-alerts/${alert.id}/close`, { reason: 'walks well' })
    t.equal(again.status, 409)
    t.same((await nurse.get(at, { status: 'ACTIVE' })).data, [])
  })
})
