// Links as people run them (MSG 2.6, 3.6): opened, changed, started, stopped, taken away. The link's
// own changes of state are written by whoever owns it.

import { clock } from '../../core/clock.ts'
import { row, rows } from '../../store/connection.ts'
import { isId, newSecret } from '../../core/ids.ts'
import { conflict, invalid, noneCalled, noSuch } from '../../core/refusal.ts'
import { takeTurn } from '../../store/turn.ts'
import { sql } from '../../store/sql.ts'
import { note } from '../accounts/audit.ts'
import type { Actor } from '../caller.ts'
import { nudge } from '../nudges.ts'
import { failure_reasons } from '../messages/words.ts'
import { mustServeHttp } from './http-links.ts'
import {
  checkedOptions,
  linkDefaults,
  type LinkKind,
  type LinkSecrets,
  linkSecrets,
  sealSecrets,
} from './link-settings.ts'
import type { LinkRow } from './link-states.ts'
import { forgetRouting } from './operators.ts'
import { msg_link_log, msg_links } from './tables.ts'
import { receipt_ways, resend_ways } from './words.ts'

export interface LinkChange {
  name?: string
  throughput_per_second?: number
  resend_on_unknown?: (typeof resend_ways)[number]
  receipts?: (typeof receipt_ways)[number]
  learn_portability?: boolean
  /** Settings of the kind; what is left out stays as it is. */
  options?: Readonly<Record<string, unknown>>
  /** Codes of the operator, and what each means (MSG-376). */
  error_map?: Readonly<Record<string, string>>
  /** What is not given stays. */
  secrets?: LinkSecrets
  acknowledge_insecure?: boolean
}

export interface LinkInput extends LinkChange {
  code: string
  name: string
  kind: LinkKind
  enabled?: boolean
}

const throughput_max = 5000

export async function linkCalled(typed: string): Promise<LinkRow> {
  const found =
    (await msg_links.find({ code: typed.toLowerCase(), removed_at: null })) ??
    (await msg_links.find({ id: typed, removed_at: null }))
  if (found === undefined) throw noneCalled('link', typed)
  return found
}

export async function linkById(id: string): Promise<LinkRow> {
  const found = isId(id) ? await msg_links.find({ id, removed_at: null }) : undefined
  if (found === undefined) throw noSuch('link')
  return found
}

export async function openLink(by: Actor, input: LinkInput): Promise<LinkRow> {
  const code = input.code.toLowerCase()
  if (!/^[a-z0-9][a-z0-9-]{0,38}$/.test(code))
    throw invalid('code', 'must be small letters, digits and hyphens.')
  if ((await msg_links.find({ code })) !== undefined)
    throw conflict(`The code ${code} is or was another link's.`)
  checkThroughput(input.throughput_per_second)
  checkSecrets(input.kind, input.secrets)
  checkErrorMap(input.error_map)
  const options = checkedOptions(
    input.kind,
    merged(linkDefaults(input.kind), input.options ?? {}),
    input.acknowledge_insecure === true,
  )
  await mustServeHttp(input.kind, options)
  const enabled = input.enabled ?? false
  const made = await msg_links.insert({
    code,
    name: input.name.trim(),
    kind: input.kind,
    state: enabled ? 'connecting' : 'stopped',
    enabled,
    throughput_per_second: input.throughput_per_second,
    resend_on_unknown: input.resend_on_unknown,
    receipts: input.receipts,
    learn_portability: input.learn_portability,
    ...(input.error_map === undefined ? {} : { error_map: input.error_map }),
    options,
    secrets: secretsWith({}, input.secrets),
    token: newSecret(32),
    state_since: clock.instant(),
  })
  await told(by, 'link.add', made, { from: null, to: made.state, cause: 'added' })
  return made
}

export async function changeLink(by: Actor, typed: string, change: LinkChange): Promise<LinkRow> {
  const found = await linkCalled(typed)
  checkThroughput(change.throughput_per_second)
  checkSecrets(found.kind, change.secrets)
  checkErrorMap(change.error_map)
  const { secrets, options, acknowledge_insecure, ...plain } = change
  const changes = {
    ...plain,
    ...(options === undefined
      ? {}
      : {
          options: checkedOptions(
            found.kind,
            { ...found.options, ...merged(found.options, options) },
            acknowledge_insecure === true,
          ),
        }),
    ...(secrets === undefined ? {} : { secrets: secretsWith(linkSecrets(found), secrets) }),
  }
  if (Object.keys(changes).length === 0) return found
  if (changes.options !== undefined) await mustServeHttp(found.kind, changes.options)
  await msg_links.change({ id: found.id, removed_at: null }, changes)
  const said = Object.keys({
    ...plain,
    ...options,
    ...secrets,
  })
  await told(by, 'link.change', found, { cause: `changed: ${said.join(', ')}`, changes: said })
  return linkCalled(found.id)
}

/** A link that was refused is tried at once; one that runs is left alone. */
/** Of two who start a link at once the second finds it started. */
const turn = 'moves of links'

export async function startLink(by: Actor, typed: string): Promise<LinkRow> {
  await takeTurn(turn)
  const found = await linkCalled(typed)
  if (found.enabled && found.state !== 'refused' && found.state !== 'down') return found
  return moved(by, found, 'start')
}

/** Answers in flight are awaited by its owner; nothing new is submitted (MSG 3.6). */
export async function stopLink(by: Actor, typed: string, reason: string | null): Promise<LinkRow> {
  await takeTurn(turn)
  const found = await linkCalled(typed)
  if (!found.enabled) return found
  return moved(by, found, 'stop', reason)
}

