// The languages of analysers, byte by byte (DIA-129 to DIA-131): whatever the line cuts, joins, repeats or
// garbles.

import t from 'tap'
import {
  astmLink,
  checksum,
  control,
  type LinkEvent,
} from '../../../../db/hospital/diagnostics/laboratory/analysers/astm-link.ts'
import { parseAstm } from '../../../../db/hospital/diagnostics/laboratory/analysers/astm.ts'
import {
  acknowledgement,
  headerOf,
  parseHl7,
} from '../../../../db/hospital/diagnostics/laboratory/analysers/hl7.ts'
import {
  mllpFrame,
  mllpReader,
} from '../../../../db/hospital/diagnostics/laboratory/analysers/mllp.ts'
import { Unread } from '../../../../db/hospital/diagnostics/laboratory/analysers/parsed.ts'
import { isAllowed } from '../../../../db/hospital/diagnostics/laboratory/analysers/whose.ts'
import { astmFrames, astmRecords, oru } from '../../../support/analysers.ts'
import { seeded } from '../../../support/seeded.ts'

const refusalOf = (read: () => unknown): string | undefined => {
  try {
    read()
  } catch (error) {
    if (error instanceof Unread) return error.answer
    throw error
  }
  return undefined
}

const sent = {
  control_id: 'M1',
  number: '26080000420',
  values: [
    { code: 'HGB', value: '11.2', unit: 'g/dL', flags: 'L', time: '20260321101500' },
    { code: 'NOTE', value: 'Clumps seen' },
  ],
}

t.test('frames of MLLP cut at every place, and several at once (DIA-129)', async (t) => {
  const texts = [oru(sent), 'MSH|^~\\&|second', 'x']
  const bytes = Buffer.concat(texts.map(mllpFrame))
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const reader = mllpReader()
    const parts = [bytes.subarray(0, cut), bytes.subarray(cut)]
    const heard = parts.flatMap((part) => reader.feed(part).frames.map(String))
    if (JSON.stringify(heard) !== JSON.stringify(texts)) t.fail(`cut at ${cut}`)
  }
  const slow = mllpReader()
  t.same(
    [...bytes].flatMap((byte) => slow.feed(Buffer.from([byte])).frames.map(String)),
    texts,
    'byte by byte',
  )
  const reader = mllpReader()
  const broken = Buffer.concat([mllpFrame('lost').subarray(0, 4), mllpFrame('whole')])
  t.same(reader.feed(broken).frames.map(String), ['whole'], 'one that never ended is no other')
  t.equal(mllpReader(10).feed(mllpFrame('more than ten bytes').subarray(0, 18)).too_long, true)
})

t.test('results in HL7 (DIA-130)', async (t) => {
  const [hgb, note] = parseHl7(oru(sent)).lines
  t.match(hgb, {
    numbers: ['26080000420'],
    analyser_code: 'HGB',
    value: '11.2',
    unit: 'g/dL',
    flags: [],
    status: 'F',
    time: '20260321101500',
  })
  t.match(note, { value: 'Clumps seen' })
  const odd = [
    'MSH#*~$&#AN$X41$#L###20260101##OUL*R22#7#P#2.5',
    'SPM#1#26080000420&A',
    'OBR#1##IGNORED',
    'OBX#1#SN#WBC*w##<*0.5#10$S$9',
    'OBX#2#CWE##   #POS*Positive',
  ].join('\n')
  t.match(parseHl7(odd), {
    sending_app: 'ANA',
    lines: [{ numbers: ['26080000420', 'IGNORED'], value: '<0.5', unit: '10*9' }, { value: 'POS' }],
  })
  for (const [text, answer] of [
    ['nothing at all', 'AE'],
    [oru(sent).replace('OBR', '??!'), 'AE'],
    [oru(sent).replace('ORU^R01', 'ADT^A01'), 'AR'],
  ] as const) {
    t.equal(
      refusalOf(() => parseHl7(text)),
      answer,
    )
  }
  const back = acknowledgement(headerOf(oru(sent)), 'AA', '', '2026-03-21T06:00:00.000Z')
  t.match(
    back,
    /^MSH\|\^~\\&\|KITUO\|LAB\|XN\|LAB\|20260321060000\|\|ACK\|.*\|P\|2\.3\.1\rMSA\|AA\|M1\r$/,
  )
})

