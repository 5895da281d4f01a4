// Patients, visits, vitals, appointments, referrals and emergencies, from the source document of the
// hospital API alone. Each test is named by the sentence it proves.

import t from 'tap'
import { somebody, visiting } from '../support/desk/visits.ts'
import { consoleOf } from './console.ts'
import { echoed, paged, refused, succeeded, withNulls } from './reading.ts'

t.test('front desk', async (t) => {
  const { who } = await consoleOf(t)
  const patient = async () => (await somebody(who)).id

  t.test('"query search, status, page, per_page, page_size … paged": patients', async (t) => {
    const known = await somebody(who)
    for (let more = 0; more < 3; more += 1) await somebody(who)
    const all = await who.get('/patients')
    paged(t, all)
    t.match(all.meta, { current_page: 1, per_page: 50 })
    const found = await who.get('/patients', { search: known.number })
    t.same(
      found.data.map(({ id }: { id: string }) => id),
      [known.id],
    )
    const { status } = found.data[0]
    paged(t, await who.get('/patients', { status }))
    const two = await who.get('/patients', { page_size: '2', page: '2' })
    t.match(two.meta, { per_page: 2, current_page: 2 })
    t.equal(two.data.length, 2)
    t.equal((await who.get('/patients', { per_page: '201' })).meta?.per_page, 200)
  })

  t.test('"a client reads meta.last_page to know whether another page exists"', async (t) => {
    const ids = new Set<string>()
    let last = 1
    for (let page = 1; page <= last; page += 1) {
      const { data, meta } = await who.get('/patients', { page: String(page), per_page: '2' })
      for (const one of data) ids.add(one.id)
      last = meta?.last_page ?? 0
    }
    t.equal(ids.size, (await who.get('/patients')).meta?.total)
    const beyond = await who.get('/patients', { page: String(last + 1), per_page: '2' })
    paged(t, beyond)
    t.same(beyond.data, [])
  })

  t.test('"that patient\'s visits", "that patient\'s vitals"', async (t) => {
    const visit = await visiting(who)
    const set = await who.post(`/visits/${visit.id}/vitals`, {
      temperature: 36.8,
      systolic: 120,
      diastolic: 80,
    })
    succeeded(t, set, 201)
    const visits = await who.get(`/patients/${visit.patient.id}/visits`)
    paged(t, visits)
    t.equal(visits.data[0].id, visit.id)
    const vitals = await who.get(`/patients/${visit.patient.id}/vitals`)
    paged(t, vitals)
    t.match(vitals.data[0], { temperature: 36.8, systolic: 120 })
  })

  t.test('"query status (the queue)": visits, "moves the visit along the queue"', async (t) => {
    const visit = await visiting(who)
    const { status } = (await who.get(`/visits/${visit.id}`)).data
    const queue = await who.get('/visits', { status })
    paged(t, queue)
    t.ok(queue.data.some(({ id }: { id: string }) => id === visit.id))
    t.ok(queue.data.every((one: { status: string }) => one.status === status))
    const moved = await who.post(`/visits/${visit.id}/advance`, {})
    succeeded(t, moved)
  })

  t.test('"**AppointmentInput**"', async (t) => {
    const patient_id = (await somebody(who, { sex: 'Female' })).id
    let day = 1
    const when = (): string => {
      day += 1
      return new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 11) + '08:00:00.000Z'
    }
    const minimal = await who.post('/appointments', { patient_id, scheduled_for: when() })
    succeeded(t, minimal, 201)
    const whole = {
      patient_id,
      scheduled_for: when(),
      clinician_id: null,
      clinician_name: 'Dr A',
      department: 'General',
      duration_min: 20,
      location_id: null,
      notes: 'n',
      reason: 'r',
      kind: 'REVIEW',
    }
    const made = await who.post('/appointments', whole)
    succeeded(t, made, 201)
    echoed(t, made.data, whole)
    for (const kind of [
      'CONSULTATION',
      'FOLLOW_UP',
      'PROCEDURE',
      'ANTENATAL',
      'IMMUNISATION',
      'REVIEW',
      'THEATRE',
    ]) {
      const one = await who.post('/appointments', { ...whole, scheduled_for: when(), kind })
      t.equal(one.status, 201, `${kind}: ${one.message}`)
    }
    const nullable = [
      'clinician_id',
      'clinician_name',
      'department',
      'duration_min',
      'location_id',
      'notes',
      'reason',
      'kind',
    ]
    for (const [field, body] of withNulls(whole, nullable)) {
      const one = await who.post('/appointments', { ...body, scheduled_for: when() })
      t.equal(one.status, 201, `${field}: ${one.message}`)
    }
    const changed = await who.patch(`/appointments/${made.data.id}`, {
      kind: null,
      notes: null,
      reason: null,
    })
    succeeded(t, changed)
    t.match(changed.data, { kind: 'REVIEW', notes: null, reason: null })
    paged(t, await who.get('/appointments', { patient_id }))
  })

  t.test('"**ReferralInput**"', async (t) => {
    const minimal = { patient_id: await patient(), facility: 'F', reason: 'r' }
    const made = await who.post('/referrals', minimal)
    succeeded(t, made, 201)
    t.match(made.data, { facility: 'F', reason: 'r', direction: 'OUT' })
    const visit = await visiting(who)
    const whole = {
      patient_id: visit.patient.id,
      facility: 'Muhimbili',
      reason: 'For surgery',
      direction: 'OUT',
      urgency: 'URGENT',
      clinical_summary: 's',
      contact: 'c',
      department: 'Surgery',
      visit_id: visit.id,
    }
    const out = await who.post('/referrals', whole)
    succeeded(t, out, 201)
    const { patient_id, ...said } = whole
    echoed(t, out.data, { ...said, patient: { id: patient_id } })
    const second = await who.post('/referrals', { ...whole, facility: 'Bugando' })
    succeeded(t, second, 201)
    for (const direction of ['OUT', 'IN']) {
      for (const urgency of ['ROUTINE', 'URGENT', 'EMERGENCY']) {
        const one = await who.post('/referrals', {
          ...minimal,
          patient_id: await patient(),
          direction,
          urgency,
        })
        t.equal(one.status, 201, `${direction} ${urgency}: ${one.message}`)
        t.match(one.data, { direction, urgency })
      }
    }
    const nullable = [
      'direction',
      'urgency',
      'clinical_summary',
      'contact',
      'department',
      'visit_id',
    ]
    for (const [field, body] of withNulls(whole, nullable)) {
      const patient_id = await patient()
      const one = await who.post('/referrals', { ...body, patient_id, visit_id: null })
      t.equal(one.status, 201, `${field}: ${one.message}`)
    }
    const changed = await who.patch(`/referrals/${out.data.id}`, { urgency: null, contact: null })
    succeeded(t, changed)
    t.match(changed.data, { urgency: 'URGENT', contact: null })
    paged(t, await who.get('/referrals', { patient_id: visit.patient.id }))
  })

  t.test('"**EmergencyInput**"', async (t) => {
    const whole = {
      arrival_mode: 'AMBULANCE',
      brought_by: 'A brother',
      category: 'Chest pain',
      patient_id: null,
      presenting_complaint: 'Pain since morning',
      unknown_label: 'Man, market',
      visit_id: null,
      triage_category: 2,
    }
    const made = await who.post('/emergencies', whole)
    succeeded(t, made, 201)
    t.match(made.data, {
      arrival_mode: 'AMBULANCE',
      brought_by: 'A brother',
      category: 'Chest pain',
      presenting_complaint: 'Pain since morning',
      triage_category: 2,
    })
    for (const arrival_mode of ['WALK_IN', 'AMBULANCE', 'REFERRED', 'POLICE', 'OTHER']) {
      const one = await who.post('/emergencies', { ...whole, arrival_mode })
      t.equal(one.data?.arrival_mode, arrival_mode, one.message)
    }
    const nullable = [
      'arrival_mode',
      'brought_by',
      'category',
      'presenting_complaint',
      'visit_id',
      'triage_category',
    ]
    for (const [field, body] of withNulls(whole, nullable)) {
      const one = await who.post('/emergencies', body)
      t.equal(one.status, 201, `${field}: ${one.message}`)
    }
    // ALL-17: a free word stays free.
    const known = await who.post('/emergencies', { patient_id: await patient(), category: 'x' })
    succeeded(t, known, 201)
    t.equal(known.data.category, 'x')
    const changed = await who.patch(`/emergencies/${known.data.id}`, {
      category: null,
      brought_by: null,
    })
    succeeded(t, changed)
    t.equal(changed.data.category, 'x')
    refused(t, await who.post('/emergencies', { ...whole, arrival_mode: 'ON_FOOT' }), 400)
    paged(t, await who.get('/emergencies'))
  })

  t.test('"the caller\'s notifications", "acknowledges a notification"', async (t) => {
    paged(t, await who.get('/notifications'))
    const [first] = (await who.get('/notifications')).data
    if (first !== undefined) succeeded(t, await who.post(`/notifications/${first.id}/read`))
    refused(t, await who.post('/notifications/01a20000-1de4-7573-b853-57b97905f91d/read'), 404)
  })
})
