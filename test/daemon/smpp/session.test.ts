// One bound connection against a peer that does what it likes (MSG-331 to MSG-336, MSG-343).

import type { Duplex } from 'node:stream'
import t from 'tap'
import {
  decode,
  encode,
  isReadable,
  type Pdu,
  type Tlvs,
} from '../../../daemon/sending/operators/smpp/codec.ts'
import type { Body } from '../../../daemon/sending/operators/smpp/fields.ts'
import { Frames } from '../../../daemon/sending/operators/smpp/frames.ts'
import { Session, type SessionSettings } from '../../../daemon/sending/operators/smpp/session.ts'
import type { Command } from '../../../daemon/sending/operators/smpp/words.ts'
import { type Hands, hands } from '../../support/hands.ts'
import { wires } from '../../support/messaging/wires.ts'

const message: Body<'submit_sm'> = {
  service_type: '',
  source_ton: 5,
  source_npi: 0,
  source: 'KITUO',
  dest_ton: 1,
  dest_npi: 1,
  destination: '255712345678',
  esm_class: 0,
  protocol_id: 0,
  priority: 0,
  schedule_time: '',
  validity_period: '',
  registered_delivery: 1,
  replace_if_present: 0,
  data_coding: 0,
  default_message: 0,
  short_message: Buffer.from('Habari'),
}
const none: Tlvs = new Map()

interface Scene {
  session: Session
  clock: Hands
  far: Duplex
  heard: Pdu[]
  said: string[]
  answer<C extends Command>(command: C, sequence: number, body: Body<C>, status?: number): void
  turn(): Promise<void>
  last(command: Command): Pdu | undefined
}

async function scene(changes: Partial<SessionSettings> = {}, first = 1): Promise<Scene> {
  const { near, far } = wires()
  const clock = hands()
  const said: string[] = []
  const heard: Pdu[] = []
  const frames = new Frames()
  far.on('data', (piece: Buffer) =>
    frames.push(piece, (frame) => {
      const pdu = decode(frame)
      if (isReadable(pdu)) heard.push(pdu)
    }),
  )
  const session = new Session(
    near,
    {
      mode: 'transceiver',
      system_id: 'kituo',
      password: 'secret',
      system_type: '',
      address_range: '',
      window: 3,
      enquire_ms: 30_000,
      response_ms: 10_000,
      ...changes,
    },
    {
      answered: (sequence, { status, message_id }) =>
        said.push(`answered ${sequence} ${status} ${message_id}`),
      silent: (sequence) => said.push(`silent ${sequence}`),
      late: (sequence, { message_id }) => said.push(`late ${sequence} ${message_id}`),
      async arrived(pdu) {
        if (pdu.command === 'deliver_sm' && pdu.body.source === '0') throw new Error('disk full')
        said.push(`arrived ${pdu.command}`)
        return 0
      },
      noted: (what) => said.push(`noted ${what}`),
      ended: (why, unanswered) => said.push(`ended ${why} [${unanswered.join(' ')}]`),
    },
    clock,
    first,
  )
  const turn = async (): Promise<void> => clock.advance(0)
  const self: Scene = {
    session,
    clock,
    far,
    heard,
    said,
    turn,
    answer: (command, sequence, body, status = 0) =>
      void far.write(encode(command, sequence, body, { status })),
    last: (command) => heard.findLast((pdu) => pdu.command === command),
  }
  return self
}

async function bound(changes: Partial<SessionSettings> = {}, first = 1): Promise<Scene> {
  const self = await scene(changes, first)
  const binding = self.session.bind()
  await self.turn()
  const asked = self.heard[0]
  self.answer('bind_transceiver_resp', asked?.sequence ?? 0, { system_id: 'smsc' })
  await binding
  return self
}

function send(self: Scene, count: number): number[] {
  const numbers = self.session.reserve(count)
  for (const number of numbers) self.session.submit(number, message, none)
  return numbers
}

t.test('it binds as SMPP 3.4 and says who it is', async (t) => {
  const self = await bound()
  t.match(self.heard[0], {
    command: 'bind_transceiver',
    body: { system_id: 'kituo', password: 'secret', interface_version: 0x34 },
  })
  t.ok(self.session.bound)
  t.equal(self.session.free, 3)
})

