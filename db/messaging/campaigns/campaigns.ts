// Campaigns (MSG 3.5, 4.19): a draft is edited freely; from its schedule or start on its text is
// frozen and its money reserved, so that what runs has been paid for.

import { days, minutes } from '../../clock.ts'
import { row, rows, run } from '../../connection.ts'
import { isId } from '../../ids.ts'
import { toMajor } from '../../kinds/money.ts'
import { currencyOf } from '../../reference/countries.ts'
import { matching } from '../../search.ts'
import { sql, when, where } from '../../sql.ts'
import type { RowOf } from '../../table.ts'
import { accountNow } from '../accounts/accounts.ts'
import { note } from '../accounts/audit.ts'
import { now } from '../accounts/clock.ts'
import { type Actor, type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import { mustBeGroups } from '../contacts/contacts.ts'
import {
  afterId,
  type Asked,
  cursorOf,
  limitOf,
  type Listed,
  listed,
  readCursor,
} from '../cursors.ts'
import { endUnsubmitted } from '../messages/cancelling.ts'
import { timesOf } from '../messages/plan.ts'
import { nudge } from '../nudges.ts'
import { bareWord } from '../opt-out-words.ts'
import { freshHere, noneHere, refuse, wrong, wrongState } from '../refusals.ts'
import { mustBeApproved } from '../senders/approval.ts'
import { setting } from '../settings/settings.ts'
import { piecesOf, rowOf as templateOf } from '../templates/templates.ts'
import type { Bodies } from '../templates/words.ts'
import { book, walletOf } from '../wallet/wallets.ts'
import { callbackUrl } from '../webhooks/callback.ts'
import { type Letter, linkBase, namesIn, peopleOf } from './audience.ts'
import type { Campaign, CampaignChange, CampaignInput, Preview, Progress } from './shapes.ts'
import { type Audience, msg_campaign_people, msg_campaigns } from './tables.ts'
import { type CampaignState, skip_reasons, type Skipped } from './words.ts'

export type CampaignRow = RowOf<(typeof msg_campaigns)['columns']>

/** What people may ask of a campaign in each state. */
const moves: Readonly<Record<CampaignState, readonly string[]>> = {
  draft: ['schedule', 'start', 'delete'],
  scheduled: ['unschedule', 'start', 'cancel'],
  preparing: ['pause', 'cancel'],
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  completed: [],
  cancelled: [],
}

function mustAllow(one: CampaignRow, move: string): void {
  if (moves[one.status].includes(move)) return
  const left = [...moves[one.status], 'copy']
  throw wrongState(
    left.length === 1
      ? `This campaign is ${one.status}; it can be copied.`
      : `This campaign is ${one.status}. It can: ${left.join(', ')}.`,
  )
}

export const no_skips = (): Skipped =>
  Object.fromEntries(skip_reasons.map((reason) => [reason, 0])) as Skipped

// Reading.

export interface CampaignsAsked extends Asked {
  status?: string
  class?: string
  search?: string
  since?: string
  until?: string
}

export async function list(
  caller: MessagingCaller,
  asked: CampaignsAsked,
): Promise<Listed<Campaign>> {
  const utc = (moment: string | undefined): string =>
    moment === undefined ? '' : new Date(moment).toISOString()
  const found = await msg_campaigns.read(
    sql`select ${msg_campaigns.selection('c')} from msg_campaigns c ${where([
      sql`c.account_id = ${caller.account_id}`,
      sql`c.mode = ${caller.mode}`,
      when(asked.status, sql`c.status = ${asked.status}`),
      when(asked.class, sql`c.class = ${asked.class}`),
      matching('msg_campaigns', asked.search, 'c'),
      when(asked.since, sql`c.created_at >= ${utc(asked.since)}`),
      when(asked.until, sql`c.created_at < ${utc(asked.until)}`),
      afterId(asked, 'desc', 'c.id'),
    ])} order by c.id desc limit ${limitOf(asked) + 1}`,
  )
  const states = await statesOf(found.slice(0, limitOf(asked)).map(({ id }) => id))
  return listed(
    asked,
    found,
    (one) => shown(one, states.get(one.id)),
    ({ id }) => cursorOf(id),
  )
}

export async function rowOf(owner: Owner, id: string, lock = false): Promise<CampaignRow> {
  const found = isId(id) ? await msg_campaigns.find({ ...ownerOf(owner), id }, { lock }) : undefined
  if (found === undefined) throw noneHere('campaign')
  return found
}

export async function find(owner: Owner, id: string): Promise<Campaign> {
  const one = await rowOf(owner, id)
  return shown(one, (await statesOf([id])).get(id))
}

interface States {
  by_status: Map<string, number>
  refunded: number
}

/** Counted from the messages themselves, so that the sums always hold (MSG-476). */
async function statesOf(ids: readonly string[]): Promise<Map<string, States>> {
  const states = new Map<string, States>()
  for (const id of ids) {
    const found = await rows<{ status: string; n: number; refunded: number }>(
      sql`select status, count(*) as n, sum(refunded) as refunded from msg_messages
          where campaign_id = ${id} group by status`,
    )
    if (found.length === 0) continue
    states.set(id, {
      by_status: new Map(found.map(({ status, n }) => [status, Number(n)])),
      refunded: found.reduce((sum, one) => sum + Number(one.refunded), 0),
    })
  }
  return states
}

export function countsOf(one: CampaignRow, states: States | undefined): Campaign['counts'] {
  const of = (...names: string[]): number =>
    names.reduce((sum, name) => sum + (states?.by_status.get(name) ?? 0), 0)
  return {
    audience: one.audience_count,
    skipped: one.skipped ?? no_skips(),
    planned: one.planned,
    created: one.created,
    queued: of('queued', 'scheduled'),
    sent: of('sent'),
    delivered: of('delivered'),
    failed: of('failed'),
    expired: of('expired'),
  }
}

function shown(one: CampaignRow, states: States | undefined): Campaign {
  const major = (minor: number): number => toMajor(minor, currencyOf(one.currency))
  return {
    id: one.id,
    name: one.name,
    status: one.status,
    pauseReason: one.pause_reason,
    class: one.class,
    senderId: one.sender_id,
    message: one.message,
    templateId: one.template_id,
    audience: one.audience as Campaign['audience'],
    scheduleAt: one.schedule_at,
    validitySeconds: one.validity_s,
    reference: one.reference,
    callbackUrl: one.callback_url,
    smartEncoding: one.smart_encoding,
    ignoreQuietHours: one.ignore_quiet_hours,
    maxPerMinute: one.max_per_minute,
    counts: countsOf(one, states),
    money: {
      estimated: major(one.estimated),
      reserved: major(one.reserved),
      charged: major(one.charged),
      refunded: major(states?.refunded ?? 0),
      currency: one.currency,
    },
    moves: [...moves[one.status]],
    startedAt: one.started_at,
    completedAt: one.completed_at,
    version: one.version,
    createdAt: one.created_at,
    updatedAt: one.updated_at,
  }
}

// Drafts.

export async function create(caller: MessagingCaller, given: CampaignInput): Promise<Campaign> {
  const account = await accountNow(caller.account_id)
  await mustFit(caller, given)
  const made = await msg_campaigns.insert({
    ...ownerOf(caller),
    ...columnsOf(given),
    name: given.name,
    class: given.class,
    sender_id: given.senderId,
    audience: given.audience as Audience,
    currency: account.currency,
    actor: caller.actor,
    key_id: caller.key_id,
  })
  return shown(made, undefined)
}

export async function change(
  caller: MessagingCaller,
  id: string,
  given: CampaignChange,
): Promise<Campaign> {
  const before = await rowOf(caller, id, true)
  if (before.status !== 'draft')
    throw wrongState(`This campaign is ${before.status}; only a draft is edited.`)
  freshHere(caller, before)
  // What takes the place of the other one need not be cleared by hand.
  const message = given.message ?? (given.templateId ? null : before.message)
  const templateId = given.templateId ?? (given.message ? null : before.template_id)
  await mustFit(caller, {
    message,
    templateId,
    audience: given.audience ?? (before.audience as CampaignInput['audience']),
    ...(given.callbackUrl === undefined ? {} : { callbackUrl: given.callbackUrl }),
    ...(given.ignoreQuietHours === undefined ? {} : { ignoreQuietHours: given.ignoreQuietHours }),
  })
  await msg_campaigns.change(
    { ...ownerOf(caller), id },
    {
      ...columnsOf(given),
      message,
      template_id: templateId,
      ...(given.name === undefined ? {} : { name: given.name }),
      ...(given.class === undefined ? {} : { class: given.class }),
      ...(given.senderId === undefined ? {} : { sender_id: given.senderId }),
      ...(given.audience === undefined ? {} : { audience: given.audience as Audience }),
    },
  )
  return find(caller, id)
}

const columnsOf = (given: Partial<CampaignInput>): Partial<CampaignRow> => ({
  ...(given.message === undefined ? {} : { message: given.message }),
  ...(given.templateId === undefined ? {} : { template_id: given.templateId }),
  ...(given.scheduleAt === undefined
    ? {}
    : {
        schedule_at: given.scheduleAt === null ? null : new Date(given.scheduleAt).toISOString(),
      }),
  ...(given.validitySeconds === undefined ? {} : { validity_s: given.validitySeconds }),
  ...(given.reference === undefined ? {} : { reference: given.reference }),
  ...(given.callbackUrl === undefined ? {} : { callback_url: given.callbackUrl }),
  ...(given.smartEncoding === undefined ? {} : { smart_encoding: given.smartEncoding }),
  ...(given.ignoreQuietHours === undefined ? {} : { ignore_quiet_hours: given.ignoreQuietHours }),
  ...(given.maxPerMinute === undefined ? {} : { max_per_minute: given.maxPerMinute }),
})

type Judged = Pick<
  CampaignInput,
  'message' | 'templateId' | 'audience' | 'callbackUrl' | 'ignoreQuietHours'
>

async function mustFit(caller: MessagingCaller, given: Judged): Promise<void> {
  if (given.ignoreQuietHours === true && !caller.permissions.has('campaigns:override'))
    throw refuse('insufficient_scope', 'This API key lacks the scope campaigns:override.')
  const has_text = given.message !== null && given.message !== undefined
  const has_template = given.templateId !== null && given.templateId !== undefined
  if (has_text === has_template)
    throw wrong('message', 'Exactly one of message and templateId must be given.')
  if (has_text) piecesOf(given.message as string)
  else await templateOf(caller, given.templateId as string)
  const { groupIds = [], excludeGroupIds = [], contactIds = [], recipients = [] } = given.audience
  if (groupIds.length + contactIds.length + recipients.length === 0)
    throw wrong('audience', 'audience must name at least one group, contact or recipient.')
  await mustBeGroups(caller, [...new Set([...groupIds, ...excludeGroupIds])])
  if (typeof given.callbackUrl === 'string') await callbackUrl(caller, given.callbackUrl)
}

export async function remove(caller: MessagingCaller, id: string): Promise<void> {
  const one = await rowOf(caller, id, true)
  mustAllow(one, 'delete')
  await msg_campaigns.remove({ ...ownerOf(caller), id })
}

export async function copy(
  caller: MessagingCaller,
  id: string,
  name: string | undefined,
): Promise<Campaign> {
  const one = await rowOf(caller, id)
  const made = await msg_campaigns.insert({
    ...ownerOf(caller),
    name: name ?? one.name,
    class: one.class,
    sender_id: one.sender_id,
    message: one.message,
    template_id: one.template_id,
    audience: one.audience,
    validity_s: one.validity_s,
    reference: one.reference,
    callback_url: one.callback_url,
    smart_encoding: one.smart_encoding,
    ignore_quiet_hours: one.ignore_quiet_hours,
    max_per_minute: one.max_per_minute,
    currency: one.currency,
    actor: caller.actor,
    key_id: caller.key_id,
  })
  return shown(made, undefined)
}

// What it would do.

export async function bodiesOf(owner: Owner, one: CampaignRow): Promise<Bodies> {
  if (one.frozen !== null) return one.frozen
  if (one.message !== null) return { sw: one.message }
  return (await templateOf(owner, one.template_id ?? '')).bodies
}

export const letterOf = async (owner: Owner, one: CampaignRow): Promise<Letter> => ({
  class: one.class,
  sender_id: one.sender_id,
  bodies: await bodiesOf(owner, one),
  audience: one.audience,
  smart_encoding: one.smart_encoding,
})

interface Sum {
  audience: number
  skipped: Skipped
  planned: number
  cost: number
  segments: Map<number, number>
  operators: Map<string, { messages: number; segments: number; cost: number }>
  samples: Preview['samples']
}

async function sumOf(owner: Owner, one: CampaignRow): Promise<Sum> {
  const sum: Sum = {
    audience: 0,
    skipped: no_skips(),
    planned: 0,
    cost: 0,
    segments: new Map(),
    operators: new Map(),
    samples: [],
  }
  for await (const people of peopleOf(owner, await letterOf(owner, one))) {
    for (const person of people) {
      sum.audience += 1
      if (person.skipped !== null) sum.skipped[person.skipped] += 1
      else {
        sum.planned += 1
        sum.cost += person.cost
        sum.segments.set(person.segments, (sum.segments.get(person.segments) ?? 0) + 1)
        const name = person.operator ?? 'other'
        const at = sum.operators.get(name) ?? { messages: 0, segments: 0, cost: 0 }
        at.messages += 1
        at.segments += person.segments
        at.cost += person.cost
        sum.operators.set(name, at)
        if (sum.samples.length < 10 && person.text !== null) {
          const { phone, text, segments } = person
          sum.samples.push({ phone, text, encoding: person.encoding ?? 'GSM-7', segments })
        }
      }
    }
  }
  return sum
}

export async function preview(caller: MessagingCaller, id: string): Promise<Preview> {
  const one = await rowOf(caller, id)
  const sum = await sumOf(caller, one)
  const currency = currencyOf(one.currency)
  const account = await accountNow(caller.account_id)
  const at_ms = await now(caller, caller.mode)
  const scheduled = one.schedule_at === null ? null : Date.parse(one.schedule_at)
  const times = await timesOf(account, {
    kind: one.class,
    at_ms,
    scheduled_ms: scheduled !== null && scheduled > at_ms ? scheduled : null,
    validity: one.validity_s ?? undefined,
    ignore_quiet_hours: one.ignore_quiet_hours,
  })
  return {
    counts: { audience: sum.audience, skipped: sum.skipped, planned: sum.planned },
    cost: toMajor(sum.cost, currency),
    currency: one.currency,
    segments: [...sum.segments]
      .sort(([a], [b]) => a - b)
      .map(([segments, messages]) => ({ segments, messages })),
    perOperator: [...sum.operators]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([operator, at]) => ({ operator, ...at, cost: toMajor(at.cost, currency) })),
    samples: sum.samples,
    firstAt: times.due_at,
  }
}

