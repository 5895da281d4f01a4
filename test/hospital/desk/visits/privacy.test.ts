import t from 'tap'
import { clock, days, minutes } from '../../../../db/core/clock.ts'
import { canSee } from '../../../../db/hospital/desk/patients/privacy/privacy.ts'
import { boot } from '../../../support/boot.ts'
import { neighbourOf } from '../../../support/desk/two-hospitals.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

t.test('who sees a visit', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const other = await people.with('nurse')
  const officer = await people.with('privacy_officer', 'records')
  const manager = await people.with('manager')
  const restricted = (id: string, sensitivity = 'RESTRICTED') =>
    officer.put(`/patients/${id}/sensitivity`, { sensitivity, reason: 'asked by the patient' })
  const as = (person: typeof nurse) => ({
    ...system,
    user_id: person.user.id,
    permissions: new Set(['patient:read']),
  })

  t.test('of a restricted patient: the care team alone (PRV-1, PRV-2)', async (t) => {
    const patient = await somebody(clerk)
    await restricted(patient.id)
    t.equal((await clerk.get(`/patients/${patient.id}`)).status, 403)
    const opened = await clerk.post('/visits', { patient_id: patient.id })
    t.equal(opened.status, 201, opened.message)
    t.equal(opened.data.patient.full_name, patient.full_name, 'who opened it cares for it')
    t.match((await nurse.get('/visits')).data, [
      { id: opened.data.id, status: 'WAITING', restricted: true },
    ])
    t.same(
      Object.keys((await nurse.get(`/visits/${opened.data.id}`)).data).sort((a, b) =>
        a < b ? -1 : 1,
      ),
      ['id', 'opened_at', 'restricted', 'status'],
    )
    const tri = opened.data.service_point.id
    const waiting = await nurse.get(`/service-points/${tri}/queue`)
    t.match(waiting.data, [{ patient: { full_name: 'Restricted record' } }])
    const called = await nurse.post(`/service-points/${tri}/call-next`, { counter: '1' })
    t.match(called.data, { patient: { full_name: patient.full_name } }, 'who calls, sees')
    t.equal((await nurse.get(`/patients/${patient.id}`)).status, 200)
    t.equal((await nurse.get(`/patients/${patient.id}/visits`)).data.length, 1)
    t.equal((await other.get(`/patients/${patient.id}/visits`)).status, 403)
    t.equal(await canSee(as(nurse), { patient_id: patient.id }), true)
    t.equal(await canSee(as(other), { patient_id: patient.id }), false)

    t.test('until three days after the visit', async (t) => {
      await nurse.post(`/visits/${opened.data.id}/check-out`)
      clock.advance(minutes(1))
      t.equal((await nurse.get(`/patients/${patient.id}`)).status, 200)
      clock.advance(days(3))
      t.equal(await canSee(as(nurse), { patient_id: patient.id }), false)
      clock.freeze('2026-03-31T06:05:00.000Z')
    })
  })

  t.test('of a restricted point (PRV-3)', async (t) => {
    const point = await manager.post('/service-points', {
      code: 'GBV',
      name: 'One stop centre',
      kind: 'CLINIC',
      token_prefix: 'G',
      restricted: true,
    })
    const visit = await visiting(clerk, { service_point_id: point.data.id, reason: 'Kupigwa' })
    t.equal(visit.restricted, true)
    t.match((await other.get('/visits', { stage: 'CLINIC' })).data, [
      { id: visit.id, restricted: true },
    ])
    t.notOk('reason' in (await other.get(`/visits/${visit.id}`)).data)
    t.equal((await clerk.get(`/visits/${visit.id}`)).data.reason, 'Kupigwa')
    const of = { patient_id: visit.patient_id }
    t.equal(await canSee(as(other), of), true, 'the patient is no secret')
    t.equal(await canSee(as(other), { ...of, visit_id: visit.id }), false, 'the visit is')
    const found = (await other.get('/search', { q: visit.number, types: 'visit' })).data.hits
    t.same(found, [])
  })

  t.test('of staff and very important people: found, without what is clinical', async (t) => {
    const visit = await visiting(clerk, { reason: 'Homa' })
    await restricted(visit.patient_id, 'VIP')
    const seen = (await other.get(`/visits/${visit.id}`)).data
    t.match(seen, { number: visit.number, reason: null, patient: { full_name: String } })
    t.equal((await clerk.get(`/visits/${visit.id}`)).data.reason, 'Homa')
  })

  t.test('of another hospital: nobody (FRO-2)', async (t) => {
    const far = await neighbourOf(house)
    const stranger = await far.people.with('reception', 'nurse')
    const visit = await visiting(clerk)
    const entry = visit.queue_entry_id
    const point = visit.service_point.id
    const asked: [string, string, unknown, string][] = [
      ['GET', `/visits/${visit.id}`, undefined, 'No such visit.'],
      ['PATCH', `/visits/${visit.id}`, { reason: 'x' }, 'No such visit.'],
      ['POST', `/visits/${visit.id}/advance`, {}, 'No such visit.'],
      ['POST', `/visits/${visit.id}/hold`, { hold_reason: 'OTHER' }, 'No such visit.'],
      ['POST', `/visits/${visit.id}/cancel`, { reason: 'mine now' }, 'No such visit.'],
      ['POST', `/visits/${visit.id}/triage`, { triage_category: 1 }, 'No such visit.'],
      ['GET', `/patients/${visit.patient_id}/visits`, undefined, 'No such patient.'],
      ['POST', '/visits', { patient_id: visit.patient_id }, 'No such patient.'],
      ['GET', `/service-points/${point}/queue`, undefined, 'No such service point.'],
      ['POST', `/service-points/${point}/call-next`, { counter: '1' }, 'No such service point.'],
      ['POST', `/queue-entries/${entry}/call`, { counter: '1' }, 'No such queue entry.'],
      ['POST', `/queue-entries/${entry}/skip`, {}, 'No such queue entry.'],
    ]
    for (const [method, path, body, message] of asked) {
      const refused = await stranger.send(method, path, body)
      t.equal(refused.message, message, `${method} ${path}`)
      t.equal(refused.status, 404)
    }
    const own = await visiting(stranger)
    const crossed = await stranger.post(`/visits/${own.id}/advance`, { to: point })
    t.equal(crossed.message, 'No such service point.')
    const elsewhere = await somebody(stranger)
    const at = await stranger.post('/visits', {
      patient_id: elsewhere.id,
      service_point_id: point,
    })
    t.equal(at.message, 'No such service point.')
    const earlier = await stranger.post('/visits', {
      patient_id: elsewhere.id,
      follow_up_of: visit.id,
    })
    t.equal(earlier.message, 'No such visit.')
    for (const word of ['patient_id', 'service_point_id']) {
      const id = word === 'patient_id' ? visit.patient_id : point
      t.same((await stranger.get('/visits', { [word]: id })).data, [], word)
    }
    t.equal((await stranger.get('/visits')).meta?.total, 1)
    t.equal(own.number, 'VS-2026-000001', 'numbers are each hospital’s own')
  })
})
