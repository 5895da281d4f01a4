// The pages behind `docs` of an error (MSG-143): plain HTML, nothing from the network.

import { code_statuses, isCode, type Code } from './refusals.ts'

interface About {
  meaning: string
  causes: readonly string[]
  mend: string
  retry: string
}

const no_retry = 'No: the same call gets the same answer until its cause is mended.'
const same_key = 'Yes, with the same Idempotency-Key: it can never send twice.'

export const about: Readonly<Record<Code, About>> = {
  invalid_api_key: {
    meaning: 'The API key is missing, malformed, or never existed.',
    causes: ['No Authorization header, or two of them.', 'A key that was cut when it was copied.'],
    mend: 'Send one header: Authorization: Bearer sms_live_….',
    retry: no_retry,
  },
  api_key_revoked: {
    meaning: 'The key was revoked, or replaced by rotation.',
    causes: ['Somebody revoked it.', 'It was rotated and the old one is still in use here.'],
    mend: 'Use the new key.',
    retry: no_retry,
  },
  api_key_expired: {
    meaning: 'The key passed its expiry date.',
    causes: ['It was made with expiresAt.'],
    mend: 'Make a new key, or have the old one prolonged before it ends.',
    retry: no_retry,
  },
  ip_not_allowed: {
    meaning: "The caller's address is outside the key's allowlist.",
    causes: ['The server moved.', 'A proxy stands in between.'],
    mend: "Add the address to the key's ipAllowlist.",
    retry: no_retry,
  },
  insufficient_scope: {
    meaning: 'The key lacks the scope that this endpoint needs.',
    causes: ['The key was made for something else.', 'A live key on /v1/test.'],
    mend: 'Use a key with the scope that the message names.',
    retry: no_retry,
  },
  account_not_provisioned: {
    meaning: 'The key is not linked to an active business account.',
    causes: ['The account is new.', 'The business account is suspended or closed.'],
    mend: 'Ask the operator of this service.',
    retry: no_retry,
  },
  invalid_request: {
    meaning: 'Malformed JSON, a missing field, or a field this endpoint does not accept.',
    causes: ['A misspelt field: unknown ones are refused, not ignored.', 'A text for a number.'],
    mend: 'See field and message.',
    retry: no_retry,
  },
  recipients_exceeded: {
    meaning: 'More than 1,000 recipients in one call.',
    causes: ['A list that was not cut.'],
    mend: 'Send in calls of 1,000, or make a campaign.',
    retry: no_retry,
  },
  invalid_phone_number: {
    meaning: 'A recipient is not a valid Tanzanian mobile number.',
    causes: ['Blanks or dashes in the number.', 'A number of another country.'],
    mend: 'Write 0712345678, 255712345678 or +255 712 345 678. Nothing was sent.',
    retry: no_retry,
  },
  message_too_long: {
    meaning: 'The text needs more than 10 segments.',
    causes: ['One character outside GSM-7 makes the whole text UCS-2, 67 to a segment.'],
    mend: 'Shorten it, or set smartEncoding.',
    retry: no_retry,
  },
  sender_id_not_approved: {
    meaning: "The sender ID is pending, rejected, or not the account's.",
    causes: ['It is approved at other operators only.', 'Upper and lower case differ.'],
    mend: 'See GET /v1/sender-ids.',
    retry: no_retry,
  },
  invalid_state: {
    meaning: 'The record is not in a state for this.',
    causes: ['Somebody else moved it.', 'It is final.'],
    mend: 'Read it again.',
    retry: no_retry,
  },
  already_exists: {
    meaning: 'The name or number is taken.',
    causes: ['It was made before.'],
    mend: 'Change the one that is there.',
    retry: no_retry,
  },
  whatsapp_window_closed: {
    meaning: 'The customer wrote more than 24 hours ago.',
    causes: ['Free-form messages need an open window.'],
    mend: 'Send an approved template.',
    retry: no_retry,
  },
  whatsapp_template_not_approved: {
    meaning: 'The template is not approved by the provider.',
    causes: ['It is paused, rejected, or unknown.'],
    mend: 'See GET /v1/whatsapp/templates.',
    retry: no_retry,
  },
  not_found: {
    meaning: 'There is no such record on this account, or no such endpoint.',
    causes: ['The id belongs to another account, or to the other mode.'],
    mend: 'Check the address and the key.',
    retry: no_retry,
  },
  insufficient_funds: {
    meaning: 'The balance cannot cover the whole send; nothing was sent.',
    causes: ['The wallet is empty.'],
    mend: 'Top up. The same Idempotency-Key may then be used again.',
    retry: 'After a top-up.',
  },
  idempotency_key_reused: {
    meaning: 'The Idempotency-Key was used with a different body.',
    causes: ['A key that is not made anew for each send.'],
    mend: 'Use another key for another request. Keys live 72 hours; a refusal keeps nothing.',
    retry: no_retry,
  },
  idempotency_key_in_flight: {
    meaning: 'The original call with this key is still running.',
    causes: ['A retry that came too early.'],
    mend: 'Wait for Retry-After and ask again: you get the first answer.',
    retry: same_key,
  },
  rate_limited: {
    meaning: 'Too many requests in this minute.',
    causes: ['More than 60 calls of one key between two full minutes.'],
    mend: 'Honour Retry-After; put up to 1,000 recipients into one call.',
    retry: 'After Retry-After seconds.',
  },
  upstream_unavailable: {
    meaning: 'A service that the request needed did not answer.',
    causes: ['The queue is full.', 'The database is away.'],
    mend: 'Wait and try again.',
    retry: same_key,
  },
  internal_error: {
    meaning: 'The server failed; the work was rolled back.',
    causes: ['A fault of this service.'],
    mend: 'Give the operator the requestId.',
    retry: same_key,
  },
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1d2522}
code,pre{background:#eef2f0;border-radius:4px;padding:.1em .3em}pre{padding:.8em;overflow:auto}
table{border-collapse:collapse}td,th{border:1px solid #cdd8d3;padding:.2em .6em;text-align:left}
h1 small{color:#5a6a64;font-weight:400}a{color:#0b6b58}</style></head><body>${body}</body></html>
`

export function errorList(): string {
  const lines = Object.entries(about)
    .map(
      ([code, { meaning }]) =>
        `<li><a href="/docs/errors/${code}"><code>${code}</code></a> ${code_statuses[code as Code]}: ${escaped(meaning)}</li>`,
    )
    .join('\n')
  return page('Errors', `<h1>Errors of the messaging API</h1><ul>\n${lines}\n</ul>`)
}

/** Null for a code that is none. */
export function errorPage(code: string): string | null {
  if (!isCode(code)) return null
  const { meaning, causes, mend, retry } = about[code]
  const example = JSON.stringify(
    {
      error: {
        code,
        message: meaning,
        field: null,
        requestId: 'req_0198a6e2c1d07b3f8a52d4c6e9f01b7a',
        docs: `/docs/errors/${code}`,
      },
    },
    null,
    2,
  )
  return page(
    code,
    `<h1><code>${code}</code> <small>HTTP ${code_statuses[code]}</small></h1>
<p>${escaped(meaning)}</p><h2>Usual causes</h2><ul>${causes.map((one) => `<li>${escaped(one)}</li>`).join('')}</ul>
<h2>What to do</h2><p>${escaped(mend)}</p><h2>Try again?</h2><p>${escaped(retry)}</p>
<h2>Example</h2><pre>${escaped(example)}</pre><p><a href="/docs/errors">All errors</a> · <a href="/docs/messaging">Guide</a></p>`,
  )
}