// Moves.

async function guarded(owner: MessagingCaller, one: CampaignRow): Promise<Sum> {
  await mustBeApproved(owner, one.sender_id)
  const bodies = await bodiesOf(owner, one)
  const names = namesIn(bodies)
  if (names.includes('optOutUrl') && (await linkBase()) === null)
    throw wrong('message', 'message holds {{optOutUrl}}, and this deployment has no public_url.')
  if (one.class === 'promotional') await mustHaveWayOut(owner, one, bodies, names)
  const sum = await sumOf(owner, one)
  if (sum.audience === 0) throw wrong('audience', 'audience holds nobody.')
  return sum
}

/** MSG-454. */
async function mustHaveWayOut(
  { account_id }: Owner,
  { sender_id }: CampaignRow,
  bodies: Bodies,
  names: readonly string[],
): Promise<void> {
  if (names.includes('optOutUrl')) return
  const words = (await setting('opt_out_words')).map(bareWord)
  const said = [bodies.sw, bodies.en].every((body) => {
    if (body === undefined) return true
    const found = bareWord(body).split(' ')
    return found.some((word) => words.includes(word)) && /\b\d{4,15}\b/.test(body)
  })
  if (said) return
  const own = await row(
    sql`select 1 as yes from msg_inbound_numbers
        where account_id = ${account_id} and number = ${sender_id}`,
  )
  if (own === undefined)
    throw wrong('message', 'Add {{optOutUrl}} or a reply number with ACHA or STOP.')
}

