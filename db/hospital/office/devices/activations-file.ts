// Many activation codes from one file: label, role and branch of each. All of them or none: a fault
// names its line, and nothing is handed out.

import type { Caller } from '../../../core/caller.ts'
import { invalid, isRefusal, Refusal } from '../../../core/refusal.ts'
import { folded } from '../../../store/table.ts'
import { read } from '../../../core/validate.ts'
import { type ListRow, rowsIn } from '../imports/list-file.ts'
import { called } from '../places/facilities.ts'
import { open } from './activations.ts'
import { type ActivationWithCode, NewActivation } from './shapes.ts'

const columns = ['label', 'role', 'facility'] as const
const codes_max = 500

export interface Label {
  line: number
  label: string
  role: string
  /** Its code; empty for the branch that was named for all. */
  facility: string
}

/** What every one of them has alike. */
export type Alike = Omit<NewActivation, 'label' | 'station_role' | 'replaces_device_id'>

export async function labelsIn(bytes: Buffer): Promise<Label[]> {
  const rows = await rowsIn(bytes, columns, ['label', 'role'])
  if (rows.length > codes_max) throw invalid('csv', `has more than ${codes_max} rows.`)
  return rows.map(({ row: line, cells }: ListRow) => {
    const { label = '', role = '', facility = '' } = cells
    return { line, label, role: role.toLowerCase(), facility: facility.toUpperCase() }
  })
}

/** Within a transaction. */
export async function openMany(
  caller: Caller,
  labels: readonly Label[],
  alike: Alike,
): Promise<ActivationWithCode[]> {
  const branchOf = branches(caller, alike.facility_id)
  const first_of = new Map<string, number>()
  const made: ActivationWithCode[] = []
  for (const one of labels) {
    made.push(
      await atLine(one.line, async () => {
        const facility_id = await branchOf(one.facility)
        const key = `${facility_id} ${folded(one.label)}`
        const before = first_of.get(key)
        if (before !== undefined) throw invalid('label', `stands on line ${before} as well.`)
        first_of.set(key, one.line)
        const { label, role: station_role } = one
        return open(caller, read(NewActivation, { ...alike, facility_id, label, station_role }))
      }),
    )
  }
  return made
}

function branches(caller: Caller, main_id: string): (code: string) => Promise<string> {
  const known = new Map([['', main_id]])
  return async (code) => {
    const id = known.get(code) ?? (await called(caller, code)).id
    known.set(code, id)
    return id
  }
}

async function atLine<T>(line: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { status, code, message } = error
    // As the column is called.
    const said = message.replace(/^station_role /, 'role ')
    throw new Refusal(status, code, `csv line ${line}: ${said}`, { field: 'csv' })
  }
}
