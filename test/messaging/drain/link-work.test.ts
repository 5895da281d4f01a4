// One link at work beside others: whom it waits for and in which order it locks (decision 0262), what a
// fault costs, and that nothing of it goes on when it has stopped (MSG-302, MSG-303, MSG-313).

import pg from 'pg'
import t, { type Test } from 'tap'
import { startDrain } from '../../../daemon/sending/drain.ts'
import { Buffer, look_again_ms } from '../../../daemon/sending/drain/buffer.ts'
import { Holds } from '../../../daemon/sending/drain/holds.ts'
import { Ledger } from '../../../daemon/sending/drain/ledger.ts'
import { clock } from '../../../db/core/clock.ts'
import { database, run, within } from '../../../db/store/connection.ts'
import type { Connection } from '../../../db/store/engines/engine.ts'
import type { PartAnswer, Settled } from '../../../db/messaging/drain/answers.ts'
import { factsOf, type MessageFacts } from '../../../db/messaging/drain/ends.ts'
import { msg_parts } from '../../../db/messaging/messages/tables.ts'
import { nudge } from '../../../db/messaging/nudges.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { on_postgres } from '../../support/database.ts'
import { until } from '../../support/programs/daemons.ts'
import { phones, proveWallet, quiet_log, send, statesOf } from '../../support/messaging/drains.ts'
import { peerScene } from '../../support/messaging/peer-scene.ts'
import { accept } from '../../support/messaging/smpp-peer.ts'
import { statementsOf } from '../../support/statements.ts'

/** A window of one: the first message is with the operator until it is answered, the second waits. */
async function oneOfTwo(t: Test) {
  let refuse = (): void => undefined
  const scene = await peerScene(
    t,
    (session, pdu, at) => {
      if (at === 1) refuse = () => void session.send(pdu.response({ command_status: 0x0b }))
      else accept(session, pdu, `id-${at}`)
    },
    { options: { windowSize: 1, responseTimeoutSeconds: 20 } },
  )
  const said: string[] = []
  const told = (_: object, message: string): void => void said.push(message)
  const drain = await startDrain({ daemon: 'test', log: { info: () => undefined, error: told } })
  let stopped: Promise<void> | null = null
  const stop = (): Promise<void> => (stopped ??= drain.stop())
  t.teardown(stop)
  const sent = await send(scene.own, { recipients: phones(2) })
  await until('the first is with the operator', async () => scene.peer.got.length === 1)
  const [first, second] = await statesOf(sent.batchId)
  return {
    ...scene,
    said,
    stop,
    batch: sent.batchId,
    refuse: () => refuse(),
    first: first?.id ?? '',
    second: second?.id ?? '',
  }
}

t.test(
  'a message that somebody has in hand is passed over, and goes when he lets go of it',
  { skip: !on_postgres && 'SQLite has one writer' },
  async (t) => {
    const { house, own, refuse, batch, first, second } = await oneOfTwo(t)
    const { url, schema = 'public' } = house.database.address
    const other = new pg.Client({
      connectionString: url ?? '',
      options: `-c search_path=${schema},public`,
    })
    await other.connect()
    t.teardown(() => other.end())
    await other.query('begin')
    await other.query('select id from msg_messages where id = $1 for update', [second])
    refuse()
    const statusOf = async (id: string) =>
      (await statesOf(batch)).find((one) => one.id === id)?.status
    await until('the answer is written meanwhile', async () => (await statusOf(first)) === 'failed')
    t.equal(await statusOf(second), 'queued')
    await t.resolves(
      other.query('select 1 from msg_wallets where account_id = $1 for update', [own.account.id]),
      'who holds the message can pay it back',
    )
    await other.query('commit')
    await until('it leaves', async () => (await statusOf(second)) === 'sent')
    t.same(await proveWallet(own), [])
  },
)

