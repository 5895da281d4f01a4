// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  announcement_audiences: {
    columns: {
      announcement_id: 'ref announcements',
      kind: 'choice ROLE|FACILITY|DEPARTMENT',
      target_id: 'code 36',
      hospital_id: 'ref hospitals',
    },
    key: ['announcement_id', 'kind', 'target_id'],
  },
  announcement_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref announcements',
      at: 'code 24',
      by_id: 'code 36?',
      by_name: 'text 160',
      move: 'code 40',
      from_state: 'code 40?',
      to_state: 'code 40',
      reason: 'text 500?',
      changes: 'json?',
    },
    indexes: [
      {
        columns: ['record_id', 'at', 'id'],
      },
    ],
    append_only: true,
  },
  announcement_readers: {
    columns: {
      announcement_id: 'ref announcements',
      user_id: 'ref users',
      hospital_id: 'ref hospitals',
      seen_at: 'code 24',
      acknowledged_at: 'code 24?',
    },
    key: ['announcement_id', 'user_id'],
  },
  announcements: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      status: 'choice DRAFT|SCHEDULED|PUBLISHED|ENDED|WITHDRAWN',
      title: 'text 120',
      body: 'text 4000',
      level: 'choice INFO|IMPORTANT|MUST_READ',
      starts_at: 'code 24?',
      ends_at: 'code 24?',
      published_at: 'code 24?',
      by_name: 'text 160',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    indexes: [
      {
        columns: ['hospital_id', 'created_at', 'id'],
      },
      {
        columns: ['hospital_id', 'published_at'],
        only_where: "status = 'PUBLISHED'",
      },
      {
        columns: ['hospital_id', 'level'],
        only_where: "status = 'PUBLISHED' and level = 'MUST_READ'",
      },
      {
        columns: ['starts_at'],
        only_where: "status = 'SCHEDULED'",
      },
      {
        columns: ['ends_at'],
        only_where: "status = 'PUBLISHED' and ends_at is not null",
      },
    ],
    search: true,
  },
}
