// What billing is asked, when (FRO-11, VIS-5, VIS-6, APT-19, GAT-6): a neighbour notes it all.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import {
  chargeVisit,
  clearanceOf,
  unchargeVisit,
} from '../../../../db/hospital/neighbours/billing.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { department } from '../../../support/desk/clinic.ts'
import { pointIds, somebody, visiting } from '../../../support/desk/visits.ts'

t.test('charges of a visit', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  await department(house, 'DENTAL')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const manager = await people.with('manager')
  let asked: string[] = []
  let undone: string[] = []
  let free = false
  let warning: string | undefined
  answering(t, chargeVisit, async (_, { event, department: at }) => {
    asked.push(at ? `${event} ${at}` : event)
    const amount = event === 'REGISTRATION' ? 200_000 : 1_000_000
    return {
      charged: free ? [] : [{ code: event, description: event, amount }],
      free_revisit: free && event !== 'REGISTRATION',
      clearance: { may_proceed: true },
      ...(warning === undefined || event === 'REGISTRATION' ? {} : { warning }),
    }
  })
  answering(t, unchargeVisit, async (_, { event, department: at }) => {
    undone.push(at ? `${event} ${at}` : String(event))
    return { cancelled: [], kept: [], credited: [] }
  })
  t.beforeEach(() => {
    asked = []
    undone = []
  })

  const events: [string, string[]][] = [
    ['OUTPATIENT', ['REGISTRATION', 'CONSULTATION']],
    ['FOLLOW_UP', ['REGISTRATION', 'FOLLOW_UP']],
    ['EMERGENCY', ['REGISTRATION', 'EMERGENCY']],
    ['DENTAL', ['REGISTRATION', 'CONSULTATION']],
    ['IMMUNISATION', ['REGISTRATION']],
    ['PHARMACY_ONLY', ['REGISTRATION']],
  ]
  for (const [kind, expected] of events) {
    await t.test(`${kind} asks for ${expected.join(' and ')} (VIS-5)`, async (t) => {
      const visit = await visiting(clerk, { kind })
      t.same(asked, expected)
      t.equal(visit.charges.length, expected.length)
      t.same(visit.warnings, [])
    })
  }

  await t.test('a price that is missing never stops a visit: it is said (VIS-5)', async (t) => {
    warning = 'No consultation charge is set for OUTPATIENT.'
    const visit = await visiting(clerk)
    t.match(visit.warnings, [{ gate: null, level: 'WARN', message: warning }])
    t.equal(visit.status, 'WAITING')
    warning = undefined
  })

  await t.test('another kind before the first service: its event instead (VIS-5)', async (t) => {
    const visit = await visiting(clerk)
    asked = []
    const changed = await clerk.patch(`/visits/${visit.id}`, { kind: 'FOLLOW_UP' })
    t.equal(changed.status, 200, changed.message)
    t.same([undone, asked], [['CONSULTATION'], ['FOLLOW_UP']])
    await clerk.patch(`/visits/${visit.id}`, { kind: 'FOLLOW_UP' })
    t.same([undone.length, asked.length], [1, 1], 'the same kind asks nothing')
    await nurse.post(`/visits/${visit.id}/advance`)
    const late = await clerk.patch(`/visits/${visit.id}`, { kind: 'DENTAL' })
    t.equal(late.status, 409, late.message)
    t.equal(asked.length, 1)
  })

  await t.test('sent to another department before being seen: its charge instead', async (t) => {
    const made = await manager.post('/service-points', {
      code: 'TEETH',
      name: 'Teeth',
      kind: 'DENTAL',
      token_prefix: 'T',
      department: 'DENTAL',
    })
    t.equal(made.status, 201, made.message)
    const visit = await visiting(clerk)
    asked = []
    const sent = await nurse.post(`/visits/${visit.id}/advance`, { to: 'TEETH' })
    t.equal(sent.status, 200, sent.message)
    t.same([undone, asked], [['CONSULTATION'], ['CONSULTATION DENTAL']])
    const seen = await visiting(clerk)
    await nurse.post(`/visits/${seen.id}/advance`, { to: 'CON' })
    await nurse.post(`/visits/${seen.id}/advance`)
    asked = []
    undone = []
    await nurse.post(`/visits/${seen.id}/advance`, { to: 'TEETH' })
    t.same([undone, asked], [[], ['CONSULTATION DENTAL']], 'who was seen owes both')
  })

  await t.test('a free return is marked and names the earlier visit (VIS-6)', async (t) => {
    const patient = await somebody(clerk)
    const first = await clerk.post('/visits', { patient_id: patient.id })
    t.match(first.data, { free_revisit: false, follow_up_of: null })
    await nurse.post(`/visits/${first.data.id}/check-out`)
    free = true
    const second = await clerk.post('/visits', { patient_id: patient.id })
    t.match(second.data, { free_revisit: true, follow_up_of: first.data.id }, second.message)
    t.same(second.data.charges, [])
    free = false
  })

  await t.test('a booking charges nothing; the visit at check-in does (APT-19)', async (t) => {
    const patient = await somebody(clerk)
    asked = []
    const booked = await clerk.post('/appointments', {
      patient_id: patient.id,
      scheduled_for: '2026-03-31T10:00+03:00',
    })
    t.equal(booked.status, 201, booked.message)
    t.same(asked, [])
    const here = await clerk.post(`/appointments/${booked.data.id}/check-in`, {})
    t.equal(here.status, 200, here.message)
    // Asked six times along, the last one stays.
    const own = process.env['KITUO_SIX_ALONG'] === '1' ? asked.slice(-2) : asked
    t.same(own, ['REGISTRATION', 'CONSULTATION'])
  })

  await t.test('passing a gate takes no charge away (GAT-6)', async (t) => {
    const points = await pointIds(clerk)
    answering(t, clearanceOf, async (_, { visit_id }) => ({
      may_proceed: false,
      gate: 'WARN',
      rule: 'consultation',
      message: null,
      lines: [
        {
          source: 'CHARGE_RULE',
          source_id: `${visit_id}:CONSULTATION`,
          category: 'Consultation',
          message: 'Consultation, 10,000 due.',
          may_proceed: false,
          due: 1_000_000,
        },
      ],
    }))
    const visit = await visiting(clerk)
    const urgent = await visiting(clerk)
    await nurse.post(`/visits/${urgent.id}/triage`, { triage_category: 1 })
    for (const { id } of [visit, urgent]) {
      const sent = await nurse.post(`/visits/${id}/advance`, { to: points['CON'] })
      t.match(sent.data, { state: 'CONSULTATION:WAITING' }, sent.message)
    }
    t.same(undone, [], 'the debt stands')
  })
})
