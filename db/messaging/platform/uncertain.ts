// Messages of which nobody knows whether they left: looked at, and settled by a person (MSG 5.3).

import { clock } from '../../core/clock.ts'
import { row, rows } from '../../store/connection.ts'
import { mapPage, type Page, type PageAsked, paged } from '../../store/pages.ts'
import { conflict, noSuch } from '../../core/refusal.ts'
import { sql, when, where } from '../../store/sql.ts'
import type { Static } from '../../core/kinds/kinds.ts'
import { sendAgain, settle } from '../drain/answers.ts'
import { factsOf } from '../drain/ends.ts'
import { nudge } from '../nudges.ts'
import { note } from '../accounts/audit.ts'
import type { Actor } from '../caller.ts'
import { type DaysAsked, withinDays } from '../settings/days.ts'
import type { UncertainMessage } from './shapes.ts'

type Uncertain = Static<typeof UncertainMessage>

const uncertain_columns = sql`m.id, m.account_id, a.name as account_name, m.phone, m.operator,
  l.code as link, m.status, m.uncertain, m.segments, m.valid_until, m.created_at`
const uncertain_from = sql` from msg_messages m join msg_accounts a on a.id = m.account_id
  left join msg_links l on l.id = m.link_id`

export async function listUncertain(
  asked: PageAsked & DaysAsked & { link?: string | undefined; account_id?: string | undefined },
): Promise<Page<Uncertain>> {
  const found = await paged<Record<string, unknown>>(asked, {
    select: uncertain_columns,
    from: sql`${uncertain_from}${where([
      sql`m.uncertain`,
      sql`m.mode = 'live'`,
      when(asked.link, sql`l.code = ${asked.link}`),
      when(asked.account_id, sql`m.account_id = ${asked.account_id}`),
      ...(await withinDays(asked, 'm.created_at')),
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
