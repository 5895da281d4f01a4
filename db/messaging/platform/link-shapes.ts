// A link as the platform sets it and sees it (MSG 2.6): what every link has, and the settings of its kind
// beside them in the same record.

import {
  AnyObject,
  Anything,
  choice,
  Flag,
  Id,
  listOf,
  named,
  nullable,
  optional,
  Secret,
  shape,
  type Static,
  Text,
  Whole,
} from '../../core/kinds/kinds.ts'
import { isRefusal, Refusal } from '../../core/refusal.ts'
import { linkSecrets, type LinkSecrets, optionNames } from '../routing/link-settings.ts'
import type { LinkRow } from '../routing/link-states.ts'
import { type LinkChange, masked, shownLink } from '../routing/links.ts'
import { link_kinds, link_states, receipt_ways, resend_ways } from '../routing/words.ts'
import { camel, snake } from '../snake.ts'

const option_names = [...new Set(link_kinds.flatMap((kind) => optionNames(kind)))].map(snake)
const options = Object.fromEntries(option_names.map((name) => [name, optional(Anything)]))

const settings = {
  throughput_per_second: optional(Whole(1, 5000)),
  resend_on_unknown: optional(choice(resend_ways)),
  receipts: optional(choice(receipt_ways)),
  error_map: optional(AnyObject),
  learn_portability: optional(Flag),
  acknowledge_insecure: optional(Flag),
  password: optional(nullable(Secret(200))),
  /** Of HTTP: headers that hold a secret, and what proves a receipt (MSG-354). */
  secret_headers: optional(nullable(AnyObject)),
  receipt_secret: optional(nullable(Secret(500))),
  receipt_hmac_key: optional(nullable(Secret(500))),
  ...options,
}

export const GatewayLinkInput = shape({
  code: Text(1, 40),
  name: Text(1, 80),
  kind: choice(link_kinds),
  ...settings,
})
export const GatewayLinkChange = shape({ name: optional(Text(1, 80)), ...settings })

const At = Text(0, 24)
export const GatewayLinkInFull = named(
  'MessagingLinkInFull',
  shape({
    id: Id,
    code: Text(0, 40),
    name: Text(0, 80),
    kind: choice(link_kinds),
    state: choice(link_states),
    enabled: Flag,
    throughput_per_second: Whole(),
    resend_on_unknown: choice(resend_ways),
    receipts: choice(receipt_ways),
    error_map: AnyObject,
    learn_portability: Flag,
    password: nullable(Text(0, 20)),
    secret_headers: AnyObject,
    receipt_secret: nullable(Text(0, 20)),
    receipt_hmac_key: nullable(Text(0, 20)),
    ...options,
    operators: listOf(Text(0, 20)),
    last_error: nullable(Text(0, 300)),
    last_up_at: nullable(At),
    state_since: nullable(At),
  }),
)

export const LinkTested = shape({
  connected: Flag,
  bound: Flag,
  submitted: optional(Flag),
  answer: optional(Text(0, 300)),
  receipt: optional(nullable(Text(0, 40))),
  steps: listOf(Text(0, 300)),
})
export const LinkTestInput = shape({
  to: optional(nullable(Text(1, 40))),
  text: optional(nullable(Text(1, 1600))),
})
export const LinkLogLine = shape({
  at: At,
  from: nullable(Text(0, 20)),
  to: nullable(Text(0, 20)),
  cause: Text(0, 300),
  actor: Text(0, 160),
})

type Given = Static<typeof GatewayLinkChange>

/** Maps of the operator's own words keep them; everything else is named as the settings are. */
const own_words = new Set(['headers', 'status_map'])

function inCamel(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      camel(name),
      own_words.has(name) ? inner : inCamel(inner),
    ]),
  )
}

const inSnakeWords = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          snake(name),
          own_words.has(snake(name)) ? inner : inSnakeWords(inner),
        ]),
      )

/** What of it is a setting of some kind; the rule says whether it is one of this kind. */
export function linkChange(given: Given, before: LinkRow | null): LinkChange {
  const known = before === null ? {} : linkSecrets(before)
  const typed = given as Record<string, unknown>
  const own = option_names.filter((name) => typed[name] !== undefined && typed[name] !== null)
  const options = Object.fromEntries(
    own.map((name) => [camel(name), name === 'headers' ? typed[name] : inCamel(typed[name])]),
  )
  const secrets = secretsOf(given, known)
  return {
    ...(given.name === undefined ? {} : { name: given.name }),
    ...(given.throughput_per_second === undefined
      ? {}
      : { throughput_per_second: given.throughput_per_second }),
    ...(given.resend_on_unknown === undefined
      ? {}
      : { resend_on_unknown: given.resend_on_unknown }),
    ...(given.receipts === undefined ? {} : { receipts: given.receipts }),
    ...(given.learn_portability === undefined
      ? {}
      : { learn_portability: given.learn_portability }),
    ...(given.error_map === undefined
      ? {}
      : { error_map: given.error_map as Record<string, string> }),
    ...(own.length === 0 ? {} : { options }),
    ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
    ...(given.acknowledge_insecure === true ? { acknowledge_insecure: true } : {}),
  }
}

/** One that comes back as it was shown stays. */
function secretsOf(given: Given, known: LinkSecrets): LinkSecrets {
  const kept = (value: string | null | undefined, before: string | undefined): boolean =>
    value === undefined || value === null || value === masked(before)
  const { password, receipt_secret, receipt_hmac_key, secret_headers } = given
  const headers =
    secret_headers === undefined || secret_headers === null
      ? undefined
      : Object.fromEntries(
          Object.entries(secret_headers as Record<string, unknown>).map(([name, value]) => [
            name,
            kept(String(value), known.headers?.[name])
              ? (known.headers?.[name] ?? '')
              : String(value),
          ]),
        )
  return {
    ...(kept(password, known.password) ? {} : { password: password as string }),
    ...(kept(receipt_secret, known.receiptSecret)
      ? {}
      : { receiptSecret: receipt_secret as string }),
    ...(kept(receipt_hmac_key, known.receiptHmac)
      ? {}
      : { receiptHmac: receipt_hmac_key as string }),
    ...(headers === undefined ? {} : { headers }),
  }
}

export async function linkInFull(link: LinkRow): Promise<Static<typeof GatewayLinkInFull>> {
  const { options: own, password, ...common } = await shownLink(link)
  const secrets = linkSecrets(link)
  return {
    ...common,
    password,
    secret_headers: Object.fromEntries(
      Object.entries(secrets.headers ?? {}).map(([name, value]) => [name, masked(value)]),
    ),
    receipt_secret: masked(secrets.receiptSecret),
    receipt_hmac_key: masked(secrets.receiptHmac),
    ...(inSnakeWords(own) as Record<string, unknown>),
  } as Static<typeof GatewayLinkInFull>
}

/** The rules name settings as they are kept; whoever asked wrote them with underscores. */
export async function inTheirWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error) || error.field === undefined) throw error
    const field = error.field.split('.').map(snake).join('.')
    const message = error.message.startsWith(error.field)
      ? field + error.message.slice(error.field.length)
      : error.message
    throw new Refusal(error.status, error.code, message, { field, facts: error.facts })
  }
}