t.test('a bind that is refused, closed or never answered', async (t) => {
  const refused = await scene()
  const first = refused.session.bind()
  await refused.turn()
  refused.answer('bind_transceiver_resp', 1, { system_id: '' }, 0x0e)
  t.match(await first, { bound: false, status: 0x0e })

  const closed = await scene()
  const second = closed.session.bind()
  await closed.turn()
  closed.far.destroy()
  t.match(await second, { bound: false, status: null })

  const mute = await scene()
  const third = mute.session.bind()
  await mute.clock.advance(10_000)
  t.match(await third, { bound: false, status: null, why: 'no answer to the bind' })
})

t.test('answers in any order; the window is never passed', async (t) => {
  const self = await bound()
  t.same(send(self, 5), [2, 3, 4], 'three of five have a place')
  t.equal(self.session.free, 0)
  await self.turn()
  self.answer('submit_sm_resp', 4, { message_id: 'C' })
  self.answer('submit_sm_resp', 2, { message_id: 'A' })
  await self.turn()
  self.answer('submit_sm_resp', 3, { message_id: '' }, 0x58)
  await self.turn()
  t.same(self.said, ['answered 4 0 C', 'answered 2 0 A', 'answered 3 88 '])
  t.equal(self.session.free, 3)
})

t.test('a place that was reserved and not used is free again', async (t) => {
  const self = await bound()
  self.session.reserve(2)
  self.session.release()
  t.equal(self.session.free, 2)
})

t.test('numbers begin again after the last, and one still open is never used twice', async (t) => {
  const self = await bound({ window: 4 }, 0x7fffffff)
  t.same(send(self, 1), [1], 'the bind took the last number')
  await self.turn()
  const again = await bound({}, 0x7ffffffe)
  t.same(send(again, 3), [0x7fffffff, 1, 2])
})

t.test(
  'no answer in time: the place is free, a late answer is still taken (MSG-335)',
  async (t) => {
    const self = await bound()
    send(self, 1)
    await self.clock.advance(9999)
    t.same(self.said, [])
    await self.clock.advance(1)
    t.same(self.said, ['silent 2'])
    t.equal(self.session.free, 3)
    self.answer('submit_sm_resp', 2, { message_id: 'L' })
    await self.turn()
    t.same(self.said, ['silent 2', 'late 2 L'])
    self.answer('submit_sm_resp', 2, { message_id: 'L' })
    await self.turn()
    t.match(self.said.at(-1), /^noted an answer to nothing/, 'it counts once')
  },
)

t.test(
  'three silences in a row end the session, an answer between does not (MSG-335)',
  async (t) => {
    const self = await bound({ window: 10 })
    send(self, 2)
    await self.clock.advance(10_000)
    send(self, 2)
    await self.turn()
    self.answer('submit_sm_resp', 4, { message_id: 'A' })
    await self.clock.advance(10_000)
    t.notOk(self.session.ended, 'two, an answer, one')
    send(self, 2)
    await self.clock.advance(10_000)
    t.ok(self.session.ended)
    t.match(self.said.at(-1), /ended 3 submits in a row went unanswered/)
  },
)

t.test('signs of life after silence, and the end after two without an answer', async (t) => {
  const self = await bound()
  await self.clock.advance(29_999)
  t.equal(self.last('enquire_link'), undefined)
  await self.clock.advance(1)
  const first = self.last('enquire_link')
  t.ok(first)
  self.answer('enquire_link_resp', first?.sequence ?? 0, {})
  await self.clock.advance(30_000)
  t.not(self.last('enquire_link')?.sequence, first?.sequence)
  await self.clock.advance(10_000)
  t.notOk(self.session.ended, 'one without an answer')
  await self.clock.advance(10_000)
  t.match(self.said.at(-1), /ended 2 enquiries went unanswered/)
})

t.test('traffic puts the sign of life off', async (t) => {
  const self = await bound()
  await self.clock.advance(20_000)
  self.answer('enquire_link', 900, {})
  await self.turn()
  t.match(self.last('enquire_link_resp'), { sequence: 900 }, 'the operator’s own is answered')
  await self.clock.advance(29_999)
  t.equal(self.last('enquire_link'), undefined)
  await self.clock.advance(1)
  t.ok(self.last('enquire_link'))
})

