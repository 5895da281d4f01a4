// The catalogue (diagnostics 5.1): tests are opened, changed, confirmed and put away.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { recordOf } from '../../../../store/record-of.ts'
import type { NewRow } from '../../../../store/table.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { codeKey, codesIn, mustBeSound, readTest, type Row } from './read.ts'
import type { TestChange, TestInput } from './shapes.ts'
import { diagnostic_tests } from './tables.ts'
import { isOrdered, isReleased } from './used.ts'

export type TestRow = Row
export const testRecord = recordOf(diagnostic_tests, 'test')

export type NewTest = NewRow<(typeof diagnostic_tests)['columns']>

/** What ships of another room (imaging) into the one catalogue. */
export const keepTests = async (rows: readonly NewTest[]): Promise<void> => {
  await diagnostic_tests.insertMany(rows.map((row) => diagnostic_tests.withDefaults(row)))
}

/** By their ids; of those that are there. */
export async function testsById(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const found = await diagnostic_tests.all({ hospital_id, id: [...new Set(ids)] })
  return new Map(found.map((one) => [one.id, one]))
}

export async function open(caller: Caller, input: TestInput): Promise<Row> {
  const said = await readTest(caller, input, undefined)
  const row = diagnostic_tests.withDefaults({
    discipline: 'LAB',
    ...said,
    hospital_id: caller.hospital_id,
    created_by_name: caller.name,
  } as NewRow<(typeof diagnostic_tests)['columns']>)
  await mustBeSound(caller, row)
  const made = await kept(caller, row, () => diagnostic_tests.insert(row))
  noted(caller, 'diagnostic_test.create', made)
  return made
}

export async function change(caller: Caller, id: string, input: TestChange): Promise<Row> {
  const before = await testRecord.locked(caller, id)
  fresh(caller, before)
  const said = await readTest(caller, input, before)
  const after = { ...before, ...said }
  await mayChange(caller, before, after)
  await mustBeSound(caller, after)
  const changes = { ...said, ...(input.confirm === true ? { unconfirmed: false } : {}) }
  await kept(caller, after, () =>
    diagnostic_tests.change({ hospital_id: caller.hospital_id, id }, changes),
  )
  noted(caller, 'diagnostic_test.update', after, difference(before, changes))
  return testRecord.get(caller, id)
}

/** What was ordered keeps its code and its discipline, what was released its kind of value (DIA-5). */
async function mayChange(caller: Caller, before: Row, after: Row): Promise<void> {
  const renamed = before.code !== after.code
  if (renamed || before.discipline !== after.discipline) {
    if (await isOrdered(caller, before.id)) {
      throw conflict(
        `${before.code} was ordered: its ${renamed ? 'code' : 'discipline'} stays as it is.`,
      )
    }
    const holder = renamed ? await holderOf(caller, before) : undefined
    if (holder !== undefined) throw conflict(`${before.code} stands in ${holder.code}.`)
  }
  if (before.value_type !== after.value_type && (await isReleased(caller, before.id))) {
    throw invalid('value_type', 'stays as it is: results of it were released.')
  }
  if (before.active && !after.active) {
    const holder = await holderOf(caller, before)
    if (holder !== undefined) {
      throw conflict(`${before.code} stands in ${holder.code} ${holder.name}: change that first.`)
    }
  }
}

/** DIA-7: an active panel or formula that needs it. */
async function holderOf(caller: Caller, { code }: Row): Promise<Row | undefined> {
  const { hospital_id } = caller
  const key = codeKey(code)
  const found = await diagnostic_tests.all({ hospital_id, active: true }, { order: ['code'] })
  return found.find(
    ({ components, formula }) =>
      components.some(({ test_code }) => codeKey(test_code) === key) ||
      (formula !== null && codesIn(formula).some((one) => codeKey(one) === key)),
  )
}

/** The unique index stands behind the look: of six at once one is kept. */
async function kept<T>(caller: Caller, row: Row, write: () => Promise<T>): Promise<T> {
  const { hospital_id } = caller
  const taken = async () => {
    const other = await diagnostic_tests.find({ hospital_id, code_key: row.code_key })
    return other === undefined || other.id === row.id
      ? undefined
      : conflict(`${other.code} is already ${other.name}.`, 'code')
  }
  const refusal = await taken()
  if (refusal !== undefined) throw refusal
  return attempt(write).catch(async (error: unknown) => {
    throw isTaken(error, 'code_key') ? ((await taken()) ?? error) : error
  })
}

export const noted = (
  caller: Caller,
  action: string,
  { id, code, name }: Pick<Row, 'id' | 'code' | 'name'>,
  changes?: ReturnType<typeof difference>,
  reason: string | null = null,
): void =>
  record(caller, action, {
    entity_type: 'diagnostic_test',
    entity_id: id,
    entity_label: `${code} ${name}`,
    changes,
    reason,
  })
