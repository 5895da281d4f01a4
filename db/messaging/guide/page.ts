// The guide of the messaging API (MSG-143): one page of plain HTML, nothing from the network. What it says
// of limits, numbers and events is read from where the house itself looks.

import { exampleOf, scripts } from '../drain/scripts.ts'
import { escaped, page } from '../pages.ts'
import { settings } from '../settings/settings.ts'
import type { Settings } from '../settings/words.ts'
import { gaps_ms } from '../webhooks/ladder.ts'
import { samples } from '../webhooks/samples.ts'
import { verifying } from './verifying.ts'

export async function guidePage(base_url: string): Promise<string> {
  const known = await settings()
  const base = (known.public_url ?? base_url).replace(/\/$/, '')
  return page(
    'Messaging API',
    [
      '<h1>The messaging API</h1>',
      `<p>Base <code>${escaped(base)}/v1</code>. Its description: <a href="/v1/openapi.json">OpenAPI</a>; its errors: <a href="/docs/errors">a page each</a>.</p>`,
      contents,
      sending(base),
      repeating(known),
      segments,
      webhooks(),
      signatures(),
      testing(),
      limits(known),
      goingLive,
      changes,
    ].join('\n'),
  )
}

const contents = `<p><a href="#sending">Sending</a> · <a href="#repeating">Repeating safely</a> ·
<a href="#segments">Segments</a> · <a href="#webhooks">Webhooks</a> · <a href="#signatures">Signatures</a> ·
<a href="#testing">Test numbers</a> · <a href="#limits">Limits</a> · <a href="#live">From test to live</a> ·
<a href="#changes">Changes</a></p>`

const sending = (base: string): string => `<h2 id="sending">Sending</h2>
<p>Every call carries <code>Authorization: Bearer sms_test_…</code> (or <code>sms_live_…</code>). A send answers 202 as soon
as its messages are queued and paid for; all of it goes, or nothing.</p>
<pre>${escaped(`curl -X POST ${base}/v1/sms/send \\
  -H 'Authorization: Bearer sms_test_…' -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: order-17' \\
  -d '{"recipients":["0712345678"],"senderId":"SMSTEST","message":"Karibu","reference":"order-17"}'`)}</pre>
<p>Numbers are written <code>0712345678</code>, <code>255712345678</code> or <code>+255 712 345 678</code>. What became of a
message: <code>GET /v1/sms/{messageId}</code>, or a webhook. States: <code>scheduled</code>, <code>queued</code>,
<code>sent</code>, then one of <code>delivered</code>, <code>failed</code>, <code>expired</code>, which never changes.</p>`

const repeating = ({
  idempotency_hours,
}: Settings): string => `<h2 id="repeating">Repeating safely</h2>
<p>Every call that changes something takes <code>Idempotency-Key</code>. The first answer is kept for ${idempotency_hours}
hours and given again, byte for byte, with <code>Idempotent-Replayed: true</code>; the same key with another body is 409.
A refusal before anything happened (400, 401, 402, 403, 422, 429) keeps nothing: after it is mended the same key does the
work. After 500, 503 or no answer at all, ask again with the same key.</p>`

const segments = `<h2 id="segments">Segments</h2>
<table><tr><th>Text</th><th>One message</th><th>Several, each</th></tr>
<tr><td>GSM-7: the letters of GSM 03.38; <code>^ { } \\ [ ~ ] | €</code> count two</td><td>160</td><td>153</td></tr>
<tr><td>UCS-2: as soon as one other character is in it (curly quotes, ç, emoji)</td><td>70</td><td>67</td></tr></table>
<p>At most 10 segments. <code>smartEncoding: true</code> writes curly quotes, dashes and the like as GSM-7 has them.
<code>POST /v1/sms/estimate</code> counts without sending.</p>`

const seconds_said = (ms: number): string => (ms < 60_000 ? `${ms / 1000} s` : `${ms / 60_000} min`)

