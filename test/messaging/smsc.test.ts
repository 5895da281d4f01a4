// The simulator as an SMPP server (MSG-364): scripts, receipts, refusals, and broken streams.

import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { type Smsc, type SmscOptions, startSmsc } from '../../daemon/sending/smsc/server.ts'
import { validForMs } from '../../daemon/sending/smsc/submits.ts'
import { until } from '../support/programs/daemons.ts'
import { linkTo } from '../support/messaging/smpp-link.ts'
import { type PeerPdu, type PeerSession, smpp } from '../support/messaging/smpp-peer.ts'

const quiet: SmscOptions = {
  host: '127.0.0.1',
  port: 0,
  system_id: null,
  password: null,
  throughput: null,
  receipt_delay_ms: 0,
  mix: { delivered: 1, failed: 0, expired: 0 },
  say: () => undefined,
}

async function smscFor(t: Test, options: Partial<SmscOptions> = {}): Promise<Smsc> {
  const smsc = await startSmsc({ ...quiet, ...options })
  t.teardown(() => smsc.close())
  return smsc
}

/** A client of another make: the `smpp` package. */
async function boundTo(t: Test, { port }: Smsc, bind: object = {}): Promise<PeerSession> {
  const session = smpp.connect({ host: '127.0.0.1', port })
  t.teardown(() => session.destroy())
  session.on('error', () => undefined)
  const answer = await new Promise<PeerPdu>((resolve) =>
    session.bind_transceiver({ system_id: 'other', password: 'pw', ...bind }, resolve),
  )
  t.equal(answer.command_status, 0)
  return session
}
const submit = (session: PeerSession, fields: object): Promise<PeerPdu> =>
  new Promise((resolve) =>
    session.submit_sm(
      { source_addr: 'KITUO', registered_delivery: 1, short_message: 'Habari', ...fields },
      resolve,
    ),
  )

t.test('smsc: another maker’s client submits and gets its receipt', async (t) => {
  const smsc = await smscFor(t)
  const session = await boundTo(t, smsc)
  const came: PeerPdu[] = []
  session.on('deliver_sm', (pdu) => {
    came.push(pdu)
    session.send(pdu.response())
  })
  const { message_id, command_status } = await submit(session, {
    destination_addr: '255712345678',
  })
  t.equal(command_status, 0)
  await until('the receipt', async () => came.length === 1)
  const [receipt] = came
  t.match(String(receipt?.short_message.message), new RegExp(`^id:${message_id} .*stat:DELIVRD`))
  t.equal(receipt?.source_addr, '255712345678')
  t.equal(receipt?.destination_addr, 'KITUO')
  t.equal((receipt?.esm_class ?? 0) & 0x3c, 4)
  await until('the answer to it', async () => smsc.counts().taken === 1)
  t.match(smsc.counts(), { submitted: 1, accepted: 1, sessions: 1, receipts: 1 })
})

t.test('smsc: whoever asks for no receipt gets none', async (t) => {
  const smsc = await smscFor(t)
  const session = await boundTo(t, smsc)
  await submit(session, { destination_addr: '255712345678', registered_delivery: 0 })
  t.equal(smsc.counts().receipts, 0)
})

t.test('smsc: numbers with a script follow it (MSG-363)', async (t) => {
  const smsc = await smscFor(t)
  const session = await boundTo(t, smsc)
  const status = async (phone: string) =>
    (await submit(session, { destination_addr: phone })).command_status
  t.equal(await status('255710000030'), 0x0b)
  t.equal(await status('255710000200'), 0x45)
  t.equal(await status('255710000210'), 0x0a)
  for (const expected of [0x58, 0x58, 0x58, 0])
    t.equal(await status('255710000070'), expected, 'throttled three times')
  t.equal(await status('255710000120'), 0x14, 'queue full')
})

t.test('smsc: a person answers over the same session (script 18)', async (t) => {
  const smsc = await smscFor(t)
  const session = await boundTo(t, smsc)
  const texts: string[] = []
  session.on('deliver_sm', (pdu) => {
    texts.push(String(pdu.short_message.message))
    session.send(pdu.response())
  })
  await submit(session, { destination_addr: '255710000180' })
  await until('the words', async () => texts.includes('ACHA'))
})

