// What expires and what goods are worth (stock 5.6, 5.9).

import { board } from '../../../db/hospital/goods/stock/expiry/board.ts'
import { ExpiryFilters, ExpiryRow } from '../../../db/hospital/goods/stock/expiry/shapes.ts'
import {
  ReconcileAsked,
  ReconcileRow,
  ValuationFilters,
  ValuationRow,
} from '../../../db/hospital/goods/stock/value/shapes.ts'
import { reconcile, valuation } from '../../../db/hospital/goods/stock/value/valuation.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { list, listed } = nobodys

export const door = area('stock-boards', [
  list('/stock/expiry', {
    summary: 'What expires soon, and what of it will be left then',
    access: 'stock:read',
    sheet: 'expiry',
    filters: ExpiryFilters,
    each: ExpiryRow,
    totals: true,
    run: ({ caller, query }) => board(caller, query),
  }),
  list('/stock/valuation', {
    summary: 'What goods are worth, now or at the end of a day',
    access: 'product:cost',
    sheet: 'valuation',
    filters: ValuationFilters,
    each: ValuationRow,
    totals: true,
    run: ({ caller, query }) => valuation(caller, query),
  }),
  listed('/stock/valuation/reconcile', {
    summary: 'What goods are worth beside the accounts of the ledger',
    access: 'product:cost',
    query: ReconcileAsked,
    each: ReconcileRow,
    run: ({ caller, query }) => reconcile(caller, query),
  }),
])
