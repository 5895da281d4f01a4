// Stores, and what lies in them (stock 5.2).

import type { Caller } from '../../../db/core/caller.ts'
import * as life from '../../../db/hospital/goods/stock/pool/batch-life.ts'
import { batchRecord } from '../../../db/hospital/goods/stock/pool/batches.ts'
import { listLevels } from '../../../db/hospital/goods/stock/pool/levels.ts'
import { findBatch, listBatches } from '../../../db/hospital/goods/stock/pool/lists.ts'
import {
  Batch,
  BatchFilters,
  BatchOpened,
  Level,
  LevelFilters,
  WithNote,
  WithReason,
} from '../../../db/hospital/goods/stock/pool/shapes.ts'
import { storeRecord } from '../../../db/hospital/goods/stock/stores/keeping.ts'
import {
  Keepers,
  Store,
  StoreChange,
  StoreFilters,
  StoreInput,
} from '../../../db/hospital/goods/stock/stores/shapes.ts'
import * as stores from '../../../db/hospital/goods/stock/stores/stores.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, list, patch, post, put } = nobodys

const store = byId(storeRecord.get)
const batch = byId(batchRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  findBatch(caller, (await done).id)

export const door = area('stores', [
  list('/stock/stores', {
    summary: 'Stores',
    access: 'stock:read',
    filters: StoreFilters,
    each: Store,
    run: ({ caller, query }) => stores.list(caller, query),
  }),
  create('/stock/stores', {
    summary: 'Open a store',
    access: 'store:write',
    body: StoreInput,
    reply: Store,
    says: 'Store opened.',
    run: ({ caller, body }) => stores.open(caller, body),
  }),
  patch('/stock/stores/:id', {
    summary: 'Change a store; it is closed when it is empty',
    access: 'store:write',
    record: store,
    body: StoreChange,
    reply: Store,
    says: 'Store changed.',
    run: ({ caller, params, body }) => stores.change(caller, params.id, body),
  }),
  put('/stock/stores/:id/keepers', {
    summary: 'Who keeps a store',
    access: 'store:write',
    record: store,
    body: Keepers,
    reply: Store,
    says: 'Keepers set.',
    run: ({ caller, params, body }) => stores.setKeepers(caller, params.id, body.user_ids),
  }),
  list('/stock/levels', {
    summary: 'What lies where, batch by batch',
    access: 'stock:read',
    sheet: 'stock-levels',
    filters: LevelFilters,
    each: Level,
    run: ({ caller, query }) => listLevels(caller, query),
  }),
  list('/stock/batches', {
    summary: 'Batches',
    access: 'stock:read',
    filters: BatchFilters,
    each: Batch,
    run: ({ caller, query }) => listBatches(caller, query),
  }),
  post('/stock/batches/:id/hold', {
    summary: 'Hold a batch: nothing of it is issued',
    access: 'stock:quality',
    record: batch,
    body: WithReason,
    reply: BatchOpened,
    says: 'Batch held.',
    run: ({ caller, params, body }) => shown(caller, life.hold(caller, params.id, body.reason)),
  }),
  post('/stock/batches/:id/release-hold', {
    summary: 'Let a held batch go',
    access: 'stock:quality',
    record: batch,
    body: WithNote,
    reply: BatchOpened,
    says: 'Batch released.',
    run: ({ caller, params, body }) =>
      shown(caller, life.releaseHold(caller, params.id, body.note)),
  }),
])
