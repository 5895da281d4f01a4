// An SMPP link: binds, reconnects, refusals, submits by its settings (MSG-333 to MSG-342).

import type { Duplex } from 'node:stream'
import t from 'tap'
import {
  decode,
  encode,
  isReadable,
  type Pdu,
  type PduOf,
} from '../../../daemon/sending/operators/smpp/codec.ts'
import { Frames } from '../../../daemon/sending/operators/smpp/frames.ts'
import { SmppLink, type SmppSettings } from '../../../daemon/sending/operators/smpp/link.ts'
import { outcomeOf } from '../../../daemon/sending/operators/smpp/outcomes.ts'
import { submitOf, validityOf } from '../../../daemon/sending/operators/smpp/submits.ts'
import { tags } from '../../../daemon/sending/operators/smpp/words.ts'
import type { Submission } from '../../../daemon/sending/operators/way.ts'
import { hands } from '../../support/hands.ts'
import { plain_settings, plain_submission } from '../../support/messaging/smpp-link.ts'
import { wires } from '../../support/messaging/wires.ts'

const settings: SmppSettings = { ...plain_settings, port: 2775, window: 2, response_s: 10 }
const one: Submission = { ...plain_submission, user_reference: 513 }

type Bind = Extract<Pdu['command'], `bind_${string}r`>

/** An operator that answers each bind with what stands next in `answers`; nothing: it stays mute. */
function operator(changes: Partial<SmppSettings>, answers: (number | null)[]) {
  const clock = hands()
  const said: string[] = []
  const got: string[] = []
  const ends: { far: Duplex; heard: Pdu[] }[] = []
  const link = new SmppLink(
    { ...settings, ...changes },
    {
      answered: (place, outcome) => got.push(`${place.bind}/${place.sequence} ${outcome.kind}`),
      late: (place, outcome) => got.push(`late ${place.sequence} ${outcome.kind}`),
      arrived: async (what) => void got.push(what.kind),
      state: (state, cause) => said.push(`${state}: ${cause}`),
      ready: () => undefined,
    },
    {
      timers: clock,
      now: () => new Date('2026-01-01T00:00:00Z'),
      chance: () => 0.5,
      connect() {
        const { near, far } = wires()
        const heard: Pdu[] = []
        const frames = new Frames()
        ends.push({ far, heard })
        far.on('data', (piece: Buffer) =>
          frames.push(piece, (frame) => {
            const pdu = decode(frame)
            if (!isReadable(pdu)) return
            heard.push(pdu)
            if (pdu.command === 'unbind') far.write(encode('unbind_resp', pdu.sequence, {}))
            if (!pdu.command.startsWith('bind_')) return
            const status = answers.length > 1 ? answers.shift() : answers[0]
            if (status === null || status === undefined) return
            const answer = `${pdu.command as Bind}_resp` as const
            far.write(encode(answer, pdu.sequence, { system_id: 's' }, { status }))
          }),
        )
        return near
      },
    },
  )
  return { link, clock, said, got, ends }
}

const byName = (a = '', b = ''): number => (a < b ? -1 : 1)

t.test('it comes up, loses the connection and comes back, 1, 2, 4 s later (MSG-337)', async (t) => {
  const { link, clock, said, ends } = operator({}, [0])
  link.start()
  await clock.advance(0)
  t.same(said, ['connecting: connecting', 'up: bound'])
  ends[0]?.far.destroy()
  await clock.advance(999)
  t.equal(ends.length, 1)
  await clock.advance(1)
  t.equal(ends.length, 2, 'after a second')
  t.match(said.slice(2), [/^down: /, 'up: bound'])
})

