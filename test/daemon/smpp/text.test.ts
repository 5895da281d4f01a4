// Texts, long texts, addresses and receipts as SMPP carries them (MSG-338, 339, 371, 372).

import t from 'tap'
import { destinationOf, sourceOf } from '../../../daemon/sending/operators/smpp/addresses.ts'
import {
  decodeText,
  encodeText,
  fromGsm,
  fromUcs2,
  toGsm,
  toLatin1,
} from '../../../daemon/sending/operators/smpp/alphabets.ts'
import { placeOf, sar, udh8 } from '../../../daemon/sending/operators/smpp/pieces.ts'
import {
  pairsOf,
  readReceipt,
  spellings,
  statusWord,
} from '../../../daemon/sending/operators/smpp/receipts.ts'
import { tags } from '../../../daemon/sending/operators/smpp/words.ts'

const none = new Map<number, Buffer>()

t.test('every character of GSM 03.38 goes there and back', async (t) => {
  const all = fromGsm(
    Buffer.from(Array.from({ length: 128 }, (_, at) => at).filter((n) => n !== 27)),
  )
  t.equal([...all].length, 127)
  t.same(toGsm(all)?.length, 127)
  t.equal(fromGsm(toGsm('^{}\\[~]|€\f') ?? Buffer.alloc(0)), '^{}\\[~]|€\f')
  t.same(toGsm('@£$'), Buffer.from([0, 1, 2]), 'an at sign is zero')
  t.same(toGsm('€'), Buffer.from([0x1b, 0x65]))
  for (const odd of ['`', '\t', '“', '–', 'ç', 'e\u0301', '😀', 'ж']) t.equal(toGsm(odd), null, odd)
  t.equal(fromGsm(Buffer.from([0x1b])), '', 'a cut escape')
  t.equal(fromGsm(Buffer.from([0x1b, 0x41])), 'A', 'an extension nobody knows is its letter')
  t.equal(fromGsm(Buffer.from([0xff])), ' ')
})

t.test('the alphabet of a part follows what was counted and what the operator reads', async (t) => {
  const cases: [string, 'GSM-7' | 'UCS-2', 'gsm0338' | 'latin1', number, string][] = [
    ['Habari @', 'GSM-7', 'gsm0338', 0, '4861626172692000'],
    ['Habari @', 'GSM-7', 'latin1', 0, '4861626172692040'],
    ['5€', 'GSM-7', 'gsm0338', 0, '351b65'],
    // Latin-1 has no euro: on that link the part goes as UCS-2 and costs what was counted.
    ['5€', 'GSM-7', 'latin1', 8, '003520ac'],
    ['ж😀', 'UCS-2', 'gsm0338', 8, '0436d83dde00'],
    ['é', 'UCS-2', 'latin1', 8, '00e9'],
  ]
  for (const [text, counted, alphabet, data_coding, octets] of cases) {
    const found = encodeText(text, counted, alphabet)
    t.same([found.data_coding, found.octets.toString('hex')], [data_coding, octets], text)
    t.equal(decodeText(data_coding, found.octets, alphabet), text)
  }
  t.equal(toLatin1('ж'), null)
  t.equal(fromUcs2(Buffer.from('004100', 'hex')), 'A', 'a cut character is left out')
  t.equal(decodeText(3, Buffer.from([0xe9]), 'gsm0338'), 'é')
  t.equal(decodeText(1, Buffer.from('Hi'), 'gsm0338'), 'Hi')
  t.equal(decodeText(0xf1, Buffer.from([0]), 'gsm0338'), '@', 'a message class keeps its alphabet')
  t.equal(
    decodeText(0x18, Buffer.from([0, 65]), 'gsm0338'),
    Buffer.from([0, 65]).toString('latin1'),
  )
})

t.test('a part says which one it is, in each way there is', async (t) => {
  const place = { reference: 7, total: 3, number: 2 }
  const text = Buffer.from('piece')
  t.same(placeOf(0x40, Buffer.concat([udh8(place), text]), none), { place, octets: text })
  t.same(placeOf(0, text, sar(place)), { place, octets: text })
  t.same(placeOf(0, Buffer.alloc(0), new Map([...sar(place), [tags.message_payload, text]])), {
    place,
    octets: text,
  })
  const wide = Buffer.from([0x06, 0x08, 0x04, 0x12, 0x34, 0x03, 0x02])
  t.same(placeOf(0x40, Buffer.concat([wide, text]), none).place, { ...place, reference: 0x1234 })
  const ports_first = Buffer.from([0x0b, 0x05, 0x04, 0, 1, 0, 2, 0x00, 0x03, 7, 3, 2])
  t.same(placeOf(0x40, Buffer.concat([ports_first, text]), none).place, place)
  t.same(
    placeOf(0x40, Buffer.from([0x0b, 0x05, 0x04, 0, 1, 0, 2, 0, 3, 7, 3, 2]), none).place,
    place,
  )
  for (const [what, octets] of [
    ['a header longer than the message', Buffer.from([200, 1, 2])],
    ['a part beyond the total', Buffer.from([5, 0, 3, 7, 3, 4])],
    ['part nought', Buffer.from([5, 0, 3, 7, 3, 0])],
    ['one part of one', Buffer.from([5, 0, 3, 7, 1, 1])],
    ['a cut element', Buffer.from([2, 0, 3])],
    ['nothing', Buffer.alloc(0)],
  ] as const)
    t.equal(placeOf(0x40, octets, none).place, null, what)
})

