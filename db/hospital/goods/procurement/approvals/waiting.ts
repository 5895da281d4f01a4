// What waits for an approval of whoever asks (STK-122): documents whose next level is theirs to give.

import { type Caller, can } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, pageOf, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, type Sql, sql } from '../../../../store/sql.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { usersWithRoles } from '../../../office/access/roles/by-role.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { givenTo } from './approving.ts'
import { type Level, rulesFor } from './rules.ts'
import type { Waiting } from './shapes.ts'
import { ruled_documents, type RuledDocument } from './words.ts'

interface Row {
  id: string
  reference: string
  facility_id: string
  made_by_id: string | null
  by_name: string
  total: number
  round: number
  waiting_since: string
  marks: string | null
}

const permits: Record<RuledDocument, string> = {
  PURCHASE_ORDER: 'purchase:approve',
  INVOICE_EXCEPTION: 'purchase:approve',
  SUPPLIER_PAYMENT: 'payable:approve',
}

const sources: Record<RuledDocument, Sql> = {
  PURCHASE_ORDER: sql`select id, number as reference, facility_id, made_by_id,
      made_by_name as by_name, total, version_no as round,
      coalesce(submitted_at, created_at) as waiting_since, marks
    from purchase_orders where status = 'SUBMITTED'`,
  INVOICE_EXCEPTION: sql`select id, number as reference, facility_id, made_by_id,
      made_by_name as by_name, total, round, updated_at as waiting_since, null as marks
    from supplier_invoices where status = 'EXCEPTION'`,
  SUPPLIER_PAYMENT: sql`select id, number as reference, facility_id, made_by_id,
      made_by_name as by_name, amount as total, round, updated_at as waiting_since, null as marks
    from supplier_payments where status = 'SUBMITTED'`,
}

export async function list(
  caller: Caller,
  asked: PageAsked & { document?: RuledDocument },
): Promise<Page<Waiting>> {
  const found: Waiting[] = []
  for (const document of asked.document === undefined ? ruled_documents : [asked.document]) {
    if (can(caller, permits[document])) found.push(...(await ofDocument(caller, document)))
  }
  found.sort((a, b) => (a.waiting_since < b.waiting_since ? -1 : 1))
  return pageOf(asked, found)
}

async function ofDocument(caller: Caller, document: RuledDocument): Promise<Waiting[]> {
  const scope = await scopeOf(caller, undefined)
  const waiting = await rows<Row>(
    sql`${sources[document]} and hospital_id = ${caller.hospital_id}${
      scope === 'all' ? sql`` : sql` and facility_id${oneOf(scope)}`
    } order by id`,
  )
  const given = await givenTo(
    caller,
    document,
    waiting.map(({ id }) => id),
  )
  const { major } = await purseOf(caller)
  const mine = await mineOf(caller, document, waiting)
  return waiting.flatMap(({ facility_id, made_by_id, round, marks, ...row }): Waiting[] => {
    const before = given.filter((one) => one.record_id === row.id && one.round === Number(round))
    const own = [made_by_id, ...before.map(({ by_id }) => by_id)]
    if (caller.user_id !== null && own.includes(caller.user_id)) return []
    const level = before.length + 1
    if (!mine(facility_id, level)) return []
    return [
      {
        ...row,
        document,
        level,
        total: major(Number(row.total)),
        marks: marks === null ? [] : (JSON.parse(marks) as Waiting['marks']),
      },
    ]
  })
}

/** Whether the caller has the role of a level or of a higher one; the command line sees all. */
async function mineOf(caller: Caller, document: RuledDocument, waiting: readonly Row[]) {
  const levels = new Map<string, Level[]>()
  const having = new Map<string, string[]>()
  for (const { facility_id } of waiting) {
    if (levels.has(facility_id)) continue
    const of = await rulesFor(caller, document, facility_id)
    levels.set(facility_id, of)
    for (const { role_id } of of) {
      if (!having.has(role_id)) having.set(role_id, await usersWithRoles(caller, [role_id]))
    }
  }
  return (facility_id: string, level: number): boolean => {
    const left = (levels.get(facility_id) ?? []).slice(level - 1)
    const people = left.flatMap(({ role_id }) => having.get(role_id) ?? [])
    return caller.user_id === null || people.length === 0 || people.includes(caller.user_id)
  }
}
