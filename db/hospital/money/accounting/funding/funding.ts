// Funding accounts (2.9, ACC-49): the banks, tills and safes behind ledger accounts.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { conflict, invalid, noSuch, Refusal } from '../../../../core/refusal.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { type Books, booksOf, restamp } from '../books.ts'
import { booksAsked } from '../branch-asked.ts'
import { type AccountRow, labelOf, manualOf } from '../chart/chart.ts'
import type { FundingAccount, FundingInput } from './shapes.ts'
import { funding_accounts } from './tables.ts'
import { facilityNames } from '../reports/parties.ts'
import { actingBranch, post } from '../posting/post.ts'
import { sums } from '../reports/sums.ts'
import { accounts } from '../tables.ts'
import type { FundingKind, PartyKind } from '../words.ts'
import type { Posted } from '../posting/write.ts'

export type FundingRow = RowOf<(typeof funding_accounts)['columns']>

export async function list(
  caller: Caller,
  asked: { kind?: FundingKind; facility_id?: string; active?: boolean } = {},
): Promise<FundingAccount[]> {
  const { hospital_id } = caller
  await booksAsked(caller, asked)
  const found = await funding_accounts.all(
    { hospital_id, kind: asked.kind, facility_id: asked.facility_id, active: asked.active },
    { order: ['kind', 'name', 'id'] },
  )
  return view(caller, found)
}

async function view(caller: Caller, found: readonly FundingRow[]): Promise<FundingAccount[]> {
  const { hospital_id } = caller
  const { chart, purse } = await booksOf(caller)
  const ids = found.map(({ account_id }) => account_id)
  const held = await sums(hospital_id, ['account_id'], { account_ids: ids })
  const open = await rows<{ account_id: string; n: number }>(
    sql`select account_id, count(*) as n from statement_lines
      where hospital_id = ${hospital_id} and status in ('NEW', 'PART_MATCHED')
        and account_id${oneOf(ids)} group by account_id`,
  )
  return found.map((funding) => {
    const sum = held.find(({ account_id }) => account_id === funding.account_id)
    return {
      ...funding,
      account_code: chart.by_id.get(funding.account_id)?.code ?? '',
      balance: purse.major((sum?.debit ?? 0) - (sum?.credit ?? 0)),
      foreign_balance: null,
      unmatched: open.find(({ account_id }) => account_id === funding.account_id)?.n ?? 0,
    }
  })
}

export async function open(caller: Caller, input: FundingInput): Promise<FundingAccount> {
  const { hospital_id } = caller
  const books = await booksOf(caller)
  const account = books.chart.by_id.get(input.account_id)
  if (account === undefined) throw new Refusal(404, 'not_found', 'account_id: no such account.')
  holdsMoney(account)
  const taken = await funding_accounts.find({ hospital_id, account_id: account.id })
  if (taken !== undefined) throw conflict(`${account.code} is already ${taken.name}.`)
  const currency = account.currency ?? books.purse.currency.code
  if ((input.currency ?? currency).toUpperCase() !== currency) {
    throw invalid('currency', `must be ${currency}.`)
  }
  const facility_id = input.facility_id ?? (await actingBranch(caller))
  if (!(await facilityNames(caller)).has(facility_id)) throw noSuch('facility')
  const is_default = input.is_default ?? false
  if (is_default) {
    await funding_accounts.change(
      { hospital_id, facility_id, kind: input.kind, is_default: true },
      { is_default: false },
    )
  }
  await tagged(caller, account, input.kind)
  const made = await funding_accounts
    .insert({
      ...input,
      hospital_id,
      currency,
      facility_id,
      is_default,
      active: input.active ?? true,
    })
    .catch((error: unknown) => {
      throw isTaken(error, 'account_id') ? conflict(`${account.code} is taken.`) : error
    })
  record(caller, 'funding.create', {
    entity_type: 'funding_account',
    entity_id: made.id,
    entity_label: made.name,
  })
  const [shown] = await view(caller, [made])
  return shown as FundingAccount
}

