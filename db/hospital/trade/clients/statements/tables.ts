// Statements that were sent to clients (COM-78): of which period, to whom, and what was owed then.

import { day, flag, id, json, money, ref, text } from '../../../../store/columns.ts'
import { stamps } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'

export interface StatementSentTo {
  contact_name: string
  channel: 'EMAIL'
  address: string
}

export const client_statements = table(
  'client_statements',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    client_id: ref('clients'),
    period_from: day(),
    period_to: day(),
    /** Minor units. */
    closing: money(),
    /** Nobody, where the house had nothing to send: the month is done with all the same. */
    sent_to: json<StatementSentTo[]>(),
    /** Of a month, sent by the house itself. */
    by_house: flag(),
    sent_by_name: text(160),
    ...stamps,
  },
  {
    unique: [{ columns: ['client_id', 'period_to'], only_where: 'by_house' }],
    indexes: [{ columns: ['hospital_id', 'client_id', 'created_at'] }],
  },
)
