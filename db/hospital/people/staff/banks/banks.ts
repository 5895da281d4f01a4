// Where pay goes: entered by one person, approved by another (HR-10).

import { type Caller, can } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { type Of } from '../../../../store/record-of.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { tell } from '../../../neighbours/telling.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { accountsOf } from '../../../office/access/users/staff-link.ts'
import { phone, today } from '../../../office/hospitals/hospitals.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { notOneself } from '../records/moves.ts'
import { named, staffRecord } from '../records/rows.ts'
import { inScope, isInScope, scopeOfPeople } from '../records/scope.ts'
import { staff } from '../records/tables.ts'
import type { BankAccount, BankAccountInput, BankFilter } from './shapes.ts'
import { staff_bank_accounts, staff_bank_moves } from './tables.ts'
import { bank_states } from './words.ts'

export type BankRow = RowOf<(typeof staff_bank_accounts)['columns']>

const bank_life = life('bank details', bank_states, {
  approve: { from: ['PENDING'], to: 'ACTIVE', permission: 'staff:bank-approve' },
  refuse: {
    from: ['PENDING'],
    to: 'REFUSED',
    permission: 'staff:bank-approve',
    reason: 'required',
  },
  replace: { from: ['ACTIVE'], to: 'REPLACED', house: true },
})

const bankRecord = recordWithLife(staff_bank_accounts, {
  life: bank_life,
  type: 'staff_bank_account',
  called: ({ method, effective_from }) => `${method} from ${effective_from}`,
  history: historyIn(staff_bank_moves),
  clash: async (_caller, error) =>
    isTaken(error, 'staff_id')
      ? conflict('Other bank details of this person wait already.')
      : error,
})

export async function get(caller: Caller, id: string): Promise<BankRow> {
  const found = await bankRecord.get(caller, id)
  if (!(await isInScope(caller, found.staff_id))) throw noSuch('bank account')
  return found
}

export async function ofStaff(caller: Caller, staff_id: string): Promise<BankAccount[]> {
  await inScope(caller, staff_id)
  const { hospital_id } = caller
  const order = ['-effective_from', '-id']
  return shownMany(caller, await staff_bank_accounts.all({ hospital_id, staff_id }, { order }))
}

