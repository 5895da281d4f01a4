// The guide, and the pages that `docs` of an error leads to (MSG-143): without a key, without the network.

import { guidePage } from '../../db/messaging/guide/page.ts'
import { errorList, errorPage } from '../../db/messaging/pages.ts'
import { refuse } from '../../db/messaging/refusals.ts'
import { area, type Route } from '../edge/route.ts'
import type { FileReply } from '../edge/send-file.ts'
import { file } from './words.ts'

const html = 'text/html; charset=utf-8'
const shown = (bytes: string): FileReply => ({
  content_type: html,
  bytes,
  cache: 'public, max-age=3600',
  headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" },
})
const atRoot = (route: Route): Route => ({ ...route, at_root: true })

export const door = area('errors', [
  atRoot(
    file('/docs/errors', {
      summary: 'The errors of the messaging API',
      access: 'open',
      content_type: html,
      run: async () => shown(errorList()),
    }),
  ),
  atRoot(
    file('/docs/errors/:code', {
      summary: 'One error: meaning, causes, what to do',
      access: 'open',
      content_type: html,
      run: async ({ params }) => {
        const page = errorPage(params.code)
        if (page === null) throw refuse('not_found', 'There is no such error.')
        return shown(page)
      },
    }),
  ),
  atRoot(
    file('/docs/messaging', {
      summary: 'The guide: sending, signatures, segments, test numbers, limits',
      access: 'open',
      content_type: html,
      run: async ({ facts }) => shown(await guidePage(facts.base_url)),
    }),
  ),
])
