// How much a store shall have, and what to buy (stock 5.2, 5.9).

import { board } from '../../../db/hospital/goods/procurement/reorder/board.ts'
import * as rules from '../../../db/hospital/goods/procurement/reorder/rules.ts'
import {
  ReorderFilters,
  ReorderRow,
  ReorderRule,
  ReorderRulesInput,
  ReorderRulesSet,
  RuleFilters,
} from '../../../db/hospital/goods/procurement/reorder/shapes.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { list, put } = nobodys

export const door = area('reorder', [
  list('/stock/reorder-rules', {
    summary: 'How much of each product each store shall have',
    access: 'stock:read',
    filters: RuleFilters,
    each: ReorderRule,
    run: ({ caller, query }) => rules.list(caller, query),
  }),
  put('/stock/reorder-rules', {
    summary: 'Set reorder rules, by product and store',
    access: 'stock:settings',
    body: ReorderRulesInput,
    reply: ReorderRulesSet,
    says: 'Reorder rules set.',
    run: ({ caller, body }) => rules.set(caller, body.rules),
  }),
  list('/stock/reorder', {
    summary: 'What to buy: what each store has, has ordered and uses, against its rules',
    access: 'stock:read',
    filters: ReorderFilters,
    each: ReorderRow,
    run: ({ caller, query }) => board(caller, query),
  }),
])
