// Kannel as a customer of our SMSC (MSG-344): its submits, our answers, receipts and texts.

import t from 'tap'
import { startSmsc } from '../../../daemon/sending/smsc/server.ts'
import { until } from '../../support/programs/daemons.ts'
import { folder } from '../../support/folder.ts'
import { kannel, without_kannel } from '../../support/messaging/kannel.ts'

t.setTimeout(600_000)

/** Kannel's words for what became of a message. */
const told = { delivered: '1', failed: '2', accepted: '8', rejected: '16' } as const

for (const transceiver of [true, false])
  t.test(
    `interop: Kannel over ${transceiver ? 'one bind' : 'two binds'} of our SMSC`,
    { skip: without_kannel },
    async (t) => {
      const said: string[] = []
      const smsc = await startSmsc({
        host: '127.0.0.1',
        port: 0,
        system_id: 'kituo',
        password: 'secret',
        throughput: null,
        receipt_delay_ms: 50,
        mix: { delivered: 1, failed: 0, expired: 0 },
        say: (line) => said.push(line),
      })
      t.teardown(() => smsc.close())
      const one = await kannel(t, { smsc: smsc.port, folder: folder(t), transceiver })
      const hears = (to: string, kind: string) =>
        until(`${kind} for ${to}`, async () =>
          one.heard.some(
            ({ path, words }) =>
              path === '/dlr' && words.get('to') === to && words.get('kind') === kind,
          ),
        )

      await t.test('a text is taken and delivered', async (t) => {
        t.match(await one.send({ to: '255712345678', text: 'Habari ya leo' }), /Accepted/)
        await hears('255712345678', told.accepted)
        await hears('255712345678', told.delivered)
        t.ok(said.includes('KITUO → 255712345678: accepted, Habari ya leo'))
      })

      await t.test('what is not delivered, and what is refused', async () => {
        await one.send({ to: '255710000010', text: 'Habari' })
        await hears('255710000010', told.failed)
        await one.send({ to: '255710000030', text: 'Habari' })
        await hears('255710000030', told.rejected)
      })

      await t.test('a long text comes in parts, each letter of it', async (t) => {
        const text = 'Karibu sana {kliniki} € '.repeat(12).trim()
        await one.send({ to: '255713000001', text, charset: 'UTF-8' })
        await hears('255713000001', told.delivered)
        const parts = said.filter((line) => line.includes('255713000001'))
        t.ok(parts.length >= 2)
        t.equal(parts.map((line) => line.split('accepted, ')[1]).join(''), text)
      })

      await t.test('letters beyond GSM', async (t) => {
        const text = 'Привет, Əhməd'
        await one.send({ to: '255713000002', text, charset: 'UTF-8', coding: '2' })
        await hears('255713000002', told.delivered)
        t.ok(said.some((line) => line.endsWith(`accepted, ${text}`)))
      })

      await t.test('somebody answers', async (t) => {
        await one.send({ to: '255710000180', text: 'Habari' })
        await until('the answer', async () => one.heard.some(({ path }) => path === '/came'))
        const { words } = one.heard.find(({ path }) => path === '/came') ?? {}
        t.match(words?.get('from'), /255710000180$/)
        t.equal(words?.get('text'), 'ACHA')
      })

      await t.test('Kannel counts as we do', async (t) => {
        const { rejected, receipts, taken, texts } = smsc.counts()
        t.equal(rejected, 1)
        t.same([texts, taken], [1, receipts + texts])
        t.match(await one.status(), /SMS: received 1 \(0 queued\), sent 5 \(0 queued\)/)
        t.notMatch(one.log(), /PANIC/)
      })
    },
  )
