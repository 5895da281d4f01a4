// The hospital's own messages: account, settings, writing, reading, replies (MSG 5.2, 6.2).

import t from 'tap'
import { row, run, within } from '../../../../db/store/connection.ts'
import { newId } from '../../../../db/core/ids.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { wrote } from '../../../support/messaging/went-and-came.ts'
import { staffDesk } from '../../../support/staff.ts'
import { forgetMessaging } from '../../../support/messaging/messaging.ts'

t.test('messages of the hospital', async (t) => {
  const house = await boot(t)
  forgetMessaging()
  const manager = await house.people.with('manager')
  const reception = await house.people.with('reception')
  const nobody = await house.people.holding()
  let made = 0
  const patient = async (phone: string | null) =>
    (
      await reception.post('/patients', {
        first_name: 'Asha',
        last_name: `Juma${'abcdefgh'[made++]}`,
        sex: 'Female',
        birth_date: '1990-01-01',
        ...(phone === null ? {} : { phone }),
      })
    ).data

  t.test('the account opened itself: unmetered, KITUO, simulated (MSG-601)', async (t) => {
    t.equal((await nobody.get('/messaging/account')).status, 403)
    t.match((await reception.get('/messaging/account')).data, {
      provisioned: true,
      billing: 'unmetered',
      balance: 0,
      simulated: true,
      sender_ids: ['KITUO'],
      today: { accepted: 0 },
    })
  })

  t.test('settings: absent stays, null clears, a sender must be approved (MSG 2.21)', async (t) => {
    t.equal((await reception.put('/messaging/settings', {})).status, 403)
    t.match((await manager.get('/messaging/settings')).data, {
      default_sender_id: null,
      language: 'sw',
      signature: null,
      promotional_allowed: false,
      notify_low_balance: true,
    })
    const changed = await manager.put('/messaging/settings', {
      signature: 'St Mary',
      default_sender_id: 'KITUO',
      threshold: 500,
      quiet_hours: { start: '19:00', end: '07:00', sendDays: ['mon', 'tue'] },
    })
    t.match(changed.data, { signature: 'St Mary', default_sender_id: 'KITUO', threshold: 500 })
    t.match((await manager.put('/messaging/settings', { language: 'en' })).data, {
      language: 'en',
      signature: 'St Mary',
    })
    t.match((await manager.put('/messaging/settings', { signature: null })).data, {
      signature: null,
    })
    const unknown = await manager.put('/messaging/settings', { default_sender_id: 'NOBODY' })
    t.equal(unknown.status, 409)
    const less = await manager.put('/messaging/settings', { threshold: -1 })
    t.match(less, { status: 400, message: 'threshold must not be negative.' })
    const bad = await manager.put('/messaging/settings', { language: 'fr' })
    t.equal(bad.status, 400)
  })

  t.test('writing to a patient, to a number; reading it is in the log (MSG-606)', async (t) => {
    const asha = await patient('0712345678')
    const sent = await reception.post('/messaging/messages', {
      patient_id: asha.id,
      text: 'Your appointment is tomorrow at 9.',
    })
    t.equal(sent.status, 201)
    t.match(sent.data, {
      to: '255712345678',
      sender_id: 'KITUO',
      status: 'queued',
      text: 'Your appointment is tomorrow at 9.',
      patient_id: asha.id,
      cost: 0,
    })
    t.equal((await nobody.post('/messaging/messages', { to: '0712345678', text: 'x' })).status, 403)
    const plain = await reception.post('/messaging/messages', {
      to: '0741234567',
      text: 'The parcel is here.',
    })
    t.equal(plain.status, 201)
    const listed = await reception.get('/messaging/messages', { patient_id: asha.id })
    t.equal(listed.meta?.total, 1)
    const read = await row(
      sql`select 1 as yes from audit_rows where action = 'messaging.list' and patient_id = ${asha.id}`,
    )
    t.ok(read)
    t.equal((await reception.get('/messaging/messages', { search: '0741' })).meta?.total, 1)
    t.equal((await reception.get('/messaging/messages', { status: 'delivered' })).meta?.total, 0)
    t.equal(
      (await reception.get('/messaging/messages', { from: '2020-01-01', to: '2020-01-02' })).meta
        ?.total,
      0,
    )
    t.match((await reception.get('/messaging/account')).data, { today: { accepted: 2 } })
  })

  t.test('writing to somebody of the staff, until they leave (MSG-602)', async (t) => {
    const desk = await staffDesk(house)
    const nurse = await desk.hire({ phone: '+255754100200' })
    const sent = await reception.post('/messaging/messages', {
      staff_id: nurse.id,
      text: 'The meeting is at two.',
    })
    t.equal(sent.status, 201, sent.message)
    t.match(sent.data, { to: '255754100200', staff_id: nurse.id, patient_id: null })
    const listed = await reception.get('/messaging/messages', { staff_id: nurse.id })
    t.match(listed.data, [{ id: sent.data.id }])
    await within(() => run(sql`update staff set status = 'EXITED' where id = ${nurse.id}`))
    t.match(await reception.post('/messaging/messages', { staff_id: nurse.id, text: 'x' }), {
      status: 409,
      message: `${nurse.full_name} has left.`,
    })
  })

  t.test('what cannot be written says why (6.2)', async (t) => {
    const silent = await patient(null)
    await within(() =>
      run(sql`insert into msg_opt_outs (id, hospital_id, account_id, mode, phone, scope, source, created_at, updated_at)
        select ${newId()}, hospital_id, id, 'live', '255754000111', 'all', 'sms', '2026-03-03T09:00:00.000Z', '2026-03-03'
        from msg_accounts where hospital_id = ${house.hospital.id}`),
    )
    const table: [body: object, status: number, message: string][] = [
      [{ text: 'x' }, 400, 'to or patient_id or staff_id is needed, and only one of them.'],
      [
        { to: '0712345678', staff_id: newId(), text: 'x' },
        400,
        'to or patient_id or staff_id is needed, and only one of them.',
      ],
      [{ staff_id: newId(), text: 'x' }, 404, 'No such staff member.'],
      [{ to: '0712345678' }, 400, 'text is required.'],
      [{ to: '0712', text: 'x' }, 400, 'to: 0712 is not a Tanzanian mobile number.'],
      [{ to: '0712345678', text: 'ж'.repeat(671) }, 400, 'text: 11 segments; at most 10.'],
      [{ patient_id: silent.id, text: 'x' }, 409, 'This patient has no mobile number.'],
      [{ patient_id: newId(), text: 'x' }, 404, 'No such patient.'],
      [
        { to: '0754000111', text: 'x' },
        409,
        'This person asked for no messages (ACHA, 3 March 2026).',
      ],
    ]
    for (const [body, status, message] of table) {
      const answer = await reception.post('/messaging/messages', body)
      t.equal(answer.status, status, JSON.stringify(body).slice(0, 60))
      t.equal(answer.message, message)
    }
  })

  t.test('replies are listed and seen to once', async (t) => {
    const id = await wrote(house.hospital.id, '255712345678')
    const waiting = await reception.get('/messaging/inbound', { handled: 'false' })
    t.match(waiting.data, [{ id, from: '255712345678', text: 'NDIYO', handled_at: null }])
    const handled = await reception.post(`/messaging/inbound/${id}/handle`, { note: 'Called back' })
    t.match(handled.data, { handled_note: 'Called back' })
    t.equal((await reception.post(`/messaging/inbound/${id}/handle`)).status, 409)
    t.equal((await reception.post(`/messaging/inbound/${newId()}/handle`)).status, 404)
    t.equal((await reception.get('/messaging/inbound', { handled: 'false' })).meta?.total, 0)
  })

  t.test(
    'opt-outs at the desk: taken, listed, lifted with consent (MSG 5.2, MSG-455)',
    async (t) => {
      const silent = await patient('0713000222')
      t.equal((await nobody.get('/messaging/opt-outs')).status, 403)
      const note = 'Said so at the desk'
      const bad: [object, number, RegExp][] = [
        [{ scope: 'all', note }, 400, /^phone or patient_id is needed/],
        [{ phone: '0713000222', patient_id: silent.id, scope: 'all', note }, 400, /^phone or/],
        [{ phone: '12', scope: 'all', note }, 400, /^phone: 12 is not a Tanzanian mobile number.$/],
        [{ phone: '0713000222', note }, 400, /^scope/],
        [{ phone: '0713000222', scope: 'some', note }, 400, /^scope/],
        [{ phone: '0713000222', scope: 'all' }, 400, /^note/],
        [{ patient_id: newId(), scope: 'all', note }, 404, /./],
      ]
      for (const [body, status, said] of bad) {
        const refused = await reception.post('/messaging/opt-outs', body)
        t.equal(refused.status, status, JSON.stringify(body))
        t.match(refused.message, said)
      }
      const wish = { patient_id: silent.id, scope: 'promotional', note }
      const taken = await reception.post('/messaging/opt-outs', wish)
      t.equal(taken.status, 201)
      t.match(taken.data, {
        phone: '255713000222',
        scope: 'promotional',
        source: 'desk',
        note,
        lifted_at: null,
      })
      const wider = await reception.post('/messaging/opt-outs', {
        phone: '0713000222',
        scope: 'all',
        note,
      })
      t.match(wider.data, { id: taken.data.id, scope: 'all' }, 'one open row, widened')
      const message = { patient_id: silent.id, text: 'x' }
      t.match(
        (await reception.post('/messaging/messages', message)).message,
        /asked for no messages/,
      )
      t.equal((await reception.get('/messaging/opt-outs', { search: '0713000222' })).meta?.total, 1)
      t.equal((await reception.get('/messaging/opt-outs', { scope: 'promotional' })).meta?.total, 0)
      const lift = `/messaging/opt-outs/${taken.data.id}/lift`
      t.equal((await reception.post(lift, { consent_note: 'ok' })).status, 400)
      const lifted = await reception.post(lift, { consent_note: 'Asked in person to hear again' })
      t.equal(lifted.status, 200)
      t.match(lifted.data, { consent_note: 'Asked in person to hear again', lifted_at: /Z$/ })
      const again = await reception.post(lift, { consent_note: 'Asked again' })
      t.equal(again.status, 409)
      t.equal(again.message, 'This opt-out is lifted.')
      t.equal(
        (await reception.post(`/messaging/opt-outs/${newId()}/lift`, { consent_note: 'hello' }))
          .status,
        404,
      )
      t.equal((await reception.post('/messaging/messages', message)).status, 201)
      const noted = await row<{ n: number }>(
        sql`select count(*) as n from audit_rows where action in
          ('messaging.opt_out', 'messaging.opt_out_lift')`,
      )
      t.equal(Number(noted?.n), 3)
    },
  )
})
