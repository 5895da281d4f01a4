import type { Purse } from '../accounting/purse.ts'

/** These fields of a record as money goes out: in major units. */
export const inMajor = <K extends string>(
  purse: Purse,
  keys: readonly K[],
  row: Record<K, number>,
): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, purse.major(row[key])])) as Record<K, number>
