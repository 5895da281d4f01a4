// The page that a paper's QR leads to (operations 5.12).

import { genuine } from '../../../db/hospital/office/papers/genuine.ts'
import { genuinePage, unknownPage } from '../../../db/hospital/office/papers/page.ts'
import { area } from '../../edge/route.ts'
import type { FileReply } from '../../edge/send-file.ts'
import { nobodys } from '../words.ts'

const { file } = nobodys

const html = 'text/html; charset=utf-8'
const shown = (bytes: string, status = 200): FileReply => ({
  status,
  content_type: html,
  bytes,
  cache: 'no-store',
  headers: {
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'x-robots-tag': 'noindex',
  },
})

const page = file('/verify/:code', {
  summary: 'Whether a printed paper is genuine, as a page',
  access: 'open',
  content_type: html,
  run: async ({ params }) => {
    const found = await genuine(params.code, 'sw')
    return found.genuine ? shown(genuinePage(found)) : shown(unknownPage(), 404)
  },
})

export const door = area('genuine', [{ ...page, at_root: true }])