t.test(
  'what arrives is answered when it is kept, and refused for now when it is not',
  async (t) => {
    const self = await bound()
    self.answer('deliver_sm', 50, { ...message })
    self.answer('deliver_sm', 51, { ...message, source: '0' })
    await self.turn()
    t.match(
      self.heard.find(({ sequence }) => sequence === 50),
      { command: 'deliver_sm_resp', status: 0 },
    )
    t.match(
      self.heard.find(({ sequence }) => sequence === 51),
      { status: 0x64 },
    )
  },
)

t.test('wrong lengths: a nack, and the socket is gone within a second', async (t) => {
  for (const length of [4, 15, 70_000]) {
    const self = await bound()
    send(self, 1)
    const header = Buffer.alloc(16)
    header.writeUInt32BE(length, 0)
    header.writeUInt32BE(77, 12)
    self.far.write(header)
    await self.turn()
    t.match(self.last('generic_nack'), { status: 0x02, sequence: 77 })
    t.match(self.said.at(-1), /\[2\]$/, 'what had no answer is named')
    await self.clock.advance(1000)
    t.ok(self.far.destroyed)
  }
})

t.test('what cannot be read is answered in kind, and the session goes on', async (t) => {
  const self = await bound()
  const strange = encode('unbind', 60, {})
  strange.writeUInt32BE(0x00000999, 4)
  self.far.write(strange)
  const cut = encode('deliver_sm', 61, { ...message }).subarray(0, -3)
  cut.writeUInt32BE(cut.length, 0)
  self.far.write(cut)
  await self.turn()
  t.match(
    self.heard.find(({ sequence }) => sequence === 60),
    { command: 'generic_nack', status: 3 },
  )
  t.match(
    self.heard.find(({ sequence }) => sequence === 61),
    { command: 'deliver_sm_resp', status: 2 },
  )
  self.answer('submit_sm', 62, { ...message })
  self.far.write(encode('outbind', 63, { system_id: 'x', password: 'y' }))
  await self.turn()
  t.match(
    self.heard.find(({ sequence }) => sequence === 62),
    { command: 'generic_nack', status: 3 },
  )
  t.notOk(self.session.ended)
})

t.test('an answer of another kind settles nothing', async (t) => {
  const self = await bound()
  send(self, 1)
  await self.turn()
  self.answer('enquire_link_resp', 2, {})
  await self.turn()
  t.match(self.said, ['noted enquire_link_resp to submit 2'])
  self.answer('generic_nack', 2, {}, 0)
  await self.turn()
  t.equal(self.said.at(-1), 'answered 2 255 ', 'a nack without a status is no consent')
})

t.test('it unbinds and waits for the echo; what is unanswered is named', async (t) => {
  const self = await bound()
  send(self, 1)
  const leaving = self.session.unbind()
  await self.turn()
  t.equal(self.session.free, 0)
  self.answer('unbind_resp', self.last('unbind')?.sequence ?? 0, {})
  await leaving
  t.match(self.said.at(-1), /ended unbound \[2\]/)
  t.notOk(self.session.submit(99, message, none), 'not a byte leaves a session that is over')
})

t.test('the operator unbinds, or cuts the connection mid-window', async (t) => {
  const polite = await bound()
  polite.answer('unbind', 70, {})
  await polite.turn()
  t.ok(polite.last('unbind_resp'))
  t.ok(polite.session.ended)
  const rude = await bound()
  send(rude, 3)
  await rude.turn()
  rude.answer('submit_sm_resp', 3, { message_id: 'B' })
  await rude.turn()
  rude.far.destroy()
  await rude.turn()
  t.match(rude.said.at(-1), /\[2 4\]$/)
})

t.test('query_sm: an answer, or none', async (t) => {
  const self = await bound()
  const body = { message_id: 'A', source_ton: 5, source_npi: 0, source: 'KITUO' }
  const asked = self.session.query(body)
  await self.turn()
  self.answer('query_sm_resp', 2, {
    message_id: 'A',
    final_date: '',
    message_state: 2,
    error_code: 0,
  })
  t.match(await asked, { body: { message_state: 2 } })
  const mute = self.session.query(body)
  await self.clock.advance(10_000)
  t.equal(await mute, null)
})