t.test('smsc: only the name and password that it was given', async (t) => {
  const smsc = await smscFor(t, { system_id: 'kituo', password: 'secret' })
  const refused = async (bind: object) => {
    const session = smpp.connect({ host: '127.0.0.1', port: smsc.port })
    t.teardown(() => session.destroy())
    session.on('error', () => undefined)
    return new Promise<number>((resolve) =>
      session.bind_transceiver(bind, (pdu) => resolve(pdu.command_status)),
    )
  }
  t.equal(await refused({ system_id: 'other', password: 'secret' }), 0x0f)
  t.equal(await refused({ system_id: 'kituo', password: 'wrong' }), 0x0e)
  t.equal(await refused({ system_id: 'kituo', password: 'secret' }), 0)
})

t.test('smsc: more than the throughput of a second is throttled', async (t) => {
  const smsc = await smscFor(t, { throughput: 3 })
  const session = await boundTo(t, smsc)
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((at) => submit(session, { destination_addr: `25571234567${at}` })),
  )
  t.same(
    answers.map(({ command_status }) => command_status),
    [0, 0, 0, 0x58, 0x58],
  )
})

t.test('smsc: receipts wait for a session that receives', async (t) => {
  const smsc = await smscFor(t)
  const sender = smpp.connect({ host: '127.0.0.1', port: smsc.port })
  t.teardown(() => sender.destroy())
  const bound = (session: PeerSession, kind: 'bind_transmitter' | 'bind_receiver') =>
    new Promise<void>((resolve) =>
      (session as unknown as Record<string, (fields: object, done: () => void) => void>)[kind]?.(
        { system_id: 'other', password: '' },
        resolve,
      ),
    )
  await bound(sender, 'bind_transmitter')
  await submit(sender, { destination_addr: '255712345678' })
  t.equal(smsc.counts().taken, 0)
  const receiver = smpp.connect({ host: '127.0.0.1', port: smsc.port })
  t.teardown(() => receiver.destroy())
  receiver.on('deliver_sm', (pdu) => receiver.send(pdu.response()))
  await bound(receiver, 'bind_receiver')
  await until('the receipt', async () => smsc.counts().taken === 1)
})

t.test('smsc: a wrong length ends the session, and nobody else’s', async (t) => {
  const smsc = await smscFor(t)
  const other = await boundTo(t, smsc)
  const socket = connect({ host: '127.0.0.1', port: smsc.port })
  const heard: Buffer[] = []
  socket.on('data', (piece: Buffer) => heard.push(piece))
  socket.write(Buffer.from('0000000700000015000000000000000100', 'hex'))
  await new Promise((resolve) => socket.once('close', resolve))
  const answer = Buffer.concat(heard)
  t.equal(answer.readUInt32BE(4), 0x80000000)
  t.equal(answer.readUInt32BE(8), 2)
  t.equal((await submit(other, { destination_addr: '255712345678' })).command_status, 0)
})

t.test('smsc: signs of life are answered, other commands are not known', async (t) => {
  const smsc = await smscFor(t)
  const session = await boundTo(t, smsc)
  const alive = await new Promise<PeerPdu>((resolve) => session.enquire_link({}, resolve))
  t.match(alive, { command: 'enquire_link_resp', command_status: 0 })
  const socket = connect(smsc.port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  const answers: Buffer[] = []
  socket.on('data', (bytes: Buffer) => answers.push(bytes))
  const head = Buffer.alloc(16)
  for (const [at, word] of [16, 0x0000_0777, 0, 9].entries()) head.writeUInt32BE(word, at * 4)
  socket.write(head)
  await until('an answer', async () => answers.length > 0)
  const said = Buffer.concat(answers)
  t.same(
    [0, 4, 8, 12].map((at) => said.readUInt32BE(at)),
    [16, 0x8000_0000, 0x03, 9],
    'generic_nack: invalid command id',
  )
})

t.test('smsc: our own link reads it', async (t) => {
  const smsc = await smscFor(t)
  const scene = linkTo({ port: smsc.port, host: '127.0.0.1' })
  t.teardown(() => scene.link.stop(0))
  await scene.up()
  await scene.send({ text: 'Jambo {}€', parts: 2, number: 1 })
  await until('the receipt', async () => scene.arrived.length === 1)
  t.match(scene.arrived[0], { kind: 'receipt', word: 'DELIVRD', destination: '255712345678' })
})

t.test('smsc: validity periods, relative and absolute', async (t) => {
  t.equal(validForMs('000001020304000R', 0), ((24 + 2) * 60 + 3) * 60_000 + 4000)
  t.equal(validForMs('260101000100000+', Date.UTC(2026, 0, 1)), 60_000)
  t.equal(validForMs('260101030100012+', Date.UTC(2026, 0, 1)), 60_000)
  t.equal(validForMs('', 0), 86_400_000)
  t.equal(validForMs('nonsense', 0), 86_400_000)
})
