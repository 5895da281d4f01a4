// Follow-ups and the log of contacts (commercial 5.6).

import type { Caller } from '../../../db/core/caller.ts'
import * as follow_ups from '../../../db/hospital/trade/clients/follow-ups/follow-ups.ts'
import {
  list as listFollowUps,
  opened,
} from '../../../db/hospital/trade/clients/follow-ups/list.ts'
import {
  followUpRecord,
  type FollowUpRow,
} from '../../../db/hospital/trade/clients/follow-ups/record.ts'
import {
  CancelFollowUp,
  CompleteFollowUp,
  FollowUp,
  FollowUpChange,
  FollowUpDone,
  FollowUpFilters,
  FollowUpInput,
  FollowUpOpened,
} from '../../../db/hospital/trade/clients/follow-ups/shapes.ts'
import * as interactions from '../../../db/hospital/trade/clients/interactions/interactions.ts'
import {
  Interaction,
  InteractionFilters,
  InteractionInput,
} from '../../../db/hospital/trade/clients/interactions/shapes.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, list, patch, post } from '../words.ts'

const record = byId(followUpRecord.get)
const shown = async (caller: Caller, done: Promise<FollowUpRow>) => opened(caller, await done)

export const door = area('follow-ups', [
  list('/commercial/follow-ups', {
    summary: 'Follow-ups, the oldest due first',
    access: 'followup:read',
    opens: inQuery('desk', 'patient_id'),
    audit: 'follow_up.list',
    filters: FollowUpFilters,
    each: FollowUp,
    run: ({ caller, query }) => listFollowUps(caller, query),
  }),
  create('/commercial/follow-ups', {
    summary: 'Open a follow-up',
    access: 'followup:write',
    opens: inBody('desk', 'patient_id'),
    body: FollowUpInput,
    reply: FollowUpOpened,
    says: 'Follow-up opened.',
    run: ({ caller, body }) => shown(caller, follow_ups.open(caller, body)),
  }),
  patch('/commercial/follow-ups/:id', {
    summary: 'Change a follow-up that is open',
    access: 'followup:write',
    opens: 'desk',
    record,
    body: FollowUpChange,
    reply: FollowUpOpened,
    says: 'Follow-up changed.',
    run: ({ caller, params, body }) => shown(caller, follow_ups.change(caller, params.id, body)),
  }),
  post('/commercial/follow-ups/:id/complete', {
    summary: 'Say what came of a follow-up, and open the next',
    access: 'followup:write',
    opens: 'desk',
    record,
    body: CompleteFollowUp,
    reply: FollowUpDone,
    says: 'Follow-up done.',
    async run({ caller, params, body }) {
      const { row, next } = await follow_ups.complete(caller, params.id, body)
      const following = next === null ? null : await opened(caller, next)
      return { ...(await opened(caller, row)), next: following }
    },
  }),
  post('/commercial/follow-ups/:id/cancel', {
    summary: 'Drop a follow-up',
    access: 'followup:write',
    opens: 'desk',
    record,
    body: CancelFollowUp,
    reply: FollowUpOpened,
    says: 'Follow-up cancelled.',
    run: ({ caller, params, body }) =>
      shown(caller, follow_ups.cancel(caller, params.id, body.reason)),
  }),
  list('/commercial/interactions', {
    summary: 'Calls, visits and letters with clients, the newest first',
    access: 'interaction:read',
    opens: 'nobody',
    filters: InteractionFilters,
    each: Interaction,
    run: ({ caller, query }) => interactions.list(caller, query),
  }),
  create('/commercial/interactions', {
    summary: 'Write a call, a visit or a letter into the log',
    access: 'interaction:write',
    opens: 'nobody',
    body: InteractionInput,
    reply: Interaction,
    says: 'Written down.',
    run: ({ caller, body }) => interactions.open(caller, body),
  }),
])