t.test('addresses by what they look like, or by the link', async (t) => {
  const auto = { source_ton: null, source_npi: null, dest_ton: 1, dest_npi: 1 }
  t.same(sourceOf('KITUO', auto), { ton: 5, npi: 0, address: 'KITUO' })
  t.same(sourceOf('15015', auto), { ton: 3, npi: 0, address: '15015' })
  t.same(sourceOf('+255700000001', auto), { ton: 1, npi: 1, address: '255700000001' })
  t.same(sourceOf('KITUO', { ...auto, source_ton: 0, source_npi: 1 }).ton, 0)
  t.same(destinationOf('+255712345678', auto), { ton: 1, npi: 1, address: '255712345678' })
})

t.test('receipts as operators write them', async (t) => {
  const classic =
    'id:0A1B2C sub:001 dlvrd:001 submit date:2601011200 done date:2601011201 stat:DELIVRD err:000 text:Habari id:9'
  const cases: [string, string, object][] = [
    ['as in the specification', classic, { id: '0A1B2C', word: 'DELIVRD', error_code: '000' }],
    [
      'another order',
      'stat:UNDELIV err:006 id:77',
      { id: '77', word: 'UNDELIV', error_code: '006' },
    ],
    ['another case', 'ID:77 Stat:Delivered ERR:0', { id: '77', word: 'DELIVRD' }],
    ['no blanks', 'id:77,stat:EXPIRED,err:1', { id: '77', word: 'EXPIRED', error_code: '1' }],
    ['underscores', 'id:77 submit_date:1 done_date:2 stat:REJECTD', { word: 'REJECTD', done: '2' }],
    ['a blank after the colon', 'id: 77 stat: DELETED', { id: '77', word: 'DELETED' }],
    ['no error code', 'id:77 stat:ACCEPTD', { word: 'ACCEPTD', error_code: null }],
    ['a word nobody knows', 'id:77 stat:STRANGE', { word: 'UNKNOWN' }],
  ]
  for (const [what, text, wanted] of cases) {
    t.match(readReceipt(0x04, text, none), wanted, what)
  }
  t.equal(readReceipt(0x04, classic, none)?.id, '0A1B2C', 'an id inside the text is no key')
})

t.test('TLVs come before the text', async (t) => {
  const tlvs = new Map([
    [tags.receipted_message_id, Buffer.from('ABC\0')],
    [tags.message_state, Buffer.from([2])],
    [tags.network_error_code, Buffer.from([3, 0, 27])],
    [tags.user_message_reference, Buffer.from([1, 2])],
  ])
  t.match(readReceipt(0x04, 'id:other stat:UNDELIV', tlvs), {
    id: 'ABC',
    word: 'DELIVRD',
    error_code: '27',
    user_message_reference: 258,
    marked: true,
  })
  t.match(readReceipt(0x04, '', tlvs), { id: 'ABC', word: 'DELIVRD' }, 'no text at all')
})

t.test('what is no receipt is an inbound message', async (t) => {
  t.equal(readReceipt(0, 'My id: 5, what now?', none), null)
  t.equal(readReceipt(0, 'ACHA', none), null)
  t.match(readReceipt(0, 'id:1 stat:DELIVRD', none), { marked: false, id: '1' })
})

t.test('status words cut or whole', async (t) => {
  const cases = {
    DELIVRD: ['DELIVRD', 'delivrd', 'DELIVERED', 'DELIV', 'DELIVE'],
    UNDELIV: ['UNDELIV', 'UNDELIVERABLE', 'UNDELIVR'.slice(0, 7), 'FAILED'],
    REJECTD: ['REJECTD', 'REJECTED', 'REJEC'],
    EXPIRED: ['EXPIRED', 'EXPI'],
    DELETED: ['DELETED', 'DELE'],
    UNKNOWN: ['', 'EX', 'WHAT'],
  }
  for (const [word, spelled] of Object.entries(cases))
    for (const one of spelled) t.equal(statusWord(one), word, one)
  t.equal(pairsOf('nothing here').size, 0)
})

t.test('the ways one id may be written', async (t) => {
  t.same(spellings('0A1B', 'auto'), ['a1b', '2587'])
  t.ok(spellings('2587', 'auto').includes('a1b'))
  t.same(spellings('0A1B', 'verbatim'), ['a1b'])
  t.ok(spellings('000123', 'auto').includes('123'))
  t.same(spellings('a-b-c', 'auto'), ['a-b-c'])
  t.same(spellings('0', 'auto'), ['0'])
})
