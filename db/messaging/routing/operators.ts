// Operators as the other areas ask of them (MSG 2.5).

import type { RowOf } from '../../table.ts'
import { msg_operators } from './tables.ts'

export type Operator = RowOf<(typeof msg_operators)['columns']>

export const allOperators = (): Promise<Operator[]> =>
  msg_operators.all({}, { order: ['place', 'code'] })

export const operatorCodes = async (): Promise<string[]> =>
  (await allOperators()).map(({ code }) => code)
