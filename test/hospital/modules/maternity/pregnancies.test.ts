// Pregnancies and their contacts: booked once, dated, watched, closed; and the bad input of maternity 6.

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { movedTo } from '../../../support/desk/living.ts'
import { clock, days, hours } from '../../../../db/core/clock.ts'
import { pregnancyOf } from '../../../../db/hospital/neighbours/maternity.ts'
import { pregnanciesOf } from '../../../../db/hospital/neighbours/care.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done, maternityHouse } from '../../../support/desk/maternity.ts'

const on = await maternityHouse(t)
clock.freeze('2026-03-30T08:00:00.000Z')
const { midwife, doctor, house, woman, booked } = on
const rules = ({ due }: Data): string[] => due.map(({ rule }: Data) => rule)

t.test('MAT-1, MAT-2: a booking is dated and told to care', async (t) => {
  const patient = await woman()
  const history = [
    { year: 2022, outcome: 'LIVE', mode: 'Caesarean section' },
    { year: 2024, outcome: 'STILLBIRTH', problem: 'PPH' },
  ]
  const made = await booked(patient.id, { gravida: 3, para: 2, history, lmp: '2026-01-04' })
  t.match(made, {
    number: /^PG-2026-/,
    status: 'OPEN',
    edd: '2026-10-11',
    edd_basis: 'LMP',
    gestation: { weeks: 12, days: 1 },
    previous_sections: 1,
    risk_level: 'HIGH',
    moves: ['close'],
    warnings: ['No charge is set for BOOKING.'],
  })
  const keys = made.risks.map(({ key }: Data) => key)
  t.same(keys, ['PREVIOUS_SECTION', 'PREVIOUS_STILLBIRTH', 'PREVIOUS_BLEEDING'], 'MAT-3')
  t.same(rules(made), ['CONTACT', 'PMTCT_TEST', 'IPTP'])
  const scan = { on: '2026-03-30', weeks: 13, days: 3 }
  const moved = await done(midwife.patch(`/pregnancies/${made.id}`, { ultrasound: scan }))
  t.match(moved, { edd: '2026-10-02', edd_basis: 'ULTRASOUND' })
  const care = (await pregnanciesOf(house.system, [patient.id])).get(patient.id)
  t.match(care, { pregnant: true, edd: '2026-10-02' })
  t.match(
    await doctor.put(`/patients/${patient.id}/pregnancy-status`, { pregnant: 'NO', basis: 'TEST' }),
    {
      status: 409,
      message: `Pregnancy ${made.number} is open: close it first.`,
    },
  )
  t.match(
    await pregnancyOf(house.system, patient.id),
    {
      pregnant: true,
      pregnancy_id: made.id,
      trimester: 1,
      high_risk: true,
    },
    'MAT-31',
  )
  t.match(await midwife.post('/pregnancies', { patient_id: patient.id, gravida: 4, para: 2 }), {
    status: 409,
    message: `${made.number} is open (13 weeks): close it first.`,
  })
})

t.test('one pregnancy, however many book her at once', async (t) => {
  const patient = await woman()
  const body = { patient_id: patient.id, gravida: 1, para: 0 }
  const six = await Promise.all(Array.from({ length: 6 }, () => midwife.post('/pregnancies', body)))
  t.same(
    six.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409, 409, 409],
  )
})

t.test('maternity 6: what cannot be is refused', async (t) => {
  const man = await somebody(on.clerk, { sex: 'Male', birth_date: '1990-01-01' })
  const girl = await somebody(on.clerk, { sex: 'Female', birth_date: '2018-01-01' })
  const no = { status: 409, message: 'Pregnancy is for women of 10 to 55 years.' }
  for (const { id } of [man, girl]) {
    t.match(await midwife.post('/pregnancies', { patient_id: id, gravida: 1, para: 0 }), no)
  }
  const { id: patient_id } = await woman()
  const tried: readonly (readonly [object, string])[] = [
    [{ gravida: 2, para: 3 }, 'para and abortions cannot exceed gravida − 1.'],
    [{ gravida: 1, para: 0, lmp: '2026-04-30' }, 'lmp is in the future.'],
    [{ gravida: 1, para: 0, lmp: '2024-01-01' }, 'lmp is too long ago.'],
    [
      { gravida: 1, para: 0, ultrasound: { on: '2026-05-01', weeks: 12, days: 0 } },
      'ultrasound.on is in the future.',
    ],
  ]
  for (const [body, message] of tried) {
    t.match(await midwife.post('/pregnancies', { patient_id, ...body }), { status: 400, message })
  }
  t.match(await midwife.post('/labours', { patient_id }), {
    status: 409,
    message: 'Admit her first.',
  })
})

