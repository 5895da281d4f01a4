// Numbers that moved to another network (MSG-205): a receipt that names it teaches the routing.

import { days, instantIn } from '../../core/clock.ts'
import { rows, run } from '../../store/connection.ts'
import { given } from '../../store/given.ts'
import { oneOf, sql } from '../../store/sql.ts'
import { clock } from '../../core/clock.ts'
import { forgetRouting, routing } from './operators.ts'

/** Whose a network is, by MCC-MNC as the regulator gave them out (decision 0106). */
const networks: Readonly<Record<string, string>> = {
  '64002': 'yas',
  '64003': 'yas',
  '64004': 'vodacom',
  '64005': 'airtel',
  '64007': 'ttcl',
  '64009': 'halotel',
}

const kept_days = 90

export const operatorOfNetwork = (network: string | null): string | null =>
  network === null ? null : (networks[network.replace(/\D/g, '')] ?? null)

export interface Seen {
  phone: string
  /** As it was accepted or routed. */
  operator: string
  network: string | null
}

/** A manual override is never overwritten; a learned one is renewed, or changed. */
export async function learn(link_id: string, seen: readonly Seen[]): Promise<void> {
  const news = new Map<string, string>()
  for (const { phone, operator, network } of seen) {
    const named = operatorOfNetwork(network)
    if (named !== null && (named !== operator || news.has(phone))) news.set(phone, named)
  }
  if (news.size === 0) return
  const { links, operators } = await routing()
  if (links.get(link_id)?.learn_portability !== true) return
  const lines = [...news]
    .filter(([, operator_code]) => operators.has(operator_code))
    .map(([phone, operator_code]) => ({ phone, operator_code }))
  await writeLearned(lines)
  forgetRouting()
}

async function writeLearned(
  lines: readonly { phone: string; operator_code: string }[],
): Promise<void> {
  if (lines.length === 0) return
  const known = await rows<{ phone: string; source: string }>(
    sql`select phone, source from msg_number_overrides
        where phone${oneOf(lines.map(({ phone }) => phone))}
          and (source = 'manual' and (expires_at is null or expires_at > ${clock.instant()}))`,
  )
  const manual = new Set(known.map(({ phone }) => phone))
  const fresh = lines.filter(({ phone }) => !manual.has(phone))
  if (fresh.length === 0) return
  const [now, until] = [clock.instant(), instantIn(days(kept_days))]
  await run(sql`insert into msg_number_overrides
      (phone, operator_code, source, expires_at, created_at, updated_at)
    select given.phone, given.operator_code, 'learned', ${until}, ${now}, ${now}
    from ${given('given', { phone: 'text', operator_code: 'text' }, fresh)} where true
    on conflict (phone) do update set operator_code = excluded.operator_code, source = 'learned',
      expires_at = excluded.expires_at, updated_at = excluded.updated_at
    where msg_number_overrides.source = 'learned'
      or msg_number_overrides.expires_at <= ${now}`)
}
