// Leave types: the list, and the one that a code names.

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { mapPage, type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import type { Of } from '../../../../store/record-of.ts'
import { sql, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import type { LeaveType } from './shapes.ts'
import { leave_types } from './tables.ts'

export type TypeRow = RowOf<(typeof leave_types)['columns']>

export async function list(
  caller: Caller,
  asked: PageAsked & { active?: boolean },
): Promise<Page<LeaveType>> {
  const found = await pageFrom(leave_types, asked, {
    from: sql` from leave_types${where([
      sql`hospital_id = ${caller.hospital_id}`,
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
    ])}`,
    order: sql` order by position, id`,
  })
  return mapPage(found, (row) => ({
    ...row,
    days: row.days / 100,
    carry_over_days: row.carry_over_days / 100,
    advance_days: row.advance_days / 100,
  }))
}

export async function typeCalled({ hospital_id }: Of, typed: string): Promise<TypeRow> {
  const found = await leave_types.find({ hospital_id, code: capitals(typed.trim()), active: true })
  if (found === undefined) throw noSuch('leave type')
  return found
}
