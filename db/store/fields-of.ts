// Fields of a shape from the columns they show, so that lengths, words and nulls stand once. Each is
// still named where it is shown: what is not named does not leave the house.
//
//   const bill = fieldsOf(bills)
//   export const Bill = named('Bill', shape({ ...bill('id', 'number', 'total'), moves: … }))

import { choice, Day, Flag, Instant, kind, nullable } from '../core/kinds/kinds.ts'
import type { Column } from './columns.ts'
import type { Columns, RowOf, Table } from './table.ts'

type Fields<C extends Columns, K extends keyof C> = {
  [N in K]: ReturnType<typeof kind<RowOf<C>[N]>>
}

/**
 * As replies show a row: money in major units, which the rule has made of the column's minor ones.
 * What is kept as JSON has a shape of its own.
 */
export const fieldsOf =
  <C extends Columns>(table: Pick<Table<C>, 'name' | 'columns'>) =>
  <K extends keyof C & string>(...names: readonly K[]): Fields<C, K> =>
    Object.fromEntries(
      names.map((name) => [name, shown(`${table.name}.${name}`, table.columns[name] as Column)]),
    ) as Fields<C, K>

/** Whatever the column holds is shown, also what no body may say. */
const MoneyKept = kind<number>({ type: 'number', money: true })

function shown(name: string, column: Column): ReturnType<typeof kind> {
  const found = kindIn(name, column)
  return column.nullable ? nullable(found) : found
}

function kindIn(name: string, { json, storage, means, values, length }: Column) {
  if (json === true) throw new Error(`${name} is kept as JSON: say its shape`)
  if (storage === 'boolean') return Flag
  if (storage === 'real') return kind<number>({ type: 'number' })
  if (means === 'money') return MoneyKept
  if (storage !== 'text') return kind<number>({ type: 'integer' })
  if (values !== undefined) return choice(values)
  if (means === 'day') return Day
  if (means === 'instant') return Instant
  return kind<string>({ type: 'string', maxLength: length, format: 'text' })
}
