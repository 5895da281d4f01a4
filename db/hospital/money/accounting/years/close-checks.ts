// What stands in the way of closing a year (ACC-69, ACC-70), read only.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { row, rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import {
  billingStops,
  claimStops,
  drawerStops,
  expenseStops,
  peopleStops,
  purchaseStops,
  type Stop,
  stockStops,
} from '../../../neighbours/books.ts'
import type { Books, YearRow } from '../books.ts'
import { grouped, labelOf, signOf } from '../chart/chart.ts'
import { role_kinds } from '../chart/default-map.ts'
import { walk, seriesBroken } from '../proofs/proofs.ts'
import { subledgersApart } from '../proofs/subledgers.ts'
import { net, sums } from '../reports/sums.ts'
import type { Plan } from './shapes.ts'

export type Check = Plan['checks'][number]
export interface Warning {
  code: string
  count: number
  /** As the dry run prints it. */
  message: string
  /** As a refusal says it, after `Accept W01 or mend it: `. */
  said?: string
}
type CheckRecord = Check['records'][number]

interface Found {
  count: number
  fine: string
  bad: string
  fix?: string | null
  records?: readonly CheckRecord[]
}

const check = (code: string, { count, fine, bad, fix, records }: Found): Check => ({
  code,
  state: count === 0 ? 'OK' : 'FAIL',
  count,
  message: count === 0 ? fine : bad,
  fix: count === 0 ? null : (fix ?? null),
  records: (records ?? []).slice(0, 20),
})

