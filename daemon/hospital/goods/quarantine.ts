// Goods that are set apart (stock 5.6).

import * as quarantine from '../../../db/hospital/goods/stock/quarantine/quarantine.ts'
import {
  QuarantineFilters,
  QuarantineInput,
  QuarantineItem,
  Releasing,
} from '../../../db/hospital/goods/stock/quarantine/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, list, post } = nobodys

export const door = area('quarantine', [
  list('/stock/quarantine', {
    summary: 'Goods that are set apart, oldest first',
    access: 'stock:read',
    filters: QuarantineFilters,
    each: QuarantineItem,
    run: ({ caller, query }) => quarantine.list(caller, query),
  }),
  create('/stock/quarantine', {
    summary: 'Set goods of a store that you keep apart',
    access: 'stock:quality',
    body: QuarantineInput,
    reply: QuarantineItem,
    says: 'Set apart.',
    run: ({ caller, body }) => quarantine.put(caller, body),
  }),
  post('/stock/quarantine/:id/release', {
    summary: 'Let goods go that were set apart',
    access: 'stock:quality',
    record: byId(quarantine.quarantineRecord.get),
    body: Releasing,
    reply: QuarantineItem,
    says: 'Released.',
    run: ({ caller, params, body }) => quarantine.release(caller, params.id, body),
  }),
])
