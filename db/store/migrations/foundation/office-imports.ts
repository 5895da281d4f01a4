// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  import_rows: {
    columns: {
      import_id: 'ref imports',
      hospital_id: 'code 36',
      row: 'integer',
      status: 'choice OK|ERROR|DUPLICATE|DONE|SKIPPED|FAILED',
      cells: 'json?',
      words: 'text 500?',
      errors: 'json',
      duplicate_of: 'json?',
      record_id: 'code 36?',
    },
    key: ['import_id', 'row'],
    indexes: [
      {
        columns: ['import_id', 'status', 'row'],
      },
    ],
  },
  imports: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      kind: 'code 60',
      file_name: 'text 200',
      size: 'integer',
      options: 'json',
      headings: 'json',
      mapping: 'json',
      status: 'choice CHECKING|CHECKED|COMMITTING|DONE|PARTLY_DONE|FAILED|CANCELLED',
      rows_total: 'integer',
      rows_ok: 'integer',
      rows_error: 'integer',
      rows_duplicate: 'integer',
      rows_done: 'integer',
      created: 'integer',
      updated: 'integer',
      skipped: 'integer',
      error: 'text 1000?',
      stop_wanted: 'boolean',
      commit_after_check: 'boolean',
      requested_by: 'code 36?',
      requested_by_name: 'text 160',
      checked_at: 'code 24?',
      committed_at: 'code 24?',
      committed_by_name: 'text 160?',
      erased_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    indexes: [
      {
        columns: ['hospital_id', 'created_at', 'id'],
        descending: true,
      },
      {
        columns: ['updated_at'],
        only_where: 'erased_at is null',
      },
    ],
  },
}
