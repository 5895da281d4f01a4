// What is handed back and settled before somebody goes (HR-131).

import type { Caller } from '../../../core/caller.ts'
import { newId } from '../../../core/ids.ts'
import type { RowOf } from '../../../store/table.ts'
import { openShiftOf } from '../../money/drawers/shifts.ts'
import { accountsOf } from '../../office/access/users/staff-link.ts'
import { registry } from '../../registry.ts'
import { owedBy } from '../payroll/loans/loans.ts'
import { cadreRecord } from '../staff/cadres/cadres.ts'
import { staffRecord } from '../staff/records/rows.ts'
import type { ExitRow } from './record.ts'
import { exit_items } from './tables.ts'

export type ItemRow = RowOf<(typeof exit_items)['columns']>
type Default = readonly [area: string, title: string]

const of_all: readonly Default[] = [
  ['HR', 'ID card and uniform'],
  ['SUPERVISOR', 'Keys'],
  ['SUPERVISOR', 'Handover of patients or files'],
  ['IT', 'IT account and equipment'],
  ['LIBRARY', 'Library'],
  ['STORES', 'Goods of the stores'],
  ['FINANCE', 'Cash drawer and imprest'],
]
const of_clinical: readonly Default[] = [
  ['PHARMACY', 'Pharmacy keys and controlled register'],
  ['HR', 'Papers of the licence returned'],
]

export async function makeItems(caller: Caller, row: ExitRow): Promise<void> {
  const { cadre_id } = await staffRecord.get(caller, row.staff_id)
  const { clinical } = await cadreRecord.get(caller, cadre_id)
  const wanted = [...of_all, ...(clinical ? of_clinical : [])]
  await exit_items.insertMany(
    wanted.map(([area, title], at) => ({
      id: newId(),
      hospital_id: caller.hospital_id,
      exit_id: row.id,
      position: at + 1,
      area,
      title,
      automatic: false,
      found_by: null,
      status: 'OPEN' as const,
      amount: null,
      cleared_by_name: null,
      note: null,
    })),
  )
  await findAnew(caller, row)
}

interface Found {
  area: string
  title: string
  found_by: string
  status: 'OPEN' | 'OWING'
  amount: number | null
}

/** Debts, an open drawer, work left in other areas; what is there no more has cleared itself. */
export async function findAnew(caller: Caller, { id, staff_id }: ExitRow): Promise<void> {
  const { hospital_id } = caller
  const found = await foundOf(caller, staff_id)
  const all = await exit_items.all(
    { hospital_id, exit_id: id },
    { lock: true, order: ['position'] },
  )
  const before = new Map(all.map((one) => [one.found_by, one]))
  for (const one of all.filter(isWaiting)) {
    if (found.some(({ found_by }) => found_by === one.found_by)) continue
    await exit_items.change({ hospital_id, id: one.id }, { status: 'CLEARED', amount: null })
  }
  for (const [at, one] of found.entries()) {
    const old = before.get(one.found_by)
    // What was waived stays waived.
    if (old?.cleared_by_name) continue
    if (old === undefined) {
      const position = all.length + at + 1
      await exit_items.insert({ hospital_id, exit_id: id, position, automatic: true, ...one })
    } else await exit_items.change({ hospital_id, id: old.id }, one)
  }
}

const isWaiting = ({ automatic, status }: ItemRow): boolean => automatic && status !== 'CLEARED'

async function foundOf(caller: Caller, staff_id: string): Promise<Found[]> {
  const owing = (await owedBy(caller, staff_id)).map(
    ({ id, number, balance }): Found => ({
      area: 'PAYROLL',
      title: `Loan ${number}`,
      found_by: `loan ${id}`,
      status: 'OWING',
      amount: balance,
    }),
  )
  const left = []
  for (const asked of registry.work_left_by) left.push(await asked(caller, staff_id))
  const work = left
    .flat()
    .filter(({ count }) => count > 0)
    .map(
      ({ label, count }): Found => ({
        area: 'SUPERVISOR',
        title: `${label}: ${count}`,
        found_by: `work ${label}`.slice(0, 80),
        status: 'OPEN',
        amount: null,
      }),
    )
  return [...owing, ...(await drawerOf(caller, staff_id)), ...work]
}

async function drawerOf(caller: Caller, staff_id: string): Promise<Found[]> {
  const account = (await accountsOf(caller, [staff_id])).get(staff_id)
  const shift = account === undefined ? null : await openShiftOf(caller, account.user_id)
  if (shift === null) return []
  return [
    {
      area: 'FINANCE',
      title: `Shift ${shift.number} at ${shift.drawer}`,
      found_by: `shift ${shift.id}`,
      status: 'OPEN',
      amount: null,
    },
  ]
}

export const itemsOf = ({ hospital_id }: Pick<Caller, 'hospital_id'>, exit_id: string) =>
  exit_items.all({ hospital_id, exit_id }, { order: ['position', 'id'] })
