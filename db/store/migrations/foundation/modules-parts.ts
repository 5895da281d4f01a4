// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  part_tables: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      module: 'choice theatre|blood_bank|mortuary|ambulance|tb_ctc|maternity',
      table_key: 'code 40',
      version_no: 'integer',
      rows: 'json',
      reason: 'text 300',
      changed_by_name: 'text 160',
      confirmed_by_name: 'text 160?',
      confirmed_at: 'code 24?',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['hospital_id', 'module', 'table_key', 'version_no'],
      },
    ],
  },
}
