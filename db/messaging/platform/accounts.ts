// Messaging accounts as the platform's people look at them: whose, with what balance, and how much
// waits (MSG 5.3).

import { row, rows } from '../../store/connection.ts'
import { toMajor } from '../../core/kinds/money.ts'
import { mapPage, type Page, type PageAsked, paged } from '../../store/pages.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { noSuch } from '../../core/refusal.ts'
import { matching } from '../../store/search.ts'
import { oneOf, sql, when, where } from '../../store/sql.ts'
import type { Static } from '../../core/kinds/kinds.ts'
import type { GatewayAccount } from './shapes.ts'

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
