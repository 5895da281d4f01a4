// Accounts that another area counts too (ACC-108 to ACC-117): what it says, beside the ledger.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import {
  billingItems,
  claimItems,
  expenseItems,
  type OpenItem,
  peopleItems,
  purchaseItems,
  stockItems,
} from '../../../neighbours/books.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import type { Books } from '../books.ts'
import { grouped, signOf } from '../chart/chart.ts'
import { funding_moves } from '../funding/tables.ts'
import { type Asks, itemsFrom } from '../items.ts'
import { net } from '../reports/sums.ts'

interface Kept {
  id: string
  title: string
  groupings: readonly string[]
  ask: Asks
  /** Held against each party, or against the accounts as a whole. */
  by_party: boolean
}

const kept: readonly Kept[] = [
  {
    id: 'ACC-108',
    title: 'patients = 1201',
    groupings: ['ar_patient'],
    ask: [billingItems],
    by_party: true,
  },
  {
    id: 'ACC-109',
    title: 'schemes = 1202, 1203, 1206',
    groupings: ['ar_scheme', 'ar_scheme_dispute'],
    ask: [billingItems],
    by_party: true,
  },
  {
    id: 'ACC-110',
    title: 'clients = 1204',
    groupings: ['ar_client'],
    ask: [billingItems],
    by_party: true,
  },
  {
    id: 'ACC-111',
    title: 'deposits = 2201, 2202, 2203',
    groupings: ['deposit', 'unapplied', 'refund_due'],
    ask: [billingItems, claimItems],
    by_party: false,
  },
  {
    id: 'ACC-112',
    title: 'drawers = 1102',
    groupings: ['cash_drawer'],
    ask: [billingItems],
    by_party: false,
  },
  {
    id: 'ACC-113',
    title: 'stock = 1401 to 1407',
    groupings: ['inventory', 'inventory_transit'],
    ask: [stockItems],
    by_party: false,
  },
  {
    id: 'ACC-114',
    title: 'suppliers, expenses = 2101, 2102, 2104, 1302',
    groupings: ['ap', 'grni', 'supplier_advance', 'accrual'],
    ask: [purchaseItems, expenseItems],
    by_party: false,
  },
  {
    id: 'ACC-115',
    title: 'payroll = 2401, 1301',
    groupings: ['payroll_net', 'staff_advance'],
    ask: [peopleItems],
    by_party: false,
  },
  {
    id: 'ACC-117',
    title: 'settlements and packages = 1130, 1131, 1132, 2205',
    groupings: ['clearing', 'deferred_income'],
    ask: [billingItems, expenseItems, onTheWay],
    by_party: false,
  },
]

export interface Proof {
  id: string
  title: string
  /** Null: no area keeps them. */
  checked: number | null
  failed: number
  first: string | null
}

export async function proveSubledgers(
  caller: Caller,
  books: Books,
  as_of: string,
  asks: (id: string) => boolean = () => true,
): Promise<Proof[]> {
  const proofs: Proof[] = []
  for (const one of kept) if (asks(one.id)) proofs.push(await prove(caller, books, one, as_of))
  return proofs
}

export const subledgersApart = async (
  caller: Caller,
  books: Books,
  as_of: string,
): Promise<Proof[]> =>
  (await proveSubledgers(caller, books, as_of)).filter(({ failed }) => failed > 0)

async function prove(caller: Caller, books: Books, one: Kept, as_of: string): Promise<Proof> {
  const { id, title } = one
  const items: OpenItem[] = []
  const counted: string[] = []
  for (const grouping of one.groupings) {
    const found = await itemsFrom(one.ask, caller, grouping, as_of)
    if (found === undefined) continue
    counted.push(grouping)
    items.push(...found)
  }
  if (counted.length === 0) return { id, title, checked: null, failed: 0, first: null }
  items.push(...(await byHand(books, counted, as_of)))
  const kept_as = one.by_party ? await mergedInto(books) : (): string => ''
  const said = partySums(items, kept_as)
  const ledger = one.by_party
    ? await ledgerByParty(books, counted, as_of, kept_as)
    : new Map([['', await ledgerOf(books, counted, as_of)]])
  let failed = 0
  let first: string | null = null
  for (const key of new Set([...said.keys(), ...ledger.keys()])) {
    const theirs = said.get(key) ?? 0
    const ours = ledger.get(key) ?? 0
    if (theirs === ours) continue
    failed += 1
    const { said: words } = books.purse
    const whose = items.find(({ party_id }) => party_id === key)?.reference ?? key
    first ??=
      `${whose} items ${words(theirs)} ledger ${words(ours)} difference ${words(theirs - ours)}`.trim()
  }
  return { id, title, checked: Math.max(said.size, ledger.size), failed, first }
}

