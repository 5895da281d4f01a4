// What may be taken away as a file: lists and reports that areas name (PLT-121).

import { type Caller, can } from '../../../core/caller.ts'
import { invalid, noSuch, notPermitted } from '../../../core/refusal.ts'
import { isDay } from '../../../core/clock.ts'
import { type DatasetColumn, type Dataset as Known, registry } from '../../registry.ts'
import type { Dataset } from './shapes.ts'

export const list = async (caller: Caller, area?: string): Promise<Dataset[]> =>
  [...registry.datasets.values()]
    .filter((one) => can(caller, one.permission) && (area === undefined || one.area === area))
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map(view)

export async function find(caller: Caller, code: string): Promise<Dataset> {
  return view(openTo(caller, code))
}

/** The dataset, to somebody who may read it. */
export function openTo(caller: Caller, code: string): Known {
  const known = registry.datasets.get(code)
  if (known === undefined) throw noSuch('dataset')
  if (!can(caller, known.permission)) throw notPermitted(known.permission)
  return known
}

/** PLT-122: personal columns only for who holds `export:personal`. */
export function columnsFor(
  caller: Caller,
  dataset: Known,
  wanted: readonly string[] | undefined,
): { columns: DatasetColumn[]; pseudonymous: boolean } {
  for (const name of wanted ?? []) {
    if (!dataset.columns.some((column) => column.name === name)) {
      throw invalid('columns', `holds "${name}", which does not exist.`)
    }
  }
  const chosen =
    wanted === undefined
      ? [...dataset.columns]
      : [...new Set(wanted)].map(
          (name) => dataset.columns.find((column) => column.name === name) as DatasetColumn,
        )
  const columns = can(caller, 'export:personal')
    ? chosen
    : chosen.filter((column) => column.personal !== true)
  if (columns.length === 0) throw notPermitted('export:personal')
  return { columns, pseudonymous: columns.length < chosen.length }
}

/** The filters as the dataset reads them; the first that is wrong is said. */
export function filtersFor(
  dataset: Known,
  given: Record<string, unknown> = {},
): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name of Object.keys(given)) {
    if (!dataset.filters.some((filter) => filter.name === name))
      throw invalid('filters', `holds "${name}", which does not exist.`)
  }
  for (const { name, type, required } of dataset.filters) {
    const value = given[name]
    const field = `filters.${name}`
    if (value === undefined || value === null) {
      if (required) throw invalid(field, 'is required.')
      continue
    }
    kept[name] = valueOf(field, type, value)
  }
  const { from, to } = kept as { from?: string; to?: string }
  if (from !== undefined && to !== undefined) checkSpan(dataset, from, to)
  return kept
}

function valueOf(field: string, type: string, value: unknown): unknown {
  switch (type) {
    case 'date':
      if (typeof value === 'string' && isDay(value)) return value
      throw invalid(field, 'must be a date like 2026-03-31.')
    case 'flag':
      if (typeof value === 'boolean') return value
      throw invalid(field, 'must be true or false.')
    case 'number':
      if (typeof value === 'number') return value
      throw invalid(field, 'must be a number.')
    default: {
      if (typeof value !== 'string' || value.length > 200 || value.includes('\0'))
        throw invalid(field, 'must be a text.')
      // A list of words in the type (`ACTIVE|INACTIVE`) is a choice.
      const words = type.split('|')
      if (words.length > 1 && !words.includes(value))
        throw invalid(field, `must be one of ${words.join(', ')}.`)
      return value
    }
  }
}

function checkSpan(dataset: Known, from: string, to: string): void {
  if (from > to) throw invalid('filters.from', 'is after filters.to.')
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (dataset.max_days !== undefined && days > dataset.max_days)
    throw invalid('filters.to', `must be at most ${dataset.max_days} days after filters.from.`)
}

const view = (one: Known): Dataset => ({
  code: one.code,
  label: one.label,
  area: one.area,
  permission: one.permission,
  filters: one.filters.map(({ name, type, required }) => ({ name, type, required })),
  columns: one.columns.map(({ name, label, type, personal }) => ({
    name,
    label,
    type,
    money: type === 'money',
    personal: personal === true,
  })),
  max_days: one.max_days ?? null,
})
