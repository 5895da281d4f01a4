// A statement of the wallet as JSON, as a spreadsheet or on paper (MSG-269).

import type { MessagingCaller } from '../../db/messaging/caller.ts'
import { wrong } from '../../db/messaging/refusals.ts'
import {
  entriesOf,
  type Period,
  statementFile,
  statementOf,
} from '../../db/messaging/wallet/statement.ts'
import { said } from '../../db/messaging/wallet/wallets.ts'
import { toMinor } from '../../db/core/kinds/money.ts'
import type { Paper } from '../../templates/paper.ts'
import { clock } from '../../db/core/clock.ts'
import { makePaper } from '../edge/papers.ts'
import type { FileReply } from '../edge/send-file.ts'

/** A paper of a hundred pages; more is read by a machine. */
const paper_most = 4000

export async function statementReply(
  caller: MessagingCaller,
  { format = 'json', ...period }: Period & { format?: 'json' | 'csv' | 'pdf' },
): Promise<FileReply> {
  if (format === 'pdf') {
    const bytes = Buffer.from(await makePaper(await paperOf(caller, period)))
    return { content_type: 'application/pdf', bytes, file_name: 'statement.pdf' }
  }
  const bytes = await statementFile(caller, period, format)
  return format === 'csv'
    ? { content_type: 'text/csv; charset=utf-8', bytes, file_name: 'statement.csv' }
    : { content_type: 'application/json; charset=utf-8', bytes }
}

async function paperOf(caller: MessagingCaller, period: Period): Promise<Paper> {
  const statement = await statementOf(caller, period)
  const { account_name, from, to, currency, opening, closing } = statement
  if (closing.seq - opening.seq > paper_most)
    throw wrong('from', `from: a PDF holds at most ${paper_most} entries; ask for fewer days.`)
  const rows: string[][] = []
  for await (const entries of entriesOf(caller, statement))
    for (const { createdAt, kind, amount, balanceAfter, reason } of entries)
      rows.push([
        createdAt.slice(0, 16).replace('T', ' '),
        kind,
        reason ?? '',
        said(toMinor(amount, currency, 'amount'), currency),
        said(toMinor(balanceAfter, currency, 'balance'), currency),
      ])
  return {
    title: 'Statement of the messaging wallet',
    number: null,
    language: 'en',
    size: 'A4',
    house: {
      name: account_name,
      short_name: null,
      tagline: null,
      branch: null,
      lines: [],
      logo: null,
    },
    theme: 'plain',
    accent: 'teal',
    issued_at: clock.instant(),
    footer: null,
    printed: null,
    mark: null,
    blocks: [
      {
        kind: 'facts',
        columns: 2,
        rows: [
          ['Days', `${from} to ${to}`],
          ['Opening balance', said(opening.balance, currency)],
        ],
      },
      {
        kind: 'table',
        columns: [
          { label: 'Time (UTC)', weight: 3 },
          { label: 'Kind', weight: 2 },
          { label: 'Reason', weight: 4 },
          { label: 'Amount', weight: 3, align: 'right' },
          { label: 'Balance', weight: 3, align: 'right' },
        ],
        rows,
        empty: 'No entries.',
      },
      {
        kind: 'totals',
        rows: [{ label: 'Closing balance', value: said(closing.balance, currency), strong: true }],
      },
    ],
  }
}
