// A record that has a life: read or 404, locked, moved from state to state, with its history and its
// row in the audit log. What is refused before a move and what follows from it stand in the rule,
// between `begin` and `moved`, where they are read in order (docs/adding-an-endpoint.md).

import { type Caller, can } from '../core/caller.ts'
import { clock } from '../core/clock.ts'
import { invalid, notPermitted } from '../core/refusal.ts'
import type { Life } from '../core/states.ts'
import { fresh } from '../core/versions.ts'
import type { Column } from '../store/columns.ts'
import { attempt } from '../store/connection.ts'
import { type Of, type RecordColumns, type Records, recordOf } from '../store/record-of.ts'
import type { NewRow, RowOf, Table, Where } from '../store/table.ts'
import type { HistoryOf, Made, MoveShown } from './history.ts'
import { difference, record } from './office/audit/record.ts'
import { nextReference } from './office/sequences/references.ts'

type LifeColumns<S extends string> = RecordColumns & { status: Column<S> }

export interface About<R, S extends string, M extends string, Who> {
  /** Its states and moves. A record that has one of two lives says which. */
  life: Life<S, M> | ((row: R) => Life<S, M>)
  /** As the audit log and files name it, where that is not what people call it: `purchase_order`. */
  type?: string
  /** As people call this one: its number. */
  called: (row: R) => string
  /** In the audit log, where that says more than its number. */
  label?: (row: R) => string | null
  history?: HistoryOf
  /** The sequence that numbers it when it is made. */
  sequence?: string
  /** Whom it is about, where that is not the column `patient_id`. */
  patient?: (row: R) => string | null
  /** Who may not see it is told that there is no such record. */
  sees?: (caller: Who, row: R) => boolean
  /** A unique index refused it: what another record has already, in words. */
  clash?: (caller: Caller, error: unknown, wanted: R) => unknown
  /** The name of a move in the audit log, where it is not `<type>.<move>`. */
  action?: (move: string) => string
}

/** What an insert gives; the hospital, the first state and the next number are known. */
type Begun<C extends LifeColumns<string>> = Omit<NewRow<C>, 'hospital_id' | 'status' | 'number'> & {
  [K in Extract<keyof C, 'status' | 'number'>]?: RowOf<C>[K]
}

export interface RecordWithLife<
  C extends LifeColumns<S>,
  S extends string,
  M extends string,
  Who extends Of,
> extends Records<C, Who> {
  /** Made in its first state, where the row says no other. */
  created: (
    caller: Caller,
    row: Begun<C>,
    move?: string,
    reason?: string | null,
  ) => Promise<RowOf<C>>
  /**
   * Locked for the move that the caller asks for: the right to it, the version that was seen, the
   * state. What only follows from another record's move begins with `locked`.
   */
  begin: (caller: Who & Caller, id: string, move: M) => Promise<RowOf<C>>
  /** The state that a move leads to; the refusal says where the record is and what it can do. */
  check: (row: RowOf<C>, move: M) => S
  /** A move that ends in one of several states is told in which by `changes`. */
  moved: (
    caller: Caller,
    before: RowOf<C>,
    move: M,
    changes?: Partial<RowOf<C>>,
    reason?: string | null,
  ) => Promise<RowOf<C>>
  /** A step that is no move of its life and leaves the state as it is: the first of two approvals. */
  changed: (
    caller: Caller,
    before: RowOf<C>,
    step: string,
    changes?: Partial<RowOf<C>>,
    reason?: string | null,
  ) => Promise<RowOf<C>>
  /** The moves open to this caller now: interfaces draw their buttons from them. */
  moves: (caller: Caller, row: RowOf<C>) => M[]
  history: (caller: Of, id: string) => Promise<MoveShown<S>[]>
}

export function recordWithLife<
  C extends LifeColumns<S>,
  S extends string,
  M extends string,
  Who extends Of = Of,
