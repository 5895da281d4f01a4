// Departments: one catalogue of them for every area (platform 2.5, PLT-14).

import { capitals } from '../../../core/kinds/capitals.ts'
import type { Caller } from '../../../core/caller.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, noneCalled } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { life } from '../../../core/states.ts'
import { folded, type RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../audit/record.ts'
import { facilityRecord, scopeOf } from './facilities.ts'
import { leftBehind, named } from './left-behind.ts'
import { departments } from './tables.ts'
import { height, levelsAbove } from './tree.ts'
import type { Department, DepartmentChange, DepartmentInput } from './unit-shapes.ts'
import { activity_states, type department_kinds } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

type Row = RowOf<(typeof departments)['columns']>

const levels_max = 4

export const department_life = life('department', activity_states, {
  deactivate: { from: ['ACTIVE'], to: 'INACTIVE', permission: 'department:manage' },
  activate: { from: ['INACTIVE'], to: 'ACTIVE', permission: 'department:manage' },
})

export interface DepartmentFilter extends PageAsked {
  search?: string
  kind?: (typeof department_kinds)[number]
  facility_id?: string
  active?: boolean
}

/** A department of every branch stands in each branch's list (PLT-12). */
export async function list(caller: Caller, asked: DepartmentFilter): Promise<Page<Department>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await pageFrom(departments, asked, {
    from: sql` from departments${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`(facility_id is null or facility_id${oneOf(scope)})`,
      when(asked.kind, sql`kind = ${asked.kind}`),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
      matching('departments', asked.search),
    ])}`,
    order: sql` order by sort_order, name_key, id`,
  })
  return { rows: found.rows.map(view), meta: found.meta }
}

export const find = async (caller: Caller, id: string): Promise<Department> =>
  view(await departmentRecord.get(caller, id))

export async function open(caller: Caller, input: DepartmentInput): Promise<Department> {
  const code = capitals(input.code)
  await checkPlace(caller, null, input)
  const made = await departments
    .insert({ ...input, hospital_id: caller.hospital_id, code, name_key: folded(input.name) })
    .catch((error: unknown) => {
      throw taken(error, code, input.name)
    })
  note(caller, 'department.create', made)
  return view(made)
}

export async function change(
  caller: Caller,
  id: string,
  input: DepartmentChange,
): Promise<Department> {
  const before = await departmentRecord.get(caller, id)
  fresh(caller, before)
  await checkPlace(caller, id, input)
  const changes = {
    ...input,
    ...(input.code === undefined ? {} : { code: capitals(input.code) }),
    ...(input.name === undefined ? {} : { name_key: folded(input.name) }),
  }
  await departments
    .change({ hospital_id: caller.hospital_id, id }, changes)
    .catch((error: unknown) => {
      throw taken(error, changes.code, input.name)
    })
  note(caller, 'department.update', before, { changes: difference(before, changes) })
  return find(caller, id)
}

export async function deactivate(caller: Caller, id: string, reason?: string): Promise<Department> {
  const department = await departmentRecord.get(caller, id)
  fresh(caller, department)
  department_life.move('deactivate', stateOf(department), department.name)
  const { hospital_id } = caller
  const below = await departments.all({ hospital_id, parent_id: id, active: true })
  const left = [
    ...(below.length === 0 ? [] : [{ label: 'active departments below it', count: below.length }]),
    ...(await leftBehind(caller, { kind: 'department', id, name: department.name })),
  ]
  if (left.length > 0) throw conflict(`${department.name} is still in use: ${named(left)}.`)
  return move(caller, department, false, reason ?? null)
}

export async function activate(caller: Caller, id: string): Promise<Department> {
  const department = await departmentRecord.get(caller, id)
  fresh(caller, department)
  department_life.move('activate', stateOf(department), department.name)
  return move(caller, department, true, null)
}

export const departmentRecord = recordOf(departments, 'department')

/** As people name a department: `LAB`. */
export async function byCode(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  code: string,
): Promise<Row | undefined> {
  return departments.find({ hospital_id, code: capitals(code.trim()) })
}

/** Ids by the name folded: other areas write down where somebody works by name. */
export async function departmentIds({
  hospital_id,
}: Pick<Caller, 'hospital_id'>): Promise<Map<string, string>> {
  const all = await departments.all({ hospital_id })
  return new Map(all.map(({ name_key, id }) => [name_key, id]))
}

export async function called(caller: Pick<Caller, 'hospital_id'>, code: string): Promise<Row> {
  const found = await byCode(caller, code)
  if (found === undefined) throw noneCalled('department', code)
  return found
}

async function move(
  caller: Caller,
  department: Row,
  active: boolean,
  reason: string | null,
): Promise<Department> {
  const { id } = department
  await departments.change({ hospital_id: caller.hospital_id, id }, { active })
  note(caller, active ? 'department.activate' : 'department.deactivate', department, {
    from_state: stateOf(department),
    to_state: active ? 'ACTIVE' : 'INACTIVE',
    reason,
  })
  return find(caller, id)
}

/** Branch and parent must be there; no circle, at most four levels. */
async function checkPlace(
  caller: Caller,
  id: string | null,
  { facility_id, parent_id }: DepartmentChange,
): Promise<void> {
  if (typeof facility_id === 'string') await facilityRecord.get(caller, facility_id)
  if (typeof parent_id !== 'string') return
  await departmentRecord.get(caller, parent_id)
  // Locked in one order, so that two moves at the same moment cannot close a ring together.
  const all = await departments.all(
    { hospital_id: caller.hospital_id },
    { order: ['id'], lock: true },
  )
  const above = levelsAbove(all, id, parent_id)
  if (above + (id === null ? 1 : height(all, id)) > levels_max) {
    throw invalid('parent_id', `would make more than ${levels_max} levels.`)
  }
}

const view = (row: Row): Department => ({ ...row, head: null })

const stateOf = ({ active }: Row): 'ACTIVE' | 'INACTIVE' => (active ? 'ACTIVE' : 'INACTIVE')

function note(
  caller: Caller,
  action: string,
  department: Row,
  more: Parameters<typeof record>[2] = {},
): void {
  record(caller, action, {
    entity_type: 'department',
    entity_id: department.id,
    entity_label: department.name,
    ...more,
  })
}

function taken(error: unknown, code: string | undefined, name: string | undefined): unknown {
  if (isTaken(error, 'code')) return conflict(`The code ${code} is taken.`)
  if (isTaken(error, 'name_key')) return conflict(`There is a department called ${name} already.`)
  return error
}