t.test('what was passed over is not read again at once', async (t) => {
  await boot(t)
  // Whole: half a millisecond and fifty are not always fifty more.
  let now = Math.round(performance.now())
  const real = performance.now.bind(performance)
  performance.now = () => now
  t.teardown(() => {
    performance.now = real
  })
  const buffer = new Buffer('link', new Holds(), 30)
  t.equal(buffer.worthLooking(0), true)
  await buffer.refill([], 0)
  buffer.lookAgain()
  t.equal(buffer.worthLooking(0), true, 'what is nearly empty is filled')
  buffer.passOver()
  t.equal(buffer.worthLooking(0), false)
  now += look_again_ms
  t.equal(buffer.worthLooking(0), true)
  await buffer.refill([], 0)
  t.equal(buffer.passed_over, false)
})

t.test('after a fault before anything was begun, what came is written by itself', async (t) => {
  const { refuse, batch, first, said, stop, own } = await oneOfTwo(t)
  const engine = database()
  const write = engine.write.bind(engine)
  /** What each transaction of a job asked, in the order of their ends. */
  const kept: string[][] = []
  engine.write = (work, lane) => {
    if (lane !== 'jobs') return write(work, lane)
    if (!said.includes('a link could not go on')) return Promise.reject(new Error('away'))
    const own_texts: string[] = []
    return write((connection) => {
      const heard: Connection = {
        all: (text, values) => (own_texts.push(text), connection.all(text, values)),
        run: (text, values) => (own_texts.push(text), connection.run(text, values)),
      }
      return work(heard)
    }, lane).finally(() => kept.push(own_texts))
  }
  t.teardown(() => {
    engine.write = write
  })
  refuse()
  await until('the answer is written', async () =>
    (await statesOf(batch)).some(({ id, status }) => id === first && status === 'failed'),
  )
  const its_own = kept.find((texts) =>
    texts.some((text) => text.includes('set\n      state = case')),
  )
  // The link itself tries again after a second, and would have taken it along.
  t.notOk(its_own?.some((text) => text.includes('insert into msg_parts')))
  t.ok(its_own)
  await stop()
  t.same(await proveWallet(own), [])
})

t.test('what is read ahead: its fault is told, and who stops waits for it', async (t) => {
  const { own, peer, link_id } = await peerScene(
    t,
    (session, pdu, at) => accept(session, pdu, `id-${at}`),
    { throughput: 1 },
  )
  const said: string[] = []
  const drain = await startDrain({
    daemon: 'test',
    log: { info: () => undefined, error: (_, message) => void said.push(message) },
  })
  let stopped: Promise<void> | null = null
  t.teardown(() => (stopped ??= drain.stop()))
  await send(own, { recipients: phones(250) })
  await until('a full buffer', async () => drain.links().some(({ buffered }) => buffered > 200))
  const engine = database()
  const read = engine.read.bind(engine)
  t.teardown(() => {
    engine.read = read
  })
  /** There is the simulator's link too. */
  const ahead = (text: string, values: readonly unknown[]): boolean =>
    /select[^]*from msg_parts/.test(text) && values.includes(link_id)
  engine.read = (text, values) =>
    ahead(text, values) ? Promise.reject(new Error('away')) : read(text, values)
  await until('it is told', async () => {
    nudge('queue')
    return said.includes('a link could not read ahead')
  })
  const order: string[] = []
  engine.read = async (text, values) => {
    if (!ahead(text, values) || order.length > 0) return read(text, values)
    order.push('asked')
    // Longer than a stop that waits for nothing.
    while (drain.links().length > 0) await read(text, values)
    for (let turn = 0; turn < 300; turn++) await read(text, values)
    order.push('answered')
    return read(text, values)
  }
  await until('it reads', async () => {
    nudge('queue')
    return order.length > 0
  })
  for (const session of peer.sessions) session.on('unbind', () => order.push('unbound'))
  await (stopped ??= drain.stop())
  t.same(order, ['asked', 'answered', 'unbound'])
})

const ledgerOf = (id: string) =>
  new Ledger(
    { id, receipts: 'every_part', error_map: {}, resend_on_unknown: 'never', spell: () => [] },
    quiet_log,
  )

const answerOf = (part_id: string): PartAnswer =>
  ({ part_id, facts: {}, settled: { state: 'unknown' } }) as unknown as PartAnswer