>(table: Table<C>, about: About<RowOf<C>, S, M, Who>): RecordWithLife<C, S, M, Who> {
  type Row = RowOf<C>
  const { life, called, label = called, history, sequence } = about
  const thing = typeof life === 'function' ? (about.type ?? table.name) : life.thing
  const type = about.type ?? thing.replace(/[ -]/g, '_')
  const action = about.action ?? ((move) => `${type}.${move.replaceAll(' ', '_')}`)
  const lifeOf = (row?: Row): Life<S, M> => (typeof life === 'function' ? life(row as Row) : life)
  const records = recordOf<C, Who>(table, thing, about.sees)
  const standing = (row: Row): Standing<S> => row as unknown as Standing<S>

  const check = (row: Row, move: M, to?: S): S =>
    lifeOf(row).move(move, standing(row).status, called(row), to)

  async function kept<T>(caller: Caller, wanted: Row, write: () => Promise<T>): Promise<T> {
    if (about.clash === undefined) return write()
    return attempt(write).catch(async (error: unknown) => {
      throw await about.clash?.(caller, error, wanted)
    })
  }

  async function write(
    caller: Caller,
    before: Row,
    move: string,
    asked: Partial<Row>,
    reason: string | null,
  ): Promise<Row> {
    const { id, version, status } = standing(before)
    const changes = withoutAbsent(asked)
    await kept(caller, { ...before, ...changes }, () =>
      table.change({ hospital_id: caller.hospital_id, id } as Where<C>, changes),
    )
    const after = { ...before, ...changes, ...stampsOf(table.columns, version) }
    await note(caller, after, {
      move,
      from_state: status,
      reason,
      changes: difference(before, changes),
    })
    return after
  }

  async function note(caller: Caller, row: Row, made: Omit<Made, 'to_state'>): Promise<void> {
    const { id, status: to_state, patient_id = null } = standing(row)
    await history?.write(caller, id, { ...made, to_state })
    record(caller, action(made.move), {
      entity_type: type,
      entity_id: id,
      entity_label: label(row),
      patient_id: about.patient === undefined ? patient_id : about.patient(row),
      from_state: made.from_state ?? undefined,
      to_state,
      reason: made.reason,
    })
  }

  return {
    ...records,
    check,
    async created(caller, given, move = 'open', reason = null) {
      const { hospital_id } = caller
      const numbered = sequence !== undefined && !('number' in given)
      const wanted = {
        status: typeof life === 'function' ? undefined : life.states[0],
        ...given,
        ...(numbered ? { number: await numberOf(caller, sequence, given) } : {}),
        hospital_id,
      } as unknown as NewRow<C>
      const row = await kept(caller, wanted as unknown as Row, () => table.insert(wanted))
      await note(caller, row, { move, from_state: null, reason })
      return row
    },
    async begin(caller, id, move) {
      const row = await records.locked(caller, id)
      const { permission, house } = lifeOf(row).moves[move] ?? {}
      if (permission !== undefined && !can(caller, permission)) throw notPermitted(permission)
      if ('version' in table.columns) fresh(caller, standing(row))
      if (house === true) throw lifeOf(row).refusal(standing(row).status, called(row))
      check(row, move)
      return row
    },
    async moved(caller, before, move, changes = {}, reason = null) {
      const status = check(before, move, changes.status as S | undefined)
      const needed = lifeOf(before).moves[move].reason === 'required'
      if (needed && (reason ?? '').trim() === '') throw invalid('reason', 'is required.')
      return write(caller, before, move, { ...changes, status }, reason)
    },
    changed: (caller, before, step, changes = {}, reason = null) =>
      write(caller, before, step, changes, reason),
    moves: (caller, row) => lifeOf(row).open(caller, standing(row).status),
    history: async (caller, id) => ((await history?.of(caller, id)) ?? []) as MoveShown<S>[],
  }
}

/** What every row of such a table holds, and some of them. */
interface Standing<S> {
  id: string
  status: S
  version: number
  patient_id?: string | null
}

const numberOf = (caller: Caller, sequence: string, row: { facility_id?: string }) =>
  nextReference(caller, sequence, row.facility_id)

const withoutAbsent = <R>(row: Partial<R>): Partial<R> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Partial<R>

/** As the table moves them by itself. */
const stampsOf = (columns: object, version: number) => ({
  ...('updated_at' in columns ? { updated_at: clock.instant() } : {}),
  ...('version' in columns ? { version: version + 1 } : {}),
})
