// The patient's side of it (POR-20): for oneself alone, never for another person.

import type { Caller } from '../../../core/caller.ts'
import { Refusal } from '../../../core/refusal.ts'
import { whose } from '../portal/whose.ts'
import { askForOwn, ownFile, type Taken, taken } from './record.ts'
import type { DataFile } from './shapes.ts'

async function oneself(caller: Caller) {
  const { caller: by, patient, proxy } = await whose(caller, 'RECORD')
  if (proxy !== null) {
    throw new Refusal(403, 'out_of_scope', 'You may not see this for another person.')
  }
  return { by, patient_id: patient.id }
}

export async function ask(caller: Caller): Promise<DataFile> {
  const { by, patient_id } = await oneself(caller)
  return askForOwn(by, patient_id)
}

export async function download(caller: Caller, id: string): Promise<Taken> {
  const { by, patient_id } = await oneself(caller)
  return taken(by, await ownFile(by, patient_id, id))
}
