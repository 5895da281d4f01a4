// What a telephone says for itself: STOP is a consent taken back (PTM-6), texts that fail mark it (PTM-5).

import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { factsFor } from '../../../../db/hospital/office/hospitals/messaging.ts'
import { tellWishes } from '../../../../db/hospital/desk/messaging/wishes.ts'
import { noteEnds } from '../../../../db/hospital/office/outbox/ends.ts'
import { handOver } from '../../../../db/hospital/office/outbox/hand-over.ts'
import { contactsForPatients } from '../../../../db/hospital/desk/patient-messages/contacts.ts'
import { messagePatient } from '../../../../db/hospital/desk/patient-messages/message.ts'
import { tellUnreachable } from '../../../../db/hospital/desk/patient-messages/reach.ts'
import { decide, hasConsent } from '../../../../db/hospital/desk/patients/privacy/consents.ts'
import { ownerIn } from '../../../../db/messaging/accounts/accounts.ts'
import { arrive, setWordReader } from '../../../../db/messaging/inbound/arrive.ts'
import { accountFor } from '../../../../db/messaging/messages/hospital.ts'
import { lift, takeOut } from '../../../../db/messaging/opt-outs/opt-outs.ts'
import { hearWords } from '../../../../db/messaging/opt-outs/words-heard.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { cli, forgetMessaging } from '../../../support/messaging/messaging.ts'

