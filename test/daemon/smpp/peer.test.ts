// Our link against an operator of another make: the `smpp` package (MSG-344).

import t from 'tap'
import { until } from '../../support/programs/daemons.ts'
import { certificate, certificate_key } from '../../support/certificate.ts'
import { linkTo, type LinkScene, plain_submission } from '../../support/messaging/smpp-link.ts'
import {
  accept,
  type Peer,
  type PeerOptions,
  type PeerPdu,
  type PeerSession,
  smppPeer,
} from '../../support/messaging/smpp-peer.ts'
import type { SmppSettings } from '../../../daemon/sending/operators/smpp/link.ts'
import type { ArrivedReceipt, ArrivedText } from '../../../daemon/sending/operators/way.ts'

interface Pair extends LinkScene {
  peer: Peer
}

async function pair(
  t: { teardown(call: () => Promise<void>): void },
  options: PeerOptions = {},
  changes: Partial<SmppSettings> = {},
  store?: (what: ArrivedReceipt | ArrivedText) => Promise<void>,
): Promise<Pair> {
  const peer = await smppPeer(options)
  const scene = linkTo({ port: peer.port, ...changes }, store)
  t.teardown(async () => {
    await scene.link.stop(0)
    await peer.close()
  })
  return { ...scene, peer }
}

const textOf = (pdu: PeerPdu | undefined): string | Buffer | undefined =>
  (pdu?.message_payload ?? pdu?.short_message)?.message

t.test('peer: the operator reads what was written, in every encoding', async (t) => {
  const cases: [string, 'GSM-7' | 'UCS-2', Partial<SmppSettings>][] = [
    ['Habari @£$ ñ', 'GSM-7', {}],
    ['Bei ni 5€ [leo] {kesho}', 'GSM-7', {}],
    ['Жибек 😀', 'UCS-2', {}],
    ['a'.repeat(160), 'GSM-7', {}],
    ['Habari @ é', 'GSM-7', { long_message: 'payload' }],
  ]
  for (const [text, encoding, changes] of cases) {
    const scene = await pair(t, {}, changes)
    await scene.send({ text, encoding })
    await until('the answer', async () => scene.outcomes.length === 1)
    t.match(scene.outcomes[0]?.outcome, { kind: 'accepted', id: 'id-1' })
    t.equal(textOf(scene.peer.got[0]), text)
    t.match(scene.peer.got[0], {
      source_addr: 'KITUO',
      source_addr_ton: 5,
      destination_addr: '255712345678',
      dest_addr_ton: 1,
      registered_delivery: 1,
    })
  }
})

t.test('peer: a long text comes in parts that say their place (MSG-339)', async (t) => {
  const scene = await pair(t)
  for (const number of [1, 2, 3]) await scene.send({ parts: 3, number, text: `part ${number}` })
  await until('three', async () => scene.outcomes.length === 3)
  for (const [at, pdu] of scene.peer.got.entries()) {
    t.equal(pdu.esm_class, 0x40)
    t.equal(pdu.short_message.udh?.[0]?.toString('hex'), `000309030${at + 1}`)
    t.equal(pdu.short_message.message, `part ${at + 1}`)
  }
})

t.test('peer: answers out of order, refusals and throttling', async (t) => {
  const kept: (() => void)[] = []
  const scene = await pair(t, {
    submit(session, pdu, at) {
      const statuses: Record<number, number> = { 2: 0x58, 3: 0x0b, 4: 0x14 }
      kept.push(() =>
        statuses[at] === undefined
          ? accept(session, pdu, `id-${at}`)
          : void session.send(pdu.response({ command_status: statuses[at] })),
      )
      if (kept.length === 5) for (const answer of kept.reverse()) answer()
    },
  })
  for (let at = 0; at < 5; at++) await scene.send()
  await until('five', async () => scene.outcomes.length === 5)
  t.same(
    scene.outcomes.map(({ outcome }) => outcome.kind),
    ['accepted', 'throttled', 'rejected', 'throttled', 'accepted'],
  )
})

t.test(
  'peer: a receipt is answered when it is kept, and before the submit answer too',
  async (t) => {
    const answers: PeerPdu[] = []
    const receipt = {
      source_addr: '255712345678',
      destination_addr: 'KITUO',
      esm_class: 4,
      short_message:
        'id:id-1 sub:001 dlvrd:001 submit date:2601010000 done date:2601010001 stat:DELIVRD err:000 text:',
    }
    let keep: () => void = () => undefined
    const keeping = new Promise<void>((resolve) => {
      keep = resolve
    })
    const scene = await pair(
      t,
      {
        submit(session: PeerSession, pdu) {
          session.deliver_sm(receipt, (answer) => {
            answers.push(answer)
            accept(session, pdu, 'id-1')
          })
        },
      },
      {},
      () => keeping,
    )
    await scene.send()
    await until('the submit', async () => scene.peer.got.length === 1)
    t.equal(answers.length, 0, 'not answered before it is kept')
    keep()
    await until('the answer', async () => scene.outcomes.length === 1)
    t.match(answers[0], { command: 'deliver_sm_resp', command_status: 0 })
    t.match(scene.arrived[0], {
      kind: 'receipt',
      id: 'id-1',
      word: 'DELIVRD',
      destination: '255712345678',
    })
  },
)

