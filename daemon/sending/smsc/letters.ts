// What an operator sends to its customer, made from what the customer submitted.

import { clock } from '../../../db/core/clock.ts'
import { encodeText } from '../operators/smpp/alphabets.ts'
import type { Body } from '../operators/smpp/fields.ts'
import { esm, tags } from '../operators/smpp/words.ts'
import type { Letter } from './outbox.ts'

const states: Readonly<Record<string, number>> = {
  SCHEDLD: 0,
  ENROUTE: 1,
  DELIVRD: 2,
  EXPIRED: 3,
  DELETED: 4,
  UNDELIV: 5,
  ACCEPTD: 6,
  UNKNOWN: 7,
  REJECTD: 8,
}

type Submitted = Body<'submit_sm'>

/** The other way: from the number it went to, to the name it came from. */
const back = (of: Submitted) => ({
  service_type: of.service_type,
  source_ton: of.dest_ton,
  source_npi: of.dest_npi,
  source: of.destination,
  dest_ton: of.source_ton,
  dest_npi: of.source_npi,
  destination: of.source,
  protocol_id: 0,
  priority: 0,
  schedule_time: '',
  validity_period: '',
  registered_delivery: 0,
  replace_if_present: 0,
  default_message: 0,
})

/** YYMMDDhhmm. */
const minuteOf = (ms: number): string =>
  new Date(ms).toISOString().slice(2, 16).replaceAll(/[-T:]/g, '')

export function receiptFor(
  of: Submitted,
  about: { id: string; word: string; error_code: string; submitted_ms: number },
): Letter {
  const { id, word, error_code, submitted_ms } = about
  const delivered = word === 'DELIVRD' ? '001' : '000'
  const dates = `submit date:${minuteOf(submitted_ms)} done date:${minuteOf(clock.ms())}`
  const text = `id:${id} sub:001 dlvrd:${delivered} ${dates} stat:${word} err:${error_code} text:`
  return {
    body: {
      ...back(of),
      esm_class: esm.receipt,
      data_coding: 0,
      short_message: Buffer.from(text, 'latin1'),
    },
    tlvs: new Map([
      [tags.receipted_message_id, Buffer.from(`${id}\0`, 'latin1')],
      [tags.message_state, Buffer.from([states[word] ?? 7])],
    ]),
  }
}

export function textFrom(of: Submitted, text: string): Letter {
  const { data_coding, octets } = encodeText(text, 'GSM-7', 'gsm0338')
  return {
    body: { ...back(of), esm_class: 0, data_coding, short_message: octets },
    tlvs: new Map(),
  }
}
