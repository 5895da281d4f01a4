// What a medicine is made of stands once it was prescribed (CAR-86): what was checked then must read the same.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { MedicineRow } from './medicines.ts'

/** Locked by whoever calls. */
export async function mustKeepIngredients(
  caller: Caller,
  before: MedicineRow,
  after: Pick<MedicineRow, 'ingredients'>,
): Promise<void> {
  if (madeOf(before) === madeOf(after)) return
  const used = await prescriptionsWith(caller, before.id)
  if (used === 0) return
  const on = used === 1 ? '1 prescription' : `${used} prescriptions`
  throw conflict(`Used on ${on}: make a new medicine and retire this one.`, 'used')
}

const madeOf = ({ ingredients }: Pick<MedicineRow, 'ingredients'>): string =>
  ingredients
    .map(({ ingredient_code, amount, unit }) => [ingredient_code, amount, unit].join(' '))
    .toSorted()
    .join(', ')

async function prescriptionsWith({ hospital_id }: Caller, medicine_id: string): Promise<number> {
  const found = await row<{ n: number }>(
    sql`select count(distinct prescription_id) as n from prescription_items
      where hospital_id = ${hospital_id} and medicine_id = ${medicine_id} and status <> 'DRAFT'`,
  )
  return Number(found?.n ?? 0)
}
