// What the body of each PDU holds, in the order of the wire (SMPP 3.4, section 4).

import type { Command } from './words.ts'

export interface TextField {
  kind: 'text'
  /** With the closing zero. */
  max: number
}
export interface ByteField {
  kind: 'byte'
}
/** sm_length and short_message together. */
export interface OctetsField {
  kind: 'octets'
}
export type Field = TextField | ByteField | OctetsField
export type Layout = Record<string, Field>

const byte = { kind: 'byte' } as const
const text = (max: number): TextField => ({ kind: 'text', max })

const bind = {
  system_id: text(16),
  password: text(9),
  system_type: text(13),
  interface_version: byte,
  addr_ton: byte,
  addr_npi: byte,
  address_range: text(41),
}

const message = {
  service_type: text(6),
  source_ton: byte,
  source_npi: byte,
  source: text(21),
  dest_ton: byte,
  dest_npi: byte,
  destination: text(21),
  esm_class: byte,
  protocol_id: byte,
  priority: byte,
  schedule_time: text(17),
  validity_period: text(17),
  registered_delivery: byte,
  replace_if_present: byte,
  data_coding: byte,
  default_message: byte,
  short_message: { kind: 'octets' },
} as const

const bound = { system_id: text(16) }
const answered = { message_id: text(65) }
const nothing = {}

export const layouts = {
  generic_nack: nothing,
  bind_receiver: bind,
  bind_receiver_resp: bound,
  bind_transmitter: bind,
  bind_transmitter_resp: bound,
  query_sm: { message_id: text(65), source_ton: byte, source_npi: byte, source: text(21) },
  query_sm_resp: {
    message_id: text(65),
    final_date: text(17),
    message_state: byte,
    error_code: byte,
  },
  submit_sm: message,
  submit_sm_resp: answered,
  deliver_sm: message,
  deliver_sm_resp: answered,
  unbind: nothing,
  unbind_resp: nothing,
  bind_transceiver: bind,
  bind_transceiver_resp: bound,
  outbind: { system_id: text(16), password: text(9) },
  enquire_link: nothing,
  enquire_link_resp: nothing,
  alert_notification: {
    source_ton: byte,
    source_npi: byte,
    source: text(65),
    esme_ton: byte,
    esme_npi: byte,
    esme: text(65),
  },
  data_sm: {
    service_type: text(6),
    source_ton: byte,
    source_npi: byte,
    source: text(65),
    dest_ton: byte,
    dest_npi: byte,
    destination: text(65),
    esm_class: byte,
    registered_delivery: byte,
    data_coding: byte,
  },
  data_sm_resp: answered,
} as const satisfies Record<Command, Layout>

type Held<F> = F extends TextField ? string : F extends ByteField ? number : Buffer
export type Body<C extends Command> = {
  -readonly [K in keyof (typeof layouts)[C]]: Held<(typeof layouts)[C][K]>
}
