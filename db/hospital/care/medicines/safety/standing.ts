// What counts of the tables of safety in a hospital: what ships, less what it struck, with its own.

import type { Caller } from '../../../../core/caller.ts'
import { safety_tables, type SafetyTable } from '../words.ts'
import type { SafetyRules } from './bodies.ts'
import { edition, shippedRows } from './shipped.ts'
import { safety_adoptions, safety_rows } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>

/** All seven, in two statements: the hospital's own rows are few. */
export async function safetyRules({ hospital_id }: Of): Promise<SafetyRules> {
  const own = await safety_rows.all({ hospital_id })
  const adopted = await adoptedTables({ hospital_id })
  const shipped = shippedRows()
  return Object.fromEntries(
    safety_tables.map((table) => {
      const mine = own.filter(({ safety_table }) => safety_table === table)
      const keys = new Set(mine.map(({ row_key }) => row_key))
      const left = [...shipped[table]].filter(([key]) => !keys.has(key))
      return [
        table,
        [
          ...left.map(([, body]) => ({ ...body, adopted: adopted.has(table) })),
          // What the hospital wrote itself is its own word (decision 0416).
          ...mine.filter(({ struck }) => !struck).map(({ body }) => ({ ...body, adopted: true })),
        ],
      ]
    }),
  ) as unknown as SafetyRules
}

export async function adoptedTables({ hospital_id }: Of): Promise<ReadonlySet<SafetyTable>> {
  const found = await safety_adoptions.all({ hospital_id, edition })
  return new Set(found.map(({ safety_table }) => safety_table))
}