export async function schedule(
  caller: MessagingCaller,
  id: string,
  asked: string | undefined,
): Promise<Campaign> {
  const one = await rowOf(caller, id, true)
  mustAllow(one, 'schedule')
  const at = asked ?? one.schedule_at
  if (at === null) throw wrong('scheduleAt', 'scheduleAt is required.')
  const ms = Date.parse(at)
  const from = (await now(caller, caller.mode)) + minutes(1)
  const most = await setting('schedule_max_days')
  if (ms < from || ms > from + days(most))
    throw wrong('scheduleAt', `scheduleAt must be 1 minute to ${most} days ahead.`)
  const sum = await guarded(caller, one)
  await reserve(caller, one, sum.cost)
  return moved(caller, one, 'scheduled', {
    schedule_at: new Date(ms).toISOString(),
    frozen: await bodiesOf(caller, one),
    ...figures(sum),
  })
}

const figures = (sum: Sum): Partial<CampaignRow> => ({
  audience_count: sum.audience,
  skipped: sum.skipped,
  planned: sum.planned,
  estimated: sum.cost,
})

export async function unschedule(caller: MessagingCaller, id: string): Promise<Campaign> {
  const one = await rowOf(caller, id, true)
  mustAllow(one, 'unschedule')
  await release(caller, one, caller)
  return moved(caller, one, 'draft', { frozen: null, reserved: 0 })
}