t.test('binds that stay mute are waited for longer and longer, never past a minute', async (t) => {
  const { link, clock, ends, said } = operator({}, [null])
  link.start()
  await clock.advance(0)
  for (const wait_s of [1, 2, 4, 8, 16, 32, 60, 60]) {
    const tried = ends.length
    await clock.advance(10_000 + wait_s * 1000 - 1)
    t.equal(ends.length, tried, `not before ${wait_s} s`)
    await clock.advance(1)
    t.equal(ends.length, tried + 1)
  }
  t.equal(said.length, 2, 'one line when it goes down, not one for each try')
})

t.test(
  'a refused bind rests for a quarter of an hour, or until it is started anew (MSG-337)',
  async (t) => {
    for (const status of [0x0d, 0x0e, 0x0f]) {
      const { link, clock, ends, said } = operator({}, [status, 0])
      link.start()
      await clock.advance(0)
      t.match(said.at(-1), /^refused: bind answered 0x0/)
      await clock.advance(15 * 60_000 - 1)
      t.equal(ends.length, 1)
      await clock.advance(1)
      t.match(said.at(-1), 'up: bound')
    }
    const { link, clock, said } = operator({}, [0x0e, 0])
    link.start()
    await clock.advance(0)
    link.start()
    await clock.advance(0)
    t.match(said.at(-1), 'up: bound')
  },
)

t.test('already bound: in a minute', async (t) => {
  const { link, clock, ends } = operator({}, [0x05, 0])
  link.start()
  await clock.advance(59_999)
  t.equal(ends.length, 1)
  await clock.advance(1)
  t.equal(ends.length, 2)
})

t.test(
  'several binds share the work; a transmitter never carries what a receiver does',
  async (t) => {
    const { link, clock, ends } = operator({ binds: 2, bind_mode: 'transmitter_receiver' }, [0])
    link.start()
    await clock.advance(0)
    t.same(ends.map(({ heard }) => heard[0]?.command).toSorted(byName), [
      'bind_receiver',
      'bind_receiver',
      'bind_transmitter',
      'bind_transmitter',
    ])
    t.equal(link.free(), 4)
    const places = link.reserve(3)
    t.same(new Set(places.map(({ bind }) => bind)), new Set([0, 1]))
    for (const place of places) link.submit(place, one)
    await clock.advance(0)
    for (const { heard } of ends.filter(({ heard: [first] }) => first?.command === 'bind_receiver'))
      t.equal(heard.length, 1)
    t.equal(link.unanswered(), 3)
  },
)

t.test('a connection that drops mid-window leaves nothing but unknowns', async (t) => {
  const { link, clock, ends, got } = operator({}, [0])
  link.start()
  await clock.advance(0)
  for (const place of link.reserve(2)) link.submit(place, one)
  await clock.advance(0)
  const [{ far, heard }] = ends as [{ far: Duplex; heard: Pdu[] }]
  const first = heard.find(({ command }) => command === 'submit_sm')
  far.write(encode('submit_sm_resp', first?.sequence ?? 0, { message_id: 'A' }))
  await clock.advance(0)
  far.destroy()
  await clock.advance(0)
  t.same(got, ['0/2 accepted', '0/3 unknown'])
  t.equal(link.free(), 0)
})

t.test('stop awaits what is in flight, then says goodbye (MSG-313)', async (t) => {
  const { link, clock, ends, got, said } = operator({}, [0])
  link.start()
  await clock.advance(0)
  for (const place of link.reserve(1)) link.submit(place, one)
  const stopping = link.stop(10_000)
  t.equal(link.free(), 0, 'nothing new')
  await clock.advance(100)
  const [{ far, heard }] = ends as [{ far: Duplex; heard: Pdu[] }]
  t.notOk(heard.some(({ command }) => command === 'unbind'))
  far.write(encode('submit_sm_resp', 2, { message_id: 'A' }))
  await clock.advance(100)
  await stopping
  t.same(got, ['0/2 accepted'])
  t.ok(heard.some(({ command }) => command === 'unbind'))
  t.match(said.at(-1), /^stopped/)
})

