// Several daemons on one PostgreSQL answer as one: a repeated call is one send (MSG-187), the last
// shilling is spent once (MSG-262), sixty calls in a minute are served in all (MSG-166).

import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { row, rows } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { daemonOn } from '../../support/programs/daemons.ts'
import { on_postgres } from '../../support/database.ts'
import { firm, type KeyAsk } from '../../support/messaging/messaging.ts'

interface Said {
  status: number
  headers: Headers
  text: string
}

/** Away from the top of the minute, where the window turns. */
async function earlyInTheMinute(): Promise<void> {
  const left = 60_000 - (clock.ms() % 60_000)
  if (left < 15_000) await new Promise((resolve) => setTimeout(resolve, left + 50))
}

t.setTimeout(600_000)
t.test(
  'calls that reach several daemons at once',
  { skip: on_postgres ? false : 'PostgreSQL alone' },
  async (t) => {
    const house = await boot(t, [])
    const { address, folder } = house.database
    const daemons = await Promise.all([0, 1, 2].map(() => daemonOn(t, { address, folder })))
    const at = (place: number): string => daemons[place % daemons.length]?.url ?? ''
    const send = async (key: KeyAsk, place: number, once?: string): Promise<Said> => {
      const answer = await fetch(`${at(place)}/v1/sms/send`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key.token ?? ''}`,
          'content-type': 'application/json',
          ...(once === undefined ? {} : { 'idempotency-key': once }),
        },
        body: JSON.stringify({ recipients: ['0712345678'], senderId: 'KLINIKI', message: 'Moja' }),
      })
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    }
    const count = (answers: readonly Said[], status: number): number =>
      answers.filter((answer) => answer.status === status).length

    await t.test('twenty equal sends with one Idempotency-Key', async (t) => {
      const own = await firm(house.app)
      await own.topUp(1000)
      await own.sender()
      const key = await own.key()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, place) => send(key, place, 'storm')),
      )
      t.ok(count(answers, 202) >= 1)
      t.equal(count(answers, 202) + count(answers, 409), 20, 'a 202 or a 409, nothing else')
      for (const { status, text } of answers)
        if (status === 409) t.match(text, '"code":"idempotency_key_in_flight"')
      const taken = answers.filter(({ status }) => status === 202)
      t.equal(new Set(taken.map(({ text }) => text)).size, 1, 'one answer, byte for byte')
      t.equal(taken.filter(({ headers }) => !headers.has('idempotent-replayed')).length, 1)
      const { account_id } = own.live
      const made = await row<{ batches: number; messages: number; charges: number }>(sql`select
        (select count(*) from msg_batches where account_id = ${account_id}) as batches,
        (select count(*) from msg_messages where account_id = ${account_id}) as messages,
        (select count(*) from msg_wallet_entries
          where account_id = ${account_id} and kind = 'charge') as charges`)
      t.same([made?.batches, made?.messages, made?.charges].map(Number), [1, 1, 1])
    })

    await t.test('money for 17 of 30 sends', async (t) => {
      const own = await firm(house.app)
      await own.topUp(17 * 20)
      await own.sender()
      const key = await own.key()
      const answers = await Promise.all(Array.from({ length: 30 }, (_, place) => send(key, place)))
      t.same([count(answers, 202), count(answers, 402)], [17, 13])
      const { account_id } = own.live
      const entries = await rows<{ seq: number; balance_after: number }>(
        sql`select seq, balance_after from msg_wallet_entries
            where account_id = ${account_id} and mode = 'live' order by seq`,
      )
      t.same(
        entries.map(({ seq }) => seq),
        entries.map((_, index) => index + 1),
        'no gap',
      )
      t.equal(entries.at(-1)?.balance_after, 0)
    })

    await t.test('sixty calls of a key in a minute, and no sixty-first', async (t) => {
      const own = await firm(house.app)
      const key = await own.key()
      await earlyInTheMinute()
      const answers = await Promise.all(
        Array.from({ length: 90 }, async (_, place) => {
          const headers = { authorization: `Bearer ${key.token ?? ''}` }
          const answer = await fetch(`${at(place)}/v1/account/key`, { headers })
          await answer.arrayBuffer()
          return { status: answer.status, left: answer.headers.get('x-ratelimit-remaining') }
        }),
      )
      const served = answers.filter(({ status }) => status === 200)
      t.equal(served.length, 60)
      t.equal(answers.filter(({ status }) => status === 429).length, 30)
      t.equal(new Set(served.map(({ left }) => left)).size, 60, 'each was told another number')
    })

    for (const daemon of daemons) await daemon.kill('SIGTERM')
  },
)