export async function start(caller: MessagingCaller, id: string): Promise<Campaign> {
  const one = await rowOf(caller, id, true)
  mustAllow(one, 'start')
  const sum = await guarded(caller, one)
  await reserve(caller, one, sum.cost)
  const started = await moved(caller, one, 'preparing', {
    frozen: await bodiesOf(caller, one),
    started_at: new Date(await now(caller, caller.mode)).toISOString(),
    ...figures(sum),
  })
  nudge('campaigns')
  return started
}

/** Whose word it is: what the platform stopped, the account does not set going (MSG 3.5). */
export type Side = 'user' | 'platform'

export async function pause(
  caller: MessagingCaller,
  id: string,
  side: Side = 'user',
): Promise<Campaign> {
  const one = await rowOf(caller, id, true)
  mustAllow(one, 'pause')
  await hold(id)
  return moved(caller, one, 'paused', { pause_reason: side })
}

/** Far beyond any clock: nothing of a paused campaign falls due. */
const never = '9999-12-31T00:00:00.000Z'

export const hold = (id: string): Promise<number> =>
  run(
    sql`update msg_messages set due_at = ${never}
        where campaign_id = ${id} and status = 'queued' and not submitted`,
  )

export async function resume(
  caller: MessagingCaller,
  id: string,
  side: Side = 'user',
): Promise<Campaign> {
  const one = await rowOf(caller, id, true)
  mustAllow(one, 'resume')
  if (one.pause_reason === 'platform' && side !== 'platform')
    throw wrongState('The platform paused this campaign; only the platform resumes it.')
  const prepared = await isPrepared(one)
  if (!prepared) {
    const sum = await guarded(caller, one)
    await reserve(caller, one, sum.cost)
  }
  const at = new Date(await now(caller, caller.mode)).toISOString()
  await run(
    sql`update msg_messages set due_at = case when not_before > ${at} then not_before else ${at} end
        where campaign_id = ${id} and status = 'queued' and due_at = ${never}`,
  )
  const resumed = await moved(caller, one, prepared ? 'running' : 'preparing', {
    pause_reason: null,
    ...(one.started_at === null ? { started_at: at } : {}),
  })
  nudge('campaigns')
  nudge('queue')
  return resumed
}

