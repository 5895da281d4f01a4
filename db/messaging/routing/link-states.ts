// What a link says of itself: its state, and the log of its changes (MSG 3.6).

import { clock } from '../../core/clock.ts'
import { row, rows, run, within } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { msg_link_log, msg_links, msg_routes } from './tables.ts'
import type { LinkState } from './words.ts'

export type LinkRow = RowOf<(typeof msg_links)['columns']>
export type RouteRow = RowOf<(typeof msg_routes)['columns']>

/** Said by the owner alone; one line in the log per change. */
export async function noteState(
  link_id: string,
  fence: number,
  state: LinkState,
  cause: string,
): Promise<void> {
  const at = clock.instant()
  await within(async () => {
    const known = await row<{ state: LinkState }>(
      sql`select state from msg_links where id = ${link_id} and fence = ${fence}`,
    )
    if (known === undefined || known.state === state) return
    const fault = state === 'down' || state === 'refused' ? cause.slice(0, 300) : null
    const up_at = state === 'up' ? at : null
    await run(sql`update msg_links set state = ${state}, state_since = ${at},
        last_error = coalesce(${fault}, last_error), last_up_at = coalesce(${up_at}, last_up_at)
      where id = ${link_id} and fence = ${fence}`)
    await msg_link_log.insert({
      link_id,
      at,
      from_state: known.state,
      to_state: state,
      cause: cause.slice(0, 300),
      actor: 'system',
    })
  }, 'jobs')
}

/** Every link that was not removed; read by the drain every second. */
export const standingLinks = (): Promise<LinkRow[]> => msg_links.all({ removed_at: null })
export const enabledRoutes = (): Promise<RouteRow[]> =>
  msg_routes.all({ enabled: true }, { order: ['operator_code', 'position', 'id'] })

export const findLink = (id: string): Promise<LinkRow | undefined> =>
  msg_links.find({ id, removed_at: null })

export interface LinkNews {
  name: string
  code: string
  state: LinkState
  last_error: string | null
}

/**
 * Links of which people have to hear: down or refused since `before`, each trouble once; and those
 * that are well again after that (MSG 3.6).
 */
export async function linksToTell(
  before: string,
  at: string,
): Promise<{ lost: LinkNews[]; well: LinkNews[] }> {
  const columns = sql`id, name, code, state, last_error`
  const lost = await rows<LinkNews & { id: string }>(
    sql`select ${columns} from msg_links
        where removed_at is null and enabled and state in ('down', 'refused')
          and state_since <= ${before} and alarmed_at is null order by code`,
  )
  const well = await rows<LinkNews & { id: string }>(
    sql`select ${columns} from msg_links
        where alarmed_at is not null and (state in ('up', 'throttled') or not enabled)
        order by code`,
  )
  for (const { id } of lost)
    await run(sql`update msg_links set alarmed_at = ${at} where id = ${id}`)
  for (const { id } of well) await run(sql`update msg_links set alarmed_at = null where id = ${id}`)
  return { lost, well: well.filter(({ state }) => state === 'up' || state === 'throttled') }
}