function holdsMoney(account: AccountRow): void {
  if (account.role !== 'POSTING') throw conflict(`${labelOf(account)} is a heading.`)
  if (!account.active) throw conflict(`${account.code} is not active.`)
  if (account.kind !== 'ASSET') throw conflict(`${labelOf(account)} is not an account of assets.`)
  if (manualOf(account) !== 'OPEN') {
    throw conflict(`${labelOf(account)} is kept by the house: money cannot lie in it.`)
  }
}

/** What money lies in is told by its grouping, so an account of any other becomes one of this kind. */
async function tagged(
  caller: Caller,
  { id, is_bank, ...account }: AccountRow,
  kind: FundingKind,
): Promise<void> {
  const changes = {
    ...(isMoney(account) ? {} : { grouping: kind }),
    ...(kind === 'cash' || is_bank ? {} : { is_bank: true }),
  }
  if (Object.keys(changes).length === 0) return
  await accounts.change({ hospital_id: caller.hospital_id, id }, changes)
  await restamp(caller)
}

const isMoney = ({ grouping }: Pick<AccountRow, 'grouping'>): boolean =>
  grouping === 'cash' || grouping === 'bank' || grouping === 'mobile'

/** By its own id or its ledger account's (ACC-50). */
export async function fundingOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  id: string,
): Promise<FundingRow | undefined> {
  return (
    (await funding_accounts.find({ hospital_id, id })) ??
    (await funding_accounts.find({ hospital_id, account_id: id }))
  )
}

const kinds: Readonly<Record<string, FundingKind>> = {
  Cash: 'cash',
  'Mobile Money': 'mobile',
  'Bank Transfer': 'bank',
}

export interface FundedBy {
  /** Null where the method has an account of its own and no funding account. */
  id: string | null
  account_id: string
  name: string
}

/** Where a payment by this method goes (2.4): the branch's default, else the main branch's. */
export async function fundingAccountFor(
  caller: Pick<Caller, 'hospital_id'>,
  method: string,
  facility_id: string,
): Promise<FundedBy> {
  const { hospital_id } = caller
  const books = await booksOf(caller)
  const own = books.chart.by_id.get(books.map.methods[method] ?? '')
  if (own !== undefined) return { id: null, account_id: own.id, name: own.name }
  const kind = kinds[method]
  if (kind === undefined) throw conflict(`Method ${method} has no account: set it in accounting.`)
  const found = await funding_accounts.all({ hospital_id, kind, is_default: true, active: true })
  const funding =
    found.find((one) => one.facility_id === facility_id) ?? (await ofMain(hospital_id, found))
  if (funding === undefined) {
    const branch = (await facilityNames(caller)).get(facility_id)
    throw conflict(`No default ${kind} account for ${branch}: set one in accounting.`)
  }
  return { id: funding.id, account_id: funding.account_id, name: funding.name }
}

async function ofMain(
  hospital_id: string,
  found: readonly FundingRow[],
): Promise<FundingRow | undefined> {
  const main = await rows<{ id: string }>(
    sql`select id from facilities where hospital_id = ${hospital_id} and is_main`,
  )
  return found.find(({ facility_id }) => facility_id === main[0]?.id) ?? found[0]
}

/** Money out of a funding account for another area's document (ACC-26). */
export async function fundingPay(
  caller: Caller,
  asked: {
    funding_account_id: string
    amount: number
    contra_account_id: string
    source: string
    source_id: string
    date?: string
    reference: string
    department?: string | null
    party?: { kind: PartyKind; id: string } | null
  },
): Promise<Posted> {
  const funding = await fundingOf(caller, asked.funding_account_id)
  if (funding === undefined) throw noSuch('funding account')
  if (!funding.active) throw conflict(`${funding.name} is not active.`)
  const { facility_id, account_id } = funding
  return post(caller, {
    source: asked.source,
    source_id: asked.source_id,
    date: asked.date,
    memo: asked.reference,
    lines: [
      {
        account_id: asked.contra_account_id,
        debit: asked.amount,
        facility_id,
        department: asked.department,
        party: asked.party,
      },
      { account_id, credit: asked.amount, facility_id },
    ],
  })
}

export function labelled({ chart }: Books, id: string): string {
  const account = chart.by_id.get(id)
  return account === undefined ? '' : labelOf(account)
}
