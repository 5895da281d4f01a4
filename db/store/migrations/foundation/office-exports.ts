// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  exports: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      dataset: 'code 60',
      filters: 'json',
      columns: 'json',
      format: 'choice csv|xlsx|jsonl',
      status: 'choice QUEUED|RUNNING|DONE|FAILED|CANCELLED',
      rows_done: 'integer',
      rows_total: 'integer?',
      size: 'bigint?',
      sha256: 'code 64?',
      error: 'text 1000?',
      file_name: 'text 160',
      expires_at: 'code 24',
      erased_at: 'code 24?',
      saved_report_id: 'code 36?',
      requested_by: 'code 36?',
      requested_by_name: 'text 160',
      finished_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    indexes: [
      {
        columns: ['hospital_id', 'requested_by', 'created_at', 'id'],
        descending: true,
      },
      {
        columns: ['expires_at'],
        only_where: 'erased_at is null',
      },
    ],
  },
}
