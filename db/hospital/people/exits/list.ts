// Exits as they are shown.

import { type Caller, can } from '../../../core/caller.ts'
import { toPercent } from '../../../core/kinds/percent.ts'
import { type Page, type PageAsked, pageFrom } from '../../../store/pages.ts'
import { matching } from '../../../store/search.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { finalSlipOf } from '../payroll/slips/final.ts'
import { recordsOf } from '../staff/records/for-pay.ts'
import type { StaffRow } from '../staff/records/rows.ts'
import { scopeOfPeople } from '../staff/records/scope.ts'
import { itemsOf } from './items.ts'
import { exitRecord, type ExitRow, seesAll } from './record.ts'
import type { Exit, ExitFilter, ExitOpened } from './shapes.ts'
import { staff_exits } from './tables.ts'

export async function list(caller: Caller, asked: ExitFilter & PageAsked): Promise<Page<Exit>> {
  const called = matching('staff', asked.search, 's')
  const numbered = matching('staff_exits', asked.search, 'e')
  const { rows, meta } = await pageFrom(staff_exits, asked, {
    alias: 'e',
    from: sql` from staff_exits e join staff s on s.id = e.staff_id${where([
      sql`e.hospital_id = ${caller.hospital_id}`,
      seesAll(caller) ? undefined : await scopeOfPeople(caller, 's'),
      when(asked.status, sql`e.status = ${asked.status}`),
      when(asked.kind, sql`e.kind = ${asked.kind}`),
      when(asked.from, sql`e.last_day >= ${asked.from}`),
      when(asked.to, sql`e.last_day <= ${asked.to}`),
      called === undefined || numbered === undefined ? undefined : sql`(${called} or ${numbered})`,
    ])}`,
    order: sql` order by e.last_day desc, e.id desc`,
  })
  const people = await recordsOf(
    caller,
    rows.map(({ staff_id }) => staff_id),
  )
  return { meta, rows: rows.map((row) => shown(row, people.get(row.staff_id))) }
}

const shown = (row: ExitRow, person: StaffRow | undefined): Exit => ({
  ...row,
  reference: row.number,
  staff_number: person?.number ?? '',
  staff_name: person?.full_name ?? '',
  department: person?.department ?? '',
})

export async function find(caller: Caller, id: string): Promise<ExitOpened> {
  const row = await exitRecord.get(caller, id)
  const people = await recordsOf(caller, [row.staff_id])
  const { major } = await purseOf(caller)
  const sees = seesAll(caller) || can(caller, 'payroll:read')
  return {
    ...shown(row, people.get(row.staff_id)),
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
