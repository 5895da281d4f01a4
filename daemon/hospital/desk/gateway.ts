// Messaging as the platform's people run it (MSG 5.3). Each write stands in msg_audit, and in the
// hospital's own log by the edge.

import { choice, Day, Id, partial, QueryFlag, Text } from '../../../db/core/kinds/kinds.ts'
import {
  findAccount,
  linkAccount,
  ownerIn,
  pauseAccount,
} from '../../../db/messaging/accounts/accounts.ts'
import {
  type Business,
  findBusiness,
  listBusinesses,
  moveBusiness,
  openBusiness,
} from '../../../db/messaging/accounts/businesses.ts'
import {
  business_kinds,
  business_life,
  business_states,
} from '../../../db/messaging/accounts/words.ts'
import { resumeBusiness, suspendBusiness } from '../../../db/messaging/campaigns/suspending.ts'
import * as keys from '../../../db/messaging/keys/keys.ts'
import { forgetKeys } from '../../../db/messaging/keys/opening.ts'
import { unlinkAccount } from '../../../db/messaging/messages/unlinking.ts'
import { listAccounts, oneAccount } from '../../../db/messaging/platform/accounts.ts'
import { closeBusiness } from '../../../db/messaging/platform/closing.ts'
import { listLinks } from '../../../db/messaging/platform/links.ts'
import { queue } from '../../../db/messaging/platform/queue.ts'
import { listSenders, oneSender } from '../../../db/messaging/platform/senders.ts'
import { openConsoleOf } from '../../../db/hospital/desk/messaging/console.ts'
import { ConsoleKey } from '../../../db/hospital/desk/messaging/shapes.ts'
import { decide, reviewed } from '../../../db/messaging/messages/deciding.ts'
import { openAccount } from '../../../db/messaging/messages/opening.ts'
import {
  DecisionInput,
  GatewayAccount,
  GatewayAccountInput,
  GatewayBusiness,
  GatewayBusinessInput,
  GatewayKey,
  GatewayKeyInput,
  GatewayLink,
  GatewayQueue,
  GatewaySender,
  LinkAccountInput,
  ReasonInput,
  ResolveInput,
  UncertainMessage,
} from '../../../db/messaging/platform/shapes.ts'
import { GatewayTopUp, GatewayTopUpInput } from '../../../db/messaging/wallet/top-up-shapes.ts'
import { shownTopUp } from '../../../db/messaging/wallet/top-ups.ts'
import { listUncertain, resolve, uncertainOne } from '../../../db/messaging/platform/uncertain.ts'
import { link_kinds, link_states } from '../../../db/messaging/routing/words.ts'
import { sendersById } from '../../../db/messaging/senders/senders.ts'
import { sender_states } from '../../../db/messaging/senders/words.ts'
import { confirmTopUp, rejectTopUp, topUp, topUpById } from '../../../db/messaging/wallet/money.ts'
import { mapPage } from '../../../db/store/pages.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'
import { by } from './gateway-caller.ts'

const { create, get, list, listed, post } = nobodys

const account = (_: unknown, { id }: { id: string }) => findAccount(id)
const business = (_: unknown, { id }: { id: string }) => findBusiness(id)

const shownBusiness = (found: Business) => ({
  id: found.id,
  legal_name: found.legal_name,
  kind: found.kind,
  status: found.status,
  status_reason: found.status_reason,
  contact_name: found.contact_name,
  contact_email: found.contact_email,
  contact_phone: found.contact_phone,
  registration_no: found.registration_no,
  moves: Object.entries(business_life.moves)
    .filter(([, move]) => (move.from as readonly string[]).includes(found.status))
    .map(([name]) => name),
  created_at: found.created_at,
})

const moved = async (found: Promise<Business>) => {
  const business = await found
  forgetKeys()
  return shownBusiness(business)
}

