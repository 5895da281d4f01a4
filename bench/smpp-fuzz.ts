// Mutated and split PDUs against the codec and against a session that lives: no crash, no session that
// stays open and deaf, no answer given to another submit (MSG 9 M24).
//   npm run bench -- smpp-fuzz [PDUs, 1000000]      10000000 is the goal's count
//
// A mutated length may make the stream wait for bytes that belong to others, or go on amid a PDU. So a
// session that is not over is asked for a sign of life until more came than any PDU can hold; without
// one its own enquiries must end it, and their time is moved on.

import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import { decode, encode, isReadable } from '../daemon/sending/operators/smpp/codec.ts'
import { type Body, layouts } from '../daemon/sending/operators/smpp/fields.ts'
import { Frames, WrongLength } from '../daemon/sending/operators/smpp/frames.ts'
import { Session } from '../daemon/sending/operators/smpp/session.ts'
import { type Command, commands, tags } from '../daemon/sending/operators/smpp/words.ts'
import { type Hands, hands } from '../test/support/hands.ts'
import { report } from './harness/report.ts'

const [count = 1_000_000] = process.argv.slice(2).map(Number)
let seed = 42
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
  return (seed >>> 8) % below
}

const sample = (command: Command) =>
  Object.fromEntries(
    Object.entries(layouts[command]).map(([name, { kind, ...field }]) => [
      name,
      kind === 'text'
        ? 'zz'.slice(0, Math.max(0, ('max' in field ? field.max : 1) - 1))
        : kind === 'byte'
          ? random(256)
          : Buffer.from('stat:DELIVRD id:zz'),
    ]),
  )
const written = (Object.keys(commands) as Command[]).map((command) =>
  encode(command, 7, sample(command) as never, {
    tlvs: new Map([[tags.message_payload, Buffer.from('payload')]]),
  }),
)

/** Some bytes changed, some left out, some put in; and one in four stays as it is. */
function mutated(): Buffer {
  const bytes = Buffer.from(written[random(written.length)] as Buffer)
  const way = random(8)
  if (way < 2) return bytes
  if (way === 2) return bytes.subarray(0, random(bytes.length))
  if (way === 3) return Buffer.concat([bytes, Buffer.alloc(1 + random(8), random(256))])
  for (let changes = random(4); changes >= 0; changes--) bytes[random(bytes.length)] = random(256)
  // Half of the time the length stays true, so that what is inside is read.
  if (way > 5) bytes.writeUInt32BE(bytes.length, 0)
  return bytes
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  let at = 0
  while (at < bytes.length) {
    const to = at + 1 + random(bytes.length)
    yield bytes.subarray(at, to)
    at = to
  }
}

function fuzzCodec(): { wrong_lengths: number; unreadable: number; s: number } {
  let wrong_lengths = 0
  let unreadable = 0
  const began = performance.now()
  for (let turn = 0; turn < count; turn++) {
    const frames = new Frames()
    try {
      for (const piece of pieces(mutated()))
        frames.push(piece, (frame) => {
          if (!isReadable(decode(frame))) unreadable += 1
        })
    } catch (error) {
      if (!(error instanceof WrongLength)) throw error
      wrong_lengths += 1
    }
  }
  return { wrong_lengths, unreadable, s: (performance.now() - began) / 1000 }
}

const enquire_ms = 30_000
const response_ms = 10_000

/** What a session needs of a socket, without the turns that a stream takes. */
class Wire extends EventEmitter {
  destroyed = false
  writableEnded = false
  signs_of_life = 0
  cork(): void {}
  uncork(): void {}
  write(bytes: Buffer): void {
    if (bytes.readUInt32BE(4) === commands.enquire_link_resp) this.signs_of_life += 1
  }
  end(): void {
    this.writableEnded = true
  }
  destroy(): void {
    this.destroyed = true
    this.emit('close')
  }
  bring(bytes: Buffer): void {
    this.emit('data', bytes)
  }
}

interface Live {
  wire: Wire
  session: Session
  clock: Hands
}
const figures = {
  sessions: 0,
  ended: 0,
  'by silence': 0,
  answered: 0,
  deaf: 0,
  wrong: 0,
  faults: 0,
}
const waits = new Set<number>()

function openSession(): Live {
  const wire = new Wire()
  const clock = hands()
  figures.sessions += 1
  waits.clear()
  const session = new Session(
    wire as unknown as Duplex,
    {
      mode: 'transceiver',
      system_id: 'kituo',
      password: 'secret',
      system_type: '',
      address_range: '',
      window: 50,
      enquire_ms,
      response_ms,
    },
    {
      answered(sequence, { message_id }) {
        figures.answered += 1
        const own = /^id-(\d+)$/.exec(message_id)?.[1]
        if (!waits.delete(sequence) || (own !== undefined && Number(own) !== sequence))
          figures.wrong += 1
      },
      silent: () => undefined,
      late: () => undefined,
      arrived: () => Promise.resolve(0),
      noted: () => undefined,
      ended: () => void (figures.ended += 1),
    },
    clock,
  )
  void session.bind()
  wire.bring(encode('bind_transceiver_resp', 1, { system_id: 'x' }))
  return { wire, session, clock }
}

const body = { ...sample('submit_sm'), short_message: Buffer.from('Habari') } as Body<'submit_sm'>

/** Three submits with their true answers among the rubbish. */
function round({ wire, session }: Live, rubbish: number): void {
  const sequences = session.reserve(3)
  for (const sequence of sequences) {
    waits.add(sequence)
    session.submit(sequence, body, new Map())
  }
  for (let turn = 0; turn < rubbish; turn++)
    for (const piece of pieces(mutated())) wire.bring(piece)
  for (const sequence of sequences.reverse())
    wire.bring(encode('submit_sm_resp', sequence, { message_id: `id-${sequence}` }))
}

const sign = Buffer.concat(
  Array.from({ length: 64 }, (_, at) => encode('enquire_link', 1000 + at, {})),
)
function isSilent({ wire, session }: Live): boolean {
  const before = wire.signs_of_life
  for (let sent = 0; sent <= 70_000 && !session.ended; sent += sign.length) {
    wire.bring(sign)
    if (wire.signs_of_life > before) return false
  }
  return !session.ended
}

async function isDeaf(live: Live): Promise<boolean> {
  if (!isSilent(live)) return false
  figures['by silence'] += 1
  await live.clock.advance(3 * (enquire_ms + response_ms))
  return !live.session.ended
}

async function fuzzSession(): Promise<number> {
  const began = performance.now()
  let live = openSession()
  for (let done = 0; done < count; done += 2) {
    try {
      round(live, 2)
      if (!live.session.ended && (await isDeaf(live))) figures.deaf += 1
    } catch (error) {
      figures.faults += 1
      console.error(error)
    }
    // A full window is no fault: rubbish took the places of answers that never came.
    if (live.session.ended || live.session.free < 3) live = openSession()
    // What was brought is answered in microtasks.
    if (done % 1000 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return (performance.now() - began) / 1000
}

process.on('uncaughtException', () => void (figures.faults += 1))
const codec = fuzzCodec()
const session_s = await fuzzSession()
report(
  'smpp-fuzz',
  {
    'the codec': {
      PDUs: count,
      'a second': Math.round(count / codec.s),
      'wrong lengths': codec.wrong_lengths,
      unreadable: codec.unreadable,
    },
    'a live session': { PDUs: count, 'a second': Math.round(count / session_s), ...figures },
  },
  ['Goal: 10,000,000 PDUs, no fault, no deaf session, no wrong match (M24).'],
)
if (figures.faults + figures.deaf + figures.wrong > 0) process.exitCode = 1