const webhooks = (): string => `<h2 id="webhooks">Webhooks</h2>
<p><code>PUT /v1/webhooks</code> says where events go, and which; a send's own <code>callbackUrl</code> needs no
configuration. Answer 2xx within 10 seconds; redirects are not followed. What was not taken is posted again
${gaps_ms.map(seconds_said).join(', ')} after the answer before, six attempts in all. An event may come twice and out of
order: key on <code>data.id</code> with <code>event</code>, and ignore a status that goes backwards.</p>
${samples()
  .map(
    ({ event, meaning, sample }) =>
      `<h3><code>${event}</code></h3><p>${escaped(meaning)}</p><pre>${escaped(JSON.stringify(sample))}</pre>`,
  )
  .join('\n')}`

const signatures = (): string => `<h2 id="signatures">Signatures</h2>
<p><code>X-SMS-Signature</code> is <code>sha256=</code> and the hex HMAC-SHA256 of <code>{timestamp}.{body}</code> under the
whole secret; the timestamp stands in <code>X-SMS-Timestamp</code>. Refuse one that is more than five minutes away, then
compare in constant time, over the bytes as they came.</p>
${verifying
  .map(({ language, code }) => `<h3>${escaped(language)}</h3><pre>${escaped(code)}</pre>`)
  .join('\n')}`

const testing = (): string => `<h2 id="testing">Test numbers</h2>
<p>Test keys send to a simulator with play money and the sender ID <code>SMSTEST</code>. These numbers follow a script; all
others are delivered after a second. <code>POST /v1/test/clock/advance</code> lets hours pass in seconds,
<code>POST /v1/test/faults</code> plans failures of the next calls.</p>
<table><tr><th>Number</th><th>What happens</th></tr>
${Object.entries(scripts)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(
    ([script, { happens }]) =>
      `<tr><td><code>${exampleOf(script)}</code></td><td>${escaped(happens)}</td></tr>`,
  )
  .join('\n')}</table>`

const limits = (known: Settings): string => {
  const rows: readonly [string, string][] = [
    ['Calls per minute and key', String(known.rate_limit_per_minute)],
    ['Recipients of one send', '1,000'],
    ['Contacts of one import', '50,000'],
    ['Segments of one message', '10'],
    [
      'Body',
      `${known.body_limit / 1024 / 1024} MiB; imports ${known.import_body_limit / 1024 / 1024}`,
    ],
    ['Scheduling ahead', `${known.schedule_max_days} days`],
    ['Validity', '60 s to 72 h'],
    ['Recipients of one campaign', known.campaign_max_recipients.toLocaleString('en-US')],
    ['Answer of a webhook receiver', '10 s'],
    ['An Idempotency-Key lives', `${known.idempotency_hours} h`],
    ['Texts are kept', `${known.retention_text_days} days`],
    ['Messages are kept', `${known.retention_messages_days} days`],
  ]
  return `<h2 id="limits">Limits</h2><table>${rows
    .map(([what, most]) => `<tr><td>${escaped(what)}</td><td>${escaped(most)}</td></tr>`)
    .join('\n')}</table>
<p>Every answer carries <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and
<code>X-RateLimit-Reset</code>; a 429 also <code>Retry-After</code>.</p>`
}

const goingLive = `<h2 id="live">From test to live</h2>
<ol><li>Ask for a sender ID (<code>POST /v1/sender-ids</code>) with its papers, and wait until the operators of your
recipients approved it.</li><li>Top up the wallet and set a line for <code>wallet.low_balance</code>.</li>
<li>Make a live key with the scopes it needs, an address list and an end, and set the webhook of the live mode: the two
modes share nothing.</li><li>Send to a number of your own and see it <code>delivered</code>.</li></ol>`

const changes = `<h2 id="changes">Changes</h2>
<p>Members, events, reasons and endpoints may be added to <code>/v1</code> at any time; tolerate those you do not know.
Nothing is removed or changes its meaning without <code>Deprecation</code> and <code>Sunset</code> headers and a line here
180 days before. Nothing is announced.</p>`