t.test('what a telephone says for itself', async (t) => {
  const { people, system, hospital } = await boot(t)
  clock.freeze('2026-03-10T10:00:00.000Z')
  forgetMessaging()
  setWordReader(hearWords)
  t.teardown(() => setWordReader(async () => ({ opt_out: false })))
  const account = await within(() => accountFor(factsFor(hospital)))
  const owner = account === null ? undefined : ownerIn(account, 'live')
  if (owner === undefined) throw new Error('no account')
  let last = 0
  const patient = async (more: Record<string, unknown> = {}) => {
    last += 1
    const desk = await people.with('reception')
    const { status, message, data } = await desk.post('/patients', {
      first_name: ['Asha', 'Juma', 'Neema', 'Baraka', 'Zawadi', 'Hamisi', 'Rehema'][last % 7],
      last_name: 'Komba',
      sex: last % 2 === 0 ? 'Male' : 'Female',
      birth_date: `${1950 + last * 3}-0${(last % 9) + 1}-11`,
      phone: `07541234${String(last).padStart(2, '0')}`,
      ...more,
    })
    t.equal(status, 201, message)
    return { id: data.id as string, phone: data.phone as string }
  }
  const says = (phone: string, text: string) =>
    within(() =>
      arrive(
        { link_id: null, mode: 'live' },
        {
          id: null,
          from: phone.slice(1),
          to: 'KITUO',
          text,
          encoding: 'GSM-7',
          place: null,
          owner,
        },
        clock.instant(),
      ),
    )
  const agrees = (patient_id: string) => hasConsent(system, { patient_id, kind: 'SMS' })
  const write = (patient_id: string) =>
    within(() => messagePatient(system, { patient_id, template: 'COME_BACK', data: {} }))

  t.test('PTM-6: STOP from the number is SMS WITHDRAWN for all who have it', async (t) => {
    const mother = await patient()
    const child = await patient({ phone: mother.phone, phone_owner: 'PARENT' })
    const other = await patient()
    await says(mother.phone, 'STOP')
    t.ok(await agrees(mother.id), 'not before it was told')
    t.same(await tellWishes(), { told: 2, failed: 0 })
    t.same(await tellWishes(), { told: 0, failed: 0 }, 'once')
    t.notOk(await agrees(mother.id))
    t.notOk(await agrees(child.id))
    t.ok(await agrees(other.id))
    t.match(await write(mother.id), { status: 'SUPPRESSED' })
    const patient_ids = [mother.id, other.id, '0199a5c2-7d1e-7000-8000-000000000001']
    t.match(await contactsForPatients(system, { patient_ids }), [
      { patient_id: mother.id, phone: mother.phone, language: 'sw', consent: false },
      { patient_id: other.id, phone: other.phone, consent: true },
    ])
    const manager = await people.administrator()
    const { data } = await manager.get('/audit', {
      patient_id: mother.id,
      action: 'patient_consent.decide',
    })
    t.match(data, [{ entity_label: 'SMS WITHDRAWN' }])
  })

  t.test('STOP takes back also what was given at the desk', async (t) => {
    const { id, phone } = await patient()
    await within(() => decide(system, id, { kind: 'SMS', decision: 'GIVEN', method: 'WRITTEN' }))
    await says(phone, 'STOP')
    await tellWishes()
    t.notOk(await agrees(id))
  })

  t.test('in again is GIVEN; who refused at the desk stays as he said', async (t) => {
    const one = await patient()
    const refused = await patient({ phone: one.phone })
    const taken_back = await patient({ phone: one.phone })
    for (const [{ id }, decision] of [
      [refused, 'REFUSED'],
      [taken_back, 'WITHDRAWN'],
    ] as const) {
      await within(() => decide(system, id, { kind: 'SMS', decision, method: 'WRITTEN' }))
    }
    await says(one.phone, 'ACHA')
    await tellWishes()
    t.notOk(await agrees(one.id))
    await says(one.phone, 'ANZA')
    await tellWishes()
    t.ok(await agrees(one.id))
    t.notOk(await agrees(refused.id))
    t.notOk(await agrees(taken_back.id), 'nor who took it back there')
    t.match(await write(one.id), { status: 'QUEUED' })
  })

  t.test('by the desk and by a link alike; no advertising is no such wish', async (t) => {
    const [desk, link, ads] = [await patient(), await patient(), await patient()]
    const out = (phone: string, source: 'link' | 'desk', scope: 'all' | 'promotional') =>
      within(() => takeOut(cli, owner, { phones: [phone.slice(1)], scope, source }))
    await out(desk.phone, 'desk', 'all')
    await out(link.phone, 'link', 'all')
    await out(ads.phone, 'link', 'promotional')
    t.same(await tellWishes(), { told: 2, failed: 0 })
    t.notOk(await agrees(desk.id))
    t.notOk(await agrees(link.id))
    t.ok(await agrees(ads.id))
    await out(ads.phone, 'link', 'all')
    await tellWishes()
    t.notOk(await agrees(ads.id), 'a wish that was widened is told too')
    await within(() =>
      lift(cli, owner, ads.phone.slice(1), { source: 'desk', consent_note: 'Asked for it' }),
    )
    await tellWishes()
    t.ok(await agrees(ads.id))
  })

  t.test('a number that messaging has stopped is not written to meanwhile', async (t) => {
    const { id, phone } = await patient()
    await says(phone, 'STOP')
    t.match(await write(id), { status: 'SUPPRESSED' })
    const desk = await people.with('reception')
    t.match((await desk.get(`/patients/${id}/messages`)).data, [{ suppressed_reason: 'OPTED_OUT' }])
  })

  t.test('PTM-5: the second text running that fails marks the telephone for 30 days', async (t) => {
    const { id } = await patient()
    const ends = async (status: 'failed' | 'delivered') => {
      clock.advance(11 * 60_000)
      await write(id)
      await handOver()
      await within(() =>
        run(sql`update msg_messages set status = ${status}, final_at = ${clock.instant()}
          where id in (select messaging_id from outbox_messages
            where patient_id = ${id} and status = 'SENT')`),
      )
      await noteEnds()
      const desk = await people.with('reception')
      return (await desk.get(`/patients/${id}`)).data.unreachable_until
    }
    t.equal(await ends('failed'), null)
    t.equal(await ends('delivered'), null)
    t.equal(await ends('failed'), null, 'not running')
    t.equal(await ends('failed'), new Date(clock.now().getTime() + days(30)).toISOString())
    const clerk = await people.with('reception')
    t.equal(await within(() => tellUnreachable(system)), 1)
    const { number, phone } = (await clerk.get(`/patients/${id}`)).data
    t.match((await clerk.get('/notifications')).data, [
      { kind: 'patient.unreachable', body: `Ask for another number: ${number}.` },
    ])
    t.equal((await clerk.patch(`/patients/${id}`, { phone: '0755999888' })).status, 200)
    t.match((await clerk.get(`/patients/${id}`)).data, { unreachable_until: null })
    await clerk.patch(`/patients/${id}`, { phone })
    t.equal(await ends('delivered'), null, 'what arrives ends it')
    await ends('failed')
    t.type(await ends('failed'), 'string')
    clock.advance(days(30))
    t.match((await (await people.with('reception')).get(`/patients/${id}`)).data, {
      unreachable_until: null,
    })
    t.equal(await within(() => tellUnreachable(system)), 0)
  })
})
