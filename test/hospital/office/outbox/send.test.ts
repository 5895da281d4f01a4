import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { users } from '../../../../db/hospital/office/access/tables.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { type Message, sendMail, sendTo } from '../../../../db/hospital/office/outbox/send.ts'
import { outbox_messages } from '../../../../db/hospital/office/outbox/tables.ts'
import { bring, registry } from '../../../../db/hospital/registry.ts'
import { newId } from '../../../../db/core/ids.ts'
import { unseal } from '../../../../db/appliance/secrets/seal.ts'
import { boot } from '../../../support/boot.ts'
import { mailGoes } from '../../../support/messaging/mail.ts'

t.test('what leaves the house', async (t) => {
  const house = await boot(t)
  const { hospital, people } = house
  const hospital_id = hospital.id
  const send = (message: Partial<Message>) =>
    within(() =>
      sendTo(house.system, {
        language: 'en',
        event: 'account.code',
        data: { code: '482913', minutes: 10 },
        ...message,
      }),
    )
  const newest = async () =>
    (await outbox_messages.all({ hospital_id }, { order: ['-id'], limit: 1 }))[0]
  const mail = (is_active: boolean) => mailGoes(hospital_id, { is_active })

  t.test('without a mail server the text waits for the bridge as an SMS', async (t) => {
    const sent = await send({ email: 'neema@example.org', phone: '+255712345678' })
    t.same(sent, { channel: 'sms', sent_to: '+2557•••••678' })
    t.match(await newest(), {
      channel: 'sms',
      contact: '+255712345678',
      status: 'QUEUED',
      class: 'ESSENTIAL',
      subject: null,
    })
  })

  t.test('no address is null, and the row says why', async (t) => {
    t.equal(await send({}), null)
    t.match(await newest(), { status: 'SKIPPED', reason: 'no_contact', contact: null })
  })

  t.test('mail that is off and no number is null: channel_off (PLT-66)', async (t) => {
    await mail(false)
    t.equal(await send({ email: 'neema@example.org' }), null)
    t.match(await newest(), { status: 'SKIPPED', reason: 'channel_off', text: null, sealed: null })
  })

  t.test('while mail is on whoever has an address gets an email', async (t) => {
    await mail(true)
    const sent = await send({ email: 'Neema@Example.org', phone: '+255712345678' })
    t.same(sent, { channel: 'email', sent_to: 'n•••a@example.org' })
    t.match(await newest(), {
      channel: 'email',
      contact: 'neema@example.org',
      subject: 'Your code',
    })
  })

  t.test('an essential text is not readable while it waits (PLT-146)', async (t) => {
    await send({ email: 'neema@example.org' })
    const row = await newest()
    t.equal(row?.text, null)
    t.notMatch(JSON.stringify(row), /482913/)
    t.match(
      unseal(row?.sealed ?? ''),
      /^St Mary Hospital: your code is 482913\. It lasts 10 minutes\. Tell it to nobody\.\n\n-- \nSt Mary Hospital/,
    )
  })

  t.test('the text is in the receiver’s language and of that moment (PLT-144)', async (t) => {
    await send({ phone: '+255712345678', language: 'sw', event: 'papers.ready', data: {} })
    t.match(await newest(), {
      text: 'St Mary Hospital: nyaraka ulizoomba ziko tayari. Tafadhali fika hospitalini.',
      sealed: null,
      language: 'sw',
    })
    await send({
      phone: '+255712345678',
      event: 'referral.coming',
      data: { urgency: 'URGENT', reference: null },
    })
    t.equal(
      (await newest())?.text,
      'St Mary Hospital: we refer a patient to you, urgency URGENT. Ref . Call .',
    )
  })

  t.test('an account is written to at its own address', async (t) => {
    const { user } = await people.with('nurse')
    t.equal(await send({ user_id: user.id }), null, 'it has none')
    await within(() =>
      users.change(
        { hospital_id, id: user.id },
        { email: 'asha@example.org', phone: '+255712000111' },
      ),
    )
    t.same(await send({ user_id: user.id }), { channel: 'email', sent_to: 'a•••a@example.org' })
    t.equal((await newest())?.user_id, user.id)
    t.same(
      await send({ user_id: user.id, email: 'new@example.org' }),
      { channel: 'email', sent_to: 'n•••w@example.org' },
      'a new address is confirmed at the new address',
    )
    await t.rejects(send({ user_id: newId() }), { message: 'No such account.' })
  })

  t.test('the same reminder is written once (PLT-137)', async (t) => {
    const reminder: Partial<Message> = {
      phone: '+255712345678',
      event: 'papers.ready',
      data: {},
      entity: { type: 'appointment', id: newId() },
      moment: '2027-03-09T08:00:00.000Z',
    }
    t.ok(await send(reminder))
    t.equal(await send(reminder), null)
    t.match(await newest(), { status: 'SKIPPED', reason: 'duplicate' })
    t.ok(await send({ ...reminder, phone: '+255712345679' }), 'another receiver')
    t.ok(await send({ ...reminder, moment: '2027-03-09T09:00:00.000Z' }), 'another moment')
  })

  t.test('what is rolled back is not sent', async (t) => {
    const before = await outbox_messages.count({ hospital_id })
    await t.rejects(
      within(async () => {
        await sendTo(house.system, {
          phone: '+255712345678',
          language: 'en',
          event: 'papers.ready',
          data: {},
        })
        throw new Error('no')
      }),
    )
    t.equal(await outbox_messages.count({ hospital_id }), before)
  })

  t.test('a letter has words of its own and attachments', async (t) => {
    const id = await within(() =>
      sendMail(house.system, {
        to: 'Stores@example.org',
        subject: 'Order PO-2027-00012',
        text: 'Please find our order.',
        attachments: [
          { file_name: 'order.pdf', content_type: 'application/pdf', sha256: 'a'.repeat(64) },
        ],
      }),
    )
    const row = await outbox_messages.find({ hospital_id, id })
    t.match(row, { event: 'letter', status: 'QUEUED', contact: 'stores@example.org' })
    t.match(row?.text, /^Please find our order\.\n\n-- \nSt Mary Hospital\n/)
    t.equal(row?.attachments?.length, 1)
  })

  t.test('an event that no area brings is a fault', async (t) => {
    await t.rejects(send({ event: 'nothing.such' }), /no area brings/)
    await t.rejects(
      within(() => sendMail(house.system, { to: 'a@b.example', event: 'nothing.such' })),
      /no area brings/,
    )
  })

  t.test('every event has its words in both languages, and names what it fills in', async (t) => {
    for (const event of registry.messages.values()) {
      for (const text of [event.en, event.sw]) {
        const named = [...text.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name)
        const known = event.placeholders.map(({ name }) => name)
        t.ok(
          named.every((name) => known.includes(name ?? '')),
          `${event.code}: ${text}`,
        )
      }
    }
    t.throws(() => bring([...brings, ...brings]), /brought by two areas/)
    bring(brings)
  })
})
