// Drawn by scripts/draw-foundation.ts, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  stock_settings: {
    columns: {
      hospital_id: 'ref hospitals',
      said: 'json',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    key: ['hospital_id'],
  },
  stock_witnesses: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      token_hash: 'code 64',
      session_id: 'code 36?',
      asked_by_id: 'code 36?',
      user_id: 'ref users',
      staff_id: 'code 36?',
      name: 'text 160',
      licence_no: 'text 60?',
      purpose: 'choice CONTROLLED|DISPOSAL|COUNT|TRANSFUSION|OTHER',
      expires_at: 'code 24',
      used_at: 'code 24?',
      created_at: 'code 24',
    },
    unique: [
      {
        columns: ['token_hash'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'expires_at'],
      },
    ],
  },
}
