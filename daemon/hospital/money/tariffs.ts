// Price lists (billing 5.6).

import * as changes from '../../../db/hospital/money/tariff/change.ts'
import { bringIn } from '../../../db/hospital/money/tariff/import.ts'
import {
  ImportReply,
  Resolved,
  ResolveWords,
  Tariff,
  TariffChange,
  TariffFile,
  TariffFilters,
  TariffInput,
} from '../../../db/hospital/money/tariff/shapes.ts'
import * as tariffs from '../../../db/hospital/money/tariff/tariffs.ts'
import { said } from '../../edge/answers.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, patch, upload } = nobodys

export const door = area('tariffs', [
  list('/billing/tariffs', {
    summary: 'Prices in force on a day, by code',
    access: 'tariff:read',
    filters: TariffFilters,
    each: Tariff,
    run: ({ caller, query }) => tariffs.list(caller, query),
  }),
  create('/billing/tariffs', {
    summary: 'Add a price',
    access: 'tariff:manage',
    body: TariffInput,
    reply: Tariff,
    says: 'Price added.',
    run: ({ caller, body }) => tariffs.open(caller, body),
  }),
  get('/billing/tariffs/resolve', {
    summary: 'What a code costs a payer on a day',
    access: 'tariff:read',
    query: ResolveWords,
    reply: Resolved,
    run: ({ caller, query }) => tariffs.resolve(caller, query),
  }),
  upload('POST', '/billing/tariffs/import', {
    summary: 'Bring in a price list; one bad row refuses all',
    access: 'tariff:manage',
    raw: ['text/csv'],
    max_mb: 5,
    reply: ImportReply,
    run: async ({ caller, body }) => {
      const { message, reply } = await bringIn(caller, body)
      return said(message, reply)
    },
  }),
  get('/billing/tariffs/:id', {
    summary: 'One price with the others of its code and payer',
    access: 'tariff:read',
    reply: TariffFile,
    run: ({ caller, params }) => tariffs.find(caller, params.id),
  }),
  patch('/billing/tariffs/:id', {
    summary: 'Change a price; another row follows one that is in force',
    access: 'tariff:manage',
    record: byId(tariffs.tariffRecord.get),
    body: TariffChange,
    reply: Tariff,
    says: 'Price changed.',
    run: ({ caller, params, body }) => changes.change(caller, params.id, body),
  }),
])