export const door = area('gateway', [
  list('/gateway/businesses', {
    summary: 'Business accounts of messaging',
    access: 'gateway:read',
    filters: { status: choice(business_states), kind: choice(business_kinds) },
    each: GatewayBusiness,
    run: async ({ query }) => mapPage(await listBusinesses(query), shownBusiness),
  }),
  create('/gateway/businesses', {
    summary: 'Open a business account',
    access: 'gateway:manage',
    body: GatewayBusinessInput,
    reply: GatewayBusiness,
    says: 'Business account opened.',
    run: async ({ caller, body: { hospital_id, ...body } }) =>
      shownBusiness(await openBusiness(by(caller), { ...body, of_hospital: hospital_id })),
  }),
  post('/gateway/businesses/:id/activate', {
    summary: 'Let a business account send',
    access: 'gateway:manage',
    reply: GatewayBusiness,
    run: ({ caller, params }) => moved(moveBusiness(by(caller), params.id, 'activate')),
  }),
  post('/gateway/businesses/:id/suspend', {
    summary: 'Hold everything of a business account',
    access: 'gateway:manage',
    record: business,
    body: ReasonInput,
    reply: GatewayBusiness,
    run: ({ caller, params, body }) => moved(suspendBusiness(by(caller), params.id, body.reason)),
  }),
  post('/gateway/businesses/:id/resume', {
    summary: 'Let a suspended business account send again',
    access: 'gateway:manage',
    reply: GatewayBusiness,
    run: ({ caller, params }) => moved(resumeBusiness(by(caller), params.id)),
  }),
  post('/gateway/businesses/:id/close', {
    summary: 'Close a business account for good',
    access: 'gateway:manage',
    record: business,
    body: ReasonInput,
    reply: GatewayBusiness,
    run: async ({ caller, params, body }) =>
      shownBusiness(await closeBusiness(by(caller), params.id, body.reason)),
  }),
  list('/gateway/accounts', {
    summary: 'Messaging accounts with balance and what waits',
    access: 'gateway:read',
    filters: { business_id: Id, provisioned: QueryFlag, low: QueryFlag },
    each: GatewayAccount,
    run: ({ query }) => listAccounts(query),
  }),
  create('/gateway/accounts', {
    summary: 'Open a messaging account',
    access: 'gateway:manage',
    body: GatewayAccountInput,
    reply: GatewayAccount,
    says: 'Account opened.',
    run: async ({ caller, body }) => oneAccount((await openAccount(by(caller), body)).id),
  }),
  get('/gateway/accounts/:id', {
    summary: 'One messaging account',
    access: 'gateway:read',
    reply: GatewayAccount,
    run: ({ params }) => oneAccount(params.id),
  }),
  post('/gateway/accounts/:id/link', {
    summary: 'Link an account to its business account',
    access: 'gateway:manage',
    record: account,
    body: LinkAccountInput,
    reply: GatewayAccount,
    run: async ({ caller, params, body }) => {
      await linkAccount(by(caller), params.id, body.business_id)
      forgetKeys()
      return oneAccount(params.id)
    },
  }),
  post('/gateway/accounts/:id/unlink', {
    summary: 'Take an account from its business account; nothing may wait',
    access: 'gateway:manage',
    record: account,
    body: ReasonInput,
    reply: GatewayAccount,
    run: async ({ caller, params, body }) => {
      await unlinkAccount(by(caller), params.id, body.reason)
      return oneAccount(params.id)
    },
  }),
  create('/gateway/accounts/:id/console-keys', {
    summary: 'A key of any account for this sign-in, for some minutes',
    access: 'gateway:manage',
    record: account,
    body: ReasonInput,
    reply: ConsoleKey,
    says: 'Key made. It is shown this once.',
    run: ({ caller, params, body }) => openConsoleOf(caller, params.id, body.reason),
  }),
  post('/gateway/accounts/:id/pause', {
    summary: 'Hold the messages of an account',
    access: 'gateway:operate',
    record: account,
    body: ReasonInput,
    reply: GatewayAccount,
    run: async ({ caller, params, body }) => {
      await pauseAccount(by(caller), params.id, true, body.reason)
      return oneAccount(params.id)
    },
  }),
  post('/gateway/accounts/:id/resume', {
    summary: 'Let the messages of an account go on',
    access: 'gateway:operate',
    reply: GatewayAccount,
    run: async ({ caller, params }) => {
      await pauseAccount(by(caller), params.id, false)
      return oneAccount(params.id)
    },
  }),
  create('/gateway/accounts/:id/keys', {
    summary: 'Make a key of an account; it is shown once',
    access: 'gateway:manage',
    record: account,
    body: GatewayKeyInput,
    reply: GatewayKey,
    says: 'Key made. It is shown this once.',
    run: async ({ caller, params, body }) => {
      const { ip_allowlist, expires_at, ...rest } = body
      const made = await keys.createKey(by(caller), await findAccount(params.id), {
        ...rest,
        ...(ip_allowlist === undefined ? {} : { ipAllowlist: ip_allowlist }),
        ...(expires_at === undefined ? {} : { expiresAt: expires_at }),
      })
      return { ...shownKey(made), key: made.key }
    },
  }),
  post('/gateway/keys/:id/revoke', {
    summary: 'End a key of any account',
    access: 'gateway:manage',
    record: (_: unknown, { id }: { id: string }) => keys.keyById(id),
    body: ReasonInput,
    reply: GatewayKey,
    run: async ({ caller, params, body }) =>
      shownKey(await keys.revokeKey(by(caller), await keys.keyById(params.id), body.reason)),
  }),
  create('/gateway/accounts/:id/top-ups', {
    summary: 'Book money that came in for an account',
    access: 'gateway:money',
    record: account,
    body: GatewayTopUpInput,
    reply: GatewayTopUp,
    says: 'Top-up confirmed.',
    once: true,
    run: async ({ caller, params, body }) => {
      const { payment_reference, ...rest } = body
      const owner = ownerIn(await findAccount(params.id), 'live')
      const made = await topUp(by(caller), owner, { ...rest, paymentReference: payment_reference })
      return shownTopUp(made)
    },
  }),
  post('/gateway/top-ups/:id/confirm', {
    summary: 'Confirm a top-up that an account asked for',
    access: 'gateway:money',
    reply: GatewayTopUp,
    run: async ({ caller, params }) => shownTopUp(await confirmTopUp(by(caller), params.id)),
  }),
  post('/gateway/top-ups/:id/reject', {
    summary: 'Refuse a top-up that an account asked for',
    access: 'gateway:money',
    record: (_: unknown, { id }: { id: string }) => topUpById(id),
    body: ReasonInput,
    reply: GatewayTopUp,
    run: async ({ caller, params, body }) =>
      shownTopUp(await rejectTopUp(by(caller), params.id, body.reason)),
  }),
  list('/gateway/sender-ids', {
    summary: 'Sender IDs to review, oldest request first',
    access: 'gateway:read',
    filters: {
      status: choice(sender_states),
      operator: Text(1, 20),
      account_id: Id,
      submitted: QueryFlag,
    },
    each: GatewaySender,
    run: ({ query }) => listSenders(query, sendersById),
  }),
  post('/gateway/sender-ids/:id/decide', {
    summary: 'Record an operator’s answer on a sender ID',
    access: 'gateway:review',
    record: (_: unknown, { id }: { id: string }) => reviewed(id),
    body: DecisionInput,
    reply: GatewaySender,
    says: 'Recorded.',
    run: async ({ caller, params, body }) => oneSender(await decide(by(caller), params.id, body)),
  }),
  listed('/gateway/links', {
    summary: 'Links to the operators',
    access: 'gateway:read',
    query: partial({ kind: choice(link_kinds), state: choice(link_states) }),
    each: GatewayLink,
    run: ({ query }) => listLinks(query),
  }),
  get('/gateway/queue', {
    summary: 'What waits, by operator, lane and account',
    access: 'gateway:read',
    reply: GatewayQueue,
    run: () => queue(),
  }),
  list('/gateway/uncertain', {
    summary: 'Messages of which nobody knows whether they left',
    access: 'gateway:read',
    filters: { link: Text(1, 40), account_id: Id, from: Day, to: Day },
    each: UncertainMessage,
    run: ({ query }) => listUncertain(query),
  }),
  post('/gateway/uncertain/:id/resolve', {
    summary: 'Settle an uncertain message',
    access: 'gateway:operate',
    record: (_: unknown, { id }: { id: string }) => uncertainOne(id),
    body: ResolveInput,
    reply: UncertainMessage,
    says: 'Settled.',
    run: ({ caller, params, body }) => resolve(by(caller), params.id, body),
  }),
])

function shownKey(key: Awaited<ReturnType<typeof keys.revokeKey>>) {
  return {
    id: key.id,
    name: key.name,
    mode: key.mode,
    kind: key.kind,
    prefix: key.prefix,
    scopes: key.scopes,
    status: key.status,
    expires_at: key.expiresAt,
    created_at: key.createdAt,
  }
}
