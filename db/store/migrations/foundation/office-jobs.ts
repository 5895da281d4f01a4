// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  jobs: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      kind: 'code 60',
      label: 'text 120',
      status: 'choice QUEUED|RUNNING|DONE|FAILED|CANCELLED',
      pct: 'integer?',
      attempts: 'integer',
      max_attempts: 'integer',
      deaths: 'integer',
      run_at: 'code 24',
      started_at: 'code 24?',
      finished_at: 'code 24?',
      error: 'text 1000?',
      input: 'json',
      result: 'json?',
      entity_type: 'code 60?',
      entity_id: 'code 36?',
      requested_by: 'code 36?',
      requested_by_name: 'text 160?',
      asker: 'json',
      daemon: 'text 160?',
      claim_id: 'code 36?',
      lease_until: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    indexes: [
      {
        columns: ['run_at', 'id'],
        only_where: "status = 'QUEUED'",
      },
      {
        columns: ['lease_until'],
        only_where: "status = 'RUNNING'",
      },
      {
        columns: ['hospital_id', 'created_at', 'id'],
        descending: true,
      },
      {
        columns: ['hospital_id', 'requested_by', 'created_at'],
      },
      {
        columns: ['entity_type', 'entity_id'],
        only_where: 'entity_id is not null',
      },
      {
        columns: ['finished_at'],
        only_where: 'finished_at is not null',
      },
    ],
  },
}