t.test('peer: what cannot be kept is to be repeated', async (t) => {
  const answers: PeerPdu[] = []
  const scene = await pair(t, {}, {}, async () => {
    throw new Error('disk full')
  })
  await scene.up()
  scene.peer.sessions[0]?.deliver_sm({ source_addr: '255', short_message: 'ACHA' }, (answer) =>
    answers.push(answer),
  )
  await until('the answer', async () => answers.length === 1)
  t.match(answers[0], { command_status: 0x64 })
})

t.test('peer: people’s words, with a payload and as UCS-2', async (t) => {
  const scene = await pair(t)
  await scene.up()
  const [session] = scene.peer.sessions
  session?.deliver_sm({
    source_addr: '255712345678',
    destination_addr: '15015',
    short_message: 'NDIYO',
  })
  session?.deliver_sm({
    source_addr: '255712345678',
    destination_addr: '15015',
    data_coding: 8,
    short_message: 'Ж😀',
  })
  session?.deliver_sm({
    source_addr: '255712345678',
    destination_addr: '15015',
    message_payload: 'x'.repeat(400),
  })
  await until('three', async () => scene.arrived.length === 3)
  t.same(
    scene.arrived.map((one) => one.kind === 'text' && one.text),
    ['NDIYO', 'Ж😀', 'x'.repeat(400)],
  )
})

t.test('peer: TLS, verified by certificate and name', async (t) => {
  const tls = { key: certificate_key, cert: certificate }
  const trusted = await pair(
    t,
    { tls },
    {
      host: 'localhost',
      tls: { on: true, verify: true, server_name: null, ca: certificate },
    },
  )
  await trusted.send()
  await until('the answer', async () => trusted.outcomes.length === 1)
  const unknown = await pair(
    t,
    { tls },
    {
      host: 'localhost',
      tls: { on: true, verify: true, server_name: null, ca: null },
    },
  )
  await until('the refusal', async () => unknown.states.includes('down'))
  const misnamed = await pair(
    t,
    { tls },
    {
      host: 'localhost',
      tls: { on: true, verify: true, server_name: 'operator.example', ca: certificate },
    },
  )
  await until('the refusal', async () => misnamed.states.includes('down'))
  t.equal(unknown.peer.got.length + misnamed.peer.got.length, 0)
  const careless = await pair(
    t,
    { tls },
    {
      host: 'localhost',
      tls: { on: true, verify: false, server_name: null, ca: null },
    },
  )
  await careless.up()
})

t.test('peer: a wrong password, then the right one', async (t) => {
  const refused = await pair(
    t,
    { bind: ({ password }) => (password === 'secret' ? 0 : 0x0e) },
    { password: 'wrong' },
  )
  await until('the refusal', async () => refused.states.at(-1) === 'refused')
})

t.test('peer: it drops the connection mid-window, and is there again', async (t) => {
  let dropped = false
  const scene = await pair(t, {
    submit(session, pdu, at) {
      if (at === 3 && !dropped) {
        dropped = true
        session.socket.destroy()
      } else if (at !== 2) accept(session, pdu, `id-${at}`)
    },
  })
  for (let at = 0; at < 3; at++) await scene.send()
  await until('three outcomes', async () => scene.outcomes.length === 3)
  t.same(scene.outcomes.map(({ outcome }) => outcome.kind).sort(), [
    'accepted',
    'unknown',
    'unknown',
  ])
  await scene.send()
  await until('the fourth', async () => scene.outcomes.length === 4)
  t.equal(scene.outcomes[3]?.outcome.kind, 'accepted')
})

t.test('peer: a PDU of a wrong length ends the session, and it reconnects', async (t) => {
  const scene = await pair(t)
  await scene.up()
  const header = Buffer.alloc(16)
  header.writeUInt32BE(7, 0)
  scene.peer.sessions[0]?.socket.write(header)
  await until('another session', async () => scene.peer.sessions.length === 2)
  await scene.send()
  await until('the answer', async () => scene.outcomes.length === 1)
})

t.test('peer: two binds, five hundred at a time, every one once', async (t) => {
  const scene = await pair(t, {}, { binds: 2, window: 50 })
  await until('both binds', async () => scene.link.free() === 100)
  let sent = 0
  while (sent < 500) {
    await until('room', async () => scene.link.free() > 0)
    for (const place of scene.link.reserve(500 - sent)) {
      sent += 1
      scene.link.submit(place, {
        ...plain_submission,
        text: `n${sent}`,
      })
    }
  }
  await until('every answer', async () => scene.outcomes.length === 500)
  t.equal(new Set(scene.peer.got.map(textOf)).size, 500)
  t.equal(scene.peer.got.length, 500)
})
