// What the commands of money have in common: months, amounts, and a list that may be a file.

import { path, text } from '../../db/appliance/configuration/kinds.ts'
import { type Frame, maybe } from '../frame/grammar/command.ts'
import { amount } from './fiscal-year-view.ts'

export { amount }

export const month = text('a month like 2026-03', /^\d{4}-(?:0[1-9]|1[0-2])$/)
export const money = text(
  'an amount like 12500 or 12,500.50',
  /^\d{1,3}(?:,?\d{3})*(?:\.\d{1,4})?$/,
)
export const majorOf = (typed: string): number => Number(typed.replaceAll(',', ''))

/** Nothing where nothing is known. */
export const sum = (major: number | null | undefined): string =>
  major === null || major === undefined ? '' : amount(major)

/** The same figures for a sheet, in a file of the client's. */
export const csv = maybe(path(), 'write it as CSV to this file instead')

/** Only what was said. */
export const said = <T extends Readonly<Record<string, unknown>>>(
  given: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never

/** Rows to the file that --csv names; where none is named, nothing. */
export async function written(
  { flags, put }: { flags: { readonly csv: string | undefined }; put: Frame['put'] },
  rows: () => readonly (readonly (string | number)[])[],
): Promise<void> {
  if (flags.csv === undefined) return
  const { csvLines } = await import('../../db/core/csv-lines.ts')
  await put(Buffer.from(csvLines(rows())))
}
