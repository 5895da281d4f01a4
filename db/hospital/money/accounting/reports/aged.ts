// Who owes for how long, and whom the house owes (ACC-81): by open item where an area keeps them,
// else by party from the ledger, what came in having settled the oldest first.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { rows, snapshot } from '../../../../store/connection.ts'
import { oneOf, sql, when } from '../../../../store/sql.ts'
import {
  billingItems,
  claimItems,
  type OpenItem,
  purchaseItems,
} from '../../../neighbours/books.ts'
import type { Books } from '../books.ts'
import { booksAsked } from '../branch-asked.ts'
import { type AccountRow, grouped, signOf } from '../chart/chart.ts'
import { type Age, type AgedDebts, ages, type DebtsAsked, debtors_max } from './detail-shapes.ts'
import { type Asks, itemsFrom } from '../items.ts'
import { partyNames } from './parties.ts'
import { footer } from './reports.ts'
import { net } from './sums.ts'
import { type PartyKind, party_kinds } from '../words.ts'

type Buckets = Record<Age, number>
interface Debt extends Buckets {
  party_kind: PartyKind | null
  party_id: string | null
  name: string
}
interface Asked {
  as_of: string
  party_kind?: PartyKind | undefined
  facility_id?: string | undefined
}
type Group = AgedDebts['groups'][number]
interface Counted {
  group: Group
  totals: Buckets
}

const owed_to_us = ['ar_patient', 'ar_scheme', 'ar_client', 'accrued_income', 'ar_scheme_dispute']
const paid_before = ['deposit', 'unapplied']
const owed_by_us = ['ap', 'grni']
const paid_ahead = ['supplier_advance']

export const agedReceivables = (caller: Caller, asked: DebtsAsked): Promise<AgedDebts> =>
  agedDebts(caller, asked, [owed_to_us, paid_before], [billingItems, claimItems])

export const agedPayables = (caller: Caller, asked: { as_of?: string }): Promise<AgedDebts> =>
  agedDebts(caller, asked, [owed_by_us, paid_ahead], [purchaseItems])

const agedDebts = (
  caller: Caller,
  given: DebtsAsked,
  [debts, credits]: readonly [readonly string[], readonly string[]],
  asks: Asks,
): Promise<AgedDebts> =>
  snapshot(async () => {
    const books = await booksAsked(caller, given)
    const asked = { ...given, as_of: given.as_of ?? books.today }
    const counted = async (groupings: readonly string[]): Promise<Counted[]> => {
      const found: Counted[] = []
      for (const grouping of groupings) {
        const one = await groupOf(caller, books, grouping, asked, asks)
        if (one !== undefined) found.push(one)
      }
      return found
    }
    const groups = await counted(debts)
    const apart = await counted(credits)
    return {
      as_of: asked.as_of,
      facility_id: asked.facility_id ?? null,
      groups: groups.map(({ group }) => group),
      totals: shown(books, added(groups.map(({ totals }) => totals))),
      credits: apart.map(({ group }) => group),
      footer: await footer(caller, books),
    }
  })

async function groupOf(
  caller: Caller,
  books: Books,
  grouping: string,
  asked: Asked,
  asks: Asks,
): Promise<Counted | undefined> {
  const accounts = grouped(books.chart, grouping).filter(({ role }) => role === 'POSTING')
  const [first] = accounts
  if (first === undefined) return undefined
  const sign = signOf(first.kind)
  const items = await itemsFrom(asks, caller, grouping, asked.as_of)
  const found = (
    items === undefined ? await fromLedger(books, accounts, sign, asked) : fromItems(items, asked)
  ).filter(({ party_kind }) => asked.party_kind === undefined || party_kind === asked.party_kind)
  const totals = added(found)
  const of_all = await net(books.hospital_id, {
    account_ids: accounts.map(({ id }) => id),
    to: asked.as_of,
    facility_id: asked.facility_id,
  })
  // Of one kind of party there is no balance of the account to hold it against.
  const ledger = asked.party_kind === undefined ? of_all * sign || 0 : sumOf(totals)
  const largest = found.toSorted((a, b) => sumOf(b) - sumOf(a))
  const listed = largest.slice(0, debtors_max)
  const rest = largest.slice(debtors_max)
  const names = await partyNames(caller, listed)
  const row = ({ party_kind, party_id, name, ...amounts }: Debt) => ({
    party_kind,
    party_id,
    name: names.get(party_id ?? '') ?? (name || (party_id ?? '')),
    ...shown(books, amounts),
  })
  const others = { party_kind: null, party_id: null, name: `${rest.length} more`, ...added(rest) }
  return {
    totals,
    group: {
      grouping,
      accounts: accounts.map(({ id, code, name }) => ({ account_id: id, code: code ?? '', name })),
      rows: [...listed.map(row), ...(rest.length === 0 ? [] : [row(others)])],
      totals: shown(books, totals),
      ledger: books.purse.major(ledger),
      difference: books.purse.major(sumOf(totals) - ledger),
    },
  }
}