export async function list(
  caller: Caller,
  asked: BankFilter & PageAsked,
): Promise<Page<BankAccount>> {
  const found = await pageFrom(staff_bank_accounts, asked, {
    alias: 'b',
    from: sql` from staff_bank_accounts b join staff s on s.id = b.staff_id${where([
      sql`b.hospital_id = ${caller.hospital_id}`,
      await scopeOfPeople(caller, 's'),
      when(asked.status, sql`b.status = ${asked.status}`),
      when(asked.staff_id, sql`b.staff_id = ${asked.staff_id}`),
    ])}`,
    order: sql` order by b.created_at desc, b.id desc`,
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

async function shownMany(caller: Caller, found: readonly BankRow[]): Promise<BankAccount[]> {
  const { hospital_id } = caller
  const people = await staff.all({ hospital_id, id: found.map(({ staff_id }) => staff_id) })
  const names = new Map(people.map(({ id, full_name }) => [id, full_name]))
  return found.map((row) => ({
    ...row,
    account_no: can(caller, 'staff:bank') ? row.account_no : masked(row.account_no),
    staff_name: names.get(row.staff_id) ?? '',
  }))
}

/** `••••1234` */
export const masked = (account_no: string | null): string | null =>
  account_no === null ? null : `••••${account_no.slice(-4)}`

const shown = async (caller: Caller, row: BankRow): Promise<BankAccount> =>
  (await shownMany(caller, [row]))[0] as BankAccount

export async function open(
  caller: Caller,
  staff_id: string,
  input: BankAccountInput,
): Promise<BankAccount> {
  const person = await inScope(caller, staff_id)
  if (person.status === 'EXITED') throw conflict(`${named(person)} has left.`, 'state')
  await notOneself(caller, staff_id, 'Somebody else must enter your bank details.')
  const way = await wayRead(caller, input)
  const shared_reason = input.shared_reason || null
  await refuseShared(caller, { ...way, staff_id, shared_reason })
  const row = await bankRecord.created(caller, {
    staff_id,
    ...way,
    shared_reason,
    effective_from: input.effective_from ?? (await today(caller)),
    entered_by_id: caller.user_id,
    entered_by_name: caller.name,
  })
  return shown(caller, row)
}

type Way = Pick<BankRow, 'method' | 'pays_to'> & Partial<BankRow>

async function wayRead(caller: Caller, input: BankAccountInput): Promise<Way> {
  const { method } = input
  if (method === 'CASH') return { method, pays_to: null }
  if (method === 'MOBILE') {
    if (!input.mobile_no) throw invalid('mobile_no', 'is required for MOBILE.')
    const mobile_no = await phone(caller, 'mobile_no', input.mobile_no)
    const mobile_network = input.mobile_network || null
    return {
      method,
      mobile_no,
      mobile_network,
      pays_to: mobile_no,
      account_name: input.account_name || null,
    }
  }
  const { account_no, bank_name } = input
  if (!bank_name) throw invalid('bank_name', 'is required for BANK.')
  if (!account_no) throw invalid('account_no', 'is required for BANK.')
  return {
    method,
    bank_name,
    account_no,
    bank_code: input.bank_code || null,
    branch_code: input.branch_code || null,
    account_name: input.account_name || null,
    pays_to: accountKey(bank_name, account_no),
  }
}

/** However it is parted, and in whatever letters the bank is written. */
const accountKey = (bank: string, account_no: string): string =>
  capitals(`${bank.trim().replace(/\s+/g, ' ')} ${account_no.replace(/[\s-]/g, '')}`)

/** An account that pays somebody else already wants a reason. */
async function refuseShared(
  { hospital_id }: Of,
  { pays_to, staff_id, shared_reason }: Pick<BankRow, 'pays_to' | 'staff_id' | 'shared_reason'>,
): Promise<void> {
  if (pays_to === null || shared_reason !== null) return
  const held = await staff_bank_accounts.all({ hospital_id, pays_to, status: 'ACTIVE' })
  const other = held.find((one) => one.staff_id !== staff_id)
  if (other === undefined) return
  const whose = await staffRecord.get({ hospital_id }, other.staff_id)
  throw conflict(`This account already pays ${named(whose)}.`, 'shared_account')
}

export async function approve(
  caller: Caller,
  id: string,
  note: string | null,
): Promise<BankAccount> {
  const { staff_id } = await get(caller, id)
  await staffRecord.locked(caller, staff_id)
  const before = await bankRecord.begin(caller, id, 'approve')
  await somebodyElse(caller, before)
  await refuseShared(caller, before)
  const { hospital_id } = caller
  const former = await staff_bank_accounts.find({ hospital_id, staff_id, status: 'ACTIVE' })
  if (former !== undefined) {
    await bankRecord.moved(caller, former, 'replace', { replaced_from: before.effective_from })
  }
  const changes = { approved_by_name: caller.name, approved_on: await today(caller), note }
  const row = await bankRecord.moved(caller, before, 'approve', changes, note)
  await tellOwner(caller, row)
  return shown(caller, row)
}

export async function refuse(caller: Caller, id: string, note: string): Promise<BankAccount> {
  await get(caller, id)
  const before = await bankRecord.begin(caller, id, 'refuse')
  await somebodyElse(caller, before)
  return shown(caller, await bankRecord.moved(caller, before, 'refuse', { note }, note))
}

const words = 'Somebody else must approve these bank details.'

async function somebodyElse(caller: Caller, row: BankRow): Promise<void> {
  await notOneself(caller, row.staff_id, words)
  await anotherPerson(caller, row.entered_by_id, 'staff:bank-approve', { words })
}

/** With the last four figures, so that a change that somebody else made is seen. */
async function tellOwner(caller: Caller, row: BankRow): Promise<void> {
  const account = (await accountsOf(caller, [row.staff_id])).get(row.staff_id)
  if (account === undefined) return
  const last = (row.account_no ?? row.mobile_no ?? '').slice(-4)
  await tell(caller, {
    to: { user: account.user_id },
    kind: 'staff.bank',
    title: 'Your pay goes elsewhere',
    body: `From ${row.effective_from} your pay goes to ${last === '' ? 'cash' : `••••${last}`}. Tell HR if you did not ask for this.`,
    entity: { type: 'staff', id: row.staff_id },
  })
}

/** What was ever approved or waits to be, of these people, in the order of its days. */
export const waysOf = ({ hospital_id }: Of, staff_ids: readonly string[]): Promise<BankRow[]> =>
  staff_bank_accounts.all(
    { hospital_id, staff_id: [...staff_ids], status: ['PENDING', 'ACTIVE', 'REPLACED'] },
    { order: ['staff_id', 'effective_from', 'id'] },
  )