const many = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`

export interface Reading {
  /** The chain is proven from here on; a close reads only what came since. */
  from: { chain_no: number; hash: string }
}

export async function checksOf(
  caller: Caller,
  books: Books,
  year: YearRow,
  reading: Reading,
): Promise<Check[]> {
  const stops = await stopsOf(caller, year)
  return [
    ...aroundIt(books, year),
    await noDrafts(books, year),
    ...ofAreas(stops),
    await noUneven(books, year),
    await subledgers(caller, books, year),
    ...(await zeros(books, year)),
    roles(books),
    await chain(books, reading),
    check('C15', {
      count: count(stops, 'C15'),
      fine: 'every fiscal receipt is acknowledged',
      bad: `${many(count(stops, 'C15'), 'fiscal receipt is', 'fiscal receipts are')} not acknowledged`,
      records: stops.filter(({ code }) => code === 'C15'),
    }),
    noReopening(books, year),
  ].sort((a, b) => (a.code < b.code ? -1 : 1))
}

export async function stopsOf(caller: Caller, year: YearRow): Promise<Stop[]> {
  const range = { from: year.starts_on, to: year.ends_on }
  const found: Stop[] = []
  for (const ask of [
    drawerStops,
    billingStops,
    expenseStops,
    claimStops,
    stockStops,
    peopleStops,
    purchaseStops,
  ]) {
    found.push(...(await ask(caller, range)))
  }
  return found
}

const count = (stops: readonly Stop[], code: string): number =>
  stops.filter((stop) => stop.code === code).length

function aroundIt(books: Books, year: YearRow): Check[] {
  const at = books.years.findIndex(({ id }) => id === year.id)
  const before = books.years[at - 1]
  const next = books.years[at + 1]
  const open = before !== undefined && before.status !== 'CLOSED' && before.status !== 'SEALED'
  return [
    check('C01', {
      count: open ? 1 : 0,
      fine:
        before === undefined
          ? 'it is the first year'
          : `the year before, ${before.name}, is ${before.status} (version ${before.close_version})`,
      bad: `the year before, ${before?.name}, is ${before?.status}`,
      fix: `kituo fiscal-year close ${before?.name}`,
    }),
    check('C02', {
      count: year.ends_on >= books.today ? 1 : 0,
      fine: 'the year has ended',
      bad: `the year ends on ${year.ends_on}`,
    }),
    check('C03', {
      count: next === undefined ? 1 : 0,
      fine: `the next year exists: ${next?.name}`,
      bad: 'no fiscal year follows',
      fix: `kituo fiscal-year create <name> --from ${nextDay(year.ends_on)} --to <date>`,
    }),
  ]
}

async function noDrafts({ hospital_id }: Books, year: YearRow): Promise<Check> {
  const drafts = await rows<{ id: string; memo: string }>(
    sql`select id, memo from entry_drafts where hospital_id = ${hospital_id} and not discarded
      and entry_date between ${year.starts_on} and ${year.ends_on} order by entry_date, id`,
  )
  return check('C04', {
    count: drafts.length,
    fine: 'no draft is dated in the year',
    bad: `${many(drafts.length, 'draft entry is', 'draft entries are')} dated in the year`,
    fix: `kituo books drafts --year ${year.name}`,
    records: drafts.map(({ id, memo }) => ({ kind: 'entry', id, reference: memo.slice(0, 120) })),
  })
}

function ofAreas(stops: readonly Stop[]): Check[] {
  const of = (code: string, fine: string, one: string, more: string): Check =>
    check(code, {
      count: count(stops, code),
      fine,
      bad: many(count(stops, code), one, more),
      records: stops.filter((stop) => stop.code === code),
    })
  return [
    of('C05', 'no open documents', 'document is open', 'documents are open'),
    of(
      'C06',
      'every shift is confirmed, nothing is on the way',
      'shift or transfer is open',
      'shifts or transfers are open',
    ),
    of('C07', 'no stock count is open', 'stock count is open', 'stock counts are open'),
  ]
}

async function noUneven({ hospital_id }: Books, { ends_on }: YearRow): Promise<Check> {
  const found = await sums(hospital_id, ['facility_id'], { to: ends_on })
  const uneven = found.filter(({ debit, credit }) => debit !== credit)
  return check('C08', {
    count: uneven.length,
    fine: 'trial balance is zero in every branch',
    bad: `the trial balance is not zero in ${many(uneven.length, 'branch', 'branches')}`,
    fix: 'kituo books verify --only ACC-119',
  })
}

async function subledgers(caller: Caller, books: Books, { ends_on }: YearRow): Promise<Check> {
  const apart = await subledgersApart(caller, books, ends_on)
  return check('C09', {
    count: apart.length,
    fine: 'sub-ledgers agree: patients, insurers, clients, deposits, drawers, stock, suppliers, payroll, taxes',
    bad: `${many(apart.length, 'sub-ledger differs', 'sub-ledgers differ')} from its account: ${apart.map(({ title }) => title).join(', ')}`.slice(
      0,
      300,
    ),
    fix: 'kituo books verify',
  })
}

async function zeros(books: Books, { ends_on: to }: YearRow): Promise<Check[]> {
  const { hospital_id, map, purse } = books
  const held = async (role: string): Promise<number> =>
    net(hospital_id, { account_ids: [map.roles[role] ?? ''], to })
  const opening = await held('opening')
  const suspense = await held('suspense')
  const between = await held('interbranch')
  return [
    check('C10', {
      count: opening === 0 ? 0 : 1,
      fine: 'opening balance equity is zero',
      bad: `opening balance equity holds ${purse.said(-opening)}`,
    }),
    check('C11', {
      count: suspense === 0 ? 0 : 1,
      fine: 'unidentified receipts are zero',
      bad: `unidentified receipts hold ${purse.said(-suspense)}`,
      fix: 'say whose they are, or --accept C11 with --reason',
    }),
    check('C12', {
      count: between === 0 ? 0 : 1,
      fine: 'branches owe each other nothing',
      bad: `branches owe each other ${purse.said(between)}`,
    }),
  ]
}

function roles({ map, chart }: Books): Check {
  const missing = Object.keys(role_kinds).filter((role) => {
    const account = chart.by_id.get(map.roles[role] ?? '')
    const wanted = role === 'drawers' ? 'CONTROL' : 'POSTING'
    return account?.active !== true || account.role !== wanted
  })
  const retained = chart.by_id.get(map.roles['retained'] ?? '')
  const wrong = retained !== undefined && retained.kind !== 'EQUITY' ? ['retained'] : []
  const all = [...new Set([...missing, ...wrong])]
  return check('C13', {
    count: all.length,
    fine: 'every posting role has an account',
    bad: `posting roles without an account: ${all.join(', ')}`.slice(0, 300),
  })
}

async function chain({ hospital_id }: Books, { from }: Reading): Promise<Check> {
  const walked = await walk(hospital_id, from)
  const { bad } = await seriesBroken(hospital_id, null)
  const broken = walked.broken ?? walked.unbalanced ?? walked.unbalanced_branch
  return check('C14', {
    count: (broken === null ? 0 : 1) + (bad === null ? 0 : 1),
    fine: 'chain and numbers are whole',
    bad: broken === null ? `the series ${bad} is not whole` : `the chain breaks at ${broken}`,
    fix: 'kituo books verify',
  })
}

function noReopening({ years }: Books, year: YearRow): Check {
  const waiting = years.filter(({ id, awaiting }) => id !== year.id && awaiting?.kind === 'REOPEN')
  return check('C16', {
    count: waiting.length,
    fine: 'no reopening waits',
    bad: `the reopening of ${waiting[0]?.name} waits for a second person`,
    fix: `kituo fiscal-year approve ${waiting[0]?.name} --as <username>`,
  })
}

export async function warningsOf(caller: Caller, books: Books, year: YearRow): Promise<Warning[]> {
  const { hospital_id, map, chart, purse } = books
  const { starts_on: from, ends_on: to } = year
  const stops = await stopsOf(caller, year)
  const counted = async (statement: Parameters<typeof row>[0]): Promise<number> =>
    (await row<{ n: number }>(statement))?.n ?? 0
  const unmatched = await counted(
    sql`select count(*) as n from statement_lines where hospital_id = ${hospital_id}
      and status in ('NEW', 'PART_MATCHED') and value_date <= ${to}`,
  )
  const due = await counted(
    sql`select count(*) as n from filings where hospital_id = ${hospital_id} and status = 'DUE'
      and period_year between ${Number(from.slice(0, 4))} and ${Number(to.slice(0, 4))}`,
  )
  const draft_budgets = await counted(
    sql`select count(*) as n from budgets where hospital_id = ${hospital_id} and status = 'DRAFT'
      and period_year between ${Number(from.slice(0, 4))} and ${Number(to.slice(0, 4))}`,
  )
  const by_hand = await counted(
    sql`select count(*) as n from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.hospital_id = ${hospital_id} and l.party_id is not null and e.source = 'MANUAL'
        and l.entry_date between ${from} and ${to}`,
  )
  const transit = await sums(hospital_id, ['account_id'], {
    to,
    account_ids: [map.roles['cash_transit'] ?? '', map.roles['stock_transit'] ?? ''],
  })
  const on_way = transit.filter(({ debit, credit }) => debit !== credit).length
  const accountable = await net(hospital_id, {
    to,
    account_ids: [map.roles['cash_suspense'] ?? ''],
  })
  const held = await sums(hospital_id, ['account_id'], { to })
  const turned = held.filter(({ account_id, debit, credit }) => {
    const account = chart.by_id.get(account_id)
    return account?.kind === 'ASSET' && !contra.has(account.grouping ?? '') && credit > debit
  })
  const w = (code: string, n: number, message: string): Warning[] =>
    n === 0 ? [] : [{ code, count: n, message }]
  const of = (code: string, one: string, more: string): Warning[] =>
    w(code, count(stops, code), many(count(stops, code), one, more))
  return [
    ...(await unreconciled(books, year)),
    ...w(
      'W02',
      unmatched,
      many(unmatched, 'bank line is not matched', 'bank lines are not matched'),
    ),
    ...of('W03', 'delivery is not invoiced', 'deliveries are not invoiced'),
    ...w('W04', on_way, 'cash or stock is on the way'),
    ...of('W05', 'deposit is older than 180 days', 'deposits are older than 180 days'),
    ...of('W06', 'claim is not submitted', 'claims are not submitted'),
    ...of('W07', 'denied line is undecided', 'denied lines are undecided'),
    ...w('W08', due, many(due, 'return of the year is due', 'returns of the year are due')),
    ...(await noDepreciation(books, year)),
    ...of('W11', 'done service is on a draft bill', 'done services are on draft bills'),
    ...w(
      'W12',
      turned.length,
      `assets with a credit balance: ${turned
        .map(({ account_id }) => labelOf(chart.by_id.get(account_id) ?? { code: null, name: '' }))
        .join(', ')}`.slice(0, 280),
    ),
    ...w('W13', draft_budgets, many(draft_budgets, 'budget is a draft', 'budgets are drafts')),
    ...w(
      'W14',
      accountable === 0 ? 0 : 1,
      `cash to be accounted for: ${purse.said(accountable * signOf('ASSET'))}`,
    ),
    ...w(
      'W15',
      by_hand,
      many(by_hand, 'line by hand on party accounts', 'lines by hand on party accounts'),
    ),
  ]
}

const contra = new Set([
  'ar_allowance',
  'inventory_allowance',
  'ppe_depr',
  'intangible',
  'interbranch',
])

/** W01: banks that moved in the year and are not reconciled to its end. */
async function unreconciled(
  { hospital_id, chart }: Books,
  { starts_on: from, ends_on: to }: YearRow,
): Promise<Warning[]> {
  const banks = chart.all.filter(({ is_bank, active }) => is_bank && active)
  const moved = await sums(hospital_id, ['account_id'], {
    from,
    to,
    account_ids: banks.map(({ id }) => id),
  })
  const done = await rows<{ account_id: string; last: string }>(
    sql`select account_id, max(statement_date) as last from reconciliations
      where hospital_id = ${hospital_id} and status = 'APPROVED' group by account_id`,
  )
  const late = moved
    .map(({ account_id }) => ({
      name: chart.by_id.get(account_id)?.name ?? '',
      last: done.find((one) => one.account_id === account_id)?.last ?? null,
    }))
    .filter(({ last }) => last === null || last < to)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const [first] = late
  if (first === undefined) return []
  const to_when = (last: string | null): string =>
    last === null ? 'never reconciled' : `reconciled to ${last}`
  return [
    {
      code: 'W01',
      count: late.length,
      message:
        `statements: ${late.map(({ name, last }) => `${name} ${to_when(last)}`).join(', ')}`.slice(
          0,
          280,
        ),
      said: `bank ${first.name} is ${to_when(first.last)}.`,
    },
  ]
}

/** W09: property is held, and months of the year carry no depreciation. */
async function noDepreciation(
  { hospital_id, chart, map }: Books,
  { starts_on: from, ends_on: to }: YearRow,
): Promise<Warning[]> {
  const property = grouped(chart, 'ppe').map(({ id }) => id)
  if ((await net(hospital_id, { to, account_ids: property })) === 0) return []
  const done = await sums(hospital_id, ['month'], {
    from,
    to,
    account_ids: [map.roles['depreciation'] ?? ''],
    closing: 'without',
  })
  const months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
    Number(to.slice(5, 7)) -
    Number(from.slice(5, 7)) +
    1
  const missing = months - done.filter(({ debit }) => debit > 0).length
  if (missing <= 0) return []
  return [
    {
      code: 'W09',
      count: missing,
      message: `${many(missing, 'month', 'months')} without depreciation`,
    },
  ]
}
