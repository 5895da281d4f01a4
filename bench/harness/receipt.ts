// What an operator of the benches tells of a message: delivered, at once.

import type { Body } from '../../daemon/sending/operators/smpp/fields.ts'

export const receiptOf = (id: string, body: Body<'submit_sm'>): Body<'deliver_sm'> => ({
  ...body,
  source_ton: body.dest_ton,
  source_npi: body.dest_npi,
  source: body.destination,
  dest_ton: body.source_ton,
  dest_npi: body.source_npi,
  destination: body.source,
  esm_class: 4,
  validity_period: '',
  registered_delivery: 0,
  data_coding: 0,
  short_message: Buffer.from(
    `id:${id} sub:001 dlvrd:001 submit date:2601010000 done date:2601010000 stat:DELIVRD err:000 text:`,
  ),
})
