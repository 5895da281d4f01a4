// Tests are ordered, charged, collected and received, refused and taken back (DIA-21 to DIA-51).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock, hours } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { diagnostic_orders } from '../../../../db/hospital/diagnostics/laboratory/orders/tables.ts'
import { ordersOn, pendingFor } from '../../../../db/hospital/neighbours/diagnostics.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'
import { priced } from '../../../support/money/prices.ts'

t.test('orders and specimens', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-21T06:00:00.000Z')
  const lab = await labAtWork(house)
  const { clerk, doctor, nurse, one } = lab
  await priced(house, [
    { code: 'K', name: 'Potassium', category: 'Laboratory', price: 3_000_00 },
    { code: 'NA', name: 'Sodium', category: 'Laboratory', price: 3_000_00 },
  ])
  const chargesOf = async (item_id: string) =>
    (
      await rows<{ service_status: string }>(
        sql`select service_status from bill_items where source = 'DIAGNOSTIC'
          and source_id = ${item_id} order by created_at`,
      )
    ).map(({ service_status }) => service_status)
  const collect = (specimens: unknown[], more: Record<string, unknown> = {}) =>
    nurse.post('/diagnostics/specimens/collect', {
      identity_checked: 'NAME_AND_BIRTH',
      specimens,
      ...more,
    })

  t.test(
    'ordered: charged, with its tubes and its lines (DIA-25, DIA-26, DIA-27, DIA-31, DIA-40)',
    async (t) => {
      const { patient_id, visit_id } = await lab.visiting()
      const made = await lab.order(patient_id, ['fbc', 'K', 'NA', 'k', 'RETIC'], {
        clinical_notes: 'Pale for two weeks',
      })
      t.match(made, {
        reference: 'LAB-2026-000001',
        status: 'REQUESTED',
        discipline: 'LAB',
        priority: 'ROUTINE',
        visit_id,
        ordered_by_name: doctor.user.full_name,
        moves: ['cancel'],
        warnings: [],
      })
      t.same(
        made.items.map(({ test_code, status }: Data) => [test_code, status]),
        [
          ['FBC', 'ORDERED'],
          ['K', 'ORDERED'],
          ['NA', 'ORDERED'],
          ['RETIC', 'ORDERED'],
        ],
      )
      t.match(made.items[0].results[0], { test_code: 'HGB', status: 'PENDING', unit: 'g/dL' })
      t.same(
        made.specimens.map(({ number, type_name, status }: Data) => [
          number.slice(0, 10),
          type_name,
          status,
        ]),
        [
          ['2608000001', 'EDTA whole blood', 'EXPECTED'],
          ['2608000002', 'Serum', 'EXPECTED'],
        ],
        'what needs the same tube shares it',
      )
      t.same(await chargesOf(made.items[0].id), ['PENDING'])
      t.equal(made.items[1].clearance.may_proceed, true)
      t.match(await pendingFor(system, { visit_id }), [{ reference: made.reference }])
      t.equal(await ordersOn(system, visit_id), 1)
      const listed = await done(doctor.get('/diagnostics/orders', { patient_id, mine: 'true' }))
      t.match(listed, [{ id: made.id, tests: [{ test_code: 'FBC' }] }])
      await within(() =>
        diagnostic_orders.change(
          { id: made.id, hospital_id: house.hospital.id },
          { department: 'Outpatients' },
        ),
      )
      const of = async (words: object) =>
        (await done(doctor.get('/diagnostics/orders', { patient_id, ...words }))).length
      t.equal(await of({ department: 'outpatients' }), 1)
      t.equal(await of({ department: 'Nowhere' }), 0)
      const search = made.specimens[1].number
      t.match(await done(one.get('/diagnostics/orders', { search })), [{ id: made.id }])
      const again = await doctor.post('/diagnostics/orders', {
        id: newId(),
        patient_id,
        test_codes: ['URA'],
        priority: 'STAT',
      })
      t.equal(again.status, 201)
      t.equal(again.data.items[0].due_at, '2026-03-21T07:00:00.000Z', 'STAT is an hour')
    },
  )

  t.test('without a visit it stands by itself (DIA-23)', async (t) => {
    const { id } = await somebody(clerk)
    const made = await lab.order(id, ['K'])
    t.match(made, { visit_id: null, warnings: [{ subject: 'NO_VISIT', level: 'WARN' }] })
  })

  t.test('the same again within a day is asked about (DIA-28)', async (t) => {
    const { patient_id } = await lab.visiting()
    const first = await lab.order(patient_id, ['FBC'])
    const body = { patient_id, test_codes: ['HGB'] }
    const asked = await doctor.post('/diagnostics/orders', body)
    t.match(asked, {
      status: 409,
      message: new RegExp(
        `^Ordered a short while ago: Haemoglobin was ordered today at 09:00 by .* \\(${first.reference}, ORDERED\\)\\.`,
      ),
    })
    const bare = { overrides: [{ gate: 'DIA_DUPLICATE', subject: 'HGB' }] }
    t.match(await doctor.post('/diagnostics/orders', { ...body, ...bare }), {
      status: 400,
      message: 'overrides[0]: reason_code is required.',
    })
    const overrides = [{ gate: 'DIA_DUPLICATE', subject: 'HGB', reason_code: 'CLINICAL_NEED' }]
    t.equal((await doctor.post('/diagnostics/orders', { ...body, overrides })).status, 201)
    await done(lab.head.patch('/diagnostics/settings', { duplicate_hours_lab: 0 }))
    t.equal((await doctor.post('/diagnostics/orders', body)).status, 201, '0: nobody asks')
    await done(lab.head.patch('/diagnostics/settings', { duplicate_hours_lab: 24 }))
  })

  t.test('only for whom it is, and not without consent (DIA-24, DIA-30)', async (t) => {
    const { patient_id } = await lab.visiting({ sex: 'Female' })
    const ask = (test_codes: string[], more = {}) =>
      doctor.post('/diagnostics/orders', { patient_id, test_codes, ...more })
    t.match(await ask(['PSA']), { status: 409, message: 'PSA is offered to Male only.' })
    t.match(await ask(['HIV']), {
      status: 409,
      message: "HIV rapid test needs the patient's consent.",
    })
    const made = await done(ask(['HIV', 'K'], { consent_codes: ['hiv'] }))
    t.equal(made.specimens.length, 2, 'a restricted test has a tube of its own (DIA-31)')
    const stranger = await people.with('therapist')
    const seen = await done(stranger.get(`/diagnostics/orders/${made.id}`))
    t.same(
      seen.items.map((item: Data) => item.test_code),
      ['K'],
      'to others it is not there (DIA-33)',
    )
    t.equal((await done(one.get(`/diagnostics/orders/${made.id}`))).items.length, 2)
  })

  t.test('collected and received (DIA-42, DIA-43, DIA-44, DIA-47, DIA-49)', async (t) => {
    const { patient_id } = await lab.visiting()
    const made = await lab.order(patient_id, ['K'])
    const [{ number, id }] = made.specimens
    const wrong = `${number.slice(0, -1)}${(Number(number.slice(-1)) + 1) % 10}`
    t.match(await collect([{ number: wrong }]), {
      status: 400,
      message: `number: ${wrong} is not a specimen number: scan again.`,
    })
    t.match(await collect([{ number }], { patient_number: 'P-999' }), {
      status: 409,
      message: 'This label is for another patient. Stop and check.',
    })
    const tried = await rows<{ n: number }>(
      sql`select count(*) as n from audit_rows where action = 'specimen.wrong_patient'
        and entity_id = ${id}`,
    )
    t.equal(Number(tried[0]?.n), 1, 'the attempt stands in the log')
    t.match(await collect([{ number, collected_at: '2030-01-01T00:00:00.000Z' }]), {
      status: 400,
      message: 'collected_at is in the future.',
    })
    t.match(await one.post('/diagnostics/specimens/receive', { specimens: [{ number }] }), {
      status: 409,
      message: `${number} is EXPECTED. It can: collect.`,
    })
    const patient = await done(clerk.get(`/patients/${patient_id}`))
    t.match(await done(collect([{ number }], { patient_number: patient.number })), [
      { status: 'COLLECTED', collected_by_name: nurse.user.full_name, fasting: null },
    ])
    t.match(await collect([{ number }]), {
      status: 409,
      message: `Specimen ${number} is COLLECTED. It can: receive, reject.`,
    })
    t.match(await lab.read(made), { status: 'IN_PROGRESS', items: [{ status: 'COLLECTED' }] })
    const urine = await lab.order(patient_id, ['URA'])
    const [cup] = urine.specimens
    const brought = new Date(clock.ms() - hours(9)).toISOString()
    const came = { specimens: [{ number: cup.number, collected_at: brought }] }
    t.match(await one.post('/diagnostics/specimens/receive', came), {
      status: 409,
      message: new RegExp(
        `^Older than it keeps: ${cup.number} was collected 9 h ago; it keeps 2 h\\. Reject it`,
      ),
    })
    const overrides = [{ gate: 'DIA_LATE', subject: cup.id, reason_code: 'NO_OTHER_WAY' }]
    t.match(await done(one.post('/diagnostics/specimens/receive', { ...came, overrides })), [
      { status: 'RECEIVED', condition: ['DELAYED'] },
    ])
    const whole = await done(one.get(`/diagnostics/specimens/${id}`))
    t.match(await done(one.get('/diagnostics/specimens', { search: number })), [{ id }])
    const sections = await done(one.get('/diagnostics/sections'))
    const found = await Promise.all(
      sections.map(async (section: { id: string }) =>
        done(one.get('/diagnostics/specimens', { search: number, section_id: section.id })),
      ),
    )
    t.equal(found.flat().length, 1, 'in one section alone')
    t.match(whole, { id, chain: [{ move: 'expect' }, { move: 'collect' }] })
  })

  t.test('what is not paid waits, without amounts (DIA-45)', async (t) => {
    const admin = await people.administrator()
    await done(admin.patch('/billing/patient-flow', { payment_before_service: true }))
    t.teardown(() => admin.patch('/billing/patient-flow', { payment_before_service: false }))
    const { patient_id } = await lab.visiting()
    const made = await lab.order(patient_id, ['K', 'NA'])
    const [{ number }] = made.specimens
    t.match(await collect([{ number }]), {
      status: 409,
      message: /^Not paid yet: Not cleared by the cashier\./,
    })
    await done(admin.patch('/billing/patient-flow', { payment_before_service: false }))
    t.equal((await collect([{ number }])).status, 200)
  })

  t.test('refused, it is collected again and charged once (DIA-48, DIA-51)', async (t) => {
    const { patient_id } = await lab.visiting()
    const made = await lab.order(patient_id, ['K'])
    await lab.inTheLab(made)
    await lab.enter(made, { K: 6.9 })
    const [{ id }] = made.specimens
    const path = `/diagnostics/specimens/${id}/reject`
    t.match(await one.post(path, {}), { status: 400, message: 'reason_code is required.' })
    t.match(await one.post(path, { reason_code: 'OTHER' }), {
      status: 400,
      message: 'note is required with OTHER.',
    })
    const both = await done(one.post(path, { reason_code: 'haemolysed' }))
    t.match(both, {
      specimen: { id, status: 'REJECTED', reject_code: 'HAEMOLYSED' },
      replacement: { status: 'EXPECTED', replaces_id: id },
    })
    const now = await lab.read(made)
    t.match(now, { status: 'REQUESTED', items: [{ status: 'ORDERED' }] })
    t.match(now.items[0].results, [{ status: 'PENDING', value_num: null }])
    t.same(await chargesOf(made.items[0].id), ['PENDING'], 'no new charge')
    const line = await done(one.get(`/diagnostics/results/${now.items[0].results[0].id}`))
    t.match(line.runs, [{ value: '6.9 mmol/L', why: 'Specimen refused: HAEMOLYSED' }])
    const listed = await done(one.get('/diagnostics/worklist', { list: 'RECOLLECT' }))
    t.match(listed, [{ order_id: made.id, specimen_number: both.replacement.number }])
  })

  t.test('taken back, item by item (3.1)', async (t) => {
    const { patient_id } = await lab.visiting()
    const made = await lab.order(patient_id, ['K', 'FBC'])
    const path = `/diagnostics/orders/${made.id}/cancel`
    t.match(await doctor.post(path, {}), { status: 400, message: 'reason_code is required.' })
    const [potassium] = made.items
    const part = await done(
      doctor.post(path, { item_ids: [potassium.id], reason_code: 'WRONG_TEST' }),
    )
    t.match(part, {
      status: 'REQUESTED',
      items: [{ status: 'CANCELLED', cancel_reason: 'WRONG_TEST' }, { status: 'ORDERED' }],
    })
    t.notOk((await chargesOf(potassium.id)).includes('PENDING'))
    t.match(part.specimens.map(({ status }: Data) => status).toSorted(), ['CANCELLED', 'EXPECTED'])
    t.equal((await done(doctor.post(path, { reason_code: 'NOT_NEEDED' }))).status, 'CANCELLED')
    t.equal((await doctor.post(path, { reason_code: 'NOT_NEEDED' })).status, 409)
  })

  t.test('bad input leaves nothing (6; DIA-1, DIA-21, DIA-22, DIA-23)', async (t) => {
    const { patient_id } = await lab.visiting()
    const other = await lab.visiting()
    const bad: [Record<string, unknown>, number, RegExp][] = [
      [{ test_codes: ['K'] }, 400, /^patient_id is required/],
      [{ patient_id }, 400, /^test_codes is required/],
      [{ patient_id, test_codes: [] }, 400, /^test_codes/],
      [{ patient_id, test_codes: ['HB1'] }, 400, /^test_codes: HB1 is not in the catalogue\.$/],
      [{ patient_id, test_codes: ['UPRO'] }, 409, /^UPRO is not offered\.$/],
      [
        { patient_id, test_codes: ['K'], priority: 'ASAP' },
        400,
        /^priority must be one of ROUTINE, URGENT, STAT\.$/,
      ],
      [{ patient_id, test_codes: ['K'], discipline: 'IMAGING' }, 400, /^discipline: K is LAB\.$/],
      [{ patient_id: newId(), test_codes: ['K'] }, 404, /^No such patient/],
      [
        { patient_id, test_codes: ['K'], visit_id: other.visit_id },
        400,
        /^visit_id is not this patient's visit\.$/,
      ],
      [
        { patient_id, test_codes: ['K'], series: { every_hours: 6 } },
        400,
        /^series is not offered yet\.$/,
      ],
    ]
    for (const [body, status, message] of bad) {
      const before = await rowCounts()
      t.match(await doctor.post('/diagnostics/orders', body), { status, message })
      t.same(await rowCounts(), before, 'nothing is left')
    }
  })

  t.test('a death ends what was not collected (DIA-38)', async (t) => {
    const { patient_id } = await lab.visiting()
    const made = await lab.order(patient_id, ['K', 'FBC'])
    const serum = made.specimens.find(({ type_name }: Data) => type_name === 'Serum')
    await done(collect([{ number: serum.number }]))
    await done(
      doctor.post(`/patients/${patient_id}/deceased`, { died_at: clock.instant(), place: 'WARD' }),
    )
    const now = await lab.read(made)
    t.same(
      now.items.map(({ test_code, status }: Data) => [test_code, status]),
      [
        ['K', 'COLLECTED'],
        ['FBC', 'CANCELLED'],
      ],
    )
  })
})
