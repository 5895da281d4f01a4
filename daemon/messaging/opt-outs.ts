// Opt-outs under /v1, and the page at the root by which people say no.

import type { Readable } from 'node:stream'
import { choice, partial } from '../../db/core/kinds/kinds.ts'
import { within } from '../../db/store/connection.ts'
import { optOutsFile } from '../../db/messaging/contacts/export.ts'
import {
  LiftInput,
  opt_out_filters,
  OptOut,
  OptOutCounts,
  OptOutInput,
  OptOutWithHistory,
} from '../../db/messaging/contacts/shapes.ts'
import { note } from '../../db/messaging/accounts/audit.ts'
import { followLink, readLink } from '../../db/messaging/opt-outs/links.ts'
import * as opt_outs from '../../db/messaging/opt-outs/opt-outs.ts'
import { askingPage, donePage, nowherePage } from '../../db/messaging/opt-outs/page.ts'
import { opt_out_scopes } from '../../db/messaging/contacts/words.ts'
import type { Facts } from '../edge/facts.ts'
import { area, type Route } from '../edge/route.ts'
import type { FileReply } from '../edge/send-file.ts'
import { file, get, list, post, removing } from './words.ts'

const html = 'text/html; charset=utf-8'
const shown = (bytes: string, status = 200): FileReply => ({
  status,
  content_type: html,
  bytes,
  cache: 'no-store',
  headers: {
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    'x-robots-tag': 'noindex',
  },
})

async function asking(token: string, status = 200): Promise<FileReply> {
  const link = await readLink(token)
  return link === null ? shown(nowherePage(), 404) : shown(askingPage(link), status)
}

const page = file('/o/:token', {
  summary: 'The page by which a person opts out',
  access: 'open',
  content_type: html,
  run: ({ params }) => asking(params.token),
})

interface Posted {
  params: { token: string }
  body: Buffer
  facts: Facts
}

/** A form of a page; what it may say is one of two words. */
const answered: Route = {
  ...page,
  method: 'POST',
  summary: 'A person opts out',
  takes: 'bytes',
  body_limit: 4096,
  transaction: 'rule',
  run: (async ({ params, body, facts }: Posted) => {
    const word = new URLSearchParams(body.toString('utf8')).get('scope')
    const scope = opt_out_scopes.find((one) => one === word)
    // Neither of its two words: nothing is recorded, and the person is asked again.
    if (scope === undefined) return asking(params.token, 400)
    const link = await within(() => followLink(params.token, scope, { address: facts.ip }))
    return link === null ? shown(nowherePage(), 404) : shown(donePage(link, scope))
  }) as unknown as Route['run'],
}

export const door = area('opt-outs', [
  list('/opt-outs', {
    summary: 'Opt-outs, newest first',
    access: 'contacts:read',
    filters: opt_out_filters,
    each: OptOut,
    run: ({ caller, query }) => opt_outs.list(caller, query),
  }),
  post('/opt-outs', {
    summary: 'Take numbers out',
    access: 'contacts:write',
    body: OptOutInput,
    reply: OptOutCounts,
    run: ({ caller, body }) => opt_outs.create(caller, body),
  }),
  file('/opt-outs/export', {
    summary: 'Opt-outs as a file of evidence',
    access: 'contacts:read',
    query: partial({
      since: opt_out_filters.since,
      until: opt_out_filters.until,
      format: choice(['csv', 'jsonl']),
    }),
    content_type: 'text/csv; charset=utf-8',
    run: async ({ caller, query: { format = 'csv', ...asked } }) => {
      await within(() =>
        note(caller, 'opt_out.export', { owner: caller, entity: 'opt_out', changes: { format } }),
      )
      const bytes: Readable = optOutsFile(format, opt_outs.everyOne(caller, asked))
      return {
        bytes,
        content_type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
        file_name: `opt-outs.${format}`,
      }
    },
  }),
  get('/opt-outs/:phone', {
    summary: 'The opt-out of a number, with its history',
    access: 'contacts:read',
    reply: OptOutWithHistory,
    run: ({ caller, params }) => opt_outs.find(caller, params.phone),
  }),
  removing('/opt-outs/:phone', {
    summary: 'Lift an opt-out, with the note of consent',
    access: 'contacts:write',
    body: LiftInput,
    reply: OptOut,
    run: ({ caller, params, body }) => opt_outs.liftByApi(caller, params.phone, body.consentNote),
  }),
  { ...page, at_root: true },
  { ...answered, at_root: true },
])
