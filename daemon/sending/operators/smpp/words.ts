// The numbers of SMPP 3.4 by their names.

export const commands = {
  generic_nack: 0x80000000,
  bind_receiver: 0x00000001,
  bind_receiver_resp: 0x80000001,
  bind_transmitter: 0x00000002,
  bind_transmitter_resp: 0x80000002,
  query_sm: 0x00000003,
  query_sm_resp: 0x80000003,
  submit_sm: 0x00000004,
  submit_sm_resp: 0x80000004,
  deliver_sm: 0x00000005,
  deliver_sm_resp: 0x80000005,
  unbind: 0x00000006,
  unbind_resp: 0x80000006,
  bind_transceiver: 0x00000009,
  bind_transceiver_resp: 0x80000009,
  outbind: 0x0000000b,
  enquire_link: 0x00000015,
  enquire_link_resp: 0x80000015,
  alert_notification: 0x00000102,
  data_sm: 0x00000103,
  data_sm_resp: 0x80000103,
} as const

export type Command = keyof typeof commands

export const commandNames: ReadonlyMap<number, Command> = new Map(
  Object.entries(commands).map(([name, id]) => [id, name as Command]),
)

export const isResponse = (id: number): boolean => id >= 0x80000000

export const statuses = {
  ok: 0x00,
  wrong_length: 0x02,
  wrong_command: 0x03,
  wrong_bind_state: 0x04,
  already_bound: 0x05,
  system_error: 0x08,
  wrong_source: 0x0a,
  wrong_destination: 0x0b,
  bind_failed: 0x0d,
  wrong_password: 0x0e,
  wrong_system_id: 0x0f,
  queue_full: 0x14,
  throttled: 0x58,
  temporary_app_error: 0x64,
  permanent_app_error: 0x65,
  rejected_app_error: 0x66,
  query_failed: 0x67,
  wrong_optional: 0xc0,
  missing_optional: 0xc3,
  unknown_error: 0xff,
} as const

export const tags = {
  receipted_message_id: 0x001e,
  user_message_reference: 0x0204,
  sar_reference: 0x020c,
  sar_total: 0x020e,
  sar_number: 0x020f,
  network_error_code: 0x0423,
  message_payload: 0x0424,
  message_state: 0x0427,
  sc_interface_version: 0x0210,
} as const

/** Bits of esm_class. */
export const esm = { receipt: 0x04, kinds: 0x3c, udh: 0x40 } as const

export const interface_version = 0x34
