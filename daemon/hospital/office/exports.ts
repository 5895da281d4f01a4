// Lists and reports as files.

import * as datasets from '../../../db/hospital/office/exports/datasets.ts'
import * as exports from '../../../db/hospital/office/exports/exports.ts'
import {
  Dataset,
  DatasetFilters,
  Export,
  ExportFilters,
  ExportInput,
} from '../../../db/hospital/office/exports/shapes.ts'
import { area } from '../../edge/route.ts'
import { ruled } from '../../edge/opens.ts'
import { file, get, list, listed, post, start } from '../words.ts'

const kinds = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const door = area('exports', [
  listed('/datasets', {
    summary: 'Lists and reports that can be taken away as files',
    access: 'self:use',
    opens: 'nobody',
    query: DatasetFilters,
    each: Dataset,
    run: ({ caller, query }) => datasets.list(caller, query.area),
  }),
  get('/datasets/:code', {
    summary: 'One list or report, with its filters and columns',
    access: 'self:use',
    opens: 'nobody',
    reply: Dataset,
    run: ({ caller, params }) => datasets.find(caller, params.code),
  }),
  list('/exports', {
    summary: 'Own exports, the newest first',
    access: 'export:create',
    opens: ruled('a file holds what the list would show whoever asked for it (PLT-121)'),
    filters: ExportFilters,
    each: Export,
    run: ({ caller, query }) => exports.list(caller, query),
  }),
  start('/exports', {
    summary: 'Make a file of a list or report',
    access: 'export:create',
    opens: ruled('a file holds what the list would show whoever asked for it (PLT-121)'),
    body: ExportInput,
    transaction: 'rule',
    reply: Export,
    says: 'The file is being made.',
    run: ({ caller, body }) => exports.create(caller, body),
  }),
  get('/exports/:id', {
    summary: 'One export',
    access: 'export:create',
    opens: ruled('a file holds what the list would show whoever asked for it (PLT-121)'),
    reply: Export,
    run: ({ caller, params }) => exports.find(caller, params.id),
  }),
  file('/exports/:id/download', {
    summary: 'The file of an export',
    // A recipient of a saved report may hold no permission to make exports.
    access: 'self:use',
    opens: ruled('a file holds what the list would show whoever asked for it (PLT-121)'),
    content_type: kinds.csv,
    run: async ({ caller, params }) => {
      const { file_name, format, size, bytes } = await exports.download(caller, params.id)
      return {
        content_type: kinds[format],
        bytes,
        size,
        file_name,
        headers: { 'content-length': String(size) },
      }
    },
  }),
  post('/exports/:id/cancel', {
    summary: 'Cancel an export',
    access: 'export:create',
    opens: ruled('a file holds what the list would show whoever asked for it (PLT-121)'),
    reply: Export,
    says: 'Export cancelled.',
    run: ({ caller, params }) => exports.cancel(caller, params.id),
  }),
])
