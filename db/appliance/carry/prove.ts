// That both databases hold the same (OPS-150): counts, keys and digests of every table by the same code
// on both sides, and the chain of the audit log.

import { system } from '../../core/caller.ts'
import { onDatabase } from '../../store/connection.ts'
import type { Engine } from '../../store/engines/engine.ts'
import { audit_heads } from '../../hospital/office/audit/tables.ts'
import { verify as verifyAudit } from '../../hospital/office/audit/verify.ts'
import { isReadable } from '../query/readable.ts'
import { conflict } from '../../core/refusal.ts'
import { firstDifference, sideOf } from './equal.ts'
import { inLanes } from './lanes.ts'
import { atOneMoment } from './moment.ts'
import { factsOfTable } from './rows.ts'
import type { Carried } from './tables.ts'

interface Proving {
  from: Engine
  into: Engine
  tables: readonly Carried[]
  /** Tables at once. */
  parallel: number
  onTable: (name: string, done: number) => void
}

/** The source is read at one moment; into the other nobody writes while it is proved. */
export async function prove({ from, into, tables, parallel, onTable }: Proving): Promise<void> {
  let done = 0
  await atOneMoment(from, (here) =>
    inLanes(tables, parallel, async (table) => {
      const [wanted, is] = await Promise.all([
        factsOfTable(here, from.dialect, table),
        into.snapshot((there) => factsOfTable(there, into.dialect, table)),
      ])
      if (JSON.stringify(wanted) !== JSON.stringify(is)) throw await differs(table, from, into)
      onTable(table.name, (done += 1))
    }),
  )
  await onDatabase(into, proveAudit)
}

async function differs(table: Carried, from: Engine, into: Engine): Promise<Error> {
  const found = await firstDifference(table, sideOf(from), sideOf(into))
  const where = found === null ? '' : `, row ${found.id}`
  const what =
    found === null
      ? 'the digests differ'
      : found.column === null
        ? found.is === undefined
          ? 'is not there'
          : 'should not be there'
        : `${found.column} is ${told(table, found.column, found.is)}, it should be ${told(table, found.column, found.wanted)}`
  return conflict(`${table.name}${where}: ${what}.`, 'integrity.move', { facts: { found } })
}

/** Both values are told (OPS-150), but never a secret. */
const told = ({ name }: Carried, column: string, value: unknown): string =>
  isReadable(name, column) ? JSON.stringify(value).slice(0, 80) : 'another one'

async function proveAudit(): Promise<void> {
  for (const { hospital_id } of await audit_heads.allAnywhere({})) {
    const [problem] = (await verifyAudit(system(hospital_id))).problems
    if (problem !== undefined)
      throw conflict(`audit: ${JSON.stringify(problem)}.`, 'integrity.move')
  }
}