t.test('0x04 binds anew, and the message has lost nothing', async (t) => {
  const { link, clock, ends, got } = operator({}, [0])
  link.start()
  await clock.advance(0)
  for (const place of link.reserve(1)) link.submit(place, one)
  await clock.advance(0)
  ends[0]?.far.write(encode('submit_sm_resp', 2, { message_id: '' }, { status: 4 }))
  await clock.advance(2000)
  t.same(got, ['0/2 unsent'])
  t.equal(ends.length, 2)
})

t.test('what an answer means', async (t) => {
  const cases: [number, string, string | null][] = [
    [0x00, 'accepted', null],
    [0x14, 'throttled', null],
    [0x58, 'throttled', null],
    [0x08, 'later', null],
    [0x64, 'later', null],
    [0x04, 'unsent', null],
    [0x0b, 'rejected', 'unknown_subscriber'],
    [0x0a, 'rejected', 'sender_blocked'],
    [0x45, 'rejected', null],
    [0xff, 'rejected', null],
  ]
  for (const [status, kind, reason] of cases) {
    const outcome = outcomeOf({ status, message_id: 'x' })
    t.equal(outcome.kind, kind, `0x${status.toString(16)}`)
    t.equal('reason' in outcome ? outcome.reason : null, reason)
  }
})

t.test('a submission as the link wants it (MSG-339)', async (t) => {
  const now = new Date('2026-01-31T23:59:30Z')
  const plain = submitOf(one, settings, now)
  t.match(plain.body, {
    source_ton: 5,
    dest_ton: 1,
    dest_npi: 1,
    destination: '255712345678',
    registered_delivery: 1,
    data_coding: 0,
    esm_class: 0,
    validity_period: '000000010000000R',
  })
  t.same(plain.tlvs.get(tags.user_message_reference), Buffer.from([2, 1]))
  const long = { ...one, parts: 3, number: 2 }
  const udh = submitOf(long, settings, now)
  t.equal(udh.body.esm_class, 0x40)
  t.same(udh.body.short_message.subarray(0, 6), Buffer.from([5, 0, 3, 9, 3, 2]))
  const sar = submitOf(long, { ...settings, long_message: 'sar' }, now)
  t.same(sar.tlvs.get(tags.sar_number), Buffer.from([2]))
  t.equal(sar.body.esm_class, 0)
  const payload = submitOf(
    { ...one, text: 'a'.repeat(500) },
    { ...settings, long_message: 'payload' },
    now,
  )
  t.equal(payload.tlvs.get(tags.message_payload)?.length, 500)
  t.equal(payload.body.short_message.length, 0)
  const bare = submitOf(
    { ...one, wants_receipt: false },
    { ...settings, user_message_reference: false, validity: 'none' },
    now,
  )
  t.same([bare.body.registered_delivery, bare.tlvs.size, bare.body.validity_period], [0, 0, ''])
})

t.test('the longest parts fit: 153 septets, 67 code units', async (t) => {
  const long = { ...one, parts: 2 }
  t.equal(
    submitOf({ ...long, text: 'a'.repeat(153) }, settings, new Date(0)).body.short_message.length,
    159,
  )
  const ucs = submitOf({ ...long, text: 'ж'.repeat(67), encoding: 'UCS-2' }, settings, new Date(0))
  t.equal(ucs.body.short_message.length, 140)
  const read = decode(encode('submit_sm', 1, ucs.body)) as PduOf<'submit_sm'>
  t.equal(read.body.data_coding, 8)
})

t.test('validity on the wire (MSG-341)', async (t) => {
  const now = new Date('2026-01-31T23:59:30Z')
  t.equal(validityOf('relative', 86_400, now), '000001000000000R')
  t.equal(validityOf('relative', 3661.2, now), '000000010102000R', 'rounded up')
  t.equal(validityOf('relative', 5, now), '000000000100000R', 'a minute at least')
  t.equal(validityOf('absolute', 60, now), '260201000030000+')
  t.equal(validityOf('none', 60, now), '')
})
