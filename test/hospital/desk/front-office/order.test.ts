// The order of checks (FRO-1, PLT-1): each request is wrong in everything that comes later too, and is
// told the first fault alone; mended, it is told the next.

import t, { type Test } from 'tap'
import { staffOf } from '../../../../db/hospital/neighbours/people.ts'
import { answering } from '../../../support/answers.ts'
import { emergencyRoom } from '../../../support/desk/emergency-room.ts'
import type { Ask } from '../../../support/ask.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

const nobody_id = '0199a5c2-7d1e-7000-8000-000000000001'
const no_staff = 'Your account has no staff record: ask HR to link it.'

interface Step {
  by: Ask
  path: string
  body: object
  answer: [number, RegExp | string]
}

t.test('the order of checks (FRO-1)', async (t) => {
  const { house, people, clerk, nurse, doctor, points } = await emergencyRoom(t)
  const { nobody } = house
  const cashier = await people.with('cashier')

  const steps = async (t: Test, list: readonly Step[]) => {
    for (const { by, path, body, answer } of list) {
      const got = await by.send('POST', path, body)
      const [status, message] = answer
      t.match(got, { status, message }, `${path} ${JSON.stringify(body)}`)
    }
  }

  t.test('vitals: token, permission, staff record, record, fields, state', async (t) => {
    const visit = await visiting(clerk)
    const bad = { temperature: 'hot' }
    const at = (id: string) => `/visits/${id}/vitals`
    const gone = at(nobody_id)
    await steps(t, [
      { by: nobody, path: gone, body: bad, answer: [401, /./] },
      {
        by: clerk,
        path: gone,
        body: bad,
        answer: [403, 'You do not have permission to do this. It needs vitals:write.'],
      },
    ])
    await t.test('without a staff record (ALL-29)', async (t) => {
      answering(t, staffOf, async () => null)
      await steps(t, [{ by: nurse, path: gone, body: bad, answer: [403, no_staff] }])
    })
    const { id } = visit
    await steps(t, [
      { by: nurse, path: gone, body: bad, answer: [404, 'No such visit.'] },
      { by: nurse, path: at(id), body: bad, answer: [400, 'temperature must be a number.'] },
    ])
    await clerk.post(`/visits/${id}/cancel`, { reason: 'went home' })
    await steps(t, [
      { by: nurse, path: at(id), body: bad, answer: [400, 'temperature must be a number.'] },
      {
        by: nurse,
        path: at(id),
        body: { temperature: 37 },
        answer: [409, 'This visit is already closed.'],
      },
    ])
  })

  t.test('a visit: permission, fields, who is named, state, gates last', async (t) => {
    const dead = await somebody(clerk)
    const records = await people.with('records')
    await records.post(`/patients/${dead.id}/deceased`, {
      died_at: '2026-03-31T05:00:00.000Z',
      place: 'HOME',
      source_note: 'Her son',
    })
    const { id } = await somebody(clerk)
    const visits = '/visits'
    await steps(t, [
      {
        by: cashier,
        path: visits,
        body: { patient_id: nobody_id, kind: 'OPD' },
        answer: [403, 'You do not have permission to do this. It needs visit:create.'],
      },
      {
        by: clerk,
        path: visits,
        body: { patient_id: nobody_id, kind: 'OPD', service_point_id: nobody_id },
        answer: [400, /^kind must be one of /],
      },
      {
        by: clerk,
        path: visits,
        body: { patient_id: nobody_id, service_point_id: nobody_id },
        answer: [404, 'No such patient.'],
      },
      {
        by: clerk,
        path: visits,
        body: { patient_id: dead.id },
        answer: [409, /is recorded as having died on 2026-03-31\.$/],
      },
      {
        by: clerk,
        path: visits,
        body: { patient_id: id, service_point_id: nobody_id },
        answer: [404, 'No such service point.'],
      },
    ])
    const made = await clerk.post(visits, { patient_id: id })
    t.equal(made.status, 201, made.message)
    await steps(t, [
      {
        by: clerk,
        path: `/visits/${made.data.id}/advance`,
        body: { to: nobody_id, expected_state: 'IN_SERVICE' },
        answer: [404, 'No such service point.'],
      },
      {
        by: clerk,
        path: `/visits/${made.data.id}/advance`,
        body: { to: points['TRI'], expected_state: 'IN_SERVICE' },
        answer: [409, /^This visit has moved/],
      },
    ])
  })

  t.test('triage of an emergency, and the survey of who may sign', async (t) => {
    const { data } = await nurse.post('/emergencies', { unknown_label: 'Man at the gate' })
    const at = (id: string) => `/emergencies/${id}/triage`
    const bad = { triage_category: 6 }
    await steps(t, [
      {
        by: clerk,
        path: at(nobody_id),
        body: bad,
        answer: [403, 'You do not have permission to do this. It needs emergency:triage.'],
      },
      { by: nurse, path: at(nobody_id), body: bad, answer: [404, 'No such emergency.'] },
      {
        by: nurse,
        path: at(data.id),
        body: bad,
        answer: [400, 'triage_category must be from 1 to 5.'],
      },
      {
        by: nurse,
        path: at(data.id),
        body: { triage_category: 3, vitals_id: nobody_id },
        answer: [404, 'No such set of vitals.'],
      },
    ])
    await nurse.post(at(data.id), { triage_category: 3 })
    await steps(t, [
      {
        by: nurse,
        path: at(data.id),
        body: { triage_category: 3 },
        answer: [409, /^Emergency EM-2026-\d+ is TRIAGED\. It can: /],
      },
    ])
    await t.test('without a staff record', async (t) => {
      answering(t, staffOf, async () => null)
      await steps(t, [
        {
          by: doctor,
          path: `/emergencies/${nobody_id}/dispose`,
          body: { disposition: 'HOME' },
          answer: [403, no_staff],
        },
      ])
    })
  })

  t.test('a referral: permission, record, fields, state; the gate after the state', async (t) => {
    const { id } = await somebody(clerk)
    const made = await doctor.post('/referrals', {
      patient_id: id,
      facility: 'Bombo',
      reason: 'Surgeon',
      department: 'OPD',
      clinical_summary: 'A hernia that wants an operation.',
    })
    t.equal(made.status, 201, made.message)
    const at = (of: string) => `/referrals/${of}/depart`
    const bad = { transport: 'BICYCLE' }
    await steps(t, [
      { by: nurse, path: at(nobody_id), body: bad, answer: [403, /It needs referral:send\.$/] },
      { by: doctor, path: at(nobody_id), body: bad, answer: [404, 'No such referral.'] },
      {
        by: doctor,
        path: at(made.data.id),
        body: bad,
        answer: [400, /^transport must be one of /],
      },
      { by: doctor, path: at(made.data.id), body: {}, answer: [409, /is DRAFT\. It can: /] },
    ])
    const sent = await doctor.post(`/referrals/${made.data.id}/send`, { channel: 'PRINT' })
    t.equal(sent.status, 200, sent.message)
    await steps(t, [
      {
        by: doctor,
        path: at(made.data.id),
        body: {},
        answer: [409, /^Not accepted yet: Bombo has not accepted/],
      },
    ])
  })
})
