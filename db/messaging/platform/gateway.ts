// What the platform's people look at: accounts, top-ups, sender IDs to review, links, the queue, and
// what is uncertain (MSG 5.3).

import { clock } from '../../clock.ts'
import { row, rows } from '../../connection.ts'
import { toMajor } from '../../kinds/money.ts'
import { mapPage, type Page, type PageAsked, paged } from '../../pages.ts'
import { currencyOf } from '../../reference/countries.ts'
import { conflict, noSuch } from '../../refusal.ts'
import { matching } from '../../search.ts'
import { oneOf, sql, when, where } from '../../sql.ts'
import type { Static } from '../../kinds/kinds.ts'
import { sendAgain, settle } from '../drain/answers.ts'
import { factsOf } from '../drain/ends.ts'
import { nudge } from '../nudges.ts'
import { note } from '../accounts/audit.ts'
import type { Actor } from '../caller.ts'
import { routing } from '../routing/operators.ts'
import { shower, collisions, type SenderRow } from '../senders/senders.ts'
import { setting } from '../settings/settings.ts'
import type { TopUpRow } from '../wallet/money.ts'
import type {
  GatewayAccount,
  GatewayLink,
  GatewayQueue,
  GatewaySender,
  GatewayTopUp,
  UncertainMessage,
} from './shapes.ts'

type Account = Static<typeof GatewayAccount>

interface AccountLine {
  id: string
  name: string
  business_id: string | null
  business_name: string | null
  business_status: string | null
  billing: Account['billing']
  currency: string
  weight: number
  otp_allowed: unknown
  paused: unknown
  balance: number
  reserved: number
  threshold: number | null
  created_at: string
}

const account_columns = sql`a.id, a.name, a.business_id, b.legal_name as business_name,
  b.status as business_status, a.billing, a.currency, a.weight, a.otp_allowed, a.paused,
  w.balance, w.reserved, w.threshold, a.created_at`
const account_from = sql` from msg_accounts a
  left join msg_businesses b on b.id = a.business_id
  join msg_wallets w on w.account_id = a.id and w.mode = 'live'`

export async function listAccounts(
  asked: PageAsked & {
    search?: string | undefined
    business_id?: string | undefined
    provisioned?: boolean | undefined
    low?: boolean | undefined
  },
): Promise<Page<Account>> {
  const active = sql`coalesce(b.status, '') = 'active'`
  const low = sql`w.threshold is not null and w.balance < w.threshold`
  const found = await paged<AccountLine>(asked, {
    select: account_columns,
    from: sql`${account_from}${where([
      matching('msg_accounts', asked.search, 'a'),
      when(asked.business_id, sql`a.business_id = ${asked.business_id}`),
      asked.provisioned === undefined
        ? undefined
        : asked.provisioned
          ? active
          : sql`not (${active})`,
      asked.low === undefined ? undefined : asked.low ? low : sql`not (${low})`,
    ])}`,
    order: sql` order by a.name, a.id`,
  })
  const waiting = await waitingOf(found.rows.map(({ id }) => id))
  return mapPage(found, (line) => shownAccount(line, waiting))
}

export async function oneAccount(id: string): Promise<Account> {
  const found = await row<AccountLine>(
    sql`select ${account_columns}${account_from} where a.id = ${id}`,
  )
  if (found === undefined) throw noSuch('account')
  return shownAccount(found, await waitingOf([id]))
}

async function waitingOf(ids: readonly string[]): Promise<Map<string, number>> {
  const found = await rows<{ account_id: string; n: number }>(
    sql`select account_id, count(*) as n from msg_messages
        where mode = 'live' and status = 'queued' and not submitted and account_id${oneOf(ids)}
        group by account_id`,
  )
  return new Map(found.map(({ account_id, n }) => [account_id, Number(n)]))
}

function shownAccount(line: AccountLine, waiting: ReadonlyMap<string, number>): Account {
  const money = currencyOf(line.currency)
  return {
    id: line.id,
    name: line.name,
    business_id: line.business_id,
    business_name: line.business_name,
    provisioned: line.business_status === 'active',
    billing: line.billing,
    currency: line.currency,
    weight: line.weight,
    otp_allowed: Boolean(line.otp_allowed),
    paused: Boolean(line.paused),
    balance: toMajor(line.balance, money),
    reserved: toMajor(line.reserved, money),
    threshold: line.threshold === null ? null : toMajor(line.threshold, money),
    low: line.threshold !== null && line.balance < line.threshold,
    waiting: waiting.get(line.id) ?? 0,
    created_at: line.created_at,
  }
}

export const shownTopUp = (found: TopUpRow): Static<typeof GatewayTopUp> => ({
  id: found.id,
  account_id: found.account_id,
  amount: toMajor(found.amount, currencyOf(found.currency)),
  currency: found.currency,
  method: found.method,
  payment_reference: found.payment_reference,
  note: found.note,
  status: found.status,
  decided_by: found.decided_by,
  decided_at: found.decided_at,
  reject_reason: found.reject_reason,
  moves: found.status === 'pending' ? ['confirm', 'reject'] : [],
  created_at: found.created_at,
})