t.test('MAT-5 to MAT-7: a contact, what it tells and what is due after it', async (t) => {
  const patient = await woman()
  const made = await booked(patient.id, { lmp: '2025-09-15', pmtct: { status: 'NEGATIVE' } })
  const at = `/pregnancies/${made.id}/contacts`
  const first = await done(
    midwife.post(at, {
      kind: 'ANTENATAL',
      weight_kg: 61,
      systolic: 118,
      diastolic: 72,
      iptp: true,
    }),
  )
  t.match(first, { number: 1, place: 'CLINIC', gestation: { weeks: 28 }, alerts: [] })
  t.same(rules(first), ['URINE', 'FETAL_HEART', 'HAEMOGLOBIN', 'CONTACT', 'IPTP', 'PMTCT_TEST'])
  t.equal(first.next_contact_on, '2026-04-13', 'thirty weeks')
  const early = await done(midwife.post(at, { kind: 'ANTENATAL', iptp: true }))
  t.match(early.warnings[0].message, /The last one was on 2026-03-30/, 'MAT-8')
  const bad = await done(
    midwife.post(at, {
      kind: 'ANTENATAL',
      systolic: 162,
      diastolic: 100,
      urine_protein: 'P2',
      haemoglobin: 6.5,
      danger_signs: ['HEADACHE'],
    }),
  )
  const keys = bad.alerts.map(({ key }: Data) => key)
  for (const key of [
    'HEADACHE',
    'PRE_ECLAMPSIA',
    'HYPERTENSION',
    'PROTEINURIA',
    'ANAEMIA_SEVERE',
  ]) {
    t.ok(keys.includes(key), key)
  }
  t.match(await midwife.post(at, { kind: 'ANTENATAL', danger_signs: ['HICCUPS'] }), {
    status: 400,
    message: 'danger_signs: HICCUPS is not in the table DANGER_SIGNS.',
  })
  t.match(await midwife.post(at, { kind: 'ANTENATAL', fetal_heart_rate: 300 }), {
    status: 400,
    message: /is not possible \(40–260\)\. Check the reading\./,
  })
  t.match(await midwife.post(at, { kind: 'POSTNATAL' }), {
    status: 409,
    message: `${made.number} is OPEN: use an antenatal contact.`,
  })
})

t.test('MAT-5, MAT-6: measures go to the open visit, and a danger sign moves it up', async (t) => {
  const patient = await woman()
  const visit = await done(
    on.clerk.post('/visits', { patient_id: patient.id, kind: 'ANTENATAL', start: false }),
  )
  const made = await booked(patient.id, { lmp: '2025-09-15' })
  const contact = await done(
    midwife.post(`/pregnancies/${made.id}/contacts`, {
      kind: 'ANTENATAL',
      weight_kg: 60,
      systolic: 120,
      diastolic: 70,
      danger_signs: ['BLEEDING'],
    }),
  )
  t.match(contact, { visit_id: visit.id, vitals_id: /./ })
  t.equal((await done(on.clerk.get(`/visits/${visit.id}`))).triage_category, 1)
})

t.test('MAT-8: no SP for who takes cotrimoxazole, unless somebody lets it through', async (t) => {
  const patient = await woman()
  const made = await booked(patient.id, {
    lmp: '2025-09-15',
    pmtct: { status: 'KNOWN_POSITIVE', art_on: '2024-01-01' },
  })
  const at = `/pregnancies/${made.id}/contacts`
  t.match(await midwife.post(at, { kind: 'ANTENATAL', iptp: true }), {
    status: 409,
    message: /^IPTp-SP: She takes cotrimoxazole/,
  })
  const overrides = [{ gate: 'MAT_IPTP', reason_code: 'CLINICAL_NEED', reason: 'Stopped it' }]
  const let_through = await done(doctor.post(at, { kind: 'ANTENATAL', iptp: true, overrides }))
  t.equal(let_through.iptp, true)
})

t.test('MAT-9, MAT-11: what is sensitive opens to who serves her', async (t) => {
  const patient = await woman()
  const made = await booked(patient.id, {
    pmtct: { status: 'NEW_POSITIVE' },
    partner: { name: 'Juma', hiv: 'POSITIVE' },
  })
  const at = `/pregnancies/${made.id}`
  t.match(await done(midwife.get(at)), {
    pmtct: { status: 'NEW_POSITIVE', state: 'done' },
    partner: { hiv: 'POSITIVE' },
  })
  const clerk = await house.people.holding('maternity:read')
  const seen = await done(clerk.get(at))
  t.match(seen.pmtct, { status: null, state: 'done' })
  t.notOk('hiv' in seen.partner)
  t.notOk(seen.risks.some(({ key }: Data) => key === 'HIV_POSITIVE'))
  t.notOk(JSON.stringify(await done(midwife.get('/pregnancies'))).includes('POSITIVE'))
})

