// What a send would do, judged whole before anything is written: the order of MSG-121, steps 12 to
// 17. `accept` writes it, `estimate` shows it.

import { days } from '../../core/clock.ts'
import type { Currency } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { type AccountRow, accountNow } from '../accounts/accounts.ts'
import { now } from '../accounts/clock.ts'
import type { MessagingCaller, Owner } from '../caller.ts'
import { optedOutAmong, stops } from '../contacts/opt-outs.ts'
import { nextOpening, type QuietHours } from '../quiet-hours.ts'
import { refuse, wrong } from '../refusals.ts'
import { prefixIn, readNumber } from '../routing/numbers.ts'
import { hasRoute, operatorsOf, type Routing, routing } from '../routing/operators.ts'
import { mustBeApproved } from '../senders/approval.ts'
import { setting } from '../settings/settings.ts'
import { pricesAt } from '../wallet/prices.ts'
import { mustTakeCallbacks } from '../webhooks/reach.ts'
import { measure, type Measured, segments_max, smartened } from './segments.ts'
import type { SendInput } from './shapes.ts'
import type { FailureReason, MessageClass } from './words.ts'

export interface Planned {
  /** Place of the number's first appearance. */
  index: number
  phone: string
  operator: string
  unit_price: number
  cost: number
  /** It will not go: told, free, and final at once. */
  failure: FailureReason | null
}

export interface Plan {
  account: AccountRow
  currency: Currency
  kind: MessageClass
  /** As it goes out. */
  text: string
  given_text: string
  replaced: number
  measured: Measured
  recipients: Planned[]
  duplicates: number
  suppressed: number
  cost: number
  /** Segments of what goes. */
  total_segments: number
  at: string
  scheduled_for: string | null
  not_before: string | null
  due_at: string
  valid_until: string
  validity_s: number
  callback_url: string | null
}

export async function plan(caller: MessagingCaller, input: SendInput): Promise<Plan> {
  const kind = input.class ?? 'transactional'
  const at_ms = await now(caller, caller.mode)
  const scheduled_ms = await scheduleOf(input.scheduleAt, at_ms)
  const callback_url = input.callbackUrl ?? null
  if (callback_url !== null) await mustTakeCallbacks(callback_url)
  if (kind === 'otp') mustHoldOtp(caller, input)

  const account = await accountNow(caller.account_id)
  const approval = await mustBeApproved(caller, input.senderId)
  const ways = await routing()
  const { phones, places } = readRecipients(input.recipients, ways)
  const smart = input.smartEncoding === true
  const { text, replaced } = smart ? smartened(input.message) : { text: input.message, replaced: 0 }
  const measured = measuredFor(text, kind)
  const operators = await operatorsOf(phones)
  mustBeApprovedAt(input.senderId, approval.operators, phones, places, operators, ways)

  const at = new Date(at_ms).toISOString()
  const prices = await pricesFor(account, caller, at)
  const opted_out = await optedOutAmong(caller, phones)
  let cost = 0
  let suppressed = 0
  let going = 0
  const recipients = phones.map((phone, place): Planned => {
    const operator = operators.get(phone) ?? 'other'
    const failure = failureOf(ways, caller, {
      operator,
      kind,
      stopped: stops(opted_out.get(phone), kind),
    })
    if (failure === 'opted_out') suppressed += 1
    const unit_price = failure === null ? prices(operator) : 0
    const own = unit_price * measured.segments
    if (failure === null) going += 1
    cost += own
    return { index: places[place] as number, phone, operator, unit_price, cost: own, failure }
  })
  const times = await timesOf(account, {
    kind,
    at_ms,
    scheduled_ms,
    validity: input.validitySeconds,
  })
  return {
    account,
    currency: currencyOf(account.currency),
    kind,
    text,
    given_text: input.message,
    replaced,
    measured,
    recipients,
    duplicates: input.recipients.length - phones.length,
    suppressed,
    cost,
    total_segments: going * measured.segments,
    at,
    callback_url,
    ...times,
  }
}

function failureOf(
  ways: Routing,
  { mode }: Owner,
  { operator, kind, stopped }: { operator: string; kind: MessageClass; stopped: boolean },
): FailureReason | null {
  if (stopped) return 'opted_out'
  // Test mode has a way of its own, whatever the routes say (MSG-362).
  return mode === 'test' || hasRoute(ways, operator, kind) ? null : 'no_route'
}

async function pricesFor(
  account: AccountRow,
  { mode }: Owner,
  at: string,
): Promise<(operator: string) => number> {
  if (account.billing === 'unmetered' && mode === 'live') return () => 0
  return pricesAt(account.price_list_id, 'sms', at)
}