interface SenderLine {
  id: string
  account_name: string
}

/** The oldest request first, with who else holds the name (MSG-413). */
export async function listSenders(
  asked: PageAsked & {
    search?: string | undefined
    status?: string | undefined
    operator?: string | undefined
    account_id?: string | undefined
    submitted?: boolean | undefined
  },
  read: (ids: readonly string[]) => Promise<SenderRow[]>,
): Promise<Page<Static<typeof GatewaySender>>> {
  const own = sql`select 1 from msg_sender_operators o where o.sender_row_id = s.id`
  const found = await paged<SenderLine>(asked, {
    select: sql`s.id, a.name as account_name`,
    from: sql` from msg_sender_ids s join msg_accounts a on a.id = s.account_id${where([
      sql`s.mode = 'live'`,
      sql`s.removed_at is null`,
      when(
        asked.search,
        sql`s.name_key like ${`%${(asked.search ?? '').toUpperCase().replaceAll(/[\s%_]/g, '')}%`}`,
      ),
      when(asked.status, sql`s.status = ${asked.status}`),
      when(asked.account_id, sql`s.account_id = ${asked.account_id}`),
      when(asked.operator, sql`exists (${own} and o.operator_code = ${asked.operator})`),
      asked.submitted === undefined
        ? undefined
        : asked.submitted
          ? sql`exists (${own} and o.submitted_at is not null)`
          : sql`not exists (${own} and o.submitted_at is not null)`,
    ])}`,
    order: sql` order by s.created_at, s.id`,
  })
  const page = await read(found.rows.map(({ id }) => id))
  const by_id = new Map(page.map((one) => [one.id, one]))
  const show = await shower(page)
  const held = await collisions(page.map(({ name_key }) => name_key))
  return mapPage(found, ({ id, account_name }) =>
    shownSender(by_id.get(id) as SenderRow, account_name, show, held),
  )
}

export async function oneSender(found: SenderRow): Promise<Static<typeof GatewaySender>> {
  const account = await row<{ name: string }>(
    sql`select name from msg_accounts where id = ${found.account_id}`,
  )
  const held = await collisions([found.name_key])
  return shownSender(found, account?.name ?? '', await shower([found]), held)
}

function shownSender(
  found: SenderRow,
  account_name: string,
  show: Awaited<ReturnType<typeof shower>>,
  held: ReadonlyMap<string, readonly string[]>,
): Static<typeof GatewaySender> {
  const one = show(found)
  return {
    id: found.id,
    account_id: found.account_id,
    account_name,
    sender_id: found.sender_id,
    status: found.status,
    purpose: found.purpose,
    sample_message: found.sample_message,
    operators: one.operators.map((operator) => ({
      operator: operator.operator,
      status: operator.status,
      reason: operator.reason,
      submitted_at: operator.submittedAt,
      decided_at: operator.decidedAt,
    })),
    documents: one.documents.length,
    collisions: (held.get(found.name_key) ?? []).filter((name) => name !== account_name),
    created_at: found.created_at,
  }
}

export async function listLinks(asked: {
  kind?: string | undefined
  state?: string | undefined
}): Promise<Static<typeof GatewayLink>[]> {
  const found = await rows<Record<string, unknown>>(
    sql`select id, code, name, kind, state, enabled, throughput_per_second, options, last_error,
          last_up_at, state_since from msg_links${where([
            sql`removed_at is null`,
            when(asked.kind, sql`kind = ${asked.kind}`),
            when(asked.state, sql`state = ${asked.state}`),
          ])} order by code`,
  )
  const ways = await routing()
  const routes = [...ways.routes.values()].flat()
  return found.map((link) => {
    const { windowSize } = JSON.parse(String(link['options'])) as { windowSize?: number }
    return {
      id: String(link['id']),
      code: String(link['code']),
      name: String(link['name']),
      kind: link['kind'] as 'smpp',
      state: link['state'] as 'up',
      enabled: Boolean(link['enabled']),
      throughput_per_second: Number(link['throughput_per_second']),
      window_size: link['kind'] === 'smpp' ? (windowSize ?? 10) : null,
      operators: routes
        .filter(({ link_id }) => link_id === link['id'])
        .map(({ operator_code }) => operator_code),
      last_error: link['last_error'] as string | null,
      last_up_at: link['last_up_at'] as string | null,
      state_since: link['state_since'] as string | null,
    }
  })
}

const lane_names = ['otp', 'transactional', 'promotional'] as const

