// What the house does with campaigns (MSG 7): starts those that are due, freezes their audience,
// creates messages chunk by chunk, tells their end. Every step is a transaction of its own with its
// cursor, so that a kill repeats no recipient and loses none (MSG-475).

import { row, rows, within } from '../../store/connection.ts'
import { toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { isRefusal } from '../../core/refusal.ts'
import { sql } from '../../store/sql.ts'
import { accountNow } from '../accounts/accounts.ts'
import { note } from '../accounts/audit.ts'
import { now } from '../accounts/clock.ts'
import { type Mode, type MessagingCaller, ownerCaller, ownerOf, the_house } from '../caller.ts'
import { measure } from '../messages/segments.ts'
import { timesOf } from '../messages/plan.ts'
import { writeBatch } from '../messages/write.ts'
import { makeLinks } from '../opt-outs/links.ts'
import { book } from '../wallet/wallets.ts'
import { emit } from '../webhooks/emit.ts'
import { link_token, linkBase } from './audience.ts'
import { countsOf } from './counts.ts'
import { release } from './money.ts'
import { start } from './moves.ts'
import { prepare } from './preparing.ts'
import { bodiesOf } from './preview.ts'
import { type CampaignRow, rowOf } from './rows.ts'
import { stillToGo } from './still-to-go.ts'
import { msg_campaign_people, msg_campaigns } from './tables.ts'

export const chunk = 1000

interface Open {
  id: string
  account_id: string
  hospital_id: string
  mode: Mode
  status: CampaignRow['status']
  schedule_at: string | null
}

/** One look at everything that is open; true when there is more to do at once. */
export async function workOnCampaigns(): Promise<boolean> {
  const open = await rows<Open>(
    sql`select id, account_id, hospital_id, mode, status, schedule_at from msg_campaigns
        where status in ('scheduled', 'preparing', 'running', 'paused')
          or (status = 'cancelled' and not told) order by id limit 500`,
  )
  let more = false
  for (const one of open) more = (await workOn(one)) || more
  return more
}

async function workOn(one: Open): Promise<boolean> {
  const owner = ownerCaller(one, the_house)
  switch (one.status) {
    case 'scheduled':
      return startWhenDue(owner, one)
    case 'preparing':
      await prepare(owner, one.id)
      return true
    case 'running':
      return createChunk(owner, one.id)
    default:
      await within(() => completeWhenOver(owner, one.id), 'jobs')
      return false
  }
}

/** At its time a lack of money or of an approval pauses it instead (MSG 3.5). */
async function startWhenDue(owner: MessagingCaller, one: Open): Promise<boolean> {
  const at = new Date(await now(owner, owner.mode)).toISOString()
  if (one.schedule_at === null || one.schedule_at > at) return false
  try {
    await within(() => start(owner, one.id), 'jobs')
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    await within(async () => {
      const reason = error.code === 'insufficient_funds' ? 'insufficient_funds' : 'user'
      await msg_campaigns.change(
        { ...ownerOf(owner), id: one.id, status: 'scheduled' },
        { status: 'paused', pause_reason: reason },
      )
      await note(the_house, 'campaign.paused', {
        owner,
        entity: 'campaign',
        entity_id: one.id,
        from: 'scheduled',
        to: 'paused',
        reason: error.message,
      })
    }, 'jobs')
    return false
  }
}

/** A batch with its charge and the cursor, in one transaction. True while there is more. */
async function createChunk(owner: MessagingCaller, id: string): Promise<boolean> {
  const base = await linkBase()
  return within(async () => {
    const one = await rowOf(owner, id, true)
    if (one.status !== 'running') return false
    const at_ms = await now(owner, owner.mode)
    const room = roomIn(one, at_ms)
    if (room.count === 0) return false
    const planned = await msg_campaign_people.read(
      sql`select ${msg_campaign_people.selection()} from msg_campaign_people
          where campaign_id = ${id} and place > ${one.cursor_place} and skipped is null
          order by place limit ${room.count}`,
    )
    const last = planned.at(-1)
    if (last === undefined) {
      await completeWhenOver(owner, id)
      return false
    }
    const { people, changes } = await stillToGo(owner, one, planned)
    if (people.length === 0) {
      const over = { ...changes, cursor_place: last.place }
      await msg_campaigns.change({ ...ownerOf(owner), id }, over)
      return true
    }
    const account = await accountNow(owner.account_id)
    const times = await timesOf(account, {
      kind: one.class,
      at_ms,
      scheduled_ms: null,
      validity: one.validity_s ?? undefined,
      ignore_quiet_hours: one.ignore_quiet_hours,
    })
    const texts = await withLinks(owner, one, people, base)
    const bodies = await bodiesOf(owner, one)
    const text = bodies.sw ?? bodies.en ?? ''
    const { encoding, segments } = measure(text)
    const written = await writeBatch(owner, account, {
      sender_id: one.sender_id,
      text,
      sent_text: text,
      encoding,
      segments,
      kind: one.class,
      reference: one.reference,
      callback_url: one.callback_url,
      duplicates: 0,
      key_id: one.key_id,
      source: 'campaign',
      campaign_id: id,
      at: new Date(at_ms).toISOString(),
      times,
      messages: people.map((person, index) => ({
        index,
        phone: person.phone,
        operator: person.operator ?? 'other',
        unit_price: person.unit_price,
        cost: person.cost,
        failure: person.failure,
        text: texts[index] ?? '',
        encoding: person.encoding ?? 'GSM-7',
        segments: person.segments,
      })),
    })
    const cost = people.reduce((sum, person) => sum + person.cost, 0)
    if (cost > 0) {
      await book(owner, {
        kind: 'charge',
        amount: 0,
        reserved_change: -cost,
        batch_id: written.batch_id,
        campaign_id: id,
        actor: 'system',
      })
    }
    await msg_campaigns.change(
      { ...ownerOf(owner), id },
      {
        ...changes,
        created: one.created + people.length,
        cursor_place: last.place,
        reserved: Math.max(0, one.reserved - cost),
        charged: one.charged + cost,
        minute: room.minute,
        minute_count: room.used + people.length,
      },
    )
    return true
  }, 'jobs')
}

/** maxPerMinute is a ceiling on what is created in a minute of the clock. */
function roomIn(one: CampaignRow, at_ms: number): { count: number; minute: number; used: number } {
  const minute = Math.floor(at_ms / 60_000)
  const used = one.minute === minute ? one.minute_count : 0
  const most = one.max_per_minute ?? Number.POSITIVE_INFINITY
  return { count: Math.max(0, Math.min(chunk, most - used)), minute, used }
}

/** Each message gets a link of its own where its text has one. */
async function withLinks(
  owner: MessagingCaller,
  { id, sender_id }: CampaignRow,
  people: readonly { phone: string; text: string | null }[],
  base: string | null,
): Promise<string[]> {
  const placeholder = base === null ? null : base + link_token
  const texts = people.map(({ text }) => text ?? '')
  if (placeholder === null || !texts.some((text) => text.includes(placeholder))) return texts
  const tokens = await makeLinks(
    owner,
    people.map(({ phone }) => phone),
    { sender_id, campaign_id: id },
  )
  return texts.map((text, at) => text.replaceAll(placeholder, `${base}${tokens[at]}`))
}

/** Every planned message is made and final; told once (MSG-477). */
async function completeWhenOver(owner: MessagingCaller, id: string): Promise<void> {
  const one = await rowOf(owner, id, true)
  if (one.told) return
  const left =
    one.status !== 'cancelled' &&
    (await row(
      sql`select 1 as yes from msg_campaign_people
          where campaign_id = ${id} and place > ${one.cursor_place} and skipped is null limit 1`,
    )) !== undefined
  if (left || (one.status === 'paused' && one.created === 0)) return
  const open = await row(
    sql`select 1 as yes from msg_messages
        where campaign_id = ${id} and status in ('scheduled', 'queued', 'sent') limit 1`,
  )
  if (open !== undefined) return
  if (one.status !== 'cancelled') await release(owner, one, the_house)
  const at = new Date(await now(owner, owner.mode)).toISOString()
  const status = one.status === 'cancelled' ? ('cancelled' as const) : ('completed' as const)
  const completed_at = one.completed_at ?? at
  await msg_campaigns.change(
    { ...ownerOf(owner), id },
    { status, told: true, reserved: 0, pause_reason: null, completed_at },
  )
  await tellEnd(owner, { ...one, status, completed_at })
}

async function tellEnd(owner: MessagingCaller, one: CampaignRow): Promise<void> {
  const found = await rows<{ status: string; n: number; cost: number; refunded: number }>(
    sql`select status, count(*) as n, sum(cost) as cost, sum(refunded) as refunded
        from msg_messages where campaign_id = ${one.id} group by status`,
  )
  const sum = (pick: 'cost' | 'refunded'): number =>
    found.reduce((total, each) => total + Number(each[pick]), 0)
  const counts = countsOf(one, {
    by_status: new Map(found.map(({ status, n }) => [status, Number(n)])),
    refunded: sum('refunded'),
  })
  const currency = currencyOf(one.currency)
  await emit(owner, 'campaign.completed', {
    campaign_id: one.id,
    data: {
      id: one.id,
      name: one.name,
      reference: one.reference,
      status: one.status,
      audience: counts.audience,
      skipped: Object.values(counts.skipped).reduce((total, each) => total + each, 0),
      created: counts.created,
      delivered: counts.delivered,
      failed: counts.failed,
      expired: counts.expired,
      cost: toMajor(sum('cost'), currency),
      refunded: toMajor(sum('refunded'), currency),
      currency: one.currency,
      startedAt: one.started_at,
      completedAt: one.completed_at,
    },
  })
}
