// One message of the hospital and what can still be done with it, answers to people, usage and money;
// and the same message as the platform follows it (MSG 5.2, 5.3).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { row, run, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { done } from '../../../support/desk/ward.ts'
import { wrote } from '../../../support/messaging/went-and-came.ts'
import { forgetMessaging } from '../../../support/messaging/messaging.ts'

t.test('what becomes of messages', async (t) => {
  const house = await boot(t)
  forgetMessaging()
  const hospital_id = house.hospital.id
  const manager = await house.people.with('manager')
  const reception = await house.people.with('reception')
  const operator = await house.people.administrator()
  const nobody = await house.people.holding()
  const asha = await done(
    reception.post('/patients', {
      first_name: 'Asha',
      last_name: 'Juma',
      sex: 'Female',
      birth_date: '1990-01-01',
      phone: '0712345678',
    }),
  )
  const send = (more: Record<string, unknown> = {}) =>
    done(
      reception.post('/messaging/messages', {
        patient_id: asha.id,
        text: 'Come at nine.',
        ...more,
      }),
    )
  const ended = (id: string, status: string) =>
    within(() =>
      run(
        sql`update msg_messages set status = ${status}, final_at = ${clock.instant()}, submitted = ${true},
          failure_reason = ${status === 'failed' ? 'operator_rejected' : null} where id = ${id}`,
      ),
    )

  t.test('one message with its course; reading it is in the log (MSG-606)', async (t) => {
    const { id } = await send()
    const path = `/messaging/messages/${id}`
    t.match(await done(reception.get(path)), {
      id,
      to: '255712345678',
      text: 'Come at nine.',
      patient_id: asha.id,
      status: 'queued',
      parts: [{ number: 1, state: 'waiting', operator_message_id: null }],
      history: [{ status: 'queued', reason: 'accepted' }],
      moves: ['cancel'],
    })
    const read = await row(
      sql`select 1 as yes from audit_rows where action = 'message.read' and patient_id = ${asha.id}`,
    )
    t.ok(read)
    t.equal((await nobody.get(path)).status, 403)
    t.match(await reception.get(`/messaging/messages/${newId()}`), {
      status: 404,
      message: 'No such message.',
    })
  })

  t.test('cancelled before it leaves, once', async (t) => {
    const { id } = await send()
    const path = `/messaging/messages/${id}`
    t.match(await done(reception.post(`${path}/cancel`)), {
      status: 'failed',
      failure_reason: 'cancelled',
      moves: ['resend'],
    })
    t.match(await reception.post(`${path}/cancel`), { status: 409, message: /is failed/ })
    const gone = await send()
    await within(() => run(sql`update msg_messages set submitted = ${true} where id = ${gone.id}`))
    t.match(await reception.post(`/messaging/messages/${gone.id}/cancel`), {
      status: 409,
      message: 'This message is queued: it has left already.',
    })
  })

  t.test('only what failed or expired is sent again, never a code', async (t) => {
    const { id } = await send()
    const path = `/messaging/messages/${id}/resend`
    t.match(await reception.post(path), { status: 409, message: /^This message is queued\./ })
    for (const status of ['failed', 'expired']) {
      await ended(id, status)
      const again = await done(reception.post(path))
      t.match(again, { text: 'Come at nine.', to: '255712345678', patient_id: asha.id })
      t.not(again.id, id)
      t.equal(again.status, 'queued')
    }
    await ended(id, 'delivered')
    t.match(await reception.post(path), { status: 409, message: /^This message is delivered\./ })
    await ended(id, 'failed')
    await within(() => run(sql`update msg_messages set class = 'otp' where id = ${id}`))
    t.match(await reception.post(path), { status: 409, message: /^A code is not sent again/ })
    t.equal((await nobody.post(path)).status, 403)
  })

  t.test('somebody who wrote is answered, and the reply is seen to', async (t) => {
    const id = await wrote(hospital_id, '255712345678', asha.id)
    const path = `/messaging/inbound/${id}/reply`
    t.match(await reception.post(path, { text: '' }), { status: 400, message: /^text/ })
    const sent = await done(reception.post(path, { text: 'Thank you.' }))
    t.match(sent, { to: '255712345678', text: 'Thank you.', patient_id: asha.id })
    const [reply] = await reception.whole('/messaging/inbound', { patient_id: asha.id })
    t.match(reply, { id, handled_note: 'Answered' })
    await done(reception.post(path, { text: 'Once more.' }))
    t.equal(
      (await reception.post(`/messaging/inbound/${newId()}/reply`, { text: 'x' })).status,
      404,
    )
    await within(() => run(sql`update msg_inbound set phone = 'gone' where id = ${id}`))
    t.match(await reception.post(path, { text: 'x' }), { status: 409, message: /was forgotten/ })
  })

  t.test('usage by one or two sides', async (t) => {
    const whole = await done(reception.get('/messaging/usage'))
    t.match(whole, { currency: 'TZS', totals: { delivered: 0 } })
    t.equal(whole.rows.length, 1, 'a day')
    t.ok(whole.totals.messages > 3)
    const by = await done(reception.get('/messaging/usage', { group_by: 'sender_id,class' }))
    t.match(by.rows[0], { sender_id: 'KITUO', class: 'transactional' })
    t.match(await reception.get('/messaging/usage', { group_by: 'senderId' }), {
      status: 400,
      message: /^group_by must be of day, month, operator, sender_id/,
    })
    t.match(await reception.get('/messaging/usage', { group_by: 'day,class,key' }), {
      status: 400,
      message: 'group_by may name at most 2.',
    })
    t.equal((await reception.get('/messaging/usage', { from: '2026-13-01' })).status, 400)
  })

  t.test('money that was paid in is asked for, and confirmed by the platform', async (t) => {
    const body = { amount: 50_000, method: 'bank_transfer', payment_reference: 'FT-1' }
    t.equal((await reception.post('/messaging/top-ups', body)).status, 403)
    const asked = await done(manager.post('/messaging/top-ups', body))
    t.match(asked, { ...body, status: 'pending', currency: 'TZS' })
    t.match(await manager.whole('/messaging/top-ups', { status: 'pending' }), [{ id: asked.id }])
    t.match(await operator.whole('/gateway/top-ups', { account_id: asked.account_id }), [
      { id: asked.id, moves: ['confirm', 'reject'] },
    ])
    await done(operator.post(`/gateway/top-ups/${asked.id}/confirm`))
    t.same(await manager.whole('/messaging/top-ups', { status: 'pending' }), [])
    t.match(await operator.whole('/gateway/top-ups', { status: 'confirmed' }), [{ id: asked.id }])
    t.same(await manager.whole('/messaging/top-ups', { to: '2020-01-01' }), [])
    t.match(await manager.post('/messaging/top-ups', { ...body, amount: 0 }), {
      status: 400,
      message: 'amount must be more than 0.',
    })
    t.match(
      await operator.post(`/gateway/accounts/${asked.account_id}/top-ups`, { ...body, amount: -5 }),
      { status: 400, message: 'amount must be more than 0.' },
    )
  })

  t.test('the platform follows a message to its end, without its text', async (t) => {
    const { id } = await send()
    const listed = await operator.whole('/gateway/messages', { phone: '0712345678' })
    t.ok(listed.some((one) => one.id === id))
    t.notOk(listed.some((one) => 'text' in one))
    t.same(await operator.whole('/gateway/messages', { status: 'delivered', link: 'none' }), [])
    t.match(await operator.get('/gateway/messages', { phone: '12' }), {
      status: 400,
      message: 'phone: 12 is not a Tanzanian mobile number.',
    })
    const trace = await operator.get(`/gateway/messages/${id}`)
    t.match(trace.data, {
      id,
      status: 'queued',
      parts: [{ state: 'waiting' }],
      receipts: [],
      deliveries: [],
      entries: [],
      moves: ['cancel'],
    })
    t.notMatch(trace.raw.toString(), /Come at nine/)
    t.ok(
      await row(sql`select 1 as yes from audit_rows where action = 'gateway.trace'`),
      'the look is in the log',
    )
    t.equal((await operator.get(`/gateway/messages/${newId()}`)).status, 404)
    t.equal((await manager.get('/gateway/messages')).status, 403)
  })
})
