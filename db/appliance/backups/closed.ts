// The ledger of years that are closed, held against the last backup (OPS-146): nothing in it may ever be
// another one, so what differs was changed past the rules.

import { join } from 'node:path'
import { Digest, type Facts, type Line, linesOf } from '../carry/rows.ts'
import { type Carried, carriedAt } from '../carry/tables.ts'
import type { Deployment } from '../deployment/deployment.ts'
import type { Engine } from '../../store/engines/engine.ts'
import { inTmp } from '../house/tmp.ts'
import { isRefusal } from '../../core/refusal.ts'
import { manifestIn } from './check.ts'
import { readContainer } from './container.ts'
import { repositoryOf } from './create.ts'
import { machineHolding } from './keys.ts'
import { listBackups } from './list.ts'
import { masterOf, unlock } from './repository.ts'
import { openTarget, stage, type Target } from './stage.ts'
import type { Manifest } from './words.ts'

const ledger = ['journal_entries', 'journal_lines']

/** What differs, in words; nothing where no year is closed or no backup was made. */
export async function closedWrong(deployment: Deployment): Promise<string[]> {
  try {
    return await againstNewest(deployment)
  } catch (error) {
    if (!isRefusal(error)) throw error
    // One proof that cannot be made takes nothing from what the others found.
    return error.message.startsWith('There are no backups in ')
      ? []
      : [`the last backup could not be asked: ${error.message}`]
  }
}

async function againstNewest(deployment: Deployment): Promise<string[]> {
  const repository = await repositoryOf(deployment, undefined)
  const newest = (await listBackups(repository)).findLast(({ state }) => state === 'MADE')
  if (newest === undefined) return []
  const { masters } = await unlock(repository, [machineHolding(deployment.secrets)])
  const reading = await readContainer(repository, newest.name)
  try {
    return await inTmp(deployment.root, 'closed', async (tmp) => {
      const master = masterOf(masters, reading.head.master)
      const manifest = await manifestIn(reading, master)
      const target: Target = { engine: 'sqlite', file: join(tmp, 'kituo.db') }
      await stage(target, { reading, master, manifest, tmp, onPart: () => undefined })
      const copy = await openTarget(target)
      try {
        return await compared(deployment.engine, copy, manifest, newest.name)
      } finally {
        await copy.close()
      }
    })
  } finally {
    await reading.close()
  }
}

interface Year {
  hospital_id: string
  starts_on: string
  ends_on: string
}

async function compared(
  live: Engine,
  copy: Engine,
  manifest: Manifest,
  name: string,
): Promise<string[]> {
  const open = await closedIn(live)
  // A year that was opened again since may have more in it.
  const years = (await closedIn(copy)).filter((year) => open.some((one) => isSame(one, year)))
  if (years.length === 0) return []
  const wrong: string[] = []
  for (const table of (await carriedAt(manifest.migrations)).filter((one) =>
    ledger.includes(one.name),
  )) {
    const [here, there] = [await factsIn(live, table, years), await factsIn(copy, table, years)]
    if (here.digest === there.digest) continue
    const id = await firstDifferent(live, copy, table, years)
    wrong.push(
      `${table.name} of closed years: ${here.rows} rows, ${name} has ${there.rows}; the first that differs is ${id}`,
    )
  }
  return wrong
}

const isSame = (a: Year, b: Year): boolean =>
  a.hospital_id === b.hospital_id && a.starts_on === b.starts_on && a.ends_on === b.ends_on

async function closedIn(engine: Engine): Promise<Year[]> {
  const found = await engine.read(
    "select hospital_id, starts_on, ends_on from fiscal_years where status in ('CLOSED', 'SEALED')",
    [],
  )
  return found.map((one) => ({
    hospital_id: String(one['hospital_id']),
    starts_on: String(one['starts_on']),
    ends_on: String(one['ends_on']),
  }))
}

async function factsIn(engine: Engine, table: Carried, years: readonly Year[]): Promise<Facts> {
  const digest = new Digest(table)
  await engine.snapshot(async (connection) => {
    for await (const lines of linesOf(connection, engine.dialect, table)) {
      digest.add(lines.filter(fallsIn(table, years)))
    }
  })
  return digest.facts()
}

function fallsIn(table: Carried, years: readonly Year[]): (line: Line) => boolean {
  const [hospital, day] = [
    table.columns.indexOf('hospital_id'),
    table.columns.indexOf('entry_date'),
  ]
  return (line) =>
    years.some(
      ({ hospital_id, starts_on, ends_on }) =>
        line[hospital] === hospital_id &&
        String(line[day]) >= starts_on &&
        String(line[day]) <= ends_on,
    )
}

/** Only once it is known that one differs: both are gone through side by side. */
async function firstDifferent(
  live: Engine,
  copy: Engine,
  table: Carried,
  years: readonly Year[],
): Promise<string> {
  const key = table.columns.indexOf('id')
  const known = new Map<string, string>()
  for await (const [id, text] of linesBy(copy, table, years, key)) known.set(id, text)
  for await (const [id, text] of linesBy(live, table, years, key)) {
    if (known.get(id) !== text) return id
    known.delete(id)
  }
  return [...known.keys()][0] ?? ''
}

async function* linesBy(
  engine: Engine,
  table: Carried,
  years: readonly Year[],
  key: number,
): AsyncGenerator<[string, string]> {
  const connection = { all: engine.read.bind(engine) }
  for await (const lines of linesOf(connection, engine.dialect, table)) {
    for (const line of lines.filter(fallsIn(table, years))) {
      yield [String(line[key]), JSON.stringify(line)]
    }
  }
}
