// What waits to be sent, by operator, lane and account (MSG 5.3).

import { clock } from '../../core/clock.ts'
import { row, rows } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import type { Static } from '../../core/kinds/kinds.ts'
import { routing } from '../routing/operators.ts'
import { setting } from '../settings/settings.ts'
import type { GatewayQueue } from './shapes.ts'

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
