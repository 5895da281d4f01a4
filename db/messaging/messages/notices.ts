// What the people of an account have to hear by letter: a key that ends soon, a balance below its
// threshold, a webhook that fails (MSG-108, MSG-268, MSG-552). Each is handed out once.

import { clock, days, instantIn } from '../../core/clock.ts'
import { rows, run } from '../../store/connection.ts'
import { toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { oneOf, sql } from '../../store/sql.ts'
import { setting } from '../settings/settings.ts'

export { type LinkNews, linksToTell } from '../routing/link-states.ts'

export type NoticeKind = 'key_ends' | 'low_balance' | 'webhook_fails'

export interface AccountNotice {
  kind: NoticeKind
  account: string
  /** Whose account it is; null for one outside any hospital. */
  hospital_id: string | null
  emails: string[]
  language: 'sw' | 'en'
  /** What the words are made of. */
  facts: Record<string, string>
}

const at_once = 200

/** In one transaction with the letters that are written from it. */
export async function accountNotices(): Promise<AccountNotice[]> {
  const found = [...(await endingKeys()), ...(await lowBalances()), ...(await failingWebhooks())]
  const people = await peopleOf(found.map(({ account_id }) => account_id))
  return found.flatMap(({ account_id, kind, facts }) => {
    const own = people.get(account_id)
    return own === undefined ? [] : [{ kind, facts, ...own }]
  })
}

interface Found {
  account_id: string
  kind: NoticeKind
  facts: Record<string, string>
}

async function endingKeys(): Promise<Found[]> {
  const before = [...(await setting('key_expiry_notice_days'))].sort((a, b) => a - b)
  const [most] = before.slice(-1)
  if (most === undefined) return []
  const now = clock.instant()
  const keys = await rows<{
    id: string
    account_id: string
    name: string
    mode: string
    last_four: string
    expires_at: string
    noticed_days: string
  }>(sql`select id, account_id, name, mode, last_four, expires_at, noticed_days from msg_keys
    where active and expires_at is not null and expires_at > ${now}
      and expires_at <= ${instantIn(days(most))} and kind = 'standard' and revoked_at is null
    order by expires_at limit 10000`)
  const due: Found[] = []
  for (const key of keys) {
    const left_ms = Date.parse(key.expires_at) - clock.ms()
    const reached = before.filter((count) => left_ms <= days(count))
    const [nearest] = reached
    const told = JSON.parse(key.noticed_days) as number[]
    if (nearest === undefined || told.includes(nearest)) continue
    // One letter for what a pause of the house has let pass together.
    const all = JSON.stringify([...new Set([...told, ...reached])])
    await run(sql`update msg_keys set noticed_days = ${all} where id = ${key.id}`)
    due.push({
      account_id: key.account_id,
      kind: 'key_ends',
      facts: { name: key.name, mode: key.mode, last: key.last_four, at: key.expires_at },
    })
    if (due.length >= at_once) break
  }
  return due
}

async function lowBalances(): Promise<Found[]> {
  const wallets = await rows<{
    account_id: string
    balance: number
    threshold: number
    currency: string
  }>(sql`select account_id, balance, threshold, currency from msg_wallets
    where mode = 'live' and threshold is not null and not armed and balance < threshold
      and low_told_at is null order by account_id limit ${at_once}`)
  if (wallets.length === 0) return []
  await run(sql`update msg_wallets set low_told_at = ${clock.instant()}
    where mode = 'live' and account_id${oneOf(wallets.map(({ account_id }) => account_id))}`)
  return wallets.map(({ account_id, balance, threshold, currency }) => {
    const money = currencyOf(currency)
    const said = (minor: number): string =>
      `${currency} ${toMajor(Number(minor), money).toLocaleString('en-US')}`
    return {
      account_id,
      kind: 'low_balance',
      facts: { balance: said(balance), threshold: said(threshold) },
    }
  })
}

async function failingWebhooks(): Promise<Found[]> {
  const hooks = await rows<{
    id: string
    account_id: string
    mode: string
    url: string
    last_error: string | null
  }>(sql`select id, account_id, mode, url, last_error from msg_webhooks
    where noticed_at is not null and (told_at is null or told_at < noticed_at)
    order by id limit ${at_once}`)
  if (hooks.length === 0) return []
  await run(sql`update msg_webhooks set told_at = ${clock.instant()}
    where id${oneOf(hooks.map(({ id }) => id))}`)
  return hooks.map(({ account_id, mode, url, last_error }) => ({
    account_id,
    kind: 'webhook_fails',
    facts: { mode, url, error: last_error ?? '' },
  }))
}

type People = Pick<AccountNotice, 'account' | 'hospital_id' | 'emails' | 'language'>

async function peopleOf(ids: readonly string[]): Promise<Map<string, People>> {
  if (ids.length === 0) return new Map()
  const found = await rows<{
    id: string
    name: string
    language: 'sw' | 'en'
    notice_emails: string
    contact_email: string | null
    of_hospital: string | null
  }>(sql`select a.id, a.name, a.language, a.notice_emails, b.contact_email, b.of_hospital
    from msg_accounts a left join msg_businesses b on b.id = a.business_id
    where a.id${oneOf([...new Set(ids)])}`)
  return new Map(
    found.map((one) => {
      const own = JSON.parse(one.notice_emails) as string[]
      const contact =
        one.contact_email === null || one.contact_email === '' ? [] : [one.contact_email]
      return [
        one.id,
        {
          account: one.name,
          hospital_id: one.of_hospital,
          emails: own.length > 0 ? own : contact,
          language: one.language,
        },
      ]
    }),
  )
}
