// SMPP PDUs: what is written is read back, however it is split, cut or wrong (MSG-331, MSG-332).

import t from 'tap'
import {
  decode,
  encode,
  isReadable,
  type Pdu,
} from '../../../daemon/sending/operators/smpp/codec.ts'
import { type Body, layouts } from '../../../daemon/sending/operators/smpp/fields.ts'
import { Frames, WrongLength } from '../../../daemon/sending/operators/smpp/frames.ts'
import {
  type Command,
  commands,
  statuses,
  tags,
} from '../../../daemon/sending/operators/smpp/words.ts'

const sample = (command: Command): Record<string, string | number | Buffer> =>
  Object.fromEntries(
    Object.entries(layouts[command]).map(([name, field], at) => [
      name,
      field.kind === 'text'
        ? 'x'.repeat(Math.min(field.max - 1, at + 1))
        : field.kind === 'byte'
          ? (at * 7) % 256
          : Buffer.from([0, 255, at]),
    ]),
  )

const every = Object.keys(commands) as Command[]
const written = (command: Command, sequence = 7): Buffer =>
  encode(command, sequence, sample(command) as never, {
    tlvs: new Map([
      [tags.message_payload, Buffer.from('payload')],
      [0x1400, Buffer.alloc(0)],
    ]),
  })

t.test('every PDU is read as it was written', async (t) => {
  for (const command of every) {
    const read = decode(written(command)) as Pdu
    t.equal(read.command, command)
    t.equal(read.sequence, 7)
    t.same(read.body, sample(command), command)
    t.same(read.tlvs.get(tags.message_payload), Buffer.from('payload'))
    t.equal(read.tlvs.get(0x1400)?.length, 0, 'a TLV nobody knows is there and does no harm')
  }
})

t.test('a submit as it stands in the specification', async (t) => {
  const body: Body<'submit_sm'> = {
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
    validity_period: '000001000000000R',
    registered_delivery: 1,
    replace_if_present: 0,
    data_coding: 0,
    default_message: 0,
    short_message: Buffer.from('Hi'),
  }
  t.equal(
    encode('submit_sm', 1, body).toString('hex'),
    '00000044' +
      '00000004' +
      '00000000' +
      '00000001' +
      '00' +
      '0500' +
      '4b4954554f00' +
      '0101' +
      '32353537313233343536373800' +
      '000000' +
      '00' +
      '3030303030313030303030303030305200' +
      '01000000' +
      '02' +
      '4869',
  )
})

t.test('any split of the stream gives the same PDUs', async (t) => {
  const stream = Buffer.concat(every.map((command, at) => written(command, at + 1)))
  const cut = (pieces: readonly Buffer[]): number[] => {
    const frames = new Frames()
    const found: number[] = []
    for (const piece of pieces)
      frames.push(piece, (frame) => found.push(frame.readUInt32BE(4), frame.readUInt32BE(12)))
    return found
  }
  const whole = cut([stream])
  t.equal(whole.length, every.length * 2)
  for (const size of [1, 2, 3, 4, 5, 15, 16, 17, 31, 64, 333]) {
    const pieces: Buffer[] = []
    for (let at = 0; at < stream.length; at += size) pieces.push(stream.subarray(at, at + size))
    t.same(cut(pieces), whole, `pieces of ${size}`)
  }
  for (let at = 0; at <= stream.length; at++) {
    const two = cut([stream.subarray(0, at), stream.subarray(at)])
    if (JSON.stringify(two) !== JSON.stringify(whole)) t.fail(`cut at ${at}`)
  }
})

t.test('a length that cannot be ends the stream', async (t) => {
  const header = (length: number): Buffer => {
    const bytes = written('enquire_link', 9)
    bytes.writeUInt32BE(length, 0)
    return bytes
  }
  const lengths = [0, 1, 15, 65_537, 0x7fffffff, 0xffffffff]
  for (const length of lengths) {
    const frames = new Frames()
    const found: Buffer[] = []
    const push = (): void =>
      frames.push(Buffer.concat([written('unbind'), header(length)]), (one) => found.push(one))
    t.throws(push, WrongLength, `length ${length}`)
    t.equal(found.length, 1, 'what came before it was read')
  }
  t.throws(() => new Frames().push(Buffer.from([0, 0, 0, 3]), () => undefined), WrongLength)
  t.doesNotThrow(() => new Frames().push(Buffer.from([0, 1, 0, 0]), () => undefined))
})

t.test('what cannot be read says how to answer it', async (t) => {
  const relabel = (bytes: Buffer, command_id: number): Buffer => {
    bytes.writeUInt32BE(command_id, 4)
    return bytes
  }
  const cases: [string, Buffer, number][] = [
    ['an unknown command', relabel(written('unbind'), 0x00000777), statuses.wrong_command],
    ['a cut text', encode('deliver_sm', 7, sample('deliver_sm') as never).subarray(0, 20), 0x02],
    ['a cut number', encode('deliver_sm', 7, sample('deliver_sm') as never).subarray(0, 18), 0x02],
    ['a cut message', encode('deliver_sm', 7, sample('deliver_sm') as never).subarray(0, -2), 0x02],
    ['a cut TLV', written('deliver_sm').subarray(0, -3), statuses.wrong_optional],
  ]
  for (const [what, bytes, answer] of cases) {
    const read = decode(bytes)
    t.notOk(isReadable(read), what)
    if (!isReadable(read)) t.equal(read.answer, answer, what)
    t.equal(read.sequence, 7)
  }
})

t.test('answers are forgiven what many operators get wrong', async (t) => {
  const bare = encode('submit_sm_resp', 3, { message_id: 'A1' }, { status: statuses.throttled })
  t.equal(bare.length, 16, 'an error answer has no body')
  t.match(decode(bare), { status: 0x58, body: { message_id: '' } })
  const whole = encode('submit_sm_resp', 3, { message_id: 'A1' })
  t.match(decode(whole.subarray(0, -1)), { body: { message_id: 'A1' } }, 'no closing zero')
  const tail = Buffer.concat([whole, Buffer.from([0, 1])])
  t.match(decode(tail), { body: { message_id: 'A1' } }, 'octets after the end')
})

t.test('what does not fit is refused before it is written', async (t) => {
  const body = sample('submit_sm') as Body<'submit_sm'>
  t.throws(() => encode('submit_sm', 1, { ...body, source: 'x'.repeat(21) }), RangeError)
  t.throws(() => encode('submit_sm', 1, { ...body, short_message: Buffer.alloc(255) }), RangeError)
  const tlvs = new Map([[tags.message_payload, Buffer.alloc(65_500)]])
  t.throws(() => encode('submit_sm', 1, body, { tlvs }), RangeError)
})

t.test('mutated PDUs never throw anything but a wrong length', async (t) => {
  // The count is a parameter: KITUO_FUZZ=10000000 for the measure M24.
  const count = Number(process.env['KITUO_FUZZ'] ?? 20_000)
  let seed = 42
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    return seed % below
  }
  let odd = 0
  for (let at = 0; at < count; at++) {
    const bytes = Buffer.from(written(every[random(every.length)] as Command))
    for (let changes = random(4); changes >= 0; changes--) bytes[random(bytes.length)] = random(256)
    const frames = new Frames()
    const split = random(bytes.length)
    try {
      for (const piece of [bytes.subarray(0, split), bytes.subarray(split)])
        frames.push(piece, (frame) => decode(frame))
    } catch (error) {
      if (!(error instanceof WrongLength)) throw error
      odd += 1
    }
  }
  t.ok(odd < count)
})
