// What people wrote back (MSG 5.1).

import { optional, choice, form, nullable, partial } from '../../db/core/kinds/kinds.ts'
import { list, Moment, Words } from '../../db/core/kinds/strict.ts'
import { findInbound, listInbound } from '../../db/messaging/inbound/reading.ts'
import { InboundSms } from '../../db/messaging/inbound/shapes.ts'
import { area } from '../edge/route.ts'
import { get, page_words } from './words.ts'

const Word = Words(0, 300)

export const door = area('inbound', [
  get('/sms/inbound', {
    summary: 'Messages of people, newest first; with order=asc, a tail',
    access: 'sms:read',
    query: partial({
      from: Word,
      to: Word,
      keyword: Word,
      order: choice(['asc', 'desc']),
      since: Moment,
      until: Moment,
      ...page_words,
    }),
    reply: form({
      data: list(InboundSms),
      nextCursor: nullable(Words(0, 1000)),
      endCursor: optional(Words(0, 1000)),
    }),
    run: ({ caller, query }) => listInbound(caller, query),
  }),
  get('/sms/inbound/:messageId', {
    summary: 'One message of a person',
    access: 'sms:read',
    reply: InboundSms,
    run: ({ caller, params }) => findInbound(caller, params.messageId),
  }),
])
