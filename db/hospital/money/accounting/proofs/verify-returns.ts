// Whether the tax accounts hold what the returns say (ACC-116). What the business moved on them is
// not filed until a return takes it; so the rest is right where filing, paying and waiving moved on
// them exactly what the returns themselves say was filed, paid and waived. That a balance is the sum
// of all its lines is proved elsewhere (ACC-119).

import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { withReversals } from './replayed.ts'
import type { Books, YearRow } from '../books.ts'
import { type FilingRow, periodEnd, periodName } from '../taxes/filing-amounts.ts'
import { type Proven, proven } from './proven.ts'
import { posting_maps } from '../tables.ts'
import { filings } from '../taxes/tables.ts'

const sources = withReversals(['FILING_FILE', 'FILING_PAY', 'FILING_WAIVE'])

export async function ofReturns(books: Books, of: YearRow | null): Promise<Proven> {
  const { hospital_id, purse } = books
  const known = await filings.all({ hospital_id }, { order: ['period_year', 'period_month', 'id'] })
  const all = known.filter((row) => of === null || isIn(of, periodEnd(row)))
  const moved = await movedBy(books)
  const apart = all.flatMap((row) => {
    const is = moved.get(row.id) ?? nothing
    const said = saidBy(row)
    const [what, theirs, ours] =
      said.business === is.business
        ? (['the authority', said.control, is.control] as const)
        : (['the return', said.business, is.business] as const)
    if (theirs === ours) return []
    const words = `${what} ${purse.said(theirs)} ledger ${purse.said(ours)}`
    return [`${row.kind} ${periodName(row)} ${words} difference ${purse.said(theirs - ours)}`]
  })
  return proven('ACC-116', 'returns = tax accounts', all.length, 'returns', apart[0], apart.length)
}

const isIn = ({ starts_on, ends_on }: YearRow, day: string): boolean =>
  starts_on <= day && day <= ends_on

/** Credit above 0: on the accounts that the business moves, and on the one with the authority. */
interface Sides {
  business: number
  control: number
}
const nothing: Sides = { business: 0, control: 0 }

/** VAT goes to an account of its own when it is filed (P-52); every other tax is paid off its own. */
function saidBy(row: FilingRow): Sides {
  const { status, kind, amount_due, ledger_amount } = row
  const known = ledger_amount ?? 0
  const was_paid = status === 'PAID' || (status === 'AMENDED' && row.paid_on !== null)
  const paid = was_paid ? amount_due : 0
  if (status === 'WAIVED') return { business: -Math.max(0, known) || 0, control: 0 }
  if (kind !== 'VAT') return { business: -paid || 0, control: 0 }
  const filed = status === 'FILED' || was_paid ? known : 0
  return { business: -filed || 0, control: filed - paid }
}

/** What entries of returns moved on accounts of taxes: debts, and the tax that suppliers charged. */
async function movedBy({ hospital_id, chart }: Books): Promise<Map<string, Sides>> {
  const maps = await posting_maps.all({ hospital_id })
  const control = new Set(maps.map(({ map }) => map.roles['vat_control']))
  const input = new Set(maps.map(({ map }) => map.roles['vat_in']))
  const found = await rows<{ source_id: string; account_id: string; net: number }>(
    sql`select e.source_id, l.account_id, cast(sum(l.credit - l.debit) as bigint) as net
      from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.hospital_id = ${hospital_id} and e.source${oneOf(sources)}
      group by e.source_id, l.account_id`,
  )
  const moved = new Map<string, Sides>()
  for (const { source_id, account_id, net } of found) {
    const is_debt = chart.by_id.get(account_id)?.kind === 'LIABILITY'
    if (!is_debt && !input.has(account_id)) continue
    const before = moved.get(source_id) ?? nothing
    const side = control.has(account_id) ? 'control' : 'business'
    moved.set(source_id, { ...before, [side]: before[side] + Number(net) })
  }
  return moved
}