/** MSG-201, MSG-243: in list order; a number is sent once. */
function readRecipients(
  typed: readonly string[],
  ways: Routing,
): { phones: string[]; places: number[] } {
  const places = new Map<string, number>()
  for (let index = 0; index < typed.length; index++) {
    const phone = readNumber(typed[index] as string)
    if (phone === null || ways.prefixes.get(prefixIn(phone))?.refused === true) {
      throw refuse(
        'invalid_phone_number',
        `${quoted(typed[index] as string)} is not a Tanzanian mobile number.`,
        { field: `recipients[${index}]` },
      )
    }
    if (!places.has(phone)) places.set(phone, index)
  }
  return { phones: [...places.keys()], places: [...places.values()] }
}

/** At most twenty characters of what was typed. */
const quoted = (typed: string): string =>
  typed === '' ? 'An empty text' : [...typed].slice(0, 20).join('')

/** Step 16 (MSG-223). */
function measuredFor(text: string, kind: MessageClass): Measured {
  const measured = measure(text)
  if (kind === 'otp' && measured.segments > 2) throw otpShape()
  if (measured.segments > segments_max) throw tooLong(measured)
  return measured
}

export function tooLong({ segments, encoding, because }: Measured): Error {
  const why =
    because === null ? '' : `, because of ${because.character} at position ${because.position}`
  return refuse(
    'message_too_long',
    `The message has ${segments} segments (${encoding}${why}); at most ${segments_max}.`,
    { field: 'message' },
  )
}

/** MSG-247. */
function mustHoldOtp(caller: MessagingCaller, { recipients }: SendInput): void {
  if (!caller.permissions.has('sms:otp'))
    throw refuse('insufficient_scope', 'This API key lacks the scope sms:otp.')
  if (recipients.length !== 1) throw otpShape()
}

const otpShape = (): Error =>
  wrong('class', 'Class otp is for one recipient and at most 2 segments.')

/** Step 17. */
function mustBeApprovedAt(
  sender_id: string,
  approved: ReadonlySet<string>,
  phones: readonly string[],
  places: readonly number[],
  operators: ReadonlyMap<string, string>,
  ways: Routing,
): void {
  for (let place = 0; place < phones.length; place++) {
    const code = operators.get(phones[place] as string) ?? 'other'
    const operator = ways.operators.get(code)
    if (approved.has(code) || operator?.approval_required !== true) continue
    const field = `recipients[${places[place]}]`
    throw refuse(
      'sender_id_not_approved',
      `The sender ID ${sender_id} is not approved at ${operator.name} (${field}).`,
      { field, facts: { operator: code } },
    )
  }
}

async function scheduleOf(typed: string | undefined, at_ms: number): Promise<number | null> {
  if (typed === undefined) return null
  const ms = Date.parse(typed)
  if (ms < at_ms - 60_000) throw wrong('scheduleAt', 'scheduleAt is in the past.')
  const most = await setting('schedule_max_days')
  if (ms > at_ms + days(most))
    throw wrong('scheduleAt', `scheduleAt may be at most ${most} days ahead.`)
  return ms <= at_ms ? null : ms
}

export interface Times {
  scheduled_for: string | null
  not_before: string | null
  due_at: string
  valid_until: string
  validity_s: number
}

/** An account's own hours, or the deployment's. */
export const quietOf = async (
  account: Pick<AccountRow, 'quiet_hours' | 'time_zone'>,
): Promise<{ hours: QuietHours; zone: string }> => ({
  hours: account.quiet_hours ?? (await setting('quiet_hours')),
  zone: account.time_zone ?? (await setting('time_zone')),
})

/** MSG-401, MSG-478: when it is due, and until when it is worth sending. */
export async function timesOf(
  account: AccountRow,
  asked: {
    kind: MessageClass
    at_ms: number
    scheduled_ms: number | null
    validity: number | undefined
    ignore_quiet_hours?: boolean
  },
): Promise<Times> {
  const validity_s = asked.validity ?? (await setting(`validity_${asked.kind}`))
  const start = asked.scheduled_ms ?? asked.at_ms
  let opens = start
  if (asked.kind === 'promotional' && asked.ignore_quiet_hours !== true) {
    const { hours, zone } = await quietOf(account)
    opens = nextOpening(hours, zone, new Date(start))?.getTime() ?? start
  }
  const text = (ms: number): string => new Date(ms).toISOString()
  return {
    scheduled_for: asked.scheduled_ms === null ? null : text(asked.scheduled_ms),
    not_before: opens > start ? text(opens) : null,
    due_at: text(opens),
    valid_until: text(opens + validity_s * 1000),
    validity_s,
  }
}
