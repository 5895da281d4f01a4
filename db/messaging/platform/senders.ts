// Sender IDs as the platform's people review them (MSG 5.3).

import { row } from '../../store/connection.ts'
import { mapPage, type Page, type PageAsked, paged } from '../../store/pages.ts'
import { sql, when, where } from '../../store/sql.ts'
import type { Static } from '../../core/kinds/kinds.ts'
import { shower, collisions, type SenderRow } from '../senders/senders.ts'
import type { GatewaySender } from './shapes.ts'

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
