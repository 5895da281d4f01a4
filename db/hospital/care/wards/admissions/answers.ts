// The ward answers a request: a bed is kept, or it is declined; whoever asked may cancel (3.7).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { tell } from '../../../neighbours/telling.ts'
import { bedToKeep, keep, letGo } from '../stays/beds-held.ts'
import { mayLieIn } from '../stays/fitting.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { begun, begunAfterAll } from './begin.ts'
import { admissionRecord, type Row } from './record.ts'
import type { AcceptInput } from './shapes.ts'

export interface Moved {
  row: Row
  warnings: GateResult[]
}

export async function accept(caller: Caller, id: string, input: AcceptInput): Promise<Moved> {
  const signer = await signerOf(caller)
  const { before, patient } = await begun(caller, id, 'accept')
  const bed = await bedToKeep(caller, input.bed_id, before)
  const warnings = await mayLieIn(caller, { admission: before, patient, bed }, input.overrides)
  await keep(caller, bed, before, input.minutes)
  const row = await admissionRecord.moved(caller, before, 'accept', {
    ward_id: bed.ward_id,
    bed_id: bed.id,
    accepted_at: clock.instant(),
    accepted_by_name: signer.name.slice(0, 160),
  })
  await answered(caller, row, 'accepted')
  return { row, warnings }
}

export async function decline(caller: Caller, id: string, reason: string): Promise<Row> {
  const row = await ended(caller, id, 'decline', reason)
  await answered(caller, row, 'declined')
  return row
}

export const cancel = (caller: Caller, id: string, reason: string): Promise<Row> =>
  ended(caller, id, 'cancel', reason)

async function ended(
  caller: Caller,
  id: string,
  move: 'decline' | 'cancel',
  reason: string,
): Promise<Row> {
  const { before } = await begunAfterAll(caller, id, move)
  await letGo(caller, before, reason)
  return admissionRecord.moved(caller, before, move, { bed_id: null }, reason)
}

async function answered(caller: Caller, row: Row, how: string): Promise<void> {
  if (row.requested_by_id === null || row.requested_by_id === caller.user_id) return
  await tell(caller, {
    to: { user: row.requested_by_id },
    kind: 'admission.answered',
    title: `A request for a bed was ${how}`,
    body: `${row.number} was ${how} by ${caller.name}.`,
    entity: { type: 'admission', id: row.id },
  })
}
