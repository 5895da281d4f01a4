// Lots of control material and what they should measure (DIA-100, DIA-107).

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalidAs } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { codeKey, testsCoded } from '../catalogue/read.ts'
import { instrumentsById } from '../instruments/instruments.ts'
import type {
  ControlLot,
  ControlLotChange,
  ControlLotInput,
  LotFilter,
  TargetInput,
} from './shapes.ts'
import { control_lots, control_targets } from './tables.ts'

export type LotRow = RowOf<(typeof control_lots)['columns']>
export type TargetRow = RowOf<(typeof control_targets)['columns']>
type Target = Pick<
  TargetRow,
  'test_code' | 'instrument_id' | 'mean' | 'sd' | 'source' | 'effective_from'
>
export const lotRecord = recordOf(control_lots, 'control lot')

export async function list(
  caller: Caller,
  asked: LotFilter & PageAsked,
): Promise<Page<ControlLot>> {
  const found = await pageFrom(control_lots, asked, {
    from: sql` from control_lots${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.kind, sql`kind = ${asked.kind}`),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
      when(asked.test_code, aimedAt(sql`t.test_code = ${asked.test_code}`)),
      when(asked.instrument_id, aimedAt(sql`t.instrument_id = ${asked.instrument_id}`)),
    ])}`,
    order: sql` order by name, lot, level, id`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

const aimedAt = (condition: Sql): Sql =>
  sql`exists (select 1 from control_targets t where t.lot_id = control_lots.id and ${condition})`

export async function shownAll(caller: Caller, found: readonly LotRow[]): Promise<ControlLot[]> {
  const day = await today(caller)
  const targets = await targetsOf(
    caller,
    found.map(({ id }) => id),
  )
  return found.map((row) => ({
    ...row,
    expired: row.expiry < day,
    targets: targets.get(row.id) ?? [],
  }))
}

export const view = async (caller: Caller, row: LotRow): Promise<ControlLot> =>
  (await shownAll(caller, [row]))[0] as ControlLot

export async function targetsOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  lot_ids: readonly string[],
): Promise<ReadonlyMap<string, TargetRow[]>> {
  if (lot_ids.length === 0) return new Map()
  const found = await control_targets.all(
    { hospital_id, lot_id: [...lot_ids] },
    { order: ['lot_id', 'position'] },
  )
  return Map.groupBy(found, ({ lot_id }) => lot_id)
}

async function writeTargets(
  { hospital_id }: Caller,
  lot_id: string,
  targets: readonly Target[],
): Promise<void> {
  await control_targets.remove({ hospital_id, lot_id })
  await control_targets.insertMany(
    targets.map((one, at) => ({ ...one, hospital_id, lot_id, position: at + 1 })),
  )
}

export async function enter(caller: Caller, input: ControlLotInput): Promise<LotRow> {
  const lot = input.lot.trim()
  const { hospital_id } = caller
  const targets = await targetsRead(caller, input.targets ?? [])
  const row = {
    hospital_id,
    name: input.name,
    name_key: folded(input.name),
    lot,
    lot_key: folded(lot),
    level: input.level ?? 1,
    barcode: capitals(input.barcode?.trim() || `${lot}-${input.level ?? 1}`),
    expiry: input.expiry,
    kind: input.kind ?? 'IQC',
    manufacturer: input.manufacturer || null,
    opened_at: input.opened_at ? new Date(input.opened_at).toISOString() : null,
    active: input.active ?? true,
  } as const
  const same = { name_key: row.name_key, lot_key: row.lot_key, level: row.level }
  if ((await control_lots.find({ hospital_id, ...same })) !== undefined) throw thereAlready(row)
  const made = await attempt(() => control_lots.insert(row)).catch((error: unknown) => {
    throw twice(error, row)
  })
  await writeTargets(caller, made.id, targets)
  noted(caller, 'control_lot.create', made)
  return made
}

const thereAlready = ({ lot, level, name }: Pick<LotRow, 'lot' | 'level' | 'name'>) =>
  conflict(`Lot ${lot} level ${level} of ${name} is there already.`)

function twice(
  error: unknown,
  { name, lot, level, barcode }: Pick<LotRow, 'name' | 'lot' | 'level' | 'barcode'>,
) {
  if (isTaken(error, 'lot_key')) return thereAlready({ lot, level, name })
  return isTaken(error, 'barcode') ? conflict(`${barcode} is the code of another lot.`) : error
}

export async function change(
  caller: Caller,
  id: string,
  { targets, opened_at, ...rest }: ControlLotChange,
): Promise<LotRow> {
  const before = await lotRecord.locked(caller, id)
  fresh(caller, before)
  const said = {
    ...rest,
    ...(rest.name === undefined ? {} : { name_key: folded(rest.name) }),
    ...(opened_at === undefined
      ? {}
      : { opened_at: opened_at === null ? null : new Date(opened_at).toISOString() }),
  }
  const { hospital_id } = caller
  if (targets !== undefined) await writeTargets(caller, id, await targetsRead(caller, targets))
  else if (difference(before, said) === undefined) return before
  await attempt(() => control_lots.change({ hospital_id, id }, said)).catch((error: unknown) => {
    throw twice(error, { ...before, ...said })
  })
  const after = { ...before, ...said, version: before.version + 1 }
  noted(caller, 'control_lot.update', after)
  return after
}

const noted = (caller: Caller, action: string, { id, lot, level }: LotRow): void =>
  record(caller, action, {
    entity_type: 'control_lot',
    entity_id: id,
    entity_label: `${lot} level ${level}`,
  })

async function targetsRead(caller: Caller, said: readonly TargetInput[]): Promise<Target[]> {
  const codes = said.map(({ test_code }) => test_code)
  const tests = new Map((await testsCoded(caller, codes)).map((one) => [one.code_key, one]))
  const known = await instrumentsById(
    caller,
    said.map(({ instrument_id }) => instrument_id),
  )
  const day = await today(caller)
  return said.map((one, at) => {
    const where = `targets[${at}]`
    const test = tests.get(codeKey(one.test_code))
    if (test === undefined) {
      throw invalidAs(where, `test_code ${one.test_code} is not in the catalogue.`)
    }
    if (!known.has(one.instrument_id)) throw invalidAs(where, 'instrument_id is not known.')
    return {
      test_code: test.code,
      instrument_id: one.instrument_id,
      mean: one.mean,
      sd: one.sd,
      source: one.source ?? 'MANUFACTURER',
      effective_from: one.effective_from ?? day,
    }
  })
}

/** The newest that is in force on that day. */
export const targetFor = (
  targets: readonly TargetRow[],
  of: { test_code: string; instrument_id: string; on: string },
): TargetRow | undefined =>
  targets
    .filter(
      (one) =>
        one.test_code === of.test_code &&
        one.instrument_id === of.instrument_id &&
        one.effective_from <= of.on,
    )
    .toSorted((a, b) => b.effective_from.localeCompare(a.effective_from))[0]
