import { row } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { sealed } from '../../office/audit/seal-kinds.ts'
import type { Brings } from '../../registry.ts'
import { funding_moves } from './funding/tables.ts'
import { own_series } from './posting/own-series.ts'
import { filings } from './taxes/tables.ts'
import { entry_drafts, journal_entries } from './tables.ts'

export const brings: Brings = {
  area: 'accounting',
  series: own_series,
  sequences: [
    {
      kind: 'funding_move',
      label: 'Move of money',
      area: 'accounting',
      pattern: 'FM-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: true,
      stand: { table: 'funding_moves' },
    },
  ],
  seals: [
    sealed('funding_move', funding_moves, { called: 'number' }),
    sealed('filing', filings, { called: 'kind', once: 'filed_on' }),
  ],
  entities: [
    {
      type: 'journal_entry',
      read: 'entry:read',
      write: 'entry:create',
      async exists({ hospital_id }, id) {
        const entry = await journal_entries.find({ hospital_id, id })
        if (entry !== undefined) return { label: entry.reference }
        const draft = await entry_drafts.find({ hospital_id, id })
        return draft === undefined ? undefined : { label: draft.memo }
      },
      /** The papers of what is posted stay (PLT-109). */
      closed: async ({ hospital_id }, id) =>
        (await journal_entries.find({ hospital_id, id })) !== undefined,
    },
    {
      type: 'filing',
      read: 'filing:read',
      write: 'filing:manage',
      async exists({ hospital_id }, id) {
        const found = await filings.find({ hospital_id, id })
        return found === undefined ? undefined : { label: `${found.kind} ${found.period_year}` }
      },
    },
  ],
  notifications: [
    {
      kind: 'accounting.year',
      label: 'Fiscal years closed and reopened',
      area: 'accounting',
      urgency: 'INFO',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Holders of report:finance',
    },
    {
      kind: 'accounting.warning',
      label: 'The books need somebody',
      area: 'accounting',
      urgency: 'WARNING',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Chief accountant, accountant',
    },
  ],
  reads: {
    budget: 'budget:read',
    fiscal_year: 'fiscalyear:read',
    accounting_period: 'fiscalyear:read',
    accounting_preferences: 'account:read',
    tax_rate: 'tax:read',
    funding_account: 'funding:read',
    funding_move: 'funding:read',
    statement_import: 'bank:read',
    statement_line: 'bank:read',
    reconciliation: 'bank:read',
    account: 'account:read',
  },
  /** The books are in the hospital's currency from the first line on (PLT-61). */
  async locks({ hospital_id }, setting) {
    if (setting !== 'currency') return null
    const one = await row(
      sql`select 1 as yes from journal_entries where hospital_id = ${hospital_id} limit 1`,
    )
    return one === undefined ? null : 'entries are'
  },
}
