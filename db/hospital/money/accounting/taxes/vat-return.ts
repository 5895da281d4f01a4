// A month's VAT return out of the ledger (ACC-42): by tax code, and what the accounts say of it.

import type { Caller } from '../../../../core/caller.ts'
import { rows, snapshot } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { type Books, booksOf } from '../books.ts'
import type { VatAsked, VatReturn } from '../reports/detail-shapes.ts'
import { papersOf } from './filing-amounts.ts'
import { footer } from '../reports/reports.ts'
import { lastOf } from '../reports/sums.ts'
import { filings, tax_rates } from './tables.ts'

interface Moved {
  tax_code: string
  account_id: string
  debit: number
  credit: number
}
interface Coded {
  tax_code: string
  base: number
  tax: number
  less_base: number
  less_tax: number
}

export const vatReturn = (caller: Caller, { year, month }: VatAsked): Promise<VatReturn> =>
  snapshot(async () => {
    const books = await booksOf(caller)
    const { hospital_id, purse } = books
    const { major } = purse
    const name = `${year}-${String(month).padStart(2, '0')}`
    const last = lastOf(name)
    const { output, input } = sided(books, await movedIn(hospital_id, `${name}-01`, last))
    const rates = (await tax_rates.all({ hospital_id }, { order: ['effective_from'] })).filter(
      ({ effective_from }) => effective_from <= last,
    )
    const about = (tax_code: string) => {
      const rate = rates.findLast(({ code }) => code === tax_code)
      return {
        tax_code,
        name: rate?.name ?? '',
        rate: rate === undefined ? null : rate.rate_bp / 100,
        recoverable_pct: rate === undefined ? null : rate.recoverable_bp / 100,
      }
    }
    const period = { kind: 'VAT', period_year: year, period_month: month }
    const paper = (await papersOf(books, [period]))(period)
    const of = (role: string): number =>
      paper.of_account.find(([id]) => id === books.map.roles[role])?.[1] ?? 0
    const ledger = paper.amount ?? 0
    const filed = (await filings.all({ hospital_id, ...period })).find(
      ({ status }) => status !== 'AMENDED',
    )
    return {
      year,
      month,
      output: output.map(({ tax_code, base, tax, less_base, less_tax }) => {
        const { recoverable_pct: _recoverable, ...rest } = about(tax_code)
        return {
          ...rest,
          base: major(base),
          tax: major(tax),
          credit_note_base: major(less_base),
          credit_note_tax: major(less_tax),
        }
      }),
      input: input.map(({ tax_code, base, tax, less_base, less_tax }) => ({
        ...about(tax_code),
        base: major(base - less_base),
        tax: major(tax - less_tax),
      })),
      output_tax: major(of('vat_out')),
      input_tax: major(-of('vat_in') || 0),
      ledger_amount: major(ledger),
      filing:
        filed === undefined
          ? null
          : {
              id: filed.id,
              status: filed.status,
              amount_due: major(filed.amount_due),
              difference: major(filed.amount_due - ledger),
            },
      footer: await footer(caller, books),
    }
  })

/** Lines that carry a code, and the tax accounts whole: tax without a code is shown without one. */
const movedIn = (hospital_id: string, from: string, to: string): Promise<Moved[]> =>
  rows<Moved>(
    sql`select coalesce(l.tax_code, '') as tax_code, l.account_id,
      cast(sum(l.debit) as bigint) as debit, cast(sum(l.credit) as bigint) as credit
      from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.hospital_id = ${hospital_id} and l.entry_date between ${from} and ${to}
        and (l.tax_code is not null or l.account_id in (select id from accounts
          where hospital_id = ${hospital_id} and grouping in ('vat_output', 'vat_input')))
        and e.source not like 'FILING%' and e.kind <> 'CLOSING'
      group by coalesce(l.tax_code, ''), l.account_id`,
  )

/** Output is what income and output VAT carry; input whatever else has a code. */
function sided({ chart, map }: Books, moved: readonly Moved[]) {
  const output = new Map<string, Coded>()
  const input = new Map<string, Coded>()
  for (const { tax_code, account_id, debit, credit } of moved) {
    const is_out = account_id === map.roles['vat_out']
    const is_in = account_id === map.roles['vat_in']
    const account = chart.by_id.get(account_id)
    const sold = is_out || account?.kind === 'INCOME'
    // Money and debts stand on the other side of a sale: they are no base.
    const bought = account?.kind === 'EXPENSE' || bought_tags.has(account?.grouping ?? '')
    if (!sold && !is_in && !bought) continue
    const side = sold ? output : input
    const [more, less] = sold ? [credit, debit] : [debit, credit]
    const coded = side.get(tax_code) ?? { tax_code, base: 0, tax: 0, less_base: 0, less_tax: 0 }
    coded[is_out || is_in ? 'tax' : 'base'] += more
    coded[is_out || is_in ? 'less_tax' : 'less_base'] += less
    side.set(tax_code, coded)
  }
  const sorted = (side: Map<string, Coded>): Coded[] =>
    [...side.values()].toSorted((a, b) => (a.tax_code < b.tax_code ? -1 : 1))
  return { output: sorted(output), input: sorted(input) }
}

const bought_tags = new Set(['inventory', 'inventory_transit', 'ppe', 'intangible', 'prepaid'])
