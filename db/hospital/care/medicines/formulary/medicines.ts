// Medicines (5.7): opened, changed, and the products of stock that are each.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, type Refusal } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { identityOf, mustBeWhole, nameOf, readMedicine, type Row } from './read.ts'
import type { MedicineChange, MedicineInput } from './shapes.ts'
import { medicines } from './tables.ts'
import { mustKeepIngredients } from './used.ts'

export type MedicineRow = Row
export const medicineRecord = recordOf(medicines, 'medicine')

export async function open(caller: Caller, input: MedicineInput): Promise<Row> {
  const said = await readMedicine(caller, input)
  const watched = said.controlled !== undefined && said.controlled !== 'NONE'
  const wanted = { witness: watched ? ('ADMINISTER' as const) : ('NONE' as const), ...said } as Row
  mustBeWhole(wanted)
  const row = {
    ...wanted,
    hospital_id: caller.hospital_id,
    name: nameOf(wanted),
    identity: identityOf(wanted),
    origin: 'OWN' as const,
    confirmed: true,
    created_by_name: caller.name,
  }
  const made = await kept(caller, row, () => medicines.insert(row))
  noted(caller, 'medicine.create', made)
  return medicineRecord.get(caller, made.id)
}

export async function change(caller: Caller, id: string, input: MedicineChange): Promise<Row> {
  const before = await medicineRecord.locked(caller, id)
  fresh(caller, before)
  const said = await readMedicine(caller, input)
  const after = { ...before, ...said }
  mustBeWhole(after)
  await mustKeepIngredients(caller, before, after)
  const changes = { ...said, name: nameOf(after), identity: identityOf(after) }
  await kept(caller, { ...after, ...changes }, () =>
    medicines.change({ hospital_id: caller.hospital_id, id }, changes),
  )
  noted(caller, 'medicine.update', { ...after, ...changes }, difference(before, changes))
  return medicineRecord.get(caller, id)
}

/** The unique index stands behind the look: of six at once one is kept. */
async function kept<T>(caller: Caller, row: Row, write: () => Promise<T>): Promise<T> {
  return attempt(write).catch((error: unknown) => {
    throw isTaken(error, 'identity') ? alreadyThere(row) : error
  })
}

const alreadyThere = ({ name }: Row): Refusal =>
  conflict(`${name} is in the formulary already.`, 'medicine')

export const noted = (
  caller: Caller,
  action: string,
  { id, name }: Pick<Row, 'id' | 'name'>,
  changes?: ReturnType<typeof difference>,
  reason: string | null = null,
): void =>
  record(caller, action, {
    entity_type: 'medicine',
    entity_id: id,
    entity_label: name,
    changes,
    reason,
  })

/** Those in use of one form. */
export const medicinesOfForm = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  form: MedicineRow['form'],
): Promise<MedicineRow[]> => medicines.all({ hospital_id, form, active: true }, { order: ['id'] })
