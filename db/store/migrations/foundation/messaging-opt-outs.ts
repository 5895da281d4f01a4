// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  msg_opt_out_links: {
    columns: {
      code: 'code 11',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      phone: 'code 15',
      sender_id: 'code 20',
      campaign_id: 'code 36?',
      expires_at: 'code 24',
    },
    key: ['code'],
    indexes: [
      {
        columns: ['expires_at'],
      },
    ],
  },
  msg_opt_outs: {
    columns: {
      id: 'code 36',
      hospital_id: 'code 36',
      account_id: 'code 36',
      mode: 'choice live|test',
      phone: 'code 64',
      scope: 'choice promotional|all',
      source: 'choice sms|whatsapp|link|api|import|desk|platform',
      evidence: 'json?',
      note: 'text 300?',
      lifted_at: 'code 24?',
      lifted_by: 'text 160?',
      consent_note: 'text 200?',
      told_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['account_id', 'mode', 'phone'],
        only_where: 'lifted_at is null',
      },
    ],
    indexes: [
      {
        columns: ['account_id', 'mode', 'id'],
      },
      {
        columns: ['phone'],
      },
      {
        columns: ['told_at', 'id'],
        only_where: 'told_at is null',
      },
    ],
  },
}