const isPrepared = async ({ id, planned, audience_count }: CampaignRow): Promise<boolean> =>
  (planned > 0 || audience_count > 0) &&
  (await row(sql`select 1 as yes from msg_campaign_people where campaign_id = ${id} limit 1`)) !==
    undefined

export async function cancel(caller: MessagingCaller, id: string): Promise<Campaign> {
  const one = await rowOf(caller, id, true)
  mustAllow(one, 'cancel')
  await endUnsubmitted(caller, caller, sql`campaign_id = ${id}`, 'cancelled')
  await release(caller, one, caller)
  const cancelled = await moved(caller, one, 'cancelled', {
    reserved: 0,
    pause_reason: null,
    completed_at: new Date(await now(caller, caller.mode)).toISOString(),
    // One that never made a message has nothing to tell.
    told: one.created === 0,
  })
  nudge('campaigns')
  return cancelled
}

/** The exact cost, and no more than the difference to what is held already (MSG-474). */
export async function reserve(owner: Owner & Actor, one: CampaignRow, cost: number): Promise<void> {
  const more = cost - one.reserved
  const account = await accountNow(owner.account_id)
  if (account.billing === 'unmetered' && owner.mode === 'live') return
  if (more === 0) {
    if ((await walletOf(owner)).balance < 0)
      throw refuse('insufficient_funds', 'The balance is negative; nothing was sent.')
    return
  }
  await book(owner, {
    kind: more > 0 ? 'reserve' : 'release',
    amount: -more,
    reserved_change: more,
    campaign_id: one.id,
    actor: owner.actor,
  })
  await msg_campaigns.change({ ...ownerOf(owner), id: one.id }, { reserved: cost })
}

