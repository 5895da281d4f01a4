// Files that come in: dry run first, then written by the area's own rules.

import { Readable } from 'node:stream'
import { failures } from '../../../db/hospital/office/imports/failures.ts'
import * as imports from '../../../db/hospital/office/imports/imports.ts'
import * as kinds from '../../../db/hospital/office/imports/kinds.ts'
import {
  Import,
  ImportChange,
  ImportFilters,
  ImportKindShape,
  ImportRow,
  RowFilters,
} from '../../../db/hospital/office/imports/shapes.ts'
import { invalid } from '../../../db/core/refusal.ts'
import { read } from '../../../db/core/validate.ts'
import { area } from '../../edge/route.ts'
import type { Upload } from '../../edge/upload.ts'
import { ruled } from '../../edge/opens.ts'
import { file, get, list, listed, patch, post, start, upload } from '../words.ts'

const csv = 'text/csv; charset=utf-8'

/** `options` and `mapping` come as JSON beside the file. */
function sentIn({ file_name, bytes, fields }: Upload): imports.Sent {
  const kind = fields['kind']?.trim() ?? ''
  if (kind === '') throw invalid('kind', 'is required.')
  const beside: Record<string, unknown> = {}
  for (const name of ['options', 'mapping']) {
    const text = fields[name]
    if (text !== undefined && text.trim() !== '') beside[name] = objectOf(name, text)
  }
  return { kind, file_name, bytes, ...read(ImportChange, beside) }
}

function objectOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(name, 'must be an object.')
  }
}

export const door = area('imports', [
  listed('/imports/kinds', {
    summary: 'What can be imported',
    access: 'import:read',
    opens: 'nobody',
    each: ImportKindShape,
    run: () => kinds.list(),
  }),
  file('/imports/kinds/:kind/template', {
    summary: 'A file to begin with: headings and one example row',
    access: 'import:read',
    opens: 'nobody',
    content_type: csv,
    run: async ({ params }) => {
      const { file_name, text } = kinds.template(params.kind)
      return { content_type: csv, bytes: text, file_name }
    },
  }),
  list('/imports', {
    summary: 'Imports, the newest first',
    access: 'import:read',
    opens: ruled('rows as they were sent, for who sent them and who may bring in such (PLT-129)'),
    filters: ImportFilters,
    each: Import,
    run: ({ caller, query }) => imports.list(caller, query),
  }),
  upload('POST', '/imports', {
    summary: 'Upload a file and have it checked',
    access: 'import:create',
    opens: ruled('rows as they were sent, for who sent them and who may bring in such (PLT-129)'),
    max_mb: 20,
    status: 202,
    reply: Import,
    says: 'The file is being checked.',
    run: ({ caller, body }) => imports.upload(caller, sentIn(body)),
  }),
  get('/imports/:id', {
    summary: 'One import',
    access: 'import:read',
    opens: ruled('rows as they were sent, for who sent them and who may bring in such (PLT-129)'),
    reply: Import,
    run: ({ caller, params }) => imports.find(caller, params.id),
  }),
  {
    ...patch('/imports/:id', {
      summary: 'Change the mapping or the options and have the file checked again',
      access: 'import:create',
      opens: ruled('rows as they were sent, for who sent them and who may bring in such (PLT-129)'),
      record: (caller, params) => imports.importRecord.get(caller, params.id),
      body: ImportChange,
      reply: Import,
      says: 'The file is being checked.',
      run: ({ caller, params, body }) => imports.change(caller, params.id, body),
    }),
    status: 202,
  },
  list('/imports/:id/rows', {
    summary: 'The rows of an import, with what was found',
    access: 'import:read',
    opens: ruled('rows as they were sent, for who sent them and who may bring in such (PLT-129)'),
    filters: RowFilters,
    each: ImportRow,
    run: ({ caller, params, query }) => imports.rows(caller, params.id, query),
  }),
  file('/imports/:id/errors.csv', {
    summary: 'The rows that cannot be written, as they came, with the reason',
    access: 'import:read',
    opens: ruled('rows as they were sent, for who sent them and who may bring in such (PLT-129)'),
    content_type: csv,
    run: async ({ caller, params }) => {
      const { file_name, text } = await failures(caller, params.id)
      return { content_type: csv, bytes: Readable.from(text), file_name }
    },
  }),
  start('/imports/:id/commit', {
    summary: 'Write the rows of a checked file',
    access: 'import:commit',
    opens: ruled('rows as they were sent, for who sent them and who may bring in such (PLT-129)'),
    reply: Import,
    says: 'The rows are being written.',
    run: ({ caller, params }) => imports.commit(caller, params.id),
  }),
  post('/imports/:id/cancel', {
    summary: 'Cancel an import',
    access: 'import:create',
    opens: ruled('rows as they were sent, for who sent them and who may bring in such (PLT-129)'),
    reply: Import,
    says: 'Import cancelled.',
    run: ({ caller, params }) => imports.cancel(caller, params.id),
  }),
])