const none: Buckets = {
  current: 0,
  days_1_30: 0,
  days_31_60: 0,
  days_61_90: 0,
  days_91_180: 0,
  over_180: 0,
}

function added(all: readonly Buckets[]): Buckets {
  const total = { ...none }
  for (const one of all) for (const age of ages) total[age] += one[age]
  return total
}

const sumOf = (buckets: Buckets): number => ages.reduce((sum, age) => sum + buckets[age], 0)

function shown({ purse }: Books, buckets: Buckets): Group['totals'] {
  const { major } = purse
  return {
    current: major(buckets.current),
    days_1_30: major(buckets.days_1_30),
    days_31_60: major(buckets.days_31_60),
    days_61_90: major(buckets.days_61_90),
    days_91_180: major(buckets.days_91_180),
    over_180: major(buckets.over_180),
    total: major(sumOf(buckets)),
  }
}

const last_days: readonly [Age, number][] = [
  ['current', 0],
  ['days_1_30', 30],
  ['days_31_60', 60],
  ['days_61_90', 90],
  ['days_91_180', 180],
]

function ageOf(due_on: string, as_of: string): Age {
  const late = Math.round((Date.parse(as_of) - Date.parse(due_on)) / 86_400_000)
  return last_days.find(([, most]) => late <= most)?.[0] ?? 'over_180'
}

function fromItems(items: readonly OpenItem[], { as_of, facility_id }: Asked): Debt[] {
  const debts = new Map<string, Debt>()
  for (const item of items) {
    if (facility_id !== undefined && item.facility_id !== facility_id) continue
    const key = item.party_id ?? item.reference
    const debt = debts.get(key) ?? {
      party_kind: party_kinds.find((kind) => kind === item.party_kind) ?? null,
      party_id: item.party_id,
      name: item.reference,
      ...none,
    }
    debt[ageOf(item.due_on ?? as_of, as_of)] += item.amount
    debts.set(key, debt)
  }
  return [...debts.values()].filter((debt) => ages.some((age) => debt[age] !== 0))
}

interface Charged extends Buckets {
  party_kind: PartyKind | null
  party_id: string | null
  settled: number
}

/** A row a party that is not even, however long its history. */
async function fromLedger(
  { hospital_id }: Books,
  accounts: readonly AccountRow[],
  sign: 1 | -1,
  { as_of, facility_id }: Asked,
): Promise<Debt[]> {
  const [charge, settle] = sign === 1 ? [sql`debit`, sql`credit`] : [sql`credit`, sql`debit`]
  const since = (days: number): string => nextDay(as_of, -days)
  const between = (from: string | null, to: string | null) =>
    sql`cast(sum(case when ${from === null ? sql`1 = 1` : sql`entry_date >= ${from}`}
      and ${to === null ? sql`1 = 1` : sql`entry_date < ${to}`} then ${charge} else 0 end) as bigint)`
  const found = await rows<Charged>(
    sql`select party_kind, party_id, cast(sum(${settle}) as bigint) as settled,
      ${between(since(0), null)} as current,
      ${between(since(30), since(0))} as days_1_30,
      ${between(since(60), since(30))} as days_31_60,
      ${between(since(90), since(60))} as days_61_90,
      ${between(since(180), since(90))} as days_91_180,
      ${between(null, since(180))} as over_180
      from journal_lines where hospital_id = ${hospital_id} and entry_date <= ${as_of}
        and account_id${oneOf(accounts.map(({ id }) => id))}
        ${when(facility_id, sql`and facility_id = ${facility_id}`) ?? sql``}
      group by party_kind, party_id having sum(debit) <> sum(credit)`,
  )
  return found.map(({ settled, ...debt }) => ({ ...settleOldest(debt, settled), name: '' }))
}

/** What is left over when everything is settled is owed the other way, and is of today. */
function settleOldest<T extends Buckets>(debt: T, settled: number): T {
  const left = { ...debt }
  let rest = settled
  for (const age of ages.toReversed()) {
    const paid = Math.min(rest, left[age])
    Object.assign(left, { [age]: left[age] - paid })
    rest -= paid
  }
  return Object.assign(left, { current: left.current - rest })
}
