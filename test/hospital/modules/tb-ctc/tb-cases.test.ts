// TB cases from the first signs to the outcome (modules D.3, D.4, D.6).

import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { plusDays } from '../../../../db/hospital/modules/tb-ctc/calendar-days.ts'
import { enrolmentsOf } from '../../../../db/hospital/neighbours/to-care.ts'
import { movedTo } from '../../../support/desk/living.ts'
import { rowCounts } from '../../../support/counts.ts'
import { clinics, registering } from '../../../support/desk/tb-clinic.ts'
import { done } from '../../../support/desk/ward.ts'

const day = '2026-03-31'

t.test('TB cases', async (t) => {
  const { house, people, doctor, nurse, lab, visiting } = await clinics(t)
  const coughing = { signs: { cough_weeks: 3, fever: true }, found_by: 'CLINIC' }
  const presume = async (patient_id: string, more: object = {}) =>
    done(doctor.post('/tb-cases', { patient_id, ...coughing, ...more }))
  /** Somebody who signs in after so many days: the others' sessions would end. */
  const after = async (count: number) => {
    clock.advance(days(count))
    return people.with('doctor')
  }
  const treated = async (more: object = {}) => {
    const made = await presume(await visiting())
    return done(doctor.post(`/tb-cases/${made.id}/register`, { ...registering, ...more }))
  }

  t.test('somebody with signs; a positive result is told and shown (TBC-1)', async (t) => {
    const patient_id = await visiting()
    const none = await doctor.post('/tb-cases', { patient_id, found_by: 'CLINIC' })
    t.match(none, {
      status: 400,
      message: 'signs needs at least one, unless found_by is CONTACT or SCREENING.',
    })
    const made = await presume(patient_id, { tests: ['GXP'] })
    t.match(made, {
      status: 'PRESUMPTIVE',
      presumptive_no: 'PTB-2026-00001',
      number: null,
      tests: [{ test_code: 'GXP', result: null }],
      moves: ['register', 'close'],
    })
    const twice = await doctor.post('/tb-cases', { patient_id, ...coughing })
    t.equal(twice.status, 409)
    t.match(twice.message, /already has TB case PTB-2026-00001\.$/)
    const order = await lab.read({ id: made.tests[0].order_id })
    await lab.inTheLab(order)
    await lab.releaseAll(order, { GXP: { answer_code: 'RS' } })
    const found = await done(doctor.get(`/tb-cases/${made.id}`))
    t.match(found, {
      positive_on: day,
      tests: [{ positive: true, result: /rifampicin sensitive/ }],
    })
    t.match((await nurse.get('/notifications')).data, [{ kind: 'tb.positive' }])
    const proved = { ...registering, diagnosis: 'BACTERIOLOGICAL' }
    const registered = await done(doctor.post(`/tb-cases/${made.id}/register`, proved))
    t.match(registered, { status: 'ON_TREATMENT', resistance: 'SENSITIVE' })
    const contact = await visiting()
    t.match(await presume(contact, { signs: {}, found_by: 'CONTACT' }), { found_by: 'CONTACT' })
  })

  t.test('registered by weight, with its calendar and its months (TBC-2 to TBC-5)', async (t) => {
    const row = await treated()
    t.match(row, {
      status: 'ON_TREATMENT',
      number: /^TB\/\w+\/2026\/\d{5}$/,
      category: 'ADULT',
      treatment_place: 'FACILITY',
      registered_on: day,
      treatment_started_on: day,
      regimen: {
        key: '2RHZE_4RH',
        phase: 'intensive',
        phase_doses: 56,
        doses_taken: 0,
        planned_end_on: plusDays(day, 167),
        band: '40–54.9 kg',
        tablets: [{ per_dose: 3 }],
      },
      follow_ups: [
        { month: 2, due_on: '2026-05-31', state: 'NOT_YET' },
        { month: 5 },
        { month: 6 },
      ],
    })
    t.ok(row.regimen.prescription_id, 'TBC-5: by a prescription of care')
    const rx = await done(doctor.get(`/prescriptions/${row.regimen.prescription_id}`))
    t.match(rx, { status: 'ACTIVE', items: [{ dose: 3, frequency: 'OD', duration_days: 56 }] })
    t.match(await enrolmentsOf(house.system, row.patient_id), [
      { programme_key: 'TB', status: 'ACTIVE' },
    ])
  })

  t.test('a nurse registers; who prescribes is asked to (TBC-5)', async (t) => {
    const made = await presume(await visiting())
    const holder = await people.holding('tb:update', 'tb:read')
    const row = await done(holder.post(`/tb-cases/${made.id}/register`, registering))
    t.match(row, { status: 'ON_TREATMENT', regimen: { prescription_id: null } })
    t.match(row.warnings, [{ message: /ask a prescriber/ }])
  })

  t.test('what registering wants (TBC-2, TBC-3, TBC-4; section 6)', async (t) => {
    const made = await presume(await visiting())
    const path = `/tb-cases/${made.id}/register`
    const bad: [object, number, RegExp][] = [
      [{ weighed_on: '2026-03-27' }, 400, /^weight_kg of the last 3 days is required\.$/],
      [{ weighed_on: '2026-04-01' }, 400, /^weighed_on is in the future\.$/],
      [{ weight_kg: undefined }, 400, /^weight_kg is required/],
      [{ site: 'EXTRAPULMONARY' }, 400, /^extra_site is required for EXTRAPULMONARY\.$/],
      [{ treatment_place: 'HOME' }, 400, /^supporter is required for HOME\.$/],
      [{ diagnosis_reason: null }, 400, /^diagnosis_reason is required for CLINICAL\.$/],
      [{ diagnosis: 'BACTERIOLOGICAL' }, 409, /^Bacteriological needs a positive smear/],
      [
        {
          diagnosis: 'BACTERIOLOGICAL',
          reported: { laboratory: 'Bombo', number: '7', on: '2025-12-30' },
        },
        409,
        /^Bacteriological needs/,
      ],
      [{ hiv: { status: 'POSITIVE' } }, 400, /^hiv\.tested_on is required for POSITIVE\.$/],
      [{ resistance: 'RR' }, 409, /^2RHZE\/4RH is not for rifampicin resistance\.$/],
      [{ weight_kg: 24 }, 409, /^24 kg is below the table: give tablets by hand with reason\.$/],
      [{ regimen_key: '2RHZ_4RH' }, 409, /is not for an adult\.$/],
      [{ regimen_key: 'X' }, 400, /^regimen_key must be one of/],
      [{ started_on: '2026-04-01' }, 400, /^started_on is in the future\.$/],
      [{ started_on: '2026-03-01' }, 409, /^The signs were entered on 2026-03-31\.$/],
    ]
    const before = await rowCounts()
    for (const [more, status, message] of bad) {
      t.match(await doctor.post(path, { ...registering, ...more }), { status, message })
    }
    t.same(await rowCounts(), before, 'nothing is left')
    const reported = { laboratory: 'Bombo', number: '7', on: '2026-01-05' }
    const proved = { ...registering, diagnosis: 'BACTERIOLOGICAL', reported }
    t.equal((await doctor.post(path, proved)).status, 200)
    t.match(await doctor.post(path, registering), {
      status: 409,
      message: /is ON_TREATMENT\. It can: regimen, mark, follow_up, close\.$/,
    })
  })

  t.test(
    'the calendar: marks, what they add up to, and the next phase (TBC-7 to TBC-9)',
    async (t) => {
      const supporter = { name: 'Asha Juma', phone: '0754000123' }
      const row = await treated({ treatment_place: 'HOME', supporter })
      const path = `/tb-cases/${row.id}/calendar`
      let later = await after(60)
      const mark = (days: object[]) => later.patch(path, { days })
      t.teardown(() => clock.freeze(`${day}T06:00:00.000Z`))
      const bad: [object[], number, string][] = [
        [[{ on: '2026-06-01', mark: 'SELF' }], 400, 'days[0].on is in the future.'],
        [[{ on: '2026-03-30', mark: 'SELF' }], 409, 'Treatment started on 2026-03-31.'],
        [[{ on: '2026-04-01', mark: 'HELD' }], 400, 'days[0].note is required for HELD.'],
        [
          [
            { on: '2026-04-02', mark: 'SELF' },
            { on: '2026-04-02', mark: 'SELF' },
          ],
          400,
          'days[1].on stands twice.',
        ],
      ]
      for (const [days, status, message] of bad) t.match(await mark(days), { status, message })
      const taken = Array.from({ length: 56 }, (_, at) => ({
        on: plusDays(day, at),
        mark: 'SUPPORTER',
      }))
      const shown = await done(mark(taken))
      t.match(shown.totals, { taken: 56, due: 58, unmarked: 2, run_of_misses: 2 })
      t.match(shown.warnings, [/2 doses missed/, /continuation phase begins/])
      const now = await done(later.get(`/tb-cases/${row.id}`))
      t.match(now.regimen, { phase: 'continuation', phase_doses: 112, doses_taken: 0 })
      t.equal(now.regimen.planned_end_on, plusDays(day, 169), 'TBC-8: two days later')
      const corrected = await done(mark([{ on: plusDays(day, 55), mark: 'MISSED' }]))
      t.match(corrected.totals, { taken: 55, run_of_misses: 3 })
      later = await after(30)
      const late = await mark([{ on: '2026-04-01', mark: 'SELF' }])
      t.match(late, { status: 400, message: /days\[0\]\.note is required for a day more than 60/ })
      const lost = await later.post(`/tb-cases/${row.id}/close`, { outcome: 'LOST' })
      t.match(lost, {
        status: 409,
        message: 'Lost needs 60 days without a dose: the last was taken on 2026-05-24.',
      })
      later = await after(35)
      t.match(
        (await done(mark([{ on: plusDays(day, 60), mark: 'MISSED', note: 'Away' }]))).warnings,
        [
          /trace the patient/,
          'Call the supporter, Asha Juma.',
          'No dose for 60 days: LOST is proposed.',
        ],
      )
      t.match((await later.get('/tb-cases', { overdue: 'dose' })).data, [{ id: row.id }])
      const closed = await done(later.post(`/tb-cases/${row.id}/close`, { outcome: 'LOST' }))
      t.match(closed, { status: 'CLOSED', outcome: 'LOST', moves: [] })
      t.match(await enrolmentsOf(house.system, row.patient_id), [{ status: 'COMPLETED' }])
      t.match(await mark([{ on: plusDays(day, 61), mark: 'SELF' }]), {
        status: 409,
        message: /is CLOSED\. Nothing more can be done with it\.$/,
      })
    },
  )

  t.test('a dose watched here is marked on the day or the day after (TBC-7)', async (t) => {
    const row = await treated()
    const later = await after(5)
    const marked = await later.patch(`/tb-cases/${row.id}/calendar`, {
      days: [{ on: day, mark: 'OBSERVED' }],
    })
    t.match(marked, {
      status: 409,
      message: 'A dose watched here is marked on the day or the day after.',
    })
    const on = plusDays(day, 4)
    t.equal(
      (await later.patch(`/tb-cases/${row.id}/calendar`, { days: [{ on, mark: 'OBSERVED' }] }))
        .status,
      200,
    )
    clock.freeze(`${day}T06:00:00.000Z`)
  })

  t.test('held back, taken up, changed: old items end, new ones begin (D.3)', async (t) => {
    const row = await treated()
    const path = `/tb-cases/${row.id}/regimen`
    const why = { reason_code: 'TOXICITY', reason: 'Jaundice' }
    t.match(await doctor.post(path, { action: 'RESUME', ...why }), {
      status: 409,
      message: /is not held back/,
    })
    const held = await done(doctor.post(path, { action: 'HOLD', ...why }))
    t.match(held.regimen, { held: true, prescription_id: null })
    const old = await done(doctor.get(`/prescriptions/${row.regimen.prescription_id}`))
    t.match(old.items, [{ status: 'STOPPED' }])
    t.equal((await doctor.post(path, { action: 'HOLD', ...why })).status, 409)
    const again = await done(doctor.post(path, { action: 'RESUME', ...why }))
    t.match(again.regimen, { held: false, key: '2RHZE_4RH' })
    t.match(await doctor.post(path, { action: 'CHANGE', ...why }), {
      status: 400,
      message: 'weight_kg of the last 3 days is required.',
    })
    const changed = await done(doctor.post(path, { action: 'CHANGE', weight_kg: 60, ...why }))
    t.match(changed.regimen, { weight_kg: 60, tablets: [{ per_dose: 4 }] })
    t.match(changed.events.at(-1), { move: 'regimen', reason: 'CHANGE: TOXICITY. Jaundice' })
  })

  t.test('months of follow-up, and what a positive one asks for (TBC-11)', async (t) => {
    const row = await treated()
    const path = `/tb-cases/${row.id}/follow-ups`
    const result = (month: number, result: string, on = day) =>
      doctor.post(path, { month, reported: { laboratory: 'Bombo', number: 'S1', on, result } })
    t.match(await doctor.post(path, { month: 2 }), { status: 400, message: /^weight_kg or a test/ })
    t.match(await result(2, 'NEGATIVE', '2026-04-09'), {
      status: 400,
      message: 'reported.on is in the future.',
    })
    const positive = await done(result(2, 'POSITIVE'))
    t.match(positive.follow_ups[0], { month: 2, result: 'POSITIVE', state: 'DONE' })
    t.match(positive.warnings, [{ message: /resistance testing/ }, { message: /month 3/ }])
    t.match(await result(2, 'NEGATIVE'), {
      status: 409,
      message: 'Month 2 is done: POSITIVE on 2026-03-31.',
    })
    const weighed = await done(doctor.post(path, { month: 3, weight_kg: 56 }))
    t.match(weighed.warnings, [{ message: '56 kg is another band: a new prescription is needed.' }])
    t.equal(weighed.follow_ups.length, 4)
    const ordered = await done(doctor.post(path, { month: 5, test_code: 'AFB' }))
    const { order_id } = ordered.follow_ups.find((one: { month: number }) => one.month === 5)
    const order = await lab.read({ id: order_id })
    await lab.inTheLab(order)
    await lab.releaseAll(order, { AFB: { answer_code: 'P1' } })
    const heard = await done(doctor.get(`/tb-cases/${row.id}`))
    t.match(
      heard.follow_ups.find((one: { month: number }) => one.month === 5),
      { result: 'POSITIVE' },
    )
    const failed = await done(doctor.post(`/tb-cases/${row.id}/close`, { outcome: 'FAILED' }))
    t.equal(failed.outcome, 'FAILED')
  })

  t.test('each outcome with its proof (TBC-10)', async (t) => {
    const row = await treated()
    const close = (body: object) => doctor.post(`/tb-cases/${row.id}/close`, body)
    const bad: [object, number, RegExp][] = [
      [{ outcome: 'CURED' }, 409, /^Cured is for bacteriological TB: mark completed\.$/],
      [{ outcome: 'COMPLETED' }, 409, /^Completed needs 90 % of the doses: 0 of 168 were taken\.$/],
      [
        { outcome: 'FAILED' },
        409,
        /^Failed needs a positive smear or culture in month 5 or later\.$/,
      ],
      [{ outcome: 'LOST' }, 409, /^Lost needs 60 days without a dose/],
      [{ outcome: 'DIED' }, 409, /^Died follows the death that is recorded/],
      [{ outcome: 'MOVED_TO_DR' }, 409, /^No rifampicin resistance/],
      [{ outcome: 'NOT_TB', note: 'No' }, 409, /^NOT_TB closes a presumptive case/],
      [{ outcome: 'TRANSFERRED_OUT' }, 400, /^facility is required/],
      [{ outcome: 'NOT_EVALUATED', on: '2026-04-01' }, 400, /^on is in the future\.$/],
      [{ outcome: 'NOT_EVALUATED', on: '2026-03-01' }, 409, /^This case began on 2026-03-31\.$/],
    ]
    for (const [body, status, message] of bad) t.match(await close(body), { status, message })
    const moved = await done(close({ outcome: 'TRANSFERRED_OUT', facility: 'Bombo' }))
    t.match(moved, { status: 'CLOSED', outcome_note: 'Bombo' })
    const reported = { laboratory: 'Bombo', number: '7', on: day }
    const proved = await treated({ diagnosis: 'BACTERIOLOGICAL', reported })
    const path = `/tb-cases/${proved.id}`
    const words =
      'Cured needs a negative smear or culture in month 6: mark completed, or enter the result.'
    t.match(await doctor.post(`${path}/close`, { outcome: 'CURED' }), {
      status: 409,
      message: words,
    })
    const later = await after(200)
    for (const [month, on] of [
      [5, '2026-08-31'],
      [6, '2026-09-30'],
    ] as const) {
      const told = { laboratory: 'Bombo', number: `S${month}`, on, result: 'NEGATIVE' }
      await done(later.post(`${path}/follow-ups`, { month, reported: told }))
    }
    const cured = await done(later.post(`${path}/close`, { outcome: 'CURED' }))
    t.match(cured, { outcome: 'CURED', status: 'CLOSED' })
    clock.freeze(`${day}T06:00:00.000Z`)
    const not = await presume(await visiting())
    t.match(await doctor.post(`/tb-cases/${not.id}/close`, { outcome: 'NOT_TB' }), {
      status: 400,
      message: /^note is required/,
    })
    t.match(await doctor.post(`/tb-cases/${not.id}/close`, { outcome: 'LOST' }), { status: 409 })
    const none = await done(
      doctor.post(`/tb-cases/${not.id}/close`, { outcome: 'NOT_TB', note: 'Two negative smears' }),
    )
    t.equal(none.outcome, 'NOT_TB')
  })

  t.test('resistance closes the case and opens the next (TBC-10)', async (t) => {
    const row = await treated()
    const patient_id = row.patient_id
    const made = await lab.order(patient_id, ['GXP'])
    await lab.inTheLab(made)
    await lab.releaseAll(made, { GXP: { answer_code: 'RR' } })
    const found = await done(doctor.get(`/tb-cases/${row.id}`))
    t.equal(found.resistance, 'RR', 'the result says so by itself')
    await done(doctor.post(`/tb-cases/${row.id}/close`, { outcome: 'MOVED_TO_DR' }))
    const [next] = (await doctor.get('/tb-cases', { patient_id, status: 'PRESUMPTIVE' })).data
    t.match(next, { resistance: 'RR', number: null })
  })

  t.test('who comes on treatment goes on with number and doses (D.3)', async (t) => {
    const { history: _history, ...rest } = registering
    const patient_id = await visiting()
    const transfer_in = {
      ...rest,
      facility: 'Bombo',
      number: 'TB/BOM/2025/00007',
      started_on: '2026-01-01',
      phase: 'continuation',
      doses_taken: 10,
    }
    const row = await presume(patient_id, { transfer_in })
    t.match(row, {
      status: 'ON_TREATMENT',
      number: 'TB/BOM/2025/00007',
      history: 'TRANSFER_IN',
      treatment_started_on: '2026-01-01',
      regimen: { phase: 'continuation', doses_taken: 10, phase_doses: 112 },
    })
    const only = await people.holding('tb:register', 'tb:read')
    const refused = await only.post('/tb-cases', {
      patient_id: await visiting(),
      ...coughing,
      transfer_in,
    })
    t.match(refused, { status: 403, message: /It needs tb:update\.$/ })
  })

  t.test('what the list finds, and HIV that it tells nobody (TBC-6, TBC-22, TBC-27)', async (t) => {
    const row = await treated({ hiv: { status: 'POSITIVE', tested_on: day } })
    t.match((await doctor.get('/tb-cases', { search: row.number.toLowerCase() })).data, [
      { id: row.id },
    ])
    t.match((await doctor.get('/tb-cases', { patient_id: row.patient_id })).data, [{ id: row.id }])
    const village = await movedTo(house.hospital.id, row.patient_id, 'Kahe')
    t.match((await doctor.get('/tb-cases', { village })).data, [{ id: row.id }])
    t.match(await doctor.get('/tb-cases', { hiv: 'POSITIVE' }), {
      status: 403,
      message: /ctc:read/,
    })
    t.equal((await done(doctor.get(`/tb-cases/${row.id}`))).hiv, null)
    const team = await people.with('ctc_team', 'doctor')
    t.match((await done(team.get(`/tb-cases/${row.id}`))).hiv, { status: 'POSITIVE' })
    t.match((await team.get('/tb-cases', { hiv: 'POSITIVE' })).data, [{ id: row.id }])
    t.same(
      (await doctor.get('/tb-cases', { phase: 'continuation', patient_id: row.patient_id })).data,
      [],
    )
  })

  t.test('bad bodies, nobody, and a module that is off (MOD-1; section 6)', async (t) => {
    const bad: [object, number, RegExp][] = [
      [{}, 400, /is required/],
      [{ ...coughing, patient_id: newId() }, 404, /^No such patient/],
      [
        { ...coughing, patient_id: await visiting(), found_by: 'STREET' },
        400,
        /^found_by must be one of/,
      ],
      [{ ...coughing, patient_id: await visiting(), id: 'x' }, 400, /^id must be a UUID/],
    ]
    for (const [body, status, message] of bad)
      t.match(await doctor.post('/tb-cases', body), { status, message })
    t.match(await doctor.get(`/tb-cases/${newId()}`), { status: 404, message: 'No such TB case.' })
    const clerk = await people.with('reception')
    t.match(await clerk.get('/tb-cases'), {
      status: 403,
      message: 'You do not have permission to do this. It needs tb:read.',
    })
  })
})
