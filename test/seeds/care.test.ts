// Care, from the source document of the hospital API alone. Each test is named by the sentence it
// proves.

import t from 'tap'
import { somebody, visiting } from '../support/desk/visits.ts'
import { consoleOf } from './console.ts'
import { echoed, paged, refused, succeeded, withNulls } from './reading.ts'

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString()

t.test('care', async (t) => {
  const { who, nobody } = await consoleOf(t)
  const patient = async (): Promise<string> => (await somebody(who, { sex: 'Female' })).id

  t.test('"**TaskInput** (nursing job)"', async (t) => {
    const minimal = { patient_id: await patient(), task: 'W' }
    const made = await who.post('/nursing/tasks', minimal)
    succeeded(t, made, 201)
    echoed(t, made.data, minimal)
    const whole = {
      ...minimal,
      category: 'OBSERVATION',
      admission_id: null,
      due_at: tomorrow(),
      every_hours: 6,
      instructions: 'With warm water',
    }
    const full = await who.post('/nursing/tasks', whole)
    succeeded(t, full, 201)
    echoed(t, full.data, whole)
    for (const category of [
      'OBSERVATION',
      'MEDICATION',
      'HYGIENE',
      'WOUND',
      'MOBILITY',
      'FEEDING',
      'MONITORING',
      'OTHER',
    ]) {
      const one = await who.post('/nursing/tasks', { ...minimal, category })
      t.equal(one.status, 201, `${category}: ${one.message}`)
      t.equal(one.data.category, category)
    }
    const nullable = ['category', 'admission_id', 'due_at', 'every_hours', 'instructions']
    for (const [field, body] of withNulls(whole, nullable)) {
      const one = await who.post('/nursing/tasks', body)
      t.equal(one.status, 201, `${field}: ${one.message}`)
    }
    paged(t, await who.get('/nursing/tasks', { patient_id: minimal.patient_id }))
    refused(t, await who.post('/nursing/tasks', { patient_id: minimal.patient_id }), 400)
  })

  t.test('"**DoseInput**: patient_id, medicine, dose (strings)"', async (t) => {
    const minimal = { patient_id: await patient(), medicine: 'Some syrup', dose: '5 ml' }
    const made = await who.post('/nursing/doses', minimal)
    succeeded(t, made, 201)
    t.match(made.data, { patient_id: minimal.patient_id, medicine: 'Some syrup', dose: '5 ml' })
    const whole = {
      ...minimal,
      admission_id: null,
      due_at: null,
      prescription_item_id: null,
      route: 'by mouth',
    }
    const full = await who.post('/nursing/doses', whole)
    succeeded(t, full, 201)
    t.equal(full.data.route, 'by mouth', 'as it was sent')
    const known = await who.post('/nursing/doses', { ...whole, route: 'po' })
    t.equal(known.data.route, 'PO', 'a route that the house knows')
    const nullable = ['admission_id', 'due_at', 'prescription_item_id', 'route']
    for (const [field, body] of withNulls(whole, nullable)) {
      const one = await who.post('/nursing/doses', body)
      t.equal(one.status, 201, `${field}: ${one.message}`)
    }
    const later = await who.post('/nursing/doses', { ...minimal, due_at: tomorrow() })
    succeeded(t, later, 201)
    paged(t, await who.get('/nursing/doses', { patient_id: minimal.patient_id }))
  })

  t.test('"**RecordInput** (coded clinical entry)"', async (t) => {
    const here = async (): Promise<string> => (await visiting(who)).patient.id
    const minimal = { patient_id: await here(), title: 'M' }
    const made = await who.post('/clinical/records', minimal)
    succeeded(t, made, 201)
    echoed(t, made.data, minimal)
    const visit = await visiting(who)
    const whole = {
      patient_id: visit.patient.id,
      title: 'Pneumonia',
      kind: 'DIAGNOSIS',
      rank: 'PRIMARY',
      admission_id: null,
      body: 'On the right.',
      code: 'J18.9',
      coding_system: 'ICD-10',
      visit_id: visit.id,
      notifiable: false,
    }
    const full = await who.post('/clinical/records', whole)
    succeeded(t, full, 201)
    echoed(t, full.data, { ...whole, coding_system: full.data.coding_system })
    t.type(full.data.coding_system, 'string')
    for (const kind of ['DIAGNOSIS', 'PROCEDURE', 'NOTE', 'SUMMARY']) {
      const body = { patient_id: await here(), title: 'Of this kind', kind, body: 'As it was.' }
      const one = await who.post('/clinical/records', body)
      t.equal(one.status, 201, `${kind}: ${one.message}`)
      t.equal(one.data.kind, kind)
    }
    for (const rank of ['SECONDARY', 'COMPLICATION', 'PRIMARY']) {
      const body = { patient_id: await here(), title: 'Of this rank', kind: 'DIAGNOSIS', rank }
      const one = await who.post('/clinical/records', body)
      t.equal(one.status, 201, `${rank}: ${one.message}`)
      t.equal(one.data.rank, rank)
    }
    const nullable = [
      'kind',
      'rank',
      'admission_id',
      'body',
      'code',
      'coding_system',
      'visit_id',
      'notifiable',
    ]
    for (const [field, body] of withNulls(whole, nullable)) {
      // A code says of which system it is.
      const bare = body['code'] === null ? { coding_system: null } : {}
      const fresh = { ...body, ...bare, patient_id: await here(), visit_id: null }
      const one = await who.post('/clinical/records', fresh)
      t.equal(one.status, 201, `${field}: ${one.message}`)
    }
    paged(t, await who.get('/clinical/records', { patient_id: minimal.patient_id }))
  })

  t.test(
    '"**assistNote** (clinical assistant input; carries no patient identifier)"',
    async (t) => {
      const on = await who.patch('/clinical/assist/settings', { enabled: true })
      succeeded(t, on)
      const whole = {
        ageYears: 30,
        allergies: ['penicillin'],
        chiefComplaint: 'Fever and cough',
        examination: 'Crackles on the right',
        historyOfPresentIllness: 'For three days',
        knownConditions: ['asthma'],
        pregnant: false,
        sex: 'Female',
        vitals: {
          diastolic: 70,
          heartRate: 110,
          oxygenSaturation: 93,
          respiratoryRate: 28,
          systolic: 110,
          temperature: 39.2,
        },
      }
      succeeded(t, await who.post('/clinical/assist', whole))
      for (const [field, vitals] of withNulls(whole.vitals, Object.keys(whole.vitals))) {
        const one = await who.post('/clinical/assist', { ...whole, vitals })
        t.equal(one.status, 200, `vitals.${field}: ${one.message}`)
      }
      for (const sex of ['Male', 'Female', 'Ambiguous']) {
        const one = await who.post('/clinical/assist', { ...whole, sex })
        t.equal(one.status, 200, `${sex}: ${one.message}`)
      }
    },
  )

  t.test('"that patient\'s prescriptions"', async (t) => {
    const id = await patient()
    paged(t, await who.get(`/patients/${id}/prescriptions`))
    refused(t, await nobody.get(`/patients/${id}/prescriptions`), 401)
    refused(t, await who.get('/patients/x/prescriptions'), 404)
  })
})
