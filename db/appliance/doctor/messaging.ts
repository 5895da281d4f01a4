// Checks of messaging (messaging 8): whether what is accepted can leave, and what is told arrives.

import { X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { clock, days, hours, instantIn, minutes } from '../../core/clock.ts'
import { row, rows } from '../../store/connection.ts'
import { routesFor, routing } from '../../messaging/routing/operators.ts'
import { setting, settings } from '../../messaging/settings/settings.ts'
import { type Sql, sql } from '../../store/sql.ts'
import { bad, type Check, type Found, ok, skipped, warn } from './finding.ts'

const check = (id: string, says: string, light: boolean, look: () => Promise<Found>): Check => ({
  id: `messaging.${id}`,
  category: 'messaging',
  says,
  light,
  run: async ({ deployment }) => (deployment === null ? skipped('no data are open') : look()),
})

export const messaging_checks: readonly Check[] = [
  check('links', 'links are up that operators are reached over', true, checkLinks),
  check('routes', 'every operator has a way for every class', true, checkRoutes),
  check('queue', 'nothing is held back, and nothing waits that nobody sees', true, checkQueue),
  check('uncertain', 'no message and no receipt waits for a person', true, checkDoubts),
  check('names', 'the names of operators and receivers are found', false, checkNames),
  check('certificates', 'certificates that are trusted can be read and hold', true, checkPems),
  check('webhooks', 'webhooks were proven and do not fail', true, checkWebhooks),
  check('senders', 'every account that sends has an approved sender ID', true, checkSenders),
]

const named = (list: readonly string[], most = 5): string =>
  list.length <= most
    ? list.join(', ')
    : `${list.slice(0, most).join(', ')} and ${list.length - most} more`

interface LinkLine {
  code: string
  kind: string
  state: string
  last_error: string | null
  options: string
}

const links = (enabled: boolean): Promise<LinkLine[]> =>
  rows<LinkLine>(sql`select code, kind, state, last_error, options from msg_links
    where removed_at is null and enabled = ${enabled} order by code`)

async function checkLinks(): Promise<Found> {
  const ways = await routing()
  const served = new Set([...ways.routes.values()].flat().map(({ link_id }) => link_id))
  const codes = new Set([...served].map((id) => ways.links.get(id)?.code as string | undefined))
  const off = (await links(false)).filter(({ code }) => codes.has(code))
  const away = (await links(true)).filter(
    ({ code, state }) => codes.has(code) && state !== 'up' && state !== 'throttled',
  )
  const wrong = [...off, ...away]
  const [first] = wrong
  if (first !== undefined)
    return warn(
      named(wrong.map(({ code, state, last_error }) => `${code} is ${state}${cause(last_error)}`)),
      {
        evidence: wrong.map(({ code, state, last_error }) => ({ code, state, last_error })),
        mend: 'What the log of the link says; then try it.',
        mend_command: `kituo messaging link log ${first.code}`,
      },
    )
  const simulated = [...ways.routes]
    .filter(([, [way]]) => ways.links.get(way?.link_id ?? '')?.kind === 'simulator')
    .map(([operator]) => operator)
  if (simulated.length > 0)
    return warn(`messages to ${named(simulated, 10)} go to the simulator`, {
      mend: 'Add a link to the operator and lead the route over it.',
      mend_command: 'kituo messaging link add',
    })
  return ok(`${codes.size} links are up`)
}

const cause = (last_error: string | null): string => (last_error === null ? '' : ` (${last_error})`)

const classes = ['otp', 'transactional', 'promotional'] as const

async function checkRoutes(): Promise<Found> {
  const ways = await routing()
  const missing = [...ways.operators.keys()].flatMap((operator) => {
    const without = classes.filter((kind) => routesFor(ways, operator, kind).length === 0)
    if (without.length === 0) return []
    return [without.length === classes.length ? operator : `${operator} (${without.join(', ')})`]
  })
  if (missing.length === 0) return ok(`${ways.operators.size} operators`)
  return bad(`no way leads to ${named(missing, 10)}: such messages fail no_route`, {
    mend: 'Say over which link they are reached.',
    mend_command: 'kituo messaging route set',
  })
}

async function checkQueue(): Promise<Found> {
  const { gateway_paused } = await settings()
  const paused = [...(await routing()).operators.values()].filter(
    ({ status }) => status === 'paused',
  )
  if (gateway_paused)
    return warn('the queue is paused', { mend_command: 'kituo messaging queue resume' })
  if (paused.length > 0)
    return warn(`paused: ${named(paused.map(({ code }) => code))}`, {
      mend_command: `kituo messaging operator resume ${paused[0]?.code}`,
    })
  const accounts = await rows<{ name: string }>(
    sql`select name from msg_accounts where paused order by name limit 100`,
  )
  if (accounts.length > 0)
    return warn(`accounts are paused: ${named(accounts.map(({ name }) => name))}`, {
      mend_command: `kituo messaging account resume ${JSON.stringify(accounts[0]?.name)}`,
    })
  const late = await row<{ due_at: string | null }>(
    sql`select min(due_at) as due_at from msg_messages
        where mode = 'live' and status = 'queued' and not submitted`,
  )
  const since = late?.due_at ?? null
  if (since !== null && since < instantIn(-minutes(10)))
    return warn(`the oldest message that waits was due at ${since}`, {
      mend: 'Look at the link of its operator.',
      mend_command: 'kituo messaging queue show',
    })
  return ok('nothing is held')
}

const count = async (asked: Sql): Promise<number> =>
  Number((await row<{ n: number }>(asked))?.n ?? 0)

async function checkDoubts(): Promise<Found> {
  const uncertain = await count(
    sql`select count(*) as n from msg_messages where uncertain and mode = 'live'`,
  )
  const old = instantIn(-hours(await setting('orphan_receipt_hours')))
  const unmatched = await count(
    sql`select count(*) as n from msg_receipts where outcome = 'waiting' and received_at <= ${old}`,
  )
  if (uncertain + unmatched === 0) return ok('none')
  return warn(`${uncertain} messages are uncertain, ${unmatched} receipts are unmatched`, {
    mend: 'Settle them: each has its list.',
    mend_command:
      uncertain > 0 ? 'kituo messaging uncertain list' : 'kituo messaging receipts list',
  })
}

const hosts_max = 50

/** Hosts of enabled links and webhooks; literal addresses need no name. */
async function hosts(): Promise<string[]> {
  const found = (await links(true)).flatMap(({ options }) => {
    const { host, url } = JSON.parse(options) as { host?: unknown; url?: unknown }
    return [typeof host === 'string' ? host : hostIn(url)]
  })
  const hooks = await rows<{ url: string }>(
    sql`select url from msg_webhooks where enabled and mode = 'live' order by id desc limit 200`,
  )
  found.push(...hooks.map(({ url }) => hostIn(url)))
  return [...new Set(found)].filter((host) => host !== '').slice(0, hosts_max)
}

const hostIn = (url: unknown): string =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : ''

async function checkNames(): Promise<Found> {
  const all = await hosts()
  if (all.length === 0) return ok('none is needed')
  const looked = await Promise.all(
    all.map(async (host) => {
      try {
        await lookup(host.replace(/^\[|\]$/g, ''))
        return null
      } catch {
        return host
      }
    }),
  )
  const lost = looked.filter((host) => host !== null)
  if (lost.length === 0) return ok(`${all.length} names are found`)
  return warn(`not found: ${named(lost)}`, {
    evidence: lost,
    mend: 'The DNS server of this machine, or the name in the link or webhook.',
  })
}

const soon_ms = days(30)

async function checkPems(): Promise<Found> {
  const { webhook_ca_file } = await settings()
  const files = new Set<string>(webhook_ca_file === null ? [] : [webhook_ca_file])
  for (const { options } of await links(true)) {
    const { tls } = JSON.parse(options) as { tls?: { on?: boolean; caFile?: string | null } }
    if (tls?.on === true && typeof tls.caFile === 'string') files.add(tls.caFile)
  }
  if (files.size === 0) return ok('none of our own is named')
  const found = [...files].map((file) => ({ file, ...lifeOf(file) }))
  const wrong = found.find(({ until }) => until === null || until <= clock.ms())
  if (wrong !== undefined)
    return bad(
      wrong.until === null
        ? `${wrong.file} cannot be read as a certificate: ${wrong.why}`
        : `${wrong.file} has expired`,
      { mend: 'Put the right certificate there.' },
    )
  const soon = found.filter(({ until }) => until !== null && until <= clock.ms() + soon_ms)
  if (soon.length > 0) return warn(`expires within 30 days: ${named(soon.map(({ file }) => file))}`)
  return ok(`${files.size} hold`)
}

function lifeOf(file: string): { until: number | null; why: string } {
  try {
    return { until: Date.parse(new X509Certificate(readFileSync(file)).validTo), why: '' }
  } catch (error) {
    return { until: null, why: error instanceof Error ? error.message : String(error) }
  }
}

async function checkWebhooks(): Promise<Found> {
  const found = await rows<{ name: string; failing: unknown; proven: unknown }>(
    sql`select a.name, w.failing_since is not null as failing,
          w.last_success_at is not null as proven
        from msg_webhooks w join msg_accounts a on a.id = w.account_id
        where w.enabled and w.mode = 'live'
          and (w.failing_since is not null or w.last_success_at is null)
        order by a.name limit 500`,
  )
  const failing = found.filter((one) => Boolean(one.failing)).map(({ name }) => name)
  const unproven = found
    .filter((one) => one.failing !== true && one.failing !== 1)
    .map(({ name }) => name)
  if (failing.length > 0)
    return warn(`failing: ${named(failing)}`, {
      evidence: failing,
      mend_command: `kituo messaging webhook test --account ${JSON.stringify(failing[0])}`,
    })
  if (unproven.length > 0)
    return warn(`never answered yet: ${named(unproven)}`, {
      evidence: unproven,
      mend_command: `kituo messaging webhook test --account ${JSON.stringify(unproven[0])}`,
    })
  return ok('all answer')
}

async function checkSenders(): Promise<Found> {
  const found = await rows<{ name: string }>(
    sql`select a.name from msg_accounts a join msg_businesses b on b.id = a.business_id
        where b.status = 'active' and not exists (select 1 from msg_sender_ids s
          where s.account_id = a.id and s.mode = 'live' and s.removed_at is null
            and s.status = 'approved')
        order by a.name limit 500`,
  )
  if (found.length === 0) return ok('each has one')
  return warn(`without one: ${named(found.map(({ name }) => name))}`, {
    evidence: found.map(({ name }) => name),
    mend: 'The account asks for one (POST /v1/sender-ids); then it is reviewed.',
    mend_command: 'kituo messaging sender list',
  })
}
