// Exits as they are shown.

import { type Caller, can } from '../../../core/caller.ts'
import { toPercent } from '../../../core/kinds/percent.ts'
import { mapPage, type Page, type PageAsked, pageFrom } from '../../../store/pages.ts'
import { matching } from '../../../store/search.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { finalSlipOf } from '../payroll/slips/final.ts'
import { idsInScope } from '../staff/records/scope.ts'
import { itemsOf } from './items.ts'
import { exitRecord, type ExitRow, seesAll } from './record.ts'
import type { Exit, ExitFilter, ExitOpened } from './shapes.ts'
import { staff_exits } from './tables.ts'

export async function list(caller: Caller, asked: ExitFilter & PageAsked): Promise<Page<Exit>> {
  const own = seesAll(caller) ? undefined : await idsInScope(caller)
  const found = await pageFrom(staff_exits, asked, {
    from: sql` from staff_exits${where([
      sql`hospital_id = ${caller.hospital_id}`,
      own && sql`staff_id in ${own}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(asked.from, sql`last_day >= ${asked.from}`),
      when(asked.to, sql`last_day <= ${asked.to}`),
      matching('staff_exits', asked.search),
    ])}`,
    order: sql` order by last_day desc, id desc`,
  })
  return mapPage(found, shown)
}

const shown = (row: ExitRow): Exit => ({ ...row, reference: row.number })

export async function find(caller: Caller, id: string): Promise<ExitOpened> {
  const row = await exitRecord.get(caller, id)
  const { major } = await purseOf(caller)
  const sees = seesAll(caller) || can(caller, 'payroll:read')
  return {
    ...shown(row),
    payee: row.payees.map(({ share_bp, ...one }) => ({
      ...one,
      share_pct: share_bp === null ? null : toPercent(share_bp),
    })),
    interview: row.interview,
    items: (await itemsOf(caller, id)).map(({ amount, ...one }) => ({
      ...one,
      amount: amount === null || (one.automatic && !sees) ? null : major(amount),
    })),
    terminal: sees
      ? (row.terminal ?? []).map(({ amount, ...one }) => ({ ...one, amount: major(amount) }))
      : [],
    calculated_at: row.calculated_at,
    calculated_by_name: row.calculated_by_name,
    run_id: row.run_id,
    completed_at: row.completed_at,
    payslip_id: row.run_id === null ? null : ((await finalSlipOf(caller, row))?.id ?? null),
    moves: exitRecord.moves(caller, row),
    history: await exitRecord.history(caller, id),
  }
}
