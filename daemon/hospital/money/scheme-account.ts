// The account of a scheme (billing 5.7).

import { csvLines } from '../../../db/core/csv-lines.ts'
import {
  SchemeAccount,
  SchemeAccountAsked,
  schemeAccount,
} from '../../../db/hospital/money/claims/scheme-account.ts'
import { schemeRecord } from '../../../db/hospital/money/tariff/schemes.ts'
import { AsFile } from '../../edge/answers.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { get } = nobodys

const columns = ['date', 'number', 'description', 'debit', 'credit', 'balance'] as const

export const door = area('scheme-account', [
  get('/billing/schemes/:id/account', {
    summary: 'What a scheme owes, and since when',
    access: 'claim:read',
    record: byId(schemeRecord.get),
    query: SchemeAccountAsked,
    reply: SchemeAccount,
    async run({ caller, params, query }) {
      const found = await schemeAccount(caller, params.id, query)
      if (query.format !== 'csv') return found
      const lines = found.lines.map((line) => columns.map((key) => line[key] ?? ''))
      return new AsFile({
        content_type: 'text/csv; charset=utf-8',
        bytes: csvLines([columns, ...lines]),
        file_name: 'scheme-account.csv',
      })
    },
  }),
])