/** Money between branches, sent and not yet received (P-63): on 1132, and counted as it stands now. */
async function onTheWay(
  caller: Caller,
  grouping: string,
  as_of: string,
): Promise<OpenItem[] | undefined> {
  const { hospital_id } = caller
  if (grouping !== 'clearing' || as_of < (await today(caller))) return undefined
  const moves = await funding_moves.all({ hospital_id, status: 'IN_TRANSIT' })
  return moves.map(({ number, amount }) => ({
    party_kind: null,
    party_id: null,
    reference: number,
    amount,
  }))
}

/**
 * What people wrote on these accounts by hand, which no document of an area counts (ACC-9, ACC-108):
 * entries, opening balances, and moves of money whose other side is named.
 */
async function byHand(
  books: Books,
  groupings: readonly string[],
  as_of: string,
): Promise<OpenItem[]> {
  const accounts = new Map(
    grouped(books.chart, ...groupings).map((account) => [account.id, account]),
  )
  const found = await rows<OpenItem & { account_id: string; net: number }>(
    sql`select l.account_id, l.party_kind, l.party_id, e.reference, l.debit - l.credit as net
      from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.hospital_id = ${books.hospital_id} and l.entry_date <= ${as_of}
        and l.account_id${oneOf([...accounts.keys()])} and e.source${oneOf(hand_sources)}`,
  )
  return found.map(({ account_id, net: moved, ...item }) => ({
    ...item,
    amount: Number(moved) * signOf(accounts.get(account_id)?.kind ?? 'ASSET'),
  }))
}

export const hand_sources = ['MANUAL', 'OPENING', 'FUNDING_DEPOSIT', 'FUNDING_WITHDRAWAL'].flatMap(
  (source) => [source, `${source}_REVERSAL`],
)

function partySums(
  items: readonly OpenItem[],
  kept_as: (id: string) => string,
): Map<string, number> {
  const found = new Map<string, number>()
  for (const { party_id, amount } of items) {
    const key = kept_as(party_id ?? '')
    found.set(key, (found.get(key) ?? 0) + amount)
  }
  return found
}

async function ledgerOf(books: Books, groupings: readonly string[], to: string): Promise<number> {
  let total = 0
  for (const { id, kind } of grouped(books.chart, ...groupings)) {
    total += (await net(books.hospital_id, { account_ids: [id], to })) * signOf(kind)
  }
  return total
}

async function ledgerByParty(
  books: Books,
  groupings: readonly string[],
  to: string,
  kept_as: (id: string) => string,
): Promise<Map<string, number>> {
  const accounts = grouped(books.chart, ...groupings)
  const found = await rows<{ party_id: string | null; net: number }>(
    sql`select party_id, cast(sum(debit - credit) as bigint) as net from journal_lines
      where hospital_id = ${books.hospital_id} and entry_date <= ${to}
        and account_id${oneOf(accounts.map(({ id }) => id))} group by party_id`,
  )
  const sums = new Map<string, number>()
  for (const { party_id, net: left } of found) {
    const key = kept_as(party_id ?? '')
    sums.set(key, (sums.get(key) ?? 0) + left)
  }
  return new Map([...sums].filter(([, left]) => left !== 0))
}

/** Lines stay with the record they were written for; it counts as the one it was merged into. */
async function mergedInto({ hospital_id }: Books): Promise<(id: string) => string> {
  const found = await rows<{ id: string; merged_into_id: string }>(
    sql`select id, merged_into_id from patients
      where hospital_id = ${hospital_id} and merged_into_id is not null`,
  )
  const into = new Map(found.map(({ id, merged_into_id }) => [id, merged_into_id]))
  return (id) => {
    let kept = id
    for (let steps = 0; steps <= into.size && into.has(kept); steps++) kept = into.get(kept) ?? kept
    return kept
  }
}
