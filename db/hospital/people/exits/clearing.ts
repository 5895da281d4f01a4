// Clearing, item by item and then as a whole (people 3.9; HR-131).

import { type Caller, can } from '../../../core/caller.ts'
import { conflict, invalid, noSuch, notPermitted } from '../../../core/refusal.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { notOneself } from '../staff/records/moves.ts'
import { staffRecord } from '../staff/records/rows.ts'
import { ownStaffId } from '../staff/records/scope.ts'
import { settingsOf } from '../staff/settings/settings.ts'
import { findAnew, type ItemRow, itemsOf } from './items.ts'
import { exitRecord, type ExitRow, get } from './record.ts'
import type { ClearItem, ItemInput, Waivers } from './shapes.ts'
import { exit_items } from './tables.ts'

const own = 'You cannot clear your own exit.'

async function begun(caller: Caller, id: string, move: 'start clearing' | 'clear') {
  const { staff_id } = await get(caller, id)
  const before = await exitRecord.begin(caller, id, move)
  await notOneself(caller, staff_id, own)
  return before
}

export async function startClearing(caller: Caller, id: string): Promise<ExitRow> {
  const before = await begun(caller, id, 'start clearing')
  return clearingBegun(caller, before)
}

/** By a person, or by the house a week before the last day. */
export async function clearingBegun(caller: Caller, before: ExitRow): Promise<ExitRow> {
  await findAnew(caller, before)
  return exitRecord.moved(caller, before, 'start clearing')
}

export async function addItem(caller: Caller, id: string, input: ItemInput): Promise<ExitRow> {
  const row = await clearable(caller, id)
  const { hospital_id } = caller
  const { length } = await itemsOf(caller, id)
  if (length >= 200) throw conflict(`${row.number} has 200 items already.`)
  const item = { ...input, position: length + 1, automatic: false, status: 'OPEN' as const }
  await exit_items.insert({ hospital_id, exit_id: id, ...item })
  return exitRecord.changed(caller, row, 'add item', {}, input.title)
}

async function clearable(caller: Caller, id: string): Promise<ExitRow> {
  const { staff_id } = await get(caller, id)
  const row = await exitRecord.locked(caller, id)
  await notOneself(caller, staff_id, own)
  if (row.status === 'OPEN' || row.status === 'CLEARING') return row
  throw conflict(`Exit ${row.number} is ${row.status}: its items stand.`, 'state')
}

export async function clearItem(
  caller: Caller,
  id: string,
  item_id: string,
  input: ClearItem,
): Promise<ExitRow> {
  const row = await clearable(caller, id)
  const { hospital_id, name: cleared_by_name } = caller
  const item = (await itemsOf(caller, id)).find((one) => one.id === item_id)
  if (item === undefined) throw noSuch('item')
  await mayClear(caller, row, item)
  if (item.automatic) {
    throw conflict(`${item.title} is found by the house: it clears itself, or is waived.`)
  }
  const { status, note = null } = input
  const given = input.amount ?? null
  if (status === 'CLEARED' && given !== null) throw invalid('amount', 'is for what is OWING.')
  const amount = given === null ? null : (await purseOf(caller)).minor('amount', given)
  if (status === 'OWING' && (amount === null || amount <= 0)) {
    throw invalid('amount', 'is required and above 0.')
  }
  const changes = { status, amount, note, cleared_by_name }
  await exit_items.change({ hospital_id, id: item_id }, changes)
  return exitRecord.changed(caller, row, 'clear item', {}, item.title)
}

/** HR officers; the head of the department that the area is called after; the own supervisor. */
async function mayClear(caller: Caller, row: ExitRow, { area }: ItemRow): Promise<void> {
  if (can(caller, 'exit:write')) return
  const own_id = await ownStaffId(caller)
  const { supervisor_id, facility_id } = await staffRecord.get(caller, row.staff_id)
  if (own_id !== null && area === 'SUPERVISOR' && supervisor_id === own_id) return
  const { department_heads } = await settingsOf(caller)
  const is_head = department_heads.some(
    (one) =>
      one.staff_id === own_id &&
      one.facility_id === facility_id &&
      one.department.toLowerCase() === area.toLowerCase(),
  )
  if (!is_head) throw notPermitted('exit:write')
}

export async function clear(caller: Caller, id: string, input: Waivers): Promise<ExitRow> {
  const before = await begun(caller, id, 'clear')
  await findAnew(caller, before)
  await waive(caller, id, input.waive ?? [])
  const open = (await itemsOf(caller, id)).filter(({ status }) => status === 'OPEN')
  if (open.length > 0) {
    const names = open.map(({ title }) => withinSentence(title))
    const them = open.length === 1 ? '1 item is' : `${open.length} items are`
    throw conflict(`${them} not cleared: ${names.join(', ')}.`, 'items')
  }
  return exitRecord.moved(caller, before, 'clear')
}

/** `ID card` stays as it is. */
const withinSentence = (title: string): string =>
  /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title

/** Of what the house found: the rest is cleared or owing. */
async function waive(
  caller: Caller,
  exit_id: string,
  given: NonNullable<Waivers['waive']>,
): Promise<void> {
  const { hospital_id, name: cleared_by_name } = caller
  const items = new Map((await itemsOf(caller, exit_id)).map((one) => [one.id, one]))
  for (const { item_id, reason } of given) {
    const item = items.get(item_id)
    if (item === undefined) throw noSuch('item')
    if (!item.automatic || item.status !== 'OPEN') {
      throw conflict(`${item.title} is not waived: it is cleared, or owing.`)
    }
    const changes = { status: 'CLEARED' as const, note: reason, cleared_by_name }
    await exit_items.change({ hospital_id, id: item_id }, changes)
  }
}
