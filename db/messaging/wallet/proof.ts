// The proof of the wallets (MSG-270).

import { rows } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'

export interface Difference {
  account_id: string
  mode: string
  what: string
}

/**
 * MSG-270: entries against wallets, charges against batches, refunds against messages. What
 * retention took is held against nothing.
 */
export async function prove(
  account_id?: string,
): Promise<{ wallets: number; differences: Difference[] }> {
  const of = (alias: string) =>
    account_id === undefined ? sql`` : sql` and ${aliased(alias)} = ${account_id}`
  const wallets = await rows<Record<string, number | string>>(
    sql`select w.account_id, w.mode, w.balance, w.reserved, w.seq,
          coalesce(sum(e.amount), 0) as amounts, coalesce(sum(e.reserved_change), 0) as changes,
          count(e.id) as entries, coalesce(max(e.seq), 0) as last
        from msg_wallets w
        left join msg_wallet_entries e on e.account_id = w.account_id and e.mode = w.mode
        where w.account_id <> ''${of('w')}
        group by w.account_id, w.mode, w.balance, w.reserved, w.seq`,
  )
  const differences: Difference[] = []
  for (const one of wallets) {
    const say = (what: string): void => {
      differences.push({ account_id: String(one['account_id']), mode: String(one['mode']), what })
    }
    const is = (name: string): number => Number(one[name])
    if (is('balance') !== is('amounts')) say(`balance ${is('balance')}, entries ${is('amounts')}`)
    if (is('reserved') !== is('changes'))
      say(`reserved ${is('reserved')}, entries ${is('changes')}`)
    if (is('entries') !== is('last') || is('last') !== is('seq'))
      say(`${is('entries')} entries, numbered to ${is('last')}, wallet at ${is('seq')}`)
  }
  const charges = await rows<Record<string, string | number>>(
    sql`select e.account_id, e.mode, e.batch_id, -sum(e.amount) - sum(e.reserved_change) as charged,
          (select coalesce(sum(m.cost), 0) from msg_messages m where m.batch_id = e.batch_id) as costs
        from msg_wallet_entries e join msg_batches b on b.id = e.batch_id
        where e.kind = 'charge'${of('e')}
          and b.accepted = (select count(*) from msg_messages m where m.batch_id = e.batch_id)
        group by e.account_id, e.mode, e.batch_id`,
  )
  for (const one of charges) {
    if (Number(one['charged']) === Number(one['costs'])) continue
    differences.push({
      account_id: String(one['account_id']),
      mode: String(one['mode']),
      what: `batch ${one['batch_id']} was charged ${one['charged']} and cost ${one['costs']}`,
    })
  }
  const sent = await rows<Record<string, string | number>>(
    sql`select e.account_id, e.mode, e.message_id, -e.amount as charged, w.cost
        from msg_wallet_entries e join msg_whatsapp_messages w on w.id = e.message_id
        where e.kind = 'charge' and e.batch_id is null and -e.amount <> w.cost${of('e')}`,
  )
  for (const one of sent) {
    differences.push({
      account_id: String(one['account_id']),
      mode: String(one['mode']),
      what: `message ${one['message_id']} was charged ${one['charged']} and cost ${one['cost']}`,
    })
  }
  const refunds = await rows<Record<string, string | number>>(
    sql`select e.account_id, e.mode, e.message_id, e.amount, coalesce(m.cost, w.cost) as cost
        from msg_wallet_entries e
        left join msg_messages m on m.id = e.message_id
        left join msg_whatsapp_messages w on w.id = e.message_id
        where e.kind = 'refund' and e.amount > coalesce(m.cost, w.cost)${of('e')}`,
  )
  for (const one of refunds) {
    differences.push({
      account_id: String(one['account_id']),
      mode: String(one['mode']),
      what: `message ${one['message_id']} was refunded ${one['amount']} of ${one['cost']}`,
    })
  }
  return { wallets: wallets.length, differences }
}

const aliased = (alias: string) => (alias === 'w' ? sql`w.account_id` : sql`e.account_id`)
