// The page at the root (operations 5.12).

import { startPage } from '../../../db/hospital/office/papers/start-page.ts'
import * as system from '../../../db/hospital/office/settings/system.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { file } = nobodys

const html = 'text/html; charset=utf-8'

const page = file('/', {
  summary: 'Whose house this is, and where to go from here, as a page',
  access: 'open',
  content_type: html,
  run: async ({ caller }) => ({
    content_type: html,
    bytes: startPage(await system.find(caller)),
    cache: 'no-cache',
    headers: {
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'",
    },
  }),
})

export const door = area('start-page', [{ ...page, at_root: true }])
