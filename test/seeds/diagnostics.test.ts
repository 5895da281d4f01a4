// Diagnostics, from the source document of the hospital API alone. Each test is named by the sentence it
// proves.

import t from 'tap'
import type { Data } from '../support/ask.ts'
import { somebody, visiting } from '../support/desk/visits.ts'
import { consoleOf } from './console.ts'
import { echoed, paged, refused, succeeded, withNulls } from './reading.ts'

t.test('diagnostics', async (t) => {
  const { who, other, nobody } = await consoleOf(t)
  let count = 0
  const code = (): string => `seed${(count += 1)}`

  t.test('"**TestInput** (catalogue entry)"', async (t) => {
    const minimal = { code: code(), name: 'A' }
    const made = await who.post('/diagnostics/tests', minimal)
    succeeded(t, made, 201)
    t.match(made.data, { name: 'A' })
    t.equal(made.data.code.toLowerCase(), minimal.code)
    const whole = {
      name: 'Sodium',
      active: true,
      category: 'Chemistry',
      critical_high: 160.5,
      critical_low: 120,
      discipline: 'LAB',
      ref_high: 145,
      ref_low: 135,
      specimen: 'Serum',
      tariff_code: null,
      turnaround_hours: 4,
      unit: 'mmol/L',
    }
    const full = await who.post('/diagnostics/tests', { ...whole, code: code() })
    succeeded(t, full, 201)
    echoed(t, full.data, { ...whole, specimen: full.data.specimen })
    for (const [field, body] of withNulls(
      whole,
      Object.keys(whole).filter((name) => name !== 'name'),
    )) {
      const one = await who.post('/diagnostics/tests', { ...body, code: code() })
      t.equal(one.status, 201, `${field}: ${one.message}`)
    }
    const image = await who.post('/diagnostics/tests', {
      code: code(),
      name: 'Chest',
      discipline: 'IMAGING',
    })
    succeeded(t, image, 201)
    t.equal(image.data.discipline, 'IMAGING')
    paged(t, await who.get('/diagnostics/tests'))
  })

  t.test('"**OrderInput**", "**ResultInput**", "critical results"', async (t) => {
    const offered = await who.post('/diagnostics/tests', {
      code: code(),
      name: 'Potassium',
      discipline: 'LAB',
      specimen: 'Serum',
      unit: 'mmol/L',
      ref_low: 3.5,
      ref_high: 5.1,
      critical_low: 2.5,
      critical_high: 6.5,
    })
    succeeded(t, offered, 201)
    const test_codes = [offered.data.code]
    const visit = await visiting(who)
    const minimal = { patient_id: visit.patient.id, test_codes }
    const made = await who.post('/diagnostics/orders', minimal)
    succeeded(t, made, 201)
    t.match(made.data, { patient_id: visit.patient.id })
    const whole = {
      test_codes,
      discipline: 'LAB',
      priority: 'STAT',
      clinical_notes: 'Weak',
      visit_id: null,
    }
    for (const priority of ['ROUTINE', 'URGENT', 'STAT']) {
      const patient_id = (await somebody(who)).id
      const one = await who.post('/diagnostics/orders', { ...whole, patient_id, priority })
      t.equal(one.status, 201, `${priority}: ${one.message}`)
      t.match(one.data, { priority, clinical_notes: 'Weak' })
    }
    const nullable = ['discipline', 'priority', 'clinical_notes', 'visit_id']
    for (const [field, body] of withNulls(whole, nullable)) {
      const patient_id = (await somebody(who)).id
      const one = await who.post('/diagnostics/orders', { ...body, patient_id })
      t.equal(one.status, 201, `${field}: ${one.message}`)
    }
    paged(t, await who.get(`/patients/${visit.patient.id}/diagnostics`))
    refused(t, await nobody.get(`/patients/${visit.patient.id}/diagnostics`), 401)
    paged(t, await who.get('/diagnostics/critical'))
    refused(t, await who.post('/diagnostics/orders', { ...minimal, test_codes: [] }), 400)

    const specimens = made.data.specimens.map(({ number }: Data) => ({ number }))
    const identity_checked = 'WRISTBAND'
    const taken = await who.post('/diagnostics/specimens/collect', { identity_checked, specimens })
    succeeded(t, taken)
    succeeded(t, await who.post('/diagnostics/specimens/receive', { specimens }))
    const [line] = (await who.get(`/diagnostics/orders/${made.data.id}`)).data.items[0].results
    const result = { id: line.id, value_num: 7.1, value_text: null, comment: 'Not lysed' }
    for (const [field, one] of withNulls(result, ['value_text', 'comment'])) {
      const entered = await who.post('/diagnostics/results', { results: [one] })
      t.equal(entered.status, 200, `${field}: ${entered.message}`)
    }
    const entered = await who.post('/diagnostics/results', { results: [result] })
    succeeded(t, entered)
    t.match(entered.data, [{ id: line.id, value_num: 7.1, comment: 'Not lysed' }])
    const ids = [line.id]
    succeeded(t, await other.post('/diagnostics/results/verify', { ids }))
    succeeded(t, await other.post('/diagnostics/results/release', { ids }))
    const critical = await who.get('/diagnostics/critical')
    paged(t, critical)
    t.match(critical.data, [{ patient_id: visit.patient.id }])
    refused(t, await nobody.get('/diagnostics/critical'), 401)
  })
})
