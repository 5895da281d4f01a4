// When an item ends or rests while the pharmacy has it in hand (3.3): what was not handed over is given up.

import type { Caller } from '../../../../core/caller.ts'
import type { ItemRow } from '../prescribing/record.ts'
import { itemHas } from './handing.ts'
import { dispenseRecord, lines_of, owedRecord } from './record.ts'
import { dispense_lines, dispenses, owed_medicines } from './tables.ts'
import { back, givenUp } from './undoing.ts'
import { open_dispenses } from './words.ts'

/** The patient is locked: nobody hands over at the same time. */
async function inHand({ hospital_id }: Caller, items: readonly ItemRow[]) {
  const ids = items.map(({ id }) => id)
  const lines = await dispense_lines.all({ hospital_id, prescription_item_id: ids })
  const of = [...new Set(lines.map(({ dispense_id }) => dispense_id))]
  if (of.length === 0) return []
  return dispenses.all({ hospital_id, id: of, status: [...open_dispenses] }, { order: ['id'] })
}

export async function rested(
  caller: Caller,
  items: readonly ItemRow[],
  reason: string,
): Promise<void> {
  for (const { id } of await inHand(caller, items)) {
    const before = await dispenseRecord.locked(caller, id)
    if (before.status !== 'VERIFIED' && before.status !== 'PICKED') continue
    await back(caller, before, await lines_of.of(caller, id), 'lapse', reason)
  }
}

/** CAR-39: what is not handed over yet waits until somebody has looked at it again. */
export async function putOnHold(
  caller: Caller,
  items: readonly ItemRow[],
  reason: string,
): Promise<void> {
  if (items.length === 0) return
  await rested(caller, items, reason)
  for (const { id, status } of await inHand(caller, items)) {
    if (status !== 'QUEUED') continue
    const before = await dispenseRecord.locked(caller, id)
    await dispenseRecord.moved(caller, before, 'wait', { hold_reason: reason }, reason)
  }
}

export async function pulled(
  caller: Caller,
  items: readonly ItemRow[],
  reason: string,
): Promise<void> {
  await rested(caller, items, reason)
  const gone = new Set(items.map(({ id }) => id))
  for (const { id } of await inHand(caller, items)) {
    const lines = await lines_of.of(caller, id)
    const left = lines.filter(({ prescription_item_id }) => !gone.has(prescription_item_id))
    if (left.length === 0) await ended(caller, id, reason)
    else await without(caller, lines, gone)
  }
  await owedEnded(caller, items, reason)
}

async function ended(caller: Caller, id: string, reason: string): Promise<void> {
  const before = await dispenseRecord.locked(caller, id)
  await givenUp(caller, before, await lines_of.of(caller, id), reason)
  await dispenseRecord.moved(caller, before, 'end', { cancel_reason: reason.slice(0, 300) }, reason)
}

async function without(
  { hospital_id }: Caller,
  lines: Awaited<ReturnType<typeof lines_of.of>>,
  gone: ReadonlySet<string>,
): Promise<void> {
  for (const { id, prescription_item_id } of lines) {
    if (!gone.has(prescription_item_id)) continue
    await dispense_lines.remove({ hospital_id, id })
  }
}

/** CAR-98. */
async function owedEnded(caller: Caller, items: readonly ItemRow[], reason: string): Promise<void> {
  const { hospital_id } = caller
  const prescription_item_id = items.map(({ id }) => id)
  const open = await owed_medicines.all(
    { hospital_id, prescription_item_id, status: ['OWED', 'READY'] },
    { order: ['id'] },
  )
  for (const { id, quantity, prescription_item_id: item } of open) {
    await owedRecord.moved(caller, await owedRecord.locked(caller, id), 'cancel', {}, reason)
    await itemHas(caller, item, 0, -quantity)
  }
}
