// How a hospital's books stand: preferences, chart, map and years. One row says with its stamp
// whether what was read before still holds, so a posting reads one row and not four tables.

import type { Caller } from '../../../core/caller.ts'
import { kept as keptShortly, onOtherDatabase } from '../../../store/kept.ts'
import { conflict } from '../../../core/refusal.ts'
import { folded, type RowOf } from '../../../store/table.ts'
import { newId } from '../../../core/ids.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { resolveDepartment } from '../../office/places/places.ts'
import { type Chart, readChart } from './chart/chart.ts'
import type { PostingMap } from './chart/default-map.ts'
import { heldBooks, holdBooks } from './posting/held.ts'
import { type Purse, purseOf } from './purse.ts'
import { accounting_preferences, fiscal_years, posting_maps } from './tables.ts'

export type PreferencesRow = RowOf<(typeof accounting_preferences)['columns']>
export type YearRow = RowOf<(typeof fiscal_years)['columns']>

export interface Books {
  readonly hospital_id: string
  readonly preferences: PreferencesRow
  readonly chart: Chart
  readonly map: PostingMap
  /** By their first day. */
  readonly years: readonly YearRow[]
  readonly purse: Purse
  readonly today: string
}

type Kept = Pick<Books, 'chart' | 'map' | 'years'> & { stamp: string }
const kept = new Map<string, Kept>()
onOtherDatabase(() => kept.clear())

export async function booksOf({ hospital_id }: Pick<Caller, 'hospital_id'>): Promise<Books> {
  const held = heldBooks(hospital_id)
  if (held !== undefined) return held
  const preferences = await accounting_preferences.find({ hospital_id })
  if (preferences === undefined) throw conflict('This hospital has no chart yet: install it first.')
  const known = kept.get(hospital_id)
  const standing = known?.stamp === preferences.stamp ? known : await readAll(preferences)
  const books = {
    hospital_id,
    preferences,
    chart: standing.chart,
    map: standing.map,
    years: standing.years,
    purse: await purseOf({ hospital_id }),
    today: await today({ hospital_id }),
  }
  holdBooks(hospital_id, books)
  return books
}

async function readAll({ hospital_id, stamp, map_version }: PreferencesRow): Promise<Kept> {
  const found = await posting_maps.find({ hospital_id, version: map_version })
  if (found === undefined) throw new Error('the posting map is not there')
  const standing = {
    stamp,
    map: found.map,
    chart: await readChart(hospital_id),
    years: await fiscal_years.all({ hospital_id }, { order: ['starts_on'] }),
  }
  // A stamp is never made twice: what is kept under one that was rolled back is never asked for.
  kept.set(hospital_id, standing)
  return standing
}

const default_departments = keptShortly(
  async (hospital_id) => (await booksOf({ hospital_id })).preferences.default_department,
)

/** Where a line says no department: asked for every line of every bill, so it is kept. */
export const defaultDepartmentOf = ({
  hospital_id,
}: Pick<Caller, 'hospital_id'>): Promise<string> => default_departments.get(hospital_id)

/** By code or name, folded; the department of the books is taken also where the directory has no such row. */
export async function departmentNamed(caller: Caller, typed: string): Promise<string> {
  const standard = await defaultDepartmentOf(caller)
  if (folded(typed.trim()) === folded(standard)) return standard
  return (await resolveDepartment(caller, typed)).name
}

/** Every change of preferences, chart, map and years ends with it, in the same transaction. */
export async function restamp({ hospital_id }: Pick<Caller, 'hospital_id'>): Promise<void> {
  default_departments.forget(hospital_id)
  await accounting_preferences.change({ hospital_id }, { stamp: newId() })
  holdBooks(hospital_id, null)
}

export async function yearOf(books: Books, id: string): Promise<YearRow | undefined> {
  return books.years.find((year) => year.id === id)
}