export async function release(owner: Owner, one: CampaignRow, by: Actor): Promise<void> {
  if (one.reserved === 0) return
  await book(owner, {
    kind: 'release',
    amount: one.reserved,
    reserved_change: -one.reserved,
    campaign_id: one.id,
    actor: by.actor,
  })
}

async function moved(
  by: MessagingCaller,
  one: CampaignRow,
  status: CampaignState,
  changes: Partial<CampaignRow>,
): Promise<Campaign> {
  await msg_campaigns.change({ ...ownerOf(by), id: one.id }, { ...changes, status })
  await note(by, `campaign.${status}`, {
    owner: by,
    entity: 'campaign',
    entity_id: one.id,
    label: one.name,
    from: one.status,
    to: status,
    ...(one.ignore_quiet_hours ? { changes: { ignore_quiet_hours: true } } : {}),
  })
  return find(by, one.id)
}

export async function progress(caller: MessagingCaller, id: string): Promise<Progress> {
  const one = await rowOf(caller, id)
  const states = (await statesOf([id])).get(id)
  const counts = countsOf(one, states)
  const since = new Date((await now(caller, caller.mode)) - minutes(1)).toISOString()
  const recent = await row<{ n: number }>(
    sql`select count(*) as n from msg_messages
        where campaign_id = ${id} and (sent_at >= ${since} or final_at >= ${since})`,
  )
  const failures = await rows<{ reason: string; n: number }>(
    sql`select failure_reason as reason, count(*) as n from msg_messages
        where campaign_id = ${id} and failure_reason is not null
        group by failure_reason order by n desc, reason limit 10`,
  )
  const rate = Number(recent?.n ?? 0)
  const left = one.planned - counts.created + counts.queued
  return {
    status: one.status,
    counts,
    perMinute: rate,
    etaSeconds: left === 0 ? 0 : rate === 0 ? null : Math.ceil((left / rate) * 60),
    failures: failures.map(({ reason, n }) => ({ reason, count: Number(n) })),
  }
}

export async function skipped(
  caller: MessagingCaller,
  id: string,
  asked: Asked & { reason?: string },
): Promise<
  Listed<{ phone: string; contactId: string | null; reason: (typeof skip_reasons)[number] }>
> {
  await rowOf(caller, id)
  const after = asked.cursor === undefined ? undefined : Number(readCursor(asked.cursor, 1)[0])
  const found = await msg_campaign_people.read(
    sql`select ${msg_campaign_people.selection()} from msg_campaign_people ${where([
      sql`campaign_id = ${id}`,
      sql`skipped is not null`,
      when(asked.reason, sql`skipped = ${asked.reason}`),
      when(after, sql`place > ${after}`),
    ])} order by place limit ${limitOf(asked) + 1}`,
  )
  return listed(
    asked,
    found,
    (one) => ({
      phone: one.phone,
      contactId: one.contact_id,
      reason: one.skipped ?? 'invalid',
    }),
    ({ place }) => cursorOf(place),
  )
}

/** As people name one on the command line: by its id, or by its name where only one has it. */
export async function called(owner: Owner, typed: string): Promise<CampaignRow> {
  const found = await msg_campaigns.all(
    { ...ownerOf(owner), name: typed },
    { order: ['-id'], limit: 2 },
  )
  const [only] = found
  if (found.length === 1 && only !== undefined) return only
  if (found.length > 1)
    throw wrong('campaign', `campaign: several are called ${typed}; name one by its id.`)
  return rowOf(owner, typed)
}

/** For the group's own door: a name of a campaign that will ask for it (MSG-436). */
export async function campaignOfGroup(group_id: string): Promise<string | null> {
  const open = await rows<{ name: string; audience: string }>(
    sql`select name, audience from msg_campaigns
        where status in ('scheduled', 'preparing') order by id limit 1000`,
  )
  return open.find(({ audience }) => audience.includes(group_id))?.name ?? null
}
