// What messaging offers other areas beside sending (MSG-611), and what 6.2 says to a poor hospital.

import t from 'tap'
import { clock, hours } from '../../../../db/core/clock.ts'
import { run, rows, within } from '../../../../db/store/connection.ts'
import { factsFor } from '../../../../db/hospital/office/hospitals/messaging.ts'
import { end as endAll, factsOf } from '../../../../db/messaging/drain/ends.ts'
import {
  optedOut,
  repointPatient,
  sendForHospital,
} from '../../../../db/messaging/messages/hospital.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { forgetMessaging } from '../../../support/messaging/messaging.ts'

t.test('what is offered to other areas (MSG-611)', async (t) => {
  const house = await boot(t)
  forgetMessaging()
  const facts = factsFor(house.hospital)
  const clerk = await house.people.with('reception')
  const records = await house.people.with('records')
  const manager = await house.people.with('manager')
  const patient = (
    await clerk.post('/patients', {
      first_name: 'Juma',
      last_name: 'Bakari',
      sex: 'Male',
      birth_date: '1950-01-01',
      phone: '0712000001',
    })
  ).data
  const other = (
    await clerk.post('/patients', {
      first_name: 'Neema',
      last_name: 'Mushi',
      sex: 'Female',
      birth_date: '1980-05-01',
    })
  ).data
  const write = (to: string, reference: string, not_before: string | null = null) =>
    within(() =>
      sendForHospital(facts, { to, text: 'Habari', reference, patient_id: patient.id, not_before }),
    )
  const later = new Date(clock.ms() + hours(24)).toISOString()

  await t.test('a number that said no is known by its scope', async (t) => {
    const asked = { to: '0754000009', class: 'transactional' } as const
    t.same(await optedOut(house.hospital.id, asked), { opted_out: false })
    await manager.post('/messaging/opt-outs', { phone: '0754000009', scope: 'all', note: 'Desk' })
    t.match(await optedOut(house.hospital.id, asked), { opted_out: true, scope: 'all' })
    t.same(await optedOut(house.hospital.id, { ...asked, class: 'otp' }), { opted_out: false })
  })

  await t.test('sensitive words are gone when their message is over (MSG-604)', async (t) => {
    const wordsOf = async (sensitive: boolean): Promise<string | null | undefined> => {
      const reference = `test:sensitive:${sensitive}`
      const asked = { to: '+255712000001', text: 'Siri', reference, sensitive, not_before: later }
      const sent = await within(() => sendForHospital(facts, asked))
      const id = 'message_id' in sent ? sent.message_id : ''
      const text = async () =>
        (
          await rows<{ text: string | null }>(sql`select b.text from msg_batches b
            join msg_messages m on m.batch_id = b.id where m.id = ${id}`)
        )[0]?.text
      t.equal(await text(), 'Siri')
      await within(() => endNow(id))
      return text()
    }
    const endNow = async (id: string): Promise<void> => {
      await run(sql`update msg_messages set status = 'queued' where id = ${id}`)
      const [found] = await factsOf([id])
      if (found === undefined) return
      const end = { status: 'expired', failure_reason: null, expiry_cause: 'queue' } as const
      await endAll([{ facts: found, ...end }], clock.instant())
    }
    t.equal(await wordsOf(true), null)
    t.equal(await wordsOf(false), 'Siri')
  })

  await t.test('messages follow a patient who was merged, and go back alone', async (t) => {
    const sent = await write('+255712000001', 'test:merge:1', later)
    const id = 'message_id' in sent ? sent.message_id : ''
    const { hospital } = house
    const moved = await within(() =>
      repointPatient(hospital.id, { from: patient.id, to: other.id }),
    )
    t.same(moved, [id])
    const back = await within(() =>
      repointPatient(hospital.id, { from: other.id, to: patient.id, only: [] }),
    )
    t.same(back, [], 'only what was moved')
    await within(() => repointPatient(hospital.id, { from: other.id, to: patient.id, only: moved }))
  })

  await t.test('after a death nothing is written to the patient, kin are still told', async (t) => {
    await write('+255712000001', 'test:now:1')
    await write('+255765000002', 'test:kin:1', later)
    const died = await records.post(`/patients/${patient.id}/deceased`, {
      died_at: new Date(clock.ms() - hours(1)).toISOString(),
      place: 'HOME',
      source_note: 'His son',
    })
    t.equal(died.status, 200, died.message)
    t.match(died.data.closed, { messages: 2 })
    const states = await rows<{ reference: string; status: string; failure_reason: string | null }>(
      sql`select b.reference, m.status, m.failure_reason from msg_bridge b
          join msg_messages m on m.id = b.message_id
          where b.reference like 'test:%' order by b.reference`,
    )
    t.match(states, [
      { reference: 'test:kin:1', status: 'scheduled', failure_reason: null },
      { reference: 'test:merge:1', status: 'failed', failure_reason: 'cancelled' },
      { reference: 'test:now:1', status: 'failed', failure_reason: 'cancelled' },
    ])
    const more = await manager.post('/messaging/messages', {
      patient_id: patient.id,
      text: 'Karibu',
    })
    t.match(more, { status: 409, message: 'This patient has died.' })
  })

  await t.test('a hospital without money is told balance and cost (6.2)', async (t) => {
    await within(() =>
      run(
        sql`update msg_accounts set billing = 'prepaid' where hospital_id = ${house.hospital.id}`,
      ),
    )
    forgetMessaging()
    const poor = await manager.post('/messaging/messages', {
      to: '0754000001',
      text: 'x'.repeat(310),
    })
    t.match(poor, {
      status: 409,
      message: 'The messaging balance is TZS 0.00; this message costs TZS 60.00.',
    })
  })
})
