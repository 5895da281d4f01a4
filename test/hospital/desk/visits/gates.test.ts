import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import {
  chargeVisit,
  clearanceOf,
  overrideGate,
  unchargeVisit,
} from '../../../../db/hospital/neighbours/billing.ts'
import { visitCleared } from '../../../../db/hospital/desk/visits/for-areas.ts'
import { advanceVisit } from '../../../../db/hospital/desk/visits/moves/advance.ts'
import { gate_overrides } from '../../../../db/hospital/desk/gates/tables.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { pointIds, somebody, visiting } from '../../../support/desk/visits.ts'

t.test('payment before service (GAT-4, GAT-5, VIS-21)', async (t) => {
  const { people, hospital, system } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const doctor = await people.with('doctor')
  const ids = await pointIds(clerk)
  const paid = new Set<string>()
  const overridden: { source_id: string; reason: string }[] = []
  const asked: (readonly string[] | undefined)[] = []
  const charged = [{ code: 'CONS', description: 'Consultation', amount: 1_000_000 }]

  const unpaid = (t: Parameters<typeof answering>[0]) => {
    answering(t, chargeVisit, async (_, { event }) => ({
      charged: event === 'CONSULTATION' ? charged : [],
      free_revisit: false,
      clearance: { may_proceed: false },
    }))
  }
  unpaid(t)
  answering(t, clearanceOf, async (_, { visit_id, categories }) => {
    asked.push(categories)
    const ok = paid.has(visit_id)
    return {
      may_proceed: ok,
      gate: 'BLOCK_WITH_OVERRIDE',
      rule: 'consultation, outpatients, self-pay',
      message: null,
      lines: [
        {
          source: 'CHARGE_RULE',
          source_id: `${visit_id}:CONSULTATION`,
          category: 'Consultation',
          message: 'Consultation, 10,000 due on the bill of Asha Juma.',
          may_proceed: ok,
          due: 1_000_000,
        },
      ],
    }
  })
  answering(t, overrideGate, async (_, { source_id, reason }) => {
    overridden.push({ source_id, reason })
    paid.add(source_id.split(':')[0] ?? '')
  })

  t.test('triage asks nothing; the doctor’s door sends to the cashier', async (t) => {
    const visit = await visiting(clerk)
    t.match(visit, { state: 'TRIAGE:WAITING' })
    await nurse.post(`/visits/${visit.id}/advance`)
    t.equal(asked.length, 0, 'triage never asks')
    const sent = await nurse.post(`/visits/${visit.id}/advance`)
    t.equal(sent.status, 200, sent.message)
    t.match(sent.data, {
      status: 'AWAITING_PAYMENT',
      state: 'CASHIER:AWAITING_PAYMENT',
      wanted_point: { code: 'CON' },
      ticket: { service_point: { code: 'CASH' } },
      warnings: [{ gate: 'VIS_UNPAID' }],
    })
    t.same(asked.at(-1), ['Consultation', 'Registration'])

    t.test(
      'the move itself says what is missing, with amounts for who sees bills (GAT-2, GAT-3)',
      async (t) => {
        const refused = await nurse.post(`/visits/${visit.id}/advance`)
        t.equal(refused.status, 409)
        t.equal(
          refused.message,
          'Not paid yet: Not cleared by the cashier. Send the patient to the cashier. Rule: consultation, outpatients, self-pay. Clinical officer, Doctor, Medical officer in charge and others may let this through with a reason.',
        )
        await t.rejects(
          within(() => advanceVisit(system, visit.id, {})),
          /^Not paid yet: Consultation, 10,000 due on the bill of Asha Juma\. Send the/,
        )
        const next = (await nurse.get(`/visits/${visit.id}`)).data.next_gates
        t.match(next, [{ gate: 'VIS_UNPAID', level: 'BLOCK_WITH_OVERRIDE' }], 'GAT-7')
      },
    )

    t.test('a payment moves the patient on by itself, with the place he had', async (t) => {
      clock.advance(60_000)
      await within(() => visitCleared(system, visit.id))
      t.match((await clerk.get(`/visits/${visit.id}`)).data, { status: 'AWAITING_PAYMENT' })
      paid.add(visit.id)
      await within(() => visitCleared(system, visit.id))
      const now = (await clerk.get(`/visits/${visit.id}`)).data
      t.match(now, { state: 'CONSULTATION:WAITING', wanted_point: null })
      t.match(
        now.queue_entries.map((one: { status: string }) => one.status),
        ['DONE', 'DONE', 'WAITING'],
      )
      await within(() => visitCleared(system, visit.id))
      t.match((await clerk.get(`/visits/${visit.id}`)).data, { version: now.version })
    })
  })

  t.test('an override clears the line with billing (GAT-5)', async (t) => {
    const visit = await visiting(clerk)
    const at = `/visits/${visit.id}/advance`
    await nurse.post(at)
    const cases: [typeof nurse, object, number, RegExp | string][] = [
      [doctor, { gate: 'VIS_UNPAID' }, 400, 'overrides[0]: reason_code is required.'],
      [
        doctor,
        { gate: 'VIS_UNPAID', reason_code: 'BORED' },
        400,
        'overrides[0].reason_code must be one of CLINICAL_NEED, PAYS_TODAY, WELFARE, INSURER_DOWN, FOUND_CORRECT, OTHER.',
      ],
      [
        doctor,
        { gate: 'VIS_UNPAID', reason_code: 'OTHER' },
        400,
        'overrides[0].reason is required with OTHER.',
      ],
      [
        nurse,
        { gate: 'VIS_UNPAID', reason_code: 'CLINICAL_NEED' },
        403,
        'Not paid yet: ask a clinical officer or a doctor or a medical officer in charge.',
      ],
    ]
    await nurse.post(at)
    for (const [by, override, status, message] of cases) {
      const refused = await by.post(at, { overrides: [override] })
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    }
    t.same(overridden, [], 'nothing was cleared')
    const through = await doctor.post(at, {
      overrides: [{ gate: 'VIS_UNPAID', reason_code: 'OTHER', reason: 'pays on Friday' }],
    })
    t.equal(through.status, 200, through.message)
    t.match(through.data, { state: 'CONSULTATION:WAITING' })
    t.match(overridden, [{ source_id: `${visit.id}:CONSULTATION`, reason: 'pays on Friday' }])
    t.equal(
      await gate_overrides.count({ hospital_id: hospital.id, gate: 'VIS_UNPAID' }),
      0,
      'billing keeps it, nobody else',
    )
  })

  t.test('a BLOCK is let through by nobody', async (t) => {
    answering(t, clearanceOf, async () => ({
      may_proceed: false,
      gate: 'BLOCK',
      message: null,
      lines: [
        {
          source: 'x',
          source_id: 'y',
          category: 'Consultation',
          message: 'Consultation.',
          may_proceed: false,
          due: 1,
        },
      ],
    }))
    unpaid(t)
    const visit = await visiting(clerk)
    await nurse.post(`/visits/${visit.id}/advance`)
    await nurse.post(`/visits/${visit.id}/advance`)
    const refused = await doctor.post(`/visits/${visit.id}/advance`, {
      overrides: [{ gate: 'VIS_UNPAID', reason_code: 'CLINICAL_NEED' }],
    })
    t.equal(refused.status, 409)
    t.match(refused.message, /Nobody may let this through\.$/)
  })

  t.test('triage 1 and 2 and emergencies are never stopped: the floor', async (t) => {
    const before = asked.length
    for (const triage_category of [1, 2]) {
      const visit = await visiting(clerk)
      const triaged = await nurse.post(`/visits/${visit.id}/triage`, { triage_category })
      t.equal(triaged.status, 200, triaged.message)
      t.match(triaged.data, {
        triage_category,
        acuity: triage_category === 1 ? 'RED' : 'ORANGE',
        // EMG-2: who became an emergency goes first.
        priority: 1,
        priority_reason: triage_category === 1 ? 'ACUITY' : 'STAFF_DECISION',
      })
      const sent = await nurse.post(`/visits/${visit.id}/advance`, { to: 'CONSULTATION' })
      t.match(sent.data, { state: 'CONSULTATION:WAITING' })
    }
    const emergency = await visiting(clerk, { kind: 'EMERGENCY' })
    t.match(emergency, { visit_class: 'EMERGENCY', state: 'EMERGENCY:WAITING', priority: 1 })
    const sent = await nurse.post(`/visits/${emergency.id}/advance`, { to: 'PHARMACY' })
    t.match(sent.data, { state: 'PHARMACY:WAITING' })
    t.equal(asked.length, before)
    const third = await visiting(clerk)
    await nurse.post(`/visits/${third.id}/triage`, { triage_category: 3 })
    const stopped = await nurse.post(`/visits/${third.id}/advance`, { to: 'CONSULTATION' })
    t.match(stopped.data, { status: 'AWAITING_PAYMENT', priority: 3 })
    for (const wrong of [0, 6, 'red']) {
      const refused = await nurse.post(`/visits/${third.id}/triage`, { triage_category: wrong })
      t.equal(refused.status, 400)
      t.match(refused.message, /^triage_category must be/)
    }
  })

  t.test('a cancelled visit is un-charged, and tells what', async (t) => {
    const reasons: string[] = []
    answering(t, unchargeVisit, async (_, { reason }) => {
      reasons.push(reason)
      return { cancelled: charged, kept: [], credited: [] }
    })
    const visit = await visiting(clerk)
    const gone = await clerk.post(`/visits/${visit.id}/cancel`, { reason: 'went home' })
    t.equal(gone.status, 200, gone.message)
    t.match(gone.data, {
      status: 'CANCELLED',
      cancel_reason: 'went home',
      uncharged: [{ code: 'CONS' }],
    })
    t.same(reasons, ['went home'])
    const nothing = await clerk.post(`/visits/${visit.id}/cancel`, {})
    t.equal(nothing.message, 'reason is required.')
  })
  t.ok(ids['CASH'])
})

t.test('alerts and days warn, and do not stop', async (t) => {
  const { people } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const patient = await somebody(clerk)
  const raised = await nurse.post(`/patients/${patient.id}/alerts`, {
    kind: 'VIOLENCE',
    severity: 'DANGER',
    text: 'Threw a chair',
  })
  t.equal(raised.status, 201, raised.message)
  const first = await clerk.post('/visits', { patient_id: patient.id })
  t.match(first.data.warnings, [{ gate: 'PAT_ALERT', message: 'Alert: Threw a chair.' }])
  await clerk.post(`/visits/${first.data.id}/check-out`)
  const second = await clerk.post('/visits', { patient_id: patient.id })
  t.match(second.data.warnings, [
    {
      gate: 'VIS_SAME_DAY',
      message: `Same day: Visit ${first.data.number} of the same kind was opened today.`,
      permission: 'visit:override',
    },
    { gate: 'PAT_ALERT' },
  ])
})
