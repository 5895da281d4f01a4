// Links to the operators as the platform's people look at them (MSG 5.3).

import { rows } from '../../store/connection.ts'
import { type Page, type PageAsked, paged } from '../../store/pages.ts'
import { sql, when, where } from '../../store/sql.ts'
import type { Static } from '../../core/kinds/kinds.ts'
import { routing } from '../routing/operators.ts'
import { type DaysAsked, withinDays } from '../settings/days.ts'
import type { GatewayLink } from './shapes.ts'

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

interface LogLine {
  at: string
  from: string | null
  to: string | null
  cause: string
  actor: string
}

/** What became of a link, the newest first. */
export const linkLog = async (id: string, asked: PageAsked & DaysAsked): Promise<Page<LogLine>> =>
  paged<LogLine>(asked, {
    select: sql`at, from_state as "from", to_state as "to", cause, actor`,
    from: sql` from msg_link_log${where([
      sql`link_id = ${id}`,
      ...(await withinDays(asked, 'at')),
    ])}`,
    order: sql` order by id desc`,
  })
