// A specimen that cannot be used (DIA-48): its values go back to nothing, and it is collected again.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { messagePatient } from '../../../neighbours/patient-messages.ts'
import { addTask } from '../../../neighbours/to-care.ts'
import { uncharge } from '../../../money/billing/charges/charge.ts'
import { reasonOf } from '../catalogue/lists.ts'
import { settingsOf } from '../catalogue/settings.ts'
import { charge_source } from '../orders/ordering.ts'
import { type ItemRow, type OrderRow } from '../orders/record.ts'
import { diagnostic_items } from '../orders/tables.ts'
import { tellOrderer } from '../orders/telling.ts'
import { holdOrders } from '../people.ts'
import { benchOf, type LineRow } from '../results/lines.ts'
import { emptied, follow, writeLine } from '../results/writing.ts'
import { replacementOf } from './expected.ts'
import { type SpecimenRow, specimenRecord } from './record.ts'
import { specimens } from './tables.ts'
import type { RejectInput } from './shapes.ts'
import { isLive, itemsIn } from './tubes.ts'

export interface RejectedTube {
  specimen: SpecimenRow
  replacement: SpecimenRow | null
}

export async function reject(
  caller: Caller,
  id: string,
  input: RejectInput,
): Promise<RejectedTube> {
  const reason = await reasonOf(caller, 'REJECT', input)
  const tube = await specimenRecord.get(caller, id)
  await holdOrders(caller, [tube.order_id])
  const bench = await benchOf(caller, [tube.order_id])
  const order = bench.orders.get(tube.order_id) as OrderRow
  const before = await specimenRecord.begin(caller, id, 'reject')
  const items = (await itemsIn(caller, [id])).filter(isLive)
  const ids = new Set(items.map((item) => item.id))
  const lines = bench.lines.filter(({ item_id }) => ids.has(item_id))
  notReleased(lines)
  const again = input.recollect ?? reason.recollect
  const why = [reason.code, input.note].filter(Boolean).join(': ')
  for (const line of lines.filter(({ status }) => status !== 'CANCELLED')) {
    const changes = emptied(line, `Specimen refused: ${reason.code}`)
    await writeLine(caller, bench, line, again ? changes : { ...changes, status: 'CANCELLED' })
  }
  const replacement = again && items.length > 0 ? await replacementOf(caller, before) : null
  for (const item of items) await moveItem(caller, item, replacement, why)
  const specimen = await specimenRecord.moved(
    caller,
    before,
    'reject',
    {
      reject_code: reason.code,
      reject_note: input.note || null,
      replaced_by_id: replacement?.id ?? null,
    },
    why,
  )
  await follow(caller, bench, lines, 'result.void', why)
  await tellRejected(caller, order, specimen, replacement, reason.name)
  return { specimen, replacement }
}

function notReleased(lines: readonly LineRow[]): void {
  const out = lines.find(({ status }) => status === 'RELEASED')
  if (out !== undefined) {
    throw conflict(`${out.test_code} of this specimen is released: amend it.`, 'released')
  }
}

async function moveItem(
  caller: Caller,
  item: ItemRow,
  replacement: SpecimenRow | null,
  why: string,
): Promise<void> {
  const { hospital_id } = caller
  if (replacement !== null) {
    await diagnostic_items.change({ hospital_id, id: item.id }, { specimen_id: replacement.id })
    return
  }
  await uncharge(caller, charge_source, item.id, why)
  await diagnostic_items.change(
    { hospital_id, id: item.id },
    { cancel_reason: 'REJECTED', cancel_note: why.slice(0, 500), cancelled_by_name: caller.name },
  )
}

/** The ward has a task, the orderer a notice; who has left is asked back. */
async function tellRejected(
  caller: Caller,
  order: OrderRow,
  tube: SpecimenRow,
  replacement: SpecimenRow | null,
  why: string,
): Promise<void> {
  await tellOrderer(caller, order, {
    kind: 'specimen.rejected',
    title: `Specimen ${tube.number} was refused`,
    body: `${why}. ${replacement === null ? 'Its tests were cancelled.' : 'Collect it again.'}`,
  })
  if (replacement === null) return
  const { patient_id } = order
  if (order.admission_id !== null) {
    await addTask(caller, {
      patient_id,
      task: `Collect again: ${tube.type_name} (${why})`,
      source: 'SPECIMEN',
      source_id: replacement.id,
    })
    return
  }
  const { reject_message } = await settingsOf(caller)
  if (!reject_message) return
  await messagePatient(caller, {
    patient_id,
    template: 'COME_BACK',
    data: {},
    entity: { type: 'specimen', id: tube.id },
  })
}

/** Tubes that nobody needs any more once their tests were taken back. */
export async function dropEmpty(caller: Caller, order_id: string): Promise<void> {
  const { hospital_id } = caller
  const waiting = await specimens.all(
    { hospital_id, order_id, status: 'EXPECTED' },
    { order: ['id'] },
  )
  for (const { id } of waiting) {
    if ((await itemsIn(caller, [id])).some(isLive)) continue
    const before = await specimenRecord.locked(caller, id)
    if (before.status === 'EXPECTED') await specimenRecord.moved(caller, before, 'cancel')
  }
}
