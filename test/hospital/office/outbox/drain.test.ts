import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { mailer } from '../../../../daemon/work/mailer.ts'
import { clock, minutes, seconds } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { within } from '../../../../db/store/connection.ts'
import { put, setFileStore } from '../../../../db/store/files/store.ts'
import { drainMail } from '../../../../db/hospital/office/outbox/drain.ts'
import { sendTo } from '../../../../db/hospital/office/outbox/send.ts'
import { outbox_messages } from '../../../../db/hospital/office/outbox/tables.ts'
import {
  type Delivery,
  MailAway,
  type Mailer,
} from '../../../../db/hospital/office/settings/mailer.ts'
import { boot } from '../../../support/boot.ts'
import { letterTo, mailGoes } from '../../../support/messaging/mail.ts'
import { mailSink } from '../../../support/messaging/mail-sink.ts'

t.test('the queue of letters', async (t) => {
  const house = await boot(t)
  const hospital_id = house.hospital.id
  clock.freeze('2027-03-09T08:00:00.000Z')

  const configure = (port: number, is_active = true) => mailGoes(hospital_id, { port, is_active })
  const letter = (to = 'neema@example.org', more: object = {}) => letterTo(house.system, to, more)
  const row = (id: string) => outbox_messages.find({ hospital_id, id })
  t.beforeEach(async () => {
    await within(() => outbox_messages.remove({ hospital_id }))
  })

  /** A server that answers as it is told, without a network. */
  const scripted = (answers: Delivery['outcome'][] | 'away', seen: string[] = []): Mailer => ({
    async open() {
      if (answers === 'away') throw new MailAway('connection refused')
      return {
        whole: () => true,
        close: () => undefined,
        async hand(one) {
          seen.push(one.to)
          return { outcome: answers.shift() ?? 'sent', words: '451 not now' }
        },
      }
    },
  })

  t.test('letters go to the server, whole, with their files', async (t) => {
    const sink = await mailSink(t)
    await configure(sink.port)
    const folder = mkdtempSync(join(tmpdir(), 'kituo-files-'))
    t.teardown(() => rmSync(folder, { recursive: true, force: true }))
    setFileStore(folder)
    const sha256 = await put(Buffer.from('the order'))
    const id = await letter('neema@example.org', {
      attachments: [{ file_name: 'order.txt', content_type: 'text/plain', sha256 }],
    })
    t.same(await drainMail(mailer), { sent: 1, later: 0, failed: 0 })
    t.equal(sink.letters.length, 1)
    const [received] = sink.letters
    t.match(received, { from: 'desk@stmary.example', to: 'neema@example.org' })
    t.match(received?.raw, /^From: "?St Mary"? <desk@stmary\.example>/m)
    t.match(received?.raw, /^Subject: About stock/m)
    t.match(received?.raw, new RegExp(`^Message-ID: <${id}@stmary.example>`, 'm'))
    t.match(received?.raw, /All is well\./)
    t.match(received?.raw, /filename=order\.txt/)
    t.match(await row(id), { status: 'SENT', attempts: 1, sent_at: clock.instant() })
    t.same(await drainMail(mailer), { sent: 0, later: 0, failed: 0 }, 'and not again')
    t.equal(sink.letters.length, 1)
  })

  t.test('a code is sent and then nowhere to be read (PLT-146)', async (t) => {
    const sink = await mailSink(t)
    await configure(sink.port)
    await within(() =>
      sendTo(house.system, {
        email: 'neema@example.org',
        language: 'en',
        event: 'account.code',
        data: { code: '482913', minutes: 10 },
      }),
    )
    await drainMail(mailer)
    t.match(sink.letters[0]?.raw, /482913/)
    const [sent] = await outbox_messages.all({ hospital_id })
    t.match(sent, { status: 'SENT', text: null, sealed: null })
  })

  t.test('many letters over a few lines, each once', async (t) => {
    const sink = await mailSink(t)
    await configure(sink.port)
    for (let n = 0; n < 60; n++) await letter(`person${n}@example.org`)
    const both = await Promise.all([drainMail(mailer), drainMail(mailer)])
    t.equal(both[0].sent + both[1].sent, 60, 'two daemons share them')
    t.equal(new Set(sink.letters.map(({ to }) => to)).size, 60)
    t.equal(sink.letters.length, 60, 'nobody is written to twice')
  })

  t.test(
    'mail that is not taken now goes again after 1, 5, 30, 120, 360 minutes (PLT-142)',
    async (t) => {
      await configure(2525)
      const id = await letter()
      for (const wait of [1, 5, 30, 120, 360]) {
        t.same(await drainMail(scripted(['later'])), { sent: 0, later: 1, failed: 0 })
        t.match(await row(id), { status: 'QUEUED', handed_over: false, claimed_by: null })
        clock.advance(minutes(wait) - seconds(1))
        const early = await drainMail(scripted(['sent']))
        t.same(early, { sent: 0, later: 0, failed: 0 }, `not before ${wait} minutes`)
        clock.advance(seconds(2))
      }
      t.same(await drainMail(scripted(['later'])), { sent: 0, later: 0, failed: 1 })
      t.match(await row(id), {
        status: 'FAILED',
        reason: 'not_taken',
        attempts: 6,
        last_answer: '451 not now',
      })
    },
  )

  t.test('a server that is away keeps the letters', async (t) => {
    await configure(2525)
    for (let n = 0; n < 8; n++) await letter(`person${n}@example.org`)
    t.same(await drainMail(scripted('away')), { sent: 0, later: 8, failed: 0 })
    const seen: string[] = []
    clock.advance(minutes(2))
    t.same(await drainMail(scripted([], seen)), { sent: 8, later: 0, failed: 0 })
    t.equal(new Set(seen).size, 8)
  })

  t.test('a refused address fails at once, the others go (PLT-142)', async (t) => {
    const sink = await mailSink(t)
    await configure(sink.port)
    sink.refuses.receiver = (address) =>
      address.startsWith('bad') ? { code: 550, words: '5.1.1 No such mailbox' } : null
    const bad = await letter('bad@example.org')
    const good = await letter('good@example.org')
    await drainMail(mailer)
    t.match(await row(bad), {
      status: 'FAILED',
      reason: 'bad_address',
      last_answer: '550 5.1.1 No such mailbox',
    })
    t.match(await row(good), { status: 'SENT' })
    sink.refuses.receiver = () => ({ code: 451, words: '4.2.0 Mailbox busy' })
    const busy = await letter('busy@example.org')
    await drainMail(mailer)
    t.match(await row(busy), { status: 'QUEUED', attempts: 1 }, 'busy is not bad')
    sink.refuses.receiver = () => null
    sink.refuses.letter = () => ({ code: 554, words: '5.7.1 Looks like spam' })
    const spam = await letter('spam@example.org')
    await drainMail(mailer)
    t.match(await row(spam), { status: 'FAILED', reason: 'refused' })
  })

  t.test('what follows a refused letter on the same line goes', async (t) => {
    const sink = await mailSink(t)
    sink.refuses.receiver = (address) =>
      address.startsWith('bad') ? { code: 550, words: '5.1.1 No such mailbox' } : null
    const line = await mailer.open({
      host: '127.0.0.1',
      port: sink.port,
      encryption: 'none',
      username: null,
      password: null,
    })
    const to = (address: string) =>
      line.hand({
        id: newId(),
        from: { email: 'desk@example.org', name: null },
        to: address,
        subject: 'Order',
        text: 'The order is ready.',
        attachments: [],
      })
    t.match(await to('bad@example.org'), { outcome: 'bad_address' })
    t.match(await to('good@example.org'), { outcome: 'sent' })
    t.equal(line.whole(), true)
    line.close()
  })

  t.test('a line that breaks while a letter goes over: it is not sent again', async (t) => {
    const sink = await mailSink(t)
    await configure(sink.port)
    const id = await letter()
    let cut = 0
    const breaking: Mailer = {
      async open(server) {
        const line = await mailer.open(server)
        sink.before_answer = () => {
          cut += 1
          // The server has read it all, and its answer never arrives.
          for (const connection of sink.connections()) connection.destroy()
        }
        return line
      },
    }
    t.same(await drainMail(breaking), { sent: 0, later: 0, failed: 1 })
    t.equal(cut, 1)
    t.match(await row(id), { status: 'FAILED', reason: 'outcome_unknown' })
  })

  t.test('a daemon killed between hand-over and note sends nobody twice', async (t) => {
    await configure(2525)
    const first = await letter('first@example.org')
    const seen: string[] = []
    const dying: Mailer = {
      async open() {
        return {
          whole: () => true,
          close: () => undefined,
          hand(one) {
            seen.push(one.to)
            return Promise.reject(new Error('killed'))
          },
        }
      },
    }
    await t.rejects(drainMail(dying), /killed/)
    t.match(await row(first), { status: 'QUEUED', handed_over: true })
    t.same(await drainMail(scripted([], seen)), { sent: 0, later: 0, failed: 0 }, 'its lease runs')
    clock.advance(minutes(6))
    await drainMail(scripted([], seen))
    t.same(seen, ['first@example.org'], 'handed over once')
    t.match(await row(first), { status: 'FAILED', reason: 'outcome_unknown' })
  })

  t.test('a daemon killed before hand-over: another takes its letters up', async (t) => {
    await configure(2525)
    const id = await letter()
    const dying: Mailer = { open: () => Promise.reject(new Error('killed')) }
    await t.rejects(drainMail(dying), /killed/)
    t.match(await row(id), { status: 'QUEUED', handed_over: false })
    t.same(await drainMail(scripted([])), { sent: 0, later: 0, failed: 0 }, 'its lease runs')
    clock.advance(minutes(6))
    t.same(await drainMail(scripted([])), { sent: 1, later: 0, failed: 0 })
  })

  t.test('mail switched off after it was written is skipped (PLT-66)', async (t) => {
    await configure(2525)
    const id = await letter()
    await configure(2525, false)
    t.same(await drainMail(scripted([])), { sent: 0, later: 0, failed: 0 })
    t.match(await row(id), { status: 'SKIPPED', reason: 'channel_off' })
  })

  t.test('what is too late is not sent, what is too early waits', async (t) => {
    await configure(2525)
    const write = (times: { not_before?: string; not_after?: string }) =>
      within(() =>
        sendTo(house.system, {
          email: 'neema@example.org',
          language: 'en',
          event: 'papers.ready',
          data: {},
          ...times,
        }),
      )
    await write({ not_after: new Date(clock.ms() + seconds(10)).toISOString() })
    await write({ not_before: new Date(clock.ms() + minutes(10)).toISOString() })
    clock.advance(minutes(1))
    t.same(await drainMail(scripted([])), { sent: 0, later: 0, failed: 0 })
    const states = (await outbox_messages.all({ hospital_id }, { order: ['id'] })).map(
      ({ status, reason }) => [status, reason],
    )
    t.same(states, [
      ['SKIPPED', 'too_late'],
      ['QUEUED', null],
    ])
    clock.advance(minutes(10))
    t.equal((await drainMail(scripted([]))).sent, 1)
  })

  t.test('a lost attachment fails its letter alone', async (t) => {
    await configure(2525)
    const id = await letter('a@example.org', {
      attachments: [
        { file_name: 'x.pdf', content_type: 'application/pdf', sha256: 'f'.repeat(64) },
      ],
    })
    const other = await letter('b@example.org')
    await drainMail(scripted([]))
    t.match(await row(id), { status: 'FAILED', reason: 'refused' })
    t.match(await row(other), { status: 'SENT' })
  })

  t.test('an SMS waits in the queue for its bridge', async (t) => {
    await within(() =>
      sendTo(house.system, {
        phone: '+255712345678',
        language: 'en',
        event: 'papers.ready',
        data: {},
      }),
    )
    await drainMail(scripted([]))
    t.match(await outbox_messages.all({ hospital_id }), [{ channel: 'sms', status: 'QUEUED' }])
  })
})
