// Where the money came from and went (ACC-80): by what stood against it, or from the result on.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { rows, snapshot } from '../../../../store/connection.ts'
import { oneOf, sql, when } from '../../../../store/sql.ts'
import type { Books } from '../books.ts'
import { refuseBlind } from '../blind.ts'
import { booksAsked } from '../branch-asked.ts'
import { type AccountRow, hasDepartment, under } from '../chart/chart.ts'
import { type CashFlow, type FlowAsked, type FlowClass, flow_classes } from './detail-shapes.ts'
import { footer, nets, posting, range } from './reports.ts'
import { net } from './sums.ts'

interface Moved {
  account: AccountRow
  /** Money in above 0. */
  minor: number
}
interface Asked {
  from: string
  to: string
  facility_id: string | undefined
}

export const cashFlow = (caller: Caller, asked: FlowAsked): Promise<CashFlow> =>
  snapshot(async () => {
    const books = await booksAsked(caller, asked)
    await refuseBlind(caller)
    const { major } = books.purse
    const { facility_id, method = 'direct' } = asked
    const days = { ...range(books, asked), facility_id }
    const cash = cashAccounts(books)
    const moved =
      method === 'direct' ? await against(books, cash, days) : await withoutCash(books, cash, days)
    const of = method === 'direct' ? directClass : indirectClass
    const sections = flow_classes
      .map((name) => ({ name, found: moved.filter(({ account }) => of(account) === name) }))
      .filter(({ found }) => found.length > 0)
    const total = (found: readonly Moved[]): number =>
      found.reduce((sum, { minor }) => sum + minor, 0)
    const account_ids = [...cash]
    const hospital_id = books.hospital_id
    const opening = await net(hospital_id, {
      account_ids,
      to: nextDay(days.from, -1),
      facility_id,
    })
    const closing = await net(hospital_id, { account_ids, to: days.to, facility_id })
    const change = total(moved)
    return {
      from: days.from,
      to: days.to,
      method,
      facility_id: facility_id ?? null,
      sections: sections.map(({ name, found }) => ({
        class: name,
        rows: name === 'RESULT' ? [] : found.map((one) => rowOf(books, one)),
        total: major(total(found)),
      })),
      opening: major(opening),
      change: major(change),
      closing: major(closing),
      agrees: opening + change === closing,
      footer: await footer(caller, books),
    }
  })

const rowOf = ({ purse }: Books, { account, minor }: Moved) => ({
  account_id: account.id,
  code: account.code ?? '',
  name: account.name,
  amount: purse.major(minor),
})

const cash_tags = new Set(['cash', 'cash_drawer', 'bank', 'mobile', 'clearing'])

/** The heading that the preferences name; without one, by their tags (ACC-38). */
function cashAccounts({ chart, preferences }: Books): ReadonlySet<string> {
  const found =
    preferences.cash_group_id === null
      ? chart.all.filter(({ grouping }) => cash_tags.has(grouping ?? ''))
      : under(chart, preferences.cash_group_id)
  return new Set(found.filter(({ role }) => role === 'POSTING').map(({ id }) => id))
}

/** What stood against cash in the same entries, branch by branch: each branch balances (ACC-3). */
async function against(
  books: Books,
  cash: ReadonlySet<string>,
  { from, to, facility_id }: Asked,
): Promise<Moved[]> {
  const branch = when(facility_id, sql` and l.facility_id = ${facility_id}`) ?? sql``
  const found = await rows<{ account_id: string; moved: number }>(
    sql`select l.account_id, cast(sum(l.credit - l.debit) as bigint) as moved from journal_lines l
      where l.hospital_id = ${books.hospital_id} and l.entry_date between ${from} and ${to}${branch}
        and l.entry_id in (select c.entry_id from journal_lines c
          where c.hospital_id = ${books.hospital_id} and c.account_id${oneOf([...cash])}
            and c.entry_date between ${from} and ${to})
      group by l.account_id`,
  )
  const by_id = new Map(found.map(({ account_id, moved }) => [account_id, moved]))
  return movedOf(books, cash, (id) => by_id.get(id) ?? 0)
}

/** The books balance: what cash gained, everything else lost. */
async function withoutCash(
  books: Books,
  cash: ReadonlySet<string>,
  asked: Asked,
): Promise<Moved[]> {
  const found = await nets(books.hospital_id, { ...asked, closing: 'without' })
  return movedOf(books, cash, (id) => -(found.get(id) ?? 0))
}

const movedOf = (
  books: Books,
  cash: ReadonlySet<string>,
  amountOf: (id: string) => number,
): Moved[] =>
  posting(books)
    .filter(({ id }) => !cash.has(id))
    .map((account) => ({ account, minor: amountOf(account.id) }))
    .filter(({ minor }) => minor !== 0)

const lasting = new Set(['ppe', 'ppe_depr', 'intangible'])
const outside = new Set(['interbranch', 'opening'])
const not_cash = new Set(['ppe_depr', 'ar_allowance', 'inventory_allowance', 'provision'])

function directClass({ kind, grouping }: AccountRow): FlowClass {
  const tag = grouping ?? ''
  if (outside.has(tag)) return 'OTHER'
  if (lasting.has(tag)) return 'INVESTING'
  return tag === 'loan' || kind === 'EQUITY' ? 'FINANCING' : 'OPERATING'
}

function indirectClass(account: AccountRow): FlowClass {
  if (hasDepartment(account)) return 'RESULT'
  if (not_cash.has(account.grouping ?? '')) return 'NON_CASH'
  const found = directClass(account)
  return found === 'OPERATING' ? 'WORKING_CAPITAL' : found
}
