import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { authoriseVisit } from '../../../../db/hospital/neighbours/billing.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { statementsOf } from '../../../support/statements.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

const nobody_id = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('what schemes cover', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-10T09:00:00.000Z')
  const officer = await people.with('insurance')
  const clerk = await people.with('reception')
  const manager = await people.with('manager')
  const accountant = await people.with('accountant')
  let count = 0
  const scheme = async (more: Record<string, unknown> = {}) => {
    count += 1
    const body = { code: `n${count}`, name: `Bima ${count}`, ...more }
    const made = await officer.post('/billing/schemes', body)
    t.equal(made.status, 201, made.message)
    return made.data
  }
  const join = async (patient_id: string, scheme_id: string, more = {}) => {
    const body = { patient_id, scheme_id, member_no: `M${patient_id.slice(-8)}`, ...more }
    const made = await clerk.post('/billing/memberships', body)
    t.equal(made.status, 201, made.message)
    return made.data
  }
  const price = async (code: string, amount: number, more: Record<string, unknown> = {}) => {
    const body = { code, name: `Name of ${code}`, price: amount, category: 'Laboratory', ...more }
    const made = await accountant.post('/billing/tariffs', body)
    t.equal(made.status, 201, made.message)
  }
  await price('FBC', 10_000)
  await price('MRI', 400_000, { category: 'Radiology' })
  await manager.patch('/billing/policy', { document_language: 'en' })

  t.test('a plan holds ceilings and benefits', async (t) => {
    const { id } = await scheme()
    const path = `/billing/schemes/${id}/plans`
    const made = await officer.post(path, { code: 'gold', name: 'Gold', year_ceiling: 2_000_000 })
    t.equal(made.status, 201, made.message)
    t.match(made.data, { code: 'GOLD', year_ceiling: 2_000_000, outpatient: true, waiting_days: 0 })
    t.equal((await officer.post(path, { code: 'GOLD', name: 'X2' })).message, 'Plan GOLD exists.')
    t.equal(
      (await officer.post(path, { code: 'S', name: 'Sv', day_ceiling: -1 })).message,
      'day_ceiling must not be negative.',
    )
    t.equal((await clerk.post(path, { code: 'S', name: 'Sv' })).status, 403)
    t.equal((await officer.post('/billing/schemes/none/plans', { code: 'S' })).status, 404)
    const changed = await officer.patch(`${path}/${made.data.id}`, { dental: false })
    t.match(changed.data, { dental: false, version: 2 })
    t.match((await clerk.get(path)).data, [{ code: 'GOLD' }])
    const patient = await somebody(clerk)
    const other = await scheme()
    const refused = await clerk.post('/billing/memberships', {
      patient_id: patient.id,
      scheme_id: other.id,
      member_no: '5',
      plan_id: made.data.id,
    })
    t.equal(refused.message, 'plan_id: no such plan of this scheme.')
    t.equal((await join(patient.id, id, { plan_id: made.data.id })).plan_id, made.data.id)
  })

  const bad: [Record<string, unknown>, number, string][] = [
    [{ coverage_pct: 130 }, 400, 'coverage_pct must be between 0 and 100.'],
    [{ preauth_above: -1 }, 400, 'preauth_above must not be negative.'],
    [{ copay_amount: 0.005 }, 400, 'copay_amount has more decimals than TZS allows.'],
    [
      { code: 'FBC', category: 'Laboratory' },
      400,
      'category and code: give one of them, or neither.',
    ],
    [{ max_quantity: 6 }, 400, 'per is required with max_quantity.'],
    [
      { max_quantity: 0, per: 'DAY' },
      400,
      'max_quantity must be more than 0, with at most three decimals.',
    ],
    [{ age_from: 9, age_to: 5 }, 400, 'age_to is below age_from.'],
    [
      { effective_from: '2026-03-10', effective_to: '2026-03-09' },
      400,
      'effective_to is before effective_from.',
    ],
    [{ plan_id: nobody_id }, 404, 'plan_id: no such plan of this scheme.'],
    [{ code: 'no-such' }, 404, 'code: NO-SUCH is on no price list.'],
    [{ waiting_days: 1.5 }, 400, 'waiting_days must be a whole number.'],
  ]
  t.test('a coverage rule that says nonsense is refused', async (t) => {
    const { id } = await scheme()
    const before = await rowCounts()
    for (const [body, status, message] of bad) {
      const refused = await officer.post(`/billing/schemes/${id}/coverage-rules`, body)
      t.same([refused.status, refused.message], [status, message])
    }
    t.same(await rowCounts(), before)
  })

  t.test('rules are listed by what they speak of and when', async (t) => {
    const { id } = await scheme()
    const path = `/billing/schemes/${id}/coverage-rules`
    const made = await officer.post(path, {
      code: 'fbc',
      coverage_pct: 80,
      max_quantity: 2,
      per: 'DAY',
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      code: 'FBC',
      coverage_pct: 80,
      max_quantity: 2,
      effective_from: '2026-03-10',
    })
    await officer.post(path, { category: 'Radiology', covered: false, effective_to: '2026-03-31' })
    t.match((await clerk.get(path, { code: 'FBC' })).data, [{ code: 'FBC' }])
    t.equal((await clerk.get(path, { on: '2026-04-01' })).data.length, 1)
    const changed = await officer.patch(`${path}/${made.data.id}`, { coverage_pct: 70 })
    t.match(changed.data, { id: made.data.id, coverage_pct: 70, version: 2 })
  })

  t.test('the simulator says who pays what, and writes nothing (BIL-105)', async (t) => {
    const { id, name } = await scheme({ coverage_pct: 100, copay_amount: 2000 })
    await officer.post(`/billing/schemes/${id}/coverage-rules`, {
      code: 'MRI',
      preauth_required: true,
    })
    const patient = await somebody(clerk)
    const member = await join(patient.id, id)
    const before = await rowCounts()
    const body = { membership_id: member.id, items: [{ code: 'fbc' }, { code: 'MRI' }] }
    const said = await clerk.post('/billing/coverage/simulate', body)
    t.equal(said.status, 200, said.message)
    t.match(said.data, {
      total: 410_000,
      scheme_pays: 8000,
      patient_pays: 402_000,
      preauth_needed: true,
      warnings: ['PREAUTH_MISSING'],
      estimate: null,
      lines: [
        {
          code: 'FBC',
          covered: 8000,
          patient_share: 2000,
          cover_reason: 'COPAY',
          message: `${name} pays 8,000; the patient pays 2,000 (co-pay).`,
        },
        { cover_reason: 'PREAUTH_MISSING', preauth_needed: true },
      ],
    })
    t.same(await rowCounts(), before)
    const by_scheme = await clerk.post('/billing/coverage/simulate', {
      scheme_id: id,
      items: [{ code: 'FBC', quantity: 2, unit_price: 5000 }],
    })
    t.match(by_scheme.data, { warnings: ['NO_MEMBERSHIP'], scheme_pays: 8000, patient_pays: 2000 })
    const by_patient = await clerk.post('/billing/coverage/simulate', {
      patient_id: patient.id,
      items: [{ code: 'FBC' }, { code: 'NONE' }],
      save: true,
    })
    t.match(by_patient.data, { scheme_pays: 8000, warnings: ['UNPRICED'] })
    t.match(by_patient.data.estimate, { number: /^EST-2026-\d{6}$/, valid_until: '2026-03-24' })
    const kept = (await clerk.get('/billing/estimates', { patient_id: patient.id })).data
    t.equal(kept.length, 1)
    const alone = await somebody(clerk)
    const self = await clerk.post('/billing/coverage/simulate', {
      patient_id: alone.id,
      items: [{ code: 'FBC' }],
    })
    t.match(self.data, { scheme_pays: 0, patient_pays: 10_000 })
    t.equal(self.data.lines[0].message, 'The patient pays 10,000.')
    await manager.patch('/billing/policy', { document_language: 'sw' })
    const sw = await clerk.post('/billing/coverage/simulate', body)
    t.match(sw.data.lines[0].message, /inalipa 8,000; mgonjwa analipa 2,000 \(mchango/)
    await manager.patch('/billing/policy', { document_language: 'en' })
  })

  t.test('a simulation of nothing is refused', async (t) => {
    const cases: [Record<string, unknown>, number, string][] = [
      [{ items: [] }, 400, 'items must be a list of 1 to 200.'],
      [{ items: [{ code: 'FBC' }] }, 400, 'patient_id or membership_id or scheme_id is required.'],
      [{ scheme_id: nobody_id, items: [{ code: 'FBC' }] }, 404, 'scheme_id: no such scheme.'],
      [
        { membership_id: nobody_id, items: [{ code: 'FBC' }] },
        404,
        'membership_id: no such membership.',
      ],
      [{ patient_id: nobody_id, items: [{ code: 'FBC' }] }, 404, 'No such patient.'],
    ]
    for (const [body, status, message] of cases) {
      const refused = await clerk.post('/billing/coverage/simulate', body)
      t.same([refused.status, refused.message], [status, message])
    }
    const { id } = await scheme()
    const none = await clerk.post('/billing/coverage/simulate', {
      scheme_id: id,
      items: [{ code: 'FBC', quantity: 0 }],
    })
    t.equal(none.message, 'items[0].quantity must be more than 0, with at most three decimals.')
  })

  t.test('a card is verified by hand, or by the gateway (BIL-108, BIL-120)', async (t) => {
    const by_hand = await scheme()
    const patient = await somebody(clerk)
    const one = await join(patient.id, by_hand.id)
    const path = `/billing/memberships/${one.id}/verify`
    t.equal((await clerk.post(path, {})).message, 'result is required.')
    t.match((await clerk.post(path, { result: 'VERIFIED', message: 'By phone' })).data, {
      verify_result: 'VERIFIED',
      verify_message: 'By phone',
      status: 'ACTIVE',
      balances: { year_used: 0, year_left: null },
    })
    const { id, name } = await scheme({ gateway: 'SIMULATOR' })
    const asked = async (card_no: string) => {
      const member = await join((await somebody(clerk)).id, id, { card_no })
      const answer = await clerk.post(`/billing/memberships/${member.id}/verify`)
      t.equal(answer.status, 200, answer.message)
      return answer.data
    }
    t.match(await asked('1231'), { verify_result: 'VERIFIED', status: 'ACTIVE' })
    t.match(await asked('1230'), { verify_result: 'REFUSED', status: 'LAPSED' })
    const off = await asked('1239')
    t.match(off, { verify_result: 'OFFLINE', status: 'ACTIVE' })
    const refused = await clerk.post(`/billing/memberships/${off.id}/verify`, {
      result: 'VERIFIED',
    })
    t.equal(refused.message, `${name} is asked through its gateway.`)
  })

  t.test('a visit is authorised once; without an answer provisionally (BIL-108)', async (t) => {
    const { id, name } = await scheme({ gateway: 'SIMULATOR', authorisation_required: true })
    const visited = async (card_no: string) => {
      const visit = await visiting(clerk)
      const member = await join(visit.patient.id, id, { card_no })
      return { visit, body: { membership_id: member.id, visit_id: visit.id, visit_type: 1 } }
    }
    const { visit, body } = await visited('881')
    for (const [more, status, message] of [
      [{ visit_type: 3 }, 400, 'referral_no is required for visit type 3.'],
      [{ visit_type: 5 }, 400, 'visit_type must be between 1 and 4.'],
      [{ visit_id: nobody_id }, 404, 'visit_id: no such visit.'],
      [{ membership_id: nobody_id }, 404, 'membership_id: no such membership.'],
    ] as const) {
      const refused = await clerk.post('/billing/authorisations', { ...body, ...more })
      t.same([refused.status, refused.message], [status, message])
    }
    const made = await clerk.post('/billing/authorisations', body)
    t.equal(made.status, 201, made.message)
    t.match(made.data, { status: 'ACTIVE', number: /^SIM\d{10}$/, scheme_name: name })
    const twice = await clerk.post('/billing/authorisations', body)
    t.equal(twice.message, `This visit is authorised by ${name}: ${made.data.number}.`)
    const no = await visited('880')
    t.equal(
      (await clerk.post('/billing/authorisations', no.body)).message,
      `${name}: This card is not valid.`,
    )
    const off = await visited('889')
    const held = await clerk.post('/billing/authorisations', off.body)
    t.match(held.data, { status: 'PROVISIONAL', number: null })
    const answer = await within(() =>
      authoriseVisit(system, { ...off.body, visit_type: 1 as const }),
    )
    t.match(answer, { status: 'PROVISIONAL' })
    const later = await clerk.post('/billing/authorisations', { ...off.body, number: 'A-77' })
    t.match(later.data, { id: held.data.id, status: 'ACTIVE', number: 'A-77' })
    const path = `/billing/authorisations/${made.data.id}/cancel`
    t.match((await clerk.post(path, { reason: 'Wrong card' })).data, { status: 'CANCELLED' })
    t.equal(
      (await clerk.post(path, { reason: 'Wrong card' })).message,
      `Authorisation ${made.data.number} is CANCELLED. Nothing more can be done with it.`,
    )
    const listed = await clerk.get('/billing/authorisations', { visit_id: visit.id })
    t.equal(listed.data.length, 1)
    const other = await visiting(clerk)
    const foreign = await clerk.post('/billing/authorisations', { ...body, visit_id: other.id })
    t.equal(foreign.message, 'This visit is of another patient.')
  })

  t.test('a pre-authorisation is asked, answered and never above what was asked', async (t) => {
    const { id } = await scheme()
    const patient = await somebody(clerk)
    const member = await join(patient.id, id)
    const body = { membership_id: member.id, items: [{ code: 'MRI' }], diagnosis_codes: ['g44'] }
    const made = await officer.post('/billing/preauthorisations', body)
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      number: /^PA-2026-\d{6}$/,
      status: 'DRAFT',
      amount: 400_000,
      diagnosis_codes: ['G44'],
      moves: ['request', 'cancel'],
    })
    const path = `/billing/preauthorisations/${made.data.id}`
    const early = await officer.post(`${path}/respond`, { result: 'DECLINED', note: 'No' })
    t.equal(
      early.message,
      `Pre-authorisation ${made.data.number} is DRAFT. It can: request, cancel.`,
    )
    await officer.patch(path, { diagnosis_codes: [] })
    t.equal(
      (await officer.post(`${path}/request`)).message,
      'A pre-authorisation needs a diagnosis.',
    )
    await officer.patch(path, { diagnosis_codes: ['G44'], items: [{ code: 'MRI', quantity: 2 }] })
    t.match((await officer.post(`${path}/request`)).data, { status: 'REQUESTED', amount: 800_000 })
    const approve = { result: 'PARTLY_APPROVED', reference: 'R-1', valid_to: '2026-04-10' }
    const cases: [Record<string, unknown>, number, string][] = [
      [{ result: 'DECLINED' }, 400, 'note is required for DECLINED.'],
      [{ ...approve, reference: null }, 400, 'reference is required for an approval.'],
      [{ ...approve, valid_to: null }, 400, 'valid_to is required for an approval.'],
      [{ ...approve, valid_to: '2026-03-01' }, 400, 'valid_to is before valid_from.'],
      [approve, 400, 'items is required for PARTLY_APPROVED.'],
      [
        { ...approve, items: [{ code: 'MRI', approved_amount: 800_001 }] },
        400,
        'items[0].approved_amount is more than asked.',
      ],
      [
        { ...approve, items: [{ code: 'MRI', approved_quantity: 3 }] },
        400,
        'items[0].approved_quantity is more than asked.',
      ],
      [{ ...approve, items: [{ code: 'FBC' }] }, 404, 'items[0]: no such item.'],
    ]
    for (const [answer, status, message] of cases) {
      const refused = await officer.post(`${path}/respond`, answer)
      t.same([refused.status, refused.message], [status, message])
    }
    const doctor = await people.with('clinician')
    t.equal((await doctor.post(`${path}/respond`, approve)).status, 403)
    const answered = await officer.post(`${path}/respond`, {
      ...approve,
      items: [{ code: 'MRI', approved_quantity: 1, approved_amount: 350_000 }],
    })
    t.match(answered.data, { status: 'PARTLY_APPROVED', approved_amount: 350_000 })
    t.same(
      answered.data.history.map((one: { move: string }) => one.move),
      ['open', 'request', 'approve_part'],
    )
    const soon = await officer.get('/billing/preauthorisations', { expiring: '31' })
    t.equal(soon.data.length, 1)
    t.equal((await officer.get('/billing/preauthorisations', { expiring: '30' })).data.length, 0)
    const rule = { code: 'MRI', preauth_required: true }
    await officer.post(`/billing/schemes/${id}/coverage-rules`, rule)
    const said = await clerk.post('/billing/coverage/simulate', {
      membership_id: member.id,
      items: [{ code: 'MRI' }],
    })
    t.match(said.data, { scheme_pays: 350_000, patient_pays: 50_000 })
    const gone = await officer.post(`${path}/cancel`, { reason: 'Not done after all' })
    t.match(gone.data, { status: 'CANCELLED', moves: [] })
  })

  t.test('a page of fifty needs as many statements as a page of two', async (t) => {
    const { id } = await scheme()
    const patient = await somebody(clerk)
    const member = await join(patient.id, id)
    const body = { membership_id: member.id, items: [{ code: 'FBC' }], diagnosis_codes: ['A00'] }
    for (let n = 0; n < 12; n++) await officer.post('/billing/preauthorisations', body)
    const asked = (per_page: string) =>
      statementsOf(() => officer.get('/billing/preauthorisations', { per_page }))
    const [few, many] = [await asked('2'), await asked('50')]
    t.equal(many.length, few.length)
  })
})
