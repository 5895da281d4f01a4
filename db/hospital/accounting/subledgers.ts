// Accounts that another area counts too (ACC-108 to ACC-117): what it says, beside the ledger.

import type { Caller } from '../../caller.ts'
import { rows } from '../../connection.ts'
import { oneOf, sql } from '../../sql.ts'
import { billingItems, type OpenItem, peopleItems, stockItems } from '../neighbours/books.ts'
import type { Books } from './books.ts'
import { signOf } from './chart.ts'
import { net } from './sums.ts'

interface Kept {
  id: string
  title: string
  groupings: readonly string[]
  ask: typeof billingItems
  /** Held against each party, or against the accounts as a whole. */
  by_party: boolean
}

const kept: readonly Kept[] = [
  {
    id: 'ACC-108',
    title: 'patients = 1201',
    groupings: ['ar_patient'],
    ask: billingItems,
    by_party: true,
  },
  {
    id: 'ACC-109',
    title: 'schemes = 1202, 1203, 1206',
    groupings: ['ar_scheme', 'ar_scheme_dispute'],
    ask: billingItems,
    by_party: true,
  },
  {
    id: 'ACC-110',
    title: 'clients = 1204',
    groupings: ['ar_client'],
    ask: billingItems,
    by_party: true,
  },
  {
    id: 'ACC-111',
    title: 'deposits = 2201, 2202, 2203',
    groupings: ['deposit', 'unapplied', 'refund_due'],
    ask: billingItems,
    by_party: false,
  },
  {
    id: 'ACC-112',
    title: 'drawers = 1102',
    groupings: ['cash_drawer'],
    ask: billingItems,
    by_party: false,
  },
  {
    id: 'ACC-113',
    title: 'stock = 1401 to 1407',
    groupings: ['inventory', 'inventory_transit'],
    ask: stockItems,
    by_party: false,
  },
  {
    id: 'ACC-114',
    title: 'suppliers = 2101, 2102, 1302',
    groupings: ['ap', 'grni', 'supplier_advance'],
    ask: stockItems,
    by_party: false,
  },
  {
    id: 'ACC-115',
    title: 'payroll = 2401, 1301',
    groupings: ['payroll_net', 'staff_advance'],
    ask: peopleItems,
    by_party: false,
  },
  {
    id: 'ACC-117',
    title: 'settlements and packages = 1130, 1131, 2205',
    groupings: ['clearing', 'deferred_income'],
    ask: billingItems,
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
): Promise<Proof[]> {
  const proofs: Proof[] = []
  for (const one of kept) proofs.push(await prove(caller, books, one, as_of))
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
  let known = false
  for (const grouping of one.groupings) {
    const found = await one.ask(caller, grouping, as_of)
    if (found === undefined) continue
    known = true
    for (const item of found) items.push(item)
  }
  if (!known) return { id, title, checked: null, failed: 0, first: null }
  const said = one.by_party ? partySums(items) : new Map([['', sumOf(items)]])
  const ledger = one.by_party
    ? await ledgerByParty(books, one.groupings, as_of)
    : new Map([['', await ledgerOf(books, one.groupings, as_of)]])
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

const sumOf = (items: readonly OpenItem[]): number =>
  items.reduce((total, { amount }) => total + amount, 0)

function partySums(items: readonly OpenItem[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { party_id, amount } of items) {
    const key = party_id ?? ''
    found.set(key, (found.get(key) ?? 0) + amount)
  }
  return found
}

const accountsOf = ({ chart }: Books, groupings: readonly string[]) =>
  chart.all.filter(({ grouping }) => grouping !== null && groupings.includes(grouping))

async function ledgerOf(books: Books, groupings: readonly string[], to: string): Promise<number> {
  let total = 0
  for (const { id, kind } of accountsOf(books, groupings)) {
    total += (await net(books.hospital_id, { account_ids: [id], to })) * signOf(kind)
  }
  return total
}

async function ledgerByParty(
  books: Books,
  groupings: readonly string[],
  to: string,
): Promise<Map<string, number>> {
  const accounts = accountsOf(books, groupings)
  const found = await rows<{ party_id: string | null; net: number }>(
    sql`select party_id, cast(sum(debit - credit) as bigint) as net from journal_lines
      where hospital_id = ${books.hospital_id} and entry_date <= ${to}
        and account_id${oneOf(accounts.map(({ id }) => id))} group by party_id`,
  )
  const kept = await mergedInto(books)
  const sums = new Map<string, number>()
  for (const { party_id, net: left } of found) {
    const key = kept(party_id ?? '')
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
