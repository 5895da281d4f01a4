// A list that is read again and again and never jumps under the eye: what changed is shown in its
// place, what is new waits behind a count until it is asked for (OPS-196).

import { type Row, type Tab, words } from './screens.ts'

export interface List {
  readonly rows: readonly Row[]
  /** As last read; more than `rows` where something new waits. */
  readonly fresh: readonly Row[]
  readonly chosen: string | null
  readonly top: number
  readonly filter: string
  readonly at_ms: number | null
  readonly fault: string | null
  /** Nobody answered; else what was asked for was refused. */
  readonly away: boolean
}

export const empty: List = {
  rows: [],
  fresh: [],
  chosen: null,
  top: 0,
  filter: '',
  at_ms: null,
  fault: null,
  away: false,
}

type Identify = (row: Row) => string

export function read(list: List, fresh: readonly Row[], id: Identify, at_ms: number): List {
  const first = list.at_ms === null
  const known = new Set(list.rows.map(id))
  const by_id = new Map(fresh.map((row) => [id(row), row]))
  const rows = first
    ? fresh
    : list.rows.flatMap((row) => {
        const now = by_id.get(id(row))
        return now === undefined ? [] : [now]
      })
  const all_new = rows.length === 0 && known.size === 0 ? fresh : rows
  const gone = list.rows.findIndex((row) => id(row) === list.chosen)
  return settled({ ...list, rows: all_new, fresh, at_ms, fault: null, away: false }, id, gone)
}

export const takenIn = (list: List, id: Identify): List =>
  settled({ ...list, rows: list.fresh }, id)

export const newOnes = (list: List, id: Identify): number => {
  const known = new Set(list.rows.map(id))
  return list.fresh.filter((row) => !known.has(id(row))).length
}

/** What the filter lets through: a row of which any column holds the words. */
export function visible(list: List, tab: Tab): readonly Row[] {
  const wanted = list.filter.toLowerCase()
  if (wanted === '') return list.rows
  return list.rows.filter((row) =>
    tab.columns.some(({ of }) => words(of(row)).toLowerCase().includes(wanted)),
  )
}

export const chosenRow = (list: List, tab: Tab): Row | null => {
  const rows = visible(list, tab)
  return rows.find((row) => tab.id(row) === list.chosen) ?? rows[0] ?? null
}

/** `by` rows down, or up; the chosen one is never lost. */
export function moved(list: List, tab: Tab, by: number): List {
  const rows = visible(list, tab)
  if (rows.length === 0) return list
  const at = Math.max(
    0,
    rows.findIndex((row) => tab.id(row) === list.chosen),
  )
  const to = Math.min(rows.length - 1, Math.max(0, at + by))
  return { ...list, chosen: tab.id(rows[to] as Row) }
}

/** The first row that is drawn, so that the chosen one stands in the window. */
export function windowed(
  list: List,
  tab: Tab,
  height: number,
): { rows: readonly Row[]; top: number } {
  const rows = visible(list, tab)
  const at = Math.max(
    0,
    rows.findIndex((row) => tab.id(row) === list.chosen),
  )
  const highest = Math.max(0, rows.length - height)
  const top = Math.min(highest, Math.max(at - height + 1, Math.min(list.top, at)))
  return { rows: rows.slice(top, top + height), top }
}

/** Where the chosen row went away, the one that stands in its place is chosen. */
function settled(list: List, id: Identify, at = 0): List {
  if (list.chosen !== null && list.rows.some((row) => id(row) === list.chosen)) return list
  const first = list.rows[Math.max(0, Math.min(at, list.rows.length - 1))]
  return { ...list, chosen: first === undefined ? null : id(first) }
}
