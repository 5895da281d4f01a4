// The plain listener beside the encrypted ones (redirect_listen): it leads to public_url, and serves
// what a new machine must fetch before it can trust anything (OPS-22).

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inFours } from '../../db/appliance/pki/keys.ts'
import { listAuthorities } from '../../db/appliance/pki/server-authority.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const served_here = /^\/(?:pki\/[^/]+|api\/v1\/(?:health|ready))$/

export function redirectTo(public_url: () => string | null, app: Handler): Handler {
  return (request, response) => {
    const address = request.url ?? '/'
    const [path = '/'] = address.split('?')
    if (served_here.test(path)) return app(request, response)
    const to = public_url()
    if (path === '/' || to === null) return showPage(response, to)
    response.writeHead(308, { location: `${to.replace(/\/$/, '')}${address}`, 'content-length': 0 })
    response.end()
  }
}

const style =
  'body{font:17px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}'

function showPage(response: ServerResponse, to: string | null): void {
  const present = listAuthorities().find(({ state }) => state === 'CURRENT')
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Kituo</title><style>${style}</style></head><body>
<h1>Kituo</h1>${to === null ? '' : `<p><a href="${escaped(to)}">${escaped(to)}</a></p>`}
${
  present === undefined
    ? ''
    : `<p>This house signs its own certificate. <a href="/pki/server-ca.pem">What a new machine must trust</a>
has this fingerprint; compare it with the paper of the IT desk:</p>
<pre>${inFours(present.fingerprint).replace(/(.{40}) /g, '$1\n')}</pre>`
}
</body></html>
`
  const digest = createHash('sha256').update(style).digest('base64')
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${digest}'`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  })
  response.end(body)
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