t.test('the line of ASTM: sums, numbers, frames sent again (DIA-131)', async (t) => {
  const fixture = Buffer.from('3O|1|26080000420||^^^FBC|R\r\u0003', 'latin1')
  t.equal(checksum(fixture), '8C')
  const frames = astmFrames(astmRecords(sent))
  const whole = astmRecords(sent).join('\r')
  /** Bytes in, what was answered and what was heard out. */
  const session = (bytes: readonly Buffer[], keeps = true) => {
    const link = astmLink()
    const words: string[] = []
    const heard: string[] = []
    for (const part of bytes) {
      const events: LinkEvent[] = link.feed(part)
      for (let event = events.shift(); event !== undefined; event = events.shift()) {
        if (event.kind !== 'message') words.push(event.kind)
        else heard.push(event.text.replace(/\r$/, ''))
        if (event.kind === 'message' && event.answer) events.push(...link.settle(keeps))
      }
    }
    return { words, heard }
  }
  const all = Buffer.concat([Buffer.from([control.ENQ]), ...frames, Buffer.from([control.EOT])])
  for (let cut = 0; cut <= all.length; cut += 1) {
    const { heard } = session([all.subarray(0, cut), all.subarray(cut)])
    if (heard.join('|') !== whole) t.fail(`cut at ${cut}`)
  }
  t.same(session([...all].map((byte) => Buffer.from([byte]))).heard, [whole], 'byte by byte')

  const begin = Buffer.from([control.ENQ])
  const [first, second] = frames as [Buffer, Buffer]
  const spoilt = Buffer.from(second)
  spoilt[3] = 63
  const again = session([begin, first, spoilt, second, second, ...frames.slice(2)])
  t.same(again.words.slice(0, 5), ['ack', 'ack', 'nak', 'ack', 'ack'], 'refused, taken, said again')
  t.same(again.heard, [whole], 'nothing twice')
  const six = session([begin, first, ...Array.from({ length: 6 }, () => spoilt), second])
  t.same(
    six.words.slice(2),
    Array.from({ length: 6 }, () => 'nak'),
    'six end the session',
  )
  t.same(six.heard, [])
  t.same(session([begin, ...frames], false).words.at(-1), 'nak', 'not kept: it is sent again')
  t.same(session([...frames]).words, [], 'nobody asked')
  const unfinished = session([begin, first, second, Buffer.from([control.EOT])])
  t.equal(unfinished.heard.length, 1, 'what was taken is not lost where the end is missing')
})

t.test('results in ASTM (DIA-131)', async (t) => {
  const parsed = parseAstm(astmRecords({ ...sent, app: 'Cobas^1' }).join('\r'))
  t.match(parsed, {
    sending_app: 'Cobas',
    control_id: 'M1',
    lines: [
      { numbers: ['26080000420'], analyser_code: 'HGB', value: '11.2', unit: 'g/dL', status: 'F' },
      { analyser_code: 'NOTE' },
    ],
  })
  t.equal(
    refusalOf(() => parseAstm('H|\\^&\r??')),
    'AE',
  )
})

t.test('ten thousand random bytes: no crash, nothing heard (9)', async (t) => {
  const below = seeded(20_260_501)
  const noise = Buffer.from(Array.from({ length: 10_000 }, () => below(256)))
  const mllp = mllpReader()
  const link = astmLink()
  for (let at = 0; at < noise.length; at += 100) {
    const part = noise.subarray(at, at + 100)
    for (const frame of mllp.feed(part).frames) t.throws(() => parseHl7(frame.toString()))
    for (const event of link.feed(part)) {
      if (event.kind === 'message') t.throws(() => parseAstm(event.text))
    }
  }
  t.ok(true)
})

t.test('addresses that are let in (DIA-120)', async (t) => {
  t.ok(isAllowed(['10.1.0.0/16'], '10.1.5.11'))
  t.notOk(isAllowed(['10.1.0.0/16', '10.2.0.1'], '10.2.0.2'))
  t.notOk(isAllowed([], '127.0.0.1'))
})