t.test('maternity 3 close: with an outcome, a reason, and care told', async (t) => {
  const patient = await woman()
  const made = await booked(patient.id, { lmp: '2026-01-04' })
  const at = `/pregnancies/${made.id}/close`
  t.match(await midwife.post(at, { outcome: 'MISCARRIAGE', on: '2026-03-29' }), {
    status: 400,
    message: 'reason is required.',
  })
  t.match(await midwife.post(at, { outcome: 'LIVE_BIRTH', on: '2026-03-29', reason: 'At home' }), {
    status: 400,
    message: /outcome must be one of/,
  })
  const asked = { outcome: 'MISCARRIAGE', on: '2026-03-29', reason: 'Bled at home' }
  t.match(await done(midwife.post(at, asked)), {
    status: 'CLOSED',
    outcome: 'MISCARRIAGE',
    due: [],
    made: { length: 2 },
  })
  t.match((await pregnanciesOf(house.system, [patient.id])).get(patient.id), { pregnant: false })
  t.match(await midwife.post(at, asked), { status: 409, message: /is CLOSED/ })
  t.match(await midwife.post(`/pregnancies/${made.id}/contacts`, { kind: 'ANTENATAL' }), {
    status: 409,
    message: `Pregnancy ${made.number} is CLOSED.`,
  })
  t.ok(await booked(patient.id), 'and she may be booked again')
})

t.test('maternity 6: readings and births that cannot be (MAT-16)', async (t) => {
  const labour = await on.labouring({ observation: { cervix_cm: 8 } })
  const at = `/labours/${labour.id}`
  clock.freeze(new Date(clock.ms() + hours(1)).toISOString())
  const tried: readonly (readonly [number, object, RegExp])[] = [
    [400, { cervix_cm: 12 }, /cervix_cm must be 0 to 10\./],
    [400, { descent: 7 }, /descent must be 0 to 5\./],
    [400, { baseline_fhr: 300 }, /is not possible \(40–260\)\. Check the reading\./],
    [
      409,
      { cervix_cm: 6 },
      /^Cervix was 8 cm at \d\d:\d\d: correct one of them, or say why \(regression\)\.$/,
    ],
  ]
  for (const [status, body, message] of tried) {
    t.match(await midwife.post(`${at}/observations`, body), { status, message })
  }
  t.ok(await done(midwife.post(`${at}/observations`, { cervix_cm: 6, regression: 'Swollen rim' })))
  await done(midwife.post(`${at}/observations`, { cervix_cm: 10 }))
  const births: readonly (readonly [number, Record<string, unknown>, RegExp])[] = [
    [400, { weight_g: 8200 }, /weight_g must be 300 to 7,000\./],
    [400, { weight_g: 5900 }, /send confirm_weight/],
    [
      400,
      { apgar: [{ minute: 1, total: 8 }] },
      /apgar\[0\]: give the five signs, or signs_not_recorded\./,
    ],
    [400, { apgar: [] }, /apgar is required/],
    [
      409,
      { born_at: '2026-03-29T01:00:00.000Z', apgar: [], late_reason: 'Seen late' },
      /The birth is before the admission: use place BEFORE_ARRIVAL\./,
    ],
    [400, { born_at: '2026-04-29T01:00:00.000Z' }, /born_at is in the future\./],
  ]
  for (const [status, body, message] of births) {
    t.match(await midwife.post(`${at}/births`, on.birth(body)), { status, message })
  }
})

t.test('the list: by state, risk, what is late', async (t) => {
  const all = await done(midwife.get('/pregnancies', { status: 'OPEN', risk_level: 'HIGH' }))
  t.ok(all.every(({ status, risk_level }: Data) => status === 'OPEN' && risk_level === 'HIGH'))
  const [some] = await done(midwife.get('/pregnancies'))
  const village = await movedTo(house.hospital.id, some.patient_id, 'Mabogini')
  const there = await done(midwife.get('/pregnancies', { village }))
  t.ok(there.length > 0 && there.every((one: Data) => one['patient_id'] === some.patient_id))
  clock.freeze(new Date(clock.ms() + days(40)).toISOString())
  const signed_in = await house.people.with('midwife')
  const late = await done(signed_in.get('/pregnancies', { late: 'true' }))
  t.ok(late.length > 0)
  t.match(await signed_in.get('/pregnancies', { from: '2026-05-01', to: '2026-04-01' }), {
    status: 400,
  })
})
