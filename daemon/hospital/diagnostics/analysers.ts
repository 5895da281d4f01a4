// The inbox of analysers (diagnostics 5.8).

import * as inbox from '../../../db/hospital/diagnostics/laboratory/analysers/inbox.ts'
import {
  AnalyserMessage,
  AnalyserMessageWhole,
  DismissInput,
  MatchInput,
  MessageFilters,
  MessageInput,
} from '../../../db/hospital/diagnostics/laboratory/analysers/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, create, get, list, post } from '../words.ts'

const record = byId(inbox.messageRecord.get)

export const door = area('analysers', [
  list('/diagnostics/analyser-messages', {
    summary: 'What analysers sent, and values that found no owner',
    access: 'analyser:read',
    opens: 'many',
    audit: 'analyser_message.list',
    filters: MessageFilters,
    each: AnalyserMessage,
    run: ({ caller, query }) => inbox.list(caller, query),
  }),
  create('/diagnostics/analyser-messages', {
    summary: 'Hand in what an analyser says',
    access: 'analyser:send',
    opens: 'many',
    body: MessageInput,
    reply: AnalyserMessageWhole,
    says: 'Message taken in.',
    run: async ({ caller, body }) => inbox.whole(caller, await inbox.handIn(caller, body)),
  }),
  get('/diagnostics/analyser-messages/:id', {
    summary: 'One message as it came',
    access: 'analyser:read',
    opens: 'many',
    audit: 'analyser_message.read',
    record,
    reply: AnalyserMessageWhole,
    run: async ({ caller, params }) =>
      inbox.whole(caller, await inbox.messageRecord.get(caller, params.id)),
  }),
  post('/diagnostics/analyser-messages/:id/match', {
    summary: 'Say whose a value is',
    access: 'analyser:write',
    opens: 'many',
    record,
    body: MatchInput,
    reply: AnalyserMessageWhole,
    says: 'Values matched.',
    run: async ({ caller, params, body }) =>
      inbox.whole(caller, await inbox.match(caller, params.id, body)),
  }),
  post('/diagnostics/analyser-messages/:id/dismiss', {
    summary: "Say that values are nobody's",
    access: 'analyser:write',
    opens: 'many',
    record,
    body: DismissInput,
    reply: AnalyserMessageWhole,
    says: 'Values dismissed.',
    run: async ({ caller, params, body }) =>
      inbox.whole(caller, await inbox.dismiss(caller, params.id, body)),
  }),
  post('/diagnostics/analyser-messages/:id/replay', {
    summary: 'Read a message again',
    access: 'analyser:write',
    opens: 'many',
    record,
    reply: AnalyserMessageWhole,
    says: 'Message read again.',
    run: async ({ caller, params }) => inbox.whole(caller, await inbox.replay(caller, params.id)),
  }),
])
