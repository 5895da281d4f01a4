// The general ledger (5.9): every account's ledger after the other, in pages of lines.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { rows, snapshot } from '../../../../store/connection.ts'
import { metaOf } from '../../../../store/pages.ts'
import { join, oneOf, type Sql, sql, when } from '../../../../store/sql.ts'
import { accountIn } from '../chart/accounts.ts'
import type { Books } from '../books.ts'
import { refuseBlind } from '../blind.ts'
import { booksAsked } from '../branch-asked.ts'
import { type AccountRow, signOf, under } from '../chart/chart.ts'
import { type GeneralAsked, type GeneralLedger, general_max } from './detail-shapes.ts'
import { type Start, startOf } from './ledger.ts'
import { footer, nets, posting, range } from './reports.ts'
import { sums, type SumOf } from './sums.ts'

type Asked = GeneralAsked & { from: string; to: string }
interface Part {
  account: AccountRow
  sum: SumOf<'account_id'> | undefined
  opening: number
  /** How many of its lines were on earlier pages, and how many stand on this one. */
  skip: number
  take: number
}
interface Line {
  account_id: string
  entry_id: string
  line_no: number
  chain_no: number
  reference: string
  entry_date: string
  memo: string
  description: string | null
  department: string | null
  debit: number
  credit: number
}

export const generalLedger = (caller: Caller, given: GeneralAsked): Promise<GeneralLedger> =>
  snapshot(async () => {
    const books = await booksAsked(caller, given)
    await refuseBlind(caller)
    const asked = { ...given, ...range(books, given) }
    const page = asked.page ?? 1
    const per_page = Math.min(asked.per_page ?? 200, general_max)
    const all = await partsOf(books, asked)
    const { shown, total } = onPage(all, (page - 1) * per_page, per_page)
    const first = shown[0]
    const { from, to, facility_id, department } = asked
    const start =
      first === undefined || first.skip === 0
        ? undefined
        : await startOf(
            books.hospital_id,
            first.account.id,
            { from, to, facility_id, department } as Asked,
            first.skip,
          )
    const lines = await linesOf(books, asked, shown, start)
    return {
      from,
      to,
      facility_id: facility_id ?? null,
      department: department ?? null,
      accounts: shown.map((part) =>
        view(books, part, part === first ? start : undefined, lines.get(part.account.id) ?? []),
      ),
      meta: metaOf({ page, per_page }, total),
      footer: await footer(caller, books),
    }
  })

/** Accounts with lines in these days, or with a balance before them, in the order of the chart. */
async function partsOf(books: Books, asked: Asked): Promise<Part[]> {
  const { facility_id, department, from, to } = asked
  const wanted = wantedOf(books, asked.account_ids)
  const only = { facility_id, department, ...(wanted === null ? {} : { account_ids: wanted }) }
  const before = await nets(books.hospital_id, { ...only, to: nextDay(from, -1) })
  const within = new Map(
    from > to
      ? []
      : (await sums(books.hospital_id, ['account_id'], { ...only, from, to })).map((sum) => [
          sum.account_id,
          sum,
        ]),
  )
  return posting(books)
    .map((account) => ({
      account,
      sum: within.get(account.id),
      opening: before.get(account.id) ?? 0,
      skip: 0,
      take: 0,
    }))
    .filter(({ sum, opening }) => (sum?.lines ?? 0) > 0 || opening !== 0)
}

function wantedOf({ chart }: Books, listed: string | undefined): string[] | null {
  if (listed === undefined) return null
  return listed
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
    .flatMap((id) => under(chart, accountIn(chart, id).id).map((account) => account.id))
}

/** An account without lines takes the room of one. */
function onPage(
  all: readonly Part[],
  offset: number,
  per_page: number,
): { shown: Part[]; total: number } {
  const shown: Part[] = []
  let total = 0
  for (const part of all) {
    const lines = part.sum?.lines ?? 0
    const room = Math.max(1, lines)
    const skip = Math.max(0, offset - total)
    const take = Math.min(room - skip, offset + per_page - Math.max(total, offset))
    if (skip < room && take > 0) shown.push({ ...part, skip, take: Math.min(take, lines) })
    total += room
  }
  return { shown, total }
}

/** Only the first and the last account of a page are cut: three readings, whatever stands on it. */
async function linesOf(
  { hospital_id }: Books,
  asked: Asked,
  shown: readonly Part[],
  start: Start | undefined,
): Promise<Map<string, Line[]>> {
  const filled = shown.filter(({ take }) => take > 0)
  const first = filled[0]
  const last = filled.at(-1)
  const found = new Map<string, Line[]>()
  if (first === undefined || last === undefined) return found
  const middle = filled.slice(1, -1).map(({ account }) => account.id)
  const cut = first.skip > 0 ? start : undefined
  const begun = { ...asked, ...cut?.begin }
  const pieces = [
    sql`select * from (${select(hospital_id, begun, [first.account.id])}
      limit ${first.take} offset ${cut?.offset ?? 0}) as a`,
    middle.length === 0
      ? undefined
      : sql`select * from (${select(hospital_id, asked, middle)}) as b`,
    last === first
      ? undefined
      : sql`select * from (${select(hospital_id, asked, [last.account.id])} limit ${last.take}) as c`,
  ].filter((piece): piece is Sql => piece !== undefined)
  const read = await rows<Line>(
    sql`select p.*, e.reference, e.memo from (${join(pieces, ' union all ')}) as p
      join journal_entries e on e.id = p.entry_id
      order by p.account_id, p.entry_date, p.chain_no, p.line_no`,
  )
  for (const line of read) {
    const list = found.get(line.account_id)
    if (list === undefined) found.set(line.account_id, [line])
    else list.push(line)
  }
  return found
}

const select = (hospital_id: string, asked: Asked, account_ids: readonly string[]): Sql =>
  sql`select account_id, entry_id, line_no, chain_no, entry_date, description, department,
      debit, credit from journal_lines
    where hospital_id = ${hospital_id}
      and ${account_ids.length === 1 ? sql`account_id = ${account_ids[0]}` : sql`account_id${oneOf(account_ids)}`}
      and entry_date between ${asked.from} and ${asked.to}
      ${when(asked.facility_id, sql`and facility_id = ${asked.facility_id}`) ?? sql``}
      ${when(asked.department, sql`and department = ${asked.department}`) ?? sql``}
    order by account_id, entry_date, chain_no, line_no`

function view(
  { purse }: Books,
  { account, sum, opening }: Part,
  start: Start | undefined,
  lines: readonly Line[],
): GeneralLedger['accounts'][number] {
  const sign = signOf(account.kind)
  const signed = (minor: number): number => purse.major(minor * sign || 0)
  const { debit = 0, credit = 0 } = sum ?? {}
  const brought = start?.running ?? opening
  let running = brought
  return {
    account_id: account.id,
    code: account.code ?? '',
    name: account.name,
    kind: account.kind,
    opening: signed(opening),
    debit: purse.major(debit),
    credit: purse.major(credit),
    closing: signed(opening + debit - credit),
    continued: start !== undefined,
    brought: signed(brought),
    lines: lines.map(({ account_id: _account, chain_no: _chain, ...line }) => {
      running += line.debit - line.credit
      return {
        ...line,
        debit: purse.major(line.debit),
        credit: purse.major(line.credit),
        balance: signed(running),
      }
    }),
  }
}