async function moved(
  by: Actor,
  found: LinkRow,
  move: 'start' | 'stop',
  reason: string | null = null,
): Promise<LinkRow> {
  const to = move === 'start' ? 'connecting' : 'stopped'
  await msg_links.change(
    { id: found.id, removed_at: null },
    { enabled: move === 'start', state: to, state_since: clock.instant() },
  )
  const cause = reason ?? `${move === 'start' ? 'started' : 'stopped'} by a person`
  await told(by, `link.${move}`, found, { from: found.state, to, cause, reason })
  return linkCalled(found.id)
}

export async function removeLink(
  by: Actor,
  typed: string,
  reason: string | null,
): Promise<LinkRow> {
  const found = await linkCalled(typed)
  const served = await operatorsOver(found.id)
  if (served.length > 0)
    throw conflict(
      `The link ${found.code} serves ${served.join(', ')}; give them another way first: kituo messaging route set`,
    )
  const open = await unknownOver(found.id)
  if (open > 0)
    throw conflict(
      `Nobody knows yet what became of ${open} parts over ${found.code}; settle them first: kituo messaging uncertain list`,
    )
  await msg_links.change(
    { id: found.id, removed_at: null },
    { enabled: false, removed_at: clock.instant() },
  )
  await told(by, 'link.remove', found, {
    from: found.state,
    to: 'stopped',
    cause: reason ?? 'removed',
    reason,
  })
  return found
}

/** Their receipts would come to a link that is gone. */
const unknownOver = async (link_id: string): Promise<number> =>
  Number(
    (
      await row<{ n: number }>(
        sql`select count(*) as n from msg_parts
            where link_id = ${link_id} and state in ('submitting', 'unknown')`,
      )
    )?.n ?? 0,
  )

export const operatorsOver = async (link_id: string): Promise<string[]> =>
  (
    await rows<{ operator_code: string }>(
      sql`select distinct operator_code from msg_routes where link_id = ${link_id} order by operator_code`,
    )
  ).map(({ operator_code }) => operator_code)

export interface LogLine {
  at: string
  from: string | null
  to: string | null
  cause: string
  actor: string
}

/** The newest first. */
export async function linkLog(typed: string, limit: number): Promise<LogLine[]> {
  const { id } = await linkCalled(typed)
  const found = await msg_link_log.all(
    { link_id: id },
    { order: ['-id'], ...(limit === 0 ? {} : { limit }) },
  )
  return found.map(({ at, from_state, to_state, cause, actor }) => ({
    at,
    from: from_state,
    to: to_state,
    cause,
    actor,
  }))
}

async function told(
  by: Actor,
  action: string,
  link: LinkRow,
  about: {
    from?: string | null
    to?: string | null
    cause: string
    reason?: string | null
    changes?: readonly string[]
  },
): Promise<void> {
  const { from = null, to = null, cause } = about
  await msg_link_log.insert({
    link_id: link.id,
    at: clock.instant(),
    from_state: from,
    to_state: to,
    cause: cause.slice(0, 300),
    actor: by.actor.slice(0, 160),
  })
  await note(by, action, {
    entity: 'link',
    entity_id: link.id,
    label: link.code,
    from,
    to,
    reason: about.reason ?? null,
    ...(about.changes === undefined ? {} : { changes: { fields: about.changes } }),
  })
  forgetRouting()
  nudge('links')
}

/** One member of `tls` or `mix` may be given alone. */
const merged = (
  before: object,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const known = (before as Record<string, unknown>)[name]
      return [name, isThing(known) && isThing(value) ? { ...known, ...value } : value]
    }),
  )

const isThing = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const secretsWith = (known: LinkSecrets, given: LinkSecrets | undefined): string | null => {
  const all = { ...known, ...given }
  return Object.keys(all).length === 0 ? null : sealSecrets(all)
}

/** SMPP 3.4, 5.2.2: eight octets and a zero; a longer one could not even be tried. */
function checkSecrets(kind: LinkKind, { password }: LinkSecrets = {}): void {
  if (password === undefined || kind !== 'smpp') return
  if (!/^[\x20-\x7e]{0,8}$/.test(password))
    throw invalid('password', 'may have at most 8 plain characters (SMPP 3.4).')
}

function checkThroughput(value: number | undefined): void {
  if (value === undefined) return
  if (!Number.isInteger(value) || value < 1 || value > throughput_max)
    throw invalid('throughput_per_second', `must be a whole number from 1 to ${throughput_max}.`)
}

function checkErrorMap(map: Readonly<Record<string, string>> | undefined): void {
  for (const [code, reason] of Object.entries(map ?? {}))
    if (!(failure_reasons as readonly string[]).includes(reason))
      throw invalid('error_map', `${code} must mean one of ${failure_reasons.join(', ')}.`)
}

/** A secret is never read back: that there is one, and how it ends. */
export const masked = (secret: string | undefined): string | null =>
  secret === undefined ? null : `••••${secret.length > 8 ? secret.slice(-4) : ''}`

export async function shownLink(link: LinkRow) {
  return {
    id: link.id,
    code: link.code,
    name: link.name,
    kind: link.kind,
    state: link.state,
    enabled: link.enabled,
    throughput_per_second: link.throughput_per_second,
    receipts: link.receipts,
    resend_on_unknown: link.resend_on_unknown,
    learn_portability: link.learn_portability,
    error_map: link.error_map,
    options: link.options,
    password: masked(linkSecrets(link).password),
    operators: await operatorsOver(link.id),
    last_error: link.last_error,
    last_up_at: link.last_up_at,
    state_since: link.state_since,
  }
}
