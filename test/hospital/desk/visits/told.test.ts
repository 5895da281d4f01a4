// What patients are told by the queue and at the end: QUE-12, PTM-3 VISIT_THANKS; REF-9.

import t from 'tap'
import { clock, minutes, seconds } from '../../../../db/core/clock.ts'
import { patient_messages } from '../../../../db/hospital/desk/patient-messages/tables.ts'
import { tellNear } from '../../../../db/hospital/desk/visits/queue/near.ts'
import { boot } from '../../../support/boot.ts'
import { visiting } from '../../../support/desk/visits.ts'

t.test('what a patient is told', async (t) => {
  const { people, system, hospital } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  // A sign-in lasts a quarter of an hour, and here hours go by.
  let staff = await people.with('reception', 'nurse', 'clinician', 'doctor', 'manager')
  const pass = async (ms: number) => {
    clock.advance(ms)
    staff = await people.with('reception', 'nurse', 'clinician', 'doctor', 'manager')
  }
  const told = async (patient_id: string, template_code: string) =>
    (await patient_messages.all({ hospital_id: hospital.id, patient_id, template_code })).filter(
      ({ channel }) => channel === 'SMS',
    )

  let count = 0
  const pointFor = async (more: Record<string, unknown> = {}) => {
    count += 1
    const made = await staff.post('/service-points', {
      code: `N${count}`,
      name: `Window ${count}`,
      kind: 'OTHER',
      token_prefix: 'n',
      counters: ['1'],
      ...more,
    })
    t.equal(made.status, 201, made.message)
    let phone = 712_000_000 + count * 1000
    const enter = async () => {
      clock.advance(seconds(1))
      phone += 1
      return visiting(staff, { service_point_id: made.data.id }, { phone: `+255${phone}` })
    }
    const at = `/service-points/${made.data.id}`
    const serve = async (for_ms = minutes(4)) => {
      const called = await staff.post(`${at}/call-next`, { counter: '1' })
      if (called.data === null) throw new Error(called.message)
      const of = `/queue-entries/${called.data.id}`
      t.equal((await staff.post(`${of}/serve`)).status, 200)
      await pass(for_ms)
      const done = await staff.post(`${of}/finish`, {})
      t.equal(done.status, 200, done.message)
      return done.data
    }
    return { enter, serve }
  }

  t.test('whose turn is near is told once, when the wait is known (QUE-12)', async (t) => {
    const { enter, serve } = await pointFor()
    const came = []
    for (let n = 0; n < 10; n += 1) came.push(await enter())
    t.equal(await tellNear(system), 0, 'nobody knows how long it takes yet')
    for (let n = 0; n < 5; n += 1) await serve()
    // Five wait, four minutes each: the first three are near.
    t.equal(await tellNear(system), 3)
    t.equal(await tellNear(system), 0, 'once')
    const [message] = await told(came[5].patient_id, 'QUEUE_NEAR')
    t.match(message, { entity_type: 'queue_entry', status: 'QUEUED' })
    t.match(message?.text, new RegExp(`${came[5].token}, (watu 0 mbele yako|0 people before you)`))
    t.match((await told(came[7].patient_id, 'QUEUE_NEAR'))[0]?.text, /[ ,]2 (people|mbele)|watu 2/)
    t.same(await told(came[8].patient_id, 'QUEUE_NEAR'), [])
    await serve()
    t.equal(await tellNear(system), 1, 'the next one has come up')
    t.equal((await told(came[8].patient_id, 'QUEUE_NEAR')).length, 1)
    await serve()
    await serve()
    await serve()
    await serve()
    const late = await enter()
    t.equal(await tellNear(system), 0, 'who comes to a short queue sees it')
    await pass(minutes(2))
    t.equal(await tellNear(system), 0)
    t.same(await told(late.patient_id, 'QUEUE_NEAR'), [])
  })

  t.test('not when it takes long, nor at a point that is nobody’s business', async (t) => {
    const slow = await pointFor()
    for (let n = 0; n < 8; n += 1) await slow.enter()
    for (let n = 0; n < 5; n += 1) await slow.serve(minutes(25))
    t.equal(await tellNear(system), 0)
    const hidden = await pointFor({ restricted: true })
    for (let n = 0; n < 8; n += 1) await hidden.enter()
    for (let n = 0; n < 5; n += 1) await hidden.serve()
    t.equal(await tellNear(system), 0)
  })

  t.test('who was seen to the end is thanked (PTM-3 VISIT_THANKS)', async (t) => {
    const { enter, serve } = await pointFor()
    const [seen, gone] = [await enter(), await enter()]
    await serve()
    await staff.post(`/visits/${seen.id}/check-out`, { outcome: 'TREATED' })
    const [message, ...more] = await told(seen.patient_id, 'VISIT_THANKS')
    t.match(message, { entity_type: 'visit', entity_id: seen.id, status: 'QUEUED' })
    t.match(message?.text, /Asante|Thank you/)
    t.same(more, [])
    const left = await staff.post(`/visits/${gone.id}/check-out`, { outcome: 'LEFT_BEFORE_SEEN' })
    t.equal(left.status, 200, left.message)
    t.same(await told(gone.patient_id, 'VISIT_THANKS'), [])
    const hidden = await pointFor({ restricted: true })
    const quiet = await hidden.enter()
    await hidden.serve()
    await staff.post(`/visits/${quiet.id}/check-out`, { outcome: 'TREATED' })
    t.same(await told(quiet.patient_id, 'VISIT_THANKS'), [])
  })

  t.test(
    'a patient who was sent away and comes again: the referral is shown (REF-9)',
    async (t) => {
      const { enter, serve } = await pointFor()
      const first = await enter()
      t.equal(first.open_referral, null)
      const made = await staff.post('/referrals', {
        patient_id: first.patient_id,
        visit_id: first.id,
        facility: 'Bombo Regional Hospital',
        reason: 'Acute abdomen, no surgeon tonight',
        clinical_summary: 'Two days of pain in the belly, rigid, needs a surgeon.',
        urgency: 'URGENT',
        department: 'Surgery',
      })
      t.equal(made.status, 201, made.message)
      const draft = await staff.get(`/visits/${first.id}`)
      t.equal(draft.data.open_referral, null, 'a draft has sent nobody')
      const sent = await staff.post(`/referrals/${made.data.id}/send`, { channel: 'PRINT' })
      t.equal(sent.status, 200, sent.message)
      await serve()
      await staff.post(`/visits/${first.id}/check-out`, { outcome: 'REFERRED' })
      const again = await staff.post('/visits', {
        patient_id: first.patient_id,
        reason: 'still ill',
      })
      t.match(
        again.data.open_referral,
        { number: sent.data.number, facility: 'Bombo Regional Hospital', status: 'SENT' },
        again.message,
      )
      t.match((await staff.get(`/visits/${again.data.id}`)).data.open_referral, { status: 'SENT' })
      t.equal((await staff.get(`/visits/${first.id}`)).data.open_referral, null, 'it is over')
      await staff.post(`/referrals/${made.data.id}/cancel`, { reason: 'came back by himself' })
      t.equal((await staff.get(`/visits/${again.data.id}`)).data.open_referral, null)
    },
  )
})
