// Links to the operators as the platform sets and runs them (MSG 5.3).

import { invalidAs } from '../../../db/core/refusal.ts'
import { AnyObject, Day, nullable } from '../../../db/core/kinds/kinds.ts'
import {
  GatewayLinkChange,
  GatewayLinkInFull,
  GatewayLinkInput,
  inTheirWords,
  linkChange,
  linkInFull,
  LinkLogLine,
  LinkTested,
  LinkTestInput,
} from '../../../db/messaging/platform/link-shapes.ts'
import { openMessaging } from '../../../db/messaging/messages/opening.ts'
import { linkLog } from '../../../db/messaging/platform/links.ts'
import { readNumber } from '../../../db/messaging/routing/numbers.ts'
import * as links from '../../../db/messaging/routing/links.ts'
import { settings } from '../../../db/messaging/settings/settings.ts'
import { within } from '../../../db/store/connection.ts'
import { area } from '../../edge/route.ts'
import { mustLeadInside } from '../../sending/operators/http.ts'
import { sendThrough } from '../../sending/operators/send-through.ts'
import { nobodys } from '../words.ts'
import { by } from './gateway-caller.ts'

const { create, get, list, post, put, remove } = nobodys
const link = (_: unknown, { id }: { id: string }) => links.linkById(id)

/** A name is asked of the network, so before any transaction. */
const mustLead = async (url: unknown): Promise<void> =>
  mustLeadInside(url, (await settings()).link_http_allow_cidrs)

export const door = area('gateway-links', [
  create('/gateway/links', {
    summary: 'Add a link; it stands still until it is started',
    access: 'gateway:manage',
    body: GatewayLinkInput,
    reply: GatewayLinkInFull,
    says: 'Link added.',
    transaction: 'rule',
    run: async ({ caller, body }) => {
      await mustLead((body as { url?: unknown }).url)
      const { code, name, kind } = body
      return inTheirWords(() =>
        within(async () => {
          await openMessaging()
          const change = linkChange(body, null)
          return linkInFull(await links.openLink(by(caller), { ...change, code, name, kind }))
        }),
      )
    },
  }),
  get('/gateway/links/:id', {
    summary: 'One link with its settings; secrets are masked',
    access: 'gateway:read',
    reply: GatewayLinkInFull,
    run: async ({ params }) => linkInFull(await links.linkById(params.id)),
  }),
  put('/gateway/links/:id', {
    summary: 'Change a link; one that runs begins anew with its settings',
    access: 'gateway:manage',
    record: link,
    body: GatewayLinkChange,
    reply: GatewayLinkInFull,
    says: 'Saved.',
    transaction: 'rule',
    run: async ({ caller, params, body }) => {
      await mustLead((body as { url?: unknown }).url)
      return inTheirWords(() =>
        within(async () => {
          const change = linkChange(body, await links.linkById(params.id))
          return linkInFull(await links.changeLink(by(caller), params.id, change))
        }),
      )
    },
  }),
  post('/gateway/links/:id/start', {
    summary: 'Start a link, or try one at once that was refused or lost',
    access: 'gateway:operate',
    record: link,
    reply: GatewayLinkInFull,
    run: async ({ caller, params }) => linkInFull(await links.startLink(by(caller), params.id)),
  }),
  post('/gateway/links/:id/stop', {
    summary: 'Stop a link; answers in flight are awaited, what waits stays',
    access: 'gateway:operate',
    record: link,
    reply: GatewayLinkInFull,
    run: async ({ caller, params }) =>
      linkInFull(await links.stopLink(by(caller), params.id, null)),
  }),
  post('/gateway/links/:id/test', {
    summary: 'Bind as the link would, send one text where a number is given, and go away again',
    access: 'gateway:operate',
    record: link,
    body: LinkTestInput,
    body_may_miss: true,
    reply: LinkTested,
    transaction: 'rule',
    run: async ({ params, body }) => {
      const to = typeof body.to === 'string' ? readNumber(body.to) : null
      if (typeof body.to === 'string' && to === null)
        throw invalidAs('to', `${body.to.slice(0, 20)} is not a Tanzanian mobile number.`)
      const { public_url, link_http_allow_cidrs } = await settings()
      const around = { public_url, allow_cidrs: link_http_allow_cidrs }
      const message = to === null ? null : { to, text: body.text ?? 'Jaribio la Kituo' }
      return sendThrough(await links.linkById(params.id), around, message)
    },
  }),
  remove('/gateway/links/:id', {
    summary: 'Take a link away for good; no route may lead over it',
    access: 'gateway:manage',
    record: link,
    reply: nullable(AnyObject),
    says: 'Link removed.',
    run: async ({ caller, params }) => {
      await links.removeLink(by(caller), params.id, null)
      return null
    },
  }),
  list('/gateway/links/:id/log', {
    summary: 'What became of a link, the newest first',
    access: 'gateway:read',
    record: link,
    filters: { from: Day, to: Day },
    each: LinkLogLine,
    run: ({ params, query }) => linkLog(params.id, query),
  }),
])