/** MSG-310. */
export async function queue(): Promise<Static<typeof GatewayQueue>> {
  const found = await rows<Record<string, string | number>>(
    sql`select m.operator, m.lane, m.account_id, a.name as account_name, count(*) as waiting,
          sum(m.segments) as segments, min(m.due_at) as oldest
        from msg_messages m join msg_accounts a on a.id = m.account_id
        where m.mode = 'live' and m.status = 'queued' and not m.submitted
        group by m.operator, m.lane, m.account_id, a.name order by m.operator, m.lane, a.name limit 10000`,
  )
  const scheduled = await row<{ n: number }>(
    sql`select count(*) as n from msg_messages where mode = 'live' and status = 'scheduled'`,
  )
  const ways = await routing()
  return {
    paused: await setting('gateway_paused'),
    waiting: found.reduce((sum, one) => sum + Number(one['waiting']), 0),
    scheduled: Number(scheduled?.n ?? 0),
    lines: found.map((one) => {
      const operator = String(one['operator'])
      const [route] = ways.routes.get(operator) ?? []
      const link = route === undefined ? undefined : ways.links.get(route.link_id)
      const rate = Math.min(
        link?.throughput_per_second ?? 1,
        ways.operators.get(operator)?.throughput_per_second ?? Number.POSITIVE_INFINITY,
      )
      const segments = Number(one['segments'])
      return {
        operator,
        lane: lane_names[Number(one['lane'])] ?? 'transactional',
        account_id: String(one['account_id']),
        account_name: String(one['account_name']),
        waiting: Number(one['waiting']),
        segments,
        oldest_seconds: Math.max(
          0,
          Math.floor((clock.ms() - Date.parse(String(one['oldest']))) / 1000),
        ),
        rate_per_second: rate,
        eta_seconds: Math.ceil(segments / rate),
      }
    }),
  }
}

type Uncertain = Static<typeof UncertainMessage>

const uncertain_columns = sql`m.id, m.account_id, a.name as account_name, m.phone, m.operator,
  l.code as link, m.status, m.uncertain, m.segments, m.valid_until, m.created_at`
const uncertain_from = sql` from msg_messages m join msg_accounts a on a.id = m.account_id
  left join msg_links l on l.id = m.link_id`

export async function listUncertain(
  asked: PageAsked & { link?: string | undefined; account_id?: string | undefined },
): Promise<Page<Uncertain>> {
  const found = await paged<Record<string, unknown>>(asked, {
    select: uncertain_columns,
    from: sql`${uncertain_from}${where([
      sql`m.uncertain`,
      sql`m.mode = 'live'`,
      when(asked.link, sql`l.code = ${asked.link}`),
      when(asked.account_id, sql`m.account_id = ${asked.account_id}`),
    ])}`,
    order: sql` order by m.id`,
  })
  return mapPage(found, shownUncertain)
}

const shownUncertain = (one: Record<string, unknown>): Uncertain => ({
  id: String(one['id']),
  account_id: String(one['account_id']),
  account_name: String(one['account_name']),
  to: String(one['phone']),
  operator: String(one['operator']),
  link: one['link'] as string | null,
  status: one['status'] as Uncertain['status'],
  uncertain: Boolean(one['uncertain']),
  segments: Number(one['segments']),
  valid_until: String(one['valid_until']),
  created_at: String(one['created_at']),
})

export async function uncertainOne(id: string): Promise<Uncertain> {
  const found = await row<Record<string, unknown>>(
    sql`select ${uncertain_columns}${uncertain_from} where m.id = ${id}`,
  )
  if (found === undefined) throw noSuch('message')
  return shownUncertain(found)
}

/** A person settles what nobody knows (MSG-390): it was taken, it was not, or it goes once more. */
export async function resolve(
  by: Actor,
  id: string,
  asked: { outcome: 'accepted' | 'rejected' | 'resend'; reason: string },
): Promise<Uncertain> {
  const found = await uncertainOne(id)
  if (!found.uncertain) throw conflict(`This message is ${found.status}.`, 'state')
  const parts = await rows<{ id: string }>(
    sql`select id from msg_parts where message_id = ${id} and state = 'unknown' order by number`,
  )
  const [facts] = await factsOf([id])
  const at = clock.instant()
  if (asked.outcome === 'resend') {
    await sendAgain(
      parts.map((part) => part.id),
      at,
    )
  } else if (facts !== undefined) {
    await settle(
      parts.map((part) => ({
        part_id: part.id,
        facts,
        late: true as const,
        settled:
          asked.outcome === 'accepted'
            ? { state: 'accepted' as const, operator_message_id: '' }
            : {
                state: 'rejected' as const,
                code: 'person',
                reason: 'operator_rejected' as const,
              },
      })),
      at,
    )
  }
  nudge('queue')
  await note(by, `message.${asked.outcome}`, {
    entity: 'message',
    entity_id: id,
    from: 'uncertain',
    to: asked.outcome,
    reason: asked.reason,
  })
  return uncertainOne(id)
}
