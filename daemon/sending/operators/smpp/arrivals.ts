// What an operator brings: a receipt, or somebody's words (MSG-371, MSG-570).

import type { ArrivedReceipt, ArrivedText } from '../way.ts'
import { type Alphabet, coding, decodeText } from './alphabets.ts'
import type { PduOf, Tlvs } from './codec.ts'
import { placeOf } from './pieces.ts'
import { readReceipt } from './receipts.ts'
import { tags } from './words.ts'

const raw_length_max = 1024

export function arrivalOf(
  pdu: PduOf<'deliver_sm'> | PduOf<'data_sm'>,
  alphabet: Alphabet,
): ArrivedReceipt | ArrivedText {
  const { body, tlvs } = pdu
  const content = pdu.command === 'deliver_sm' ? pdu.body.short_message : Buffer.alloc(0)
  const { place, octets } = placeOf(body.esm_class, content, tlvs)
  const text = decodeText(body.data_coding, octets, alphabet)
  // Receipts are plain ASCII whatever data_coding says of them.
  const plain = octets.toString('latin1')
  const receipt = readReceipt(body.esm_class, plain, tlvs)
  const words: ArrivedText = {
    kind: 'text',
    id: idOf(tlvs),
    from: body.source.replace('+', ''),
    to: body.destination.replace('+', ''),
    text: withoutControls(text),
    encoding: body.data_coding === coding.ucs2 ? 'UCS-2' : 'GSM-7',
    place,
  }
  if (receipt === null) return words
  return {
    kind: 'receipt',
    id: receipt.id,
    word: receipt.word,
    error_code: receipt.error_code,
    // A receipt travels the other way: the message's destination is its source.
    destination: body.source.replace('+', '') || null,
    user_reference: receipt.user_message_reference,
    network: receipt.network,
    raw: withoutControls(plain).slice(0, raw_length_max),
    marked: receipt.marked,
    otherwise: receipt.marked ? null : words,
  }
}

const idOf = (tlvs: Tlvs): string | null => {
  const id = tlvs.get(tags.receipted_message_id)?.toString('latin1').replaceAll('\0', '') ?? ''
  return id === '' ? null : id.slice(0, 64)
}

/** PostgreSQL keeps no zero in a text, and nobody reads the others. */
const withoutControls = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g, '').toWellFormed()
