// A department as people name it, of one branch (people: wherever a field `department` stands).

import { capitals } from '../../../core/kinds/capitals.ts'
import { invalidAs } from '../../../core/refusal.ts'
import type { Of } from '../../../store/record-of.ts'
import { folded } from '../../../store/table.ts'
import { departments } from '../../office/places/places.ts'

export async function departmentAt(
  caller: Of,
  facility_id: string,
  typed: string,
): Promise<string> {
  const found = await departmentCalled(caller, facility_id, typed)
  if (found !== undefined) return found
  throw invalidAs('department', `there is no department "${typed.trim()}" at this branch.`)
}

export async function departmentCalled(
  caller: Of,
  facility_id: string,
  typed: string,
): Promise<string | undefined> {
  const known = await departments(caller, facility_id)
  const name = folded(typed.trim())
  const found =
    known.find(({ name_key }) => name_key === name) ??
    known.find(({ code }) => code === capitals(typed.trim()))
  return found?.name
}