t.test('a late answer frees no place: its own was free long ago (MSG-303)', async (t) => {
  const ledger = ledgerOf('link')
  ledger.carry = () => true
  ledger.answer({ ...answerOf('late'), late: true })
  ledger.answer(answerOf('open'), () => undefined)
  await until('they are ripe', async () => ledger.ripe > 0)
  t.equal(ledger.ripe, 1)
  t.match(ledger.lend(), { places: 1, answers: { length: 2 } })
})

/** Six messages with the operator, whose parts nobody has answered for; and what comes of them. */
async function withOperator(t: Test) {
  const { own, link_id } = await peerScene(t, () => undefined)
  const { batchId } = await send(own, { recipients: phones(6) })
  const ids = (await statesOf(batchId)).map(({ id }) => id)
  const facts = await factsOf(ids)
  await within(async () => {
    await run(sql`update msg_messages set submitted = true, link_id = ${link_id}`)
    for (const [at, { message_id, hospital_id, phone }] of facts.entries())
      await msg_parts.insert({
        id: message_id,
        hospital_id,
        message_id,
        number: 1,
        segments: 1,
        state: at < 3 ? 'submitting' : 'accepted',
        match_id: at < 3 ? null : `m-${at}`,
        operator_message_id: at < 3 ? null : `m-${at}`,
        attempts: 1,
        phone,
        link_id,
        owner: 'test',
        fence: 1,
        created_at: clock.instant(),
      })
  })
  const ledger = ledgerOf(link_id)
  const answer = (at: number, settled: Settled): void => {
    const one = facts[at] as MessageFacts
    ledger.answer({ part_id: one.message_id, facts: one, settled }, () => undefined)
  }
  const receipt = (at: number, word: string): void => {
    void ledger.receipt({
      raw_id: `m-${at}`,
      spellings: [`m-${at}`],
      word,
      error_code: null,
      destination: facts[at]?.phone ?? null,
      user_reference: null,
      network: null,
      done_at: null,
      received_at: clock.instant(),
      raw: word,
    })
  }
  const refusal: Settled = { state: 'rejected', code: '0x0b', reason: 'unknown_subscriber' }
  const everything = (): void => {
    answer(0, { state: 'accepted', operator_message_id: 'm-0' })
    answer(1, refusal)
    answer(2, refusal)
    receipt(3, 'DELIVRD')
    receipt(4, 'UNDELIV')
    receipt(5, 'DELIVRD')
  }
  return { own, ledger, everything }
}

t.test(
  'every message is written before the wallet, and the wallet before what is counted',
  async (t) => {
    const { own, ledger, everything } = await withOperator(t)
    ledger.carry = () => true
    everything()
    const said = await statementsOf(async () => {
      const taken = ledger.lend()
      if (taken === null) throw new Error('somebody writes')
      await within(() => ledger.settle(taken))
      ledger.written(taken)
    })
    await ledger.settled()
    const at = (text: string): number[] =>
      said.flatMap((one, place) => (one.trim().startsWith(text) ? [place] : []))
    const [messages, wallets, usage] = [
      'update msg_messages',
      'update msg_wallets',
      'insert into msg_usage',
    ].map(at) as [number[], number[], number[]]
    t.ok(messages.length > 3)
    t.equal(wallets.length, 1, 'one wallet, once')
    t.equal(usage.length, 1)
    t.ok(Math.max(...messages) < Math.min(...wallets), `${String(messages)} ${String(wallets)}`)
    t.ok(Math.max(...wallets) < Math.min(...usage))
    t.same(await proveWallet(own), [])
  },
)

t.test('what is written without a slice is gathered too', async (t) => {
  const { own, ledger, everything } = await withOperator(t)
  everything()
  const said = await statementsOf(() => ledger.settled())
  const times = (text: string): number => said.filter((one) => one.trim().startsWith(text)).length
  // The answers, and after them the receipts.
  t.equal(times('insert into msg_usage'), 2)
  t.equal(times('insert into msg_events'), 2)
  t.equal(times('update msg_wallets'), 1)
  t.same(await proveWallet(own), [])
})
