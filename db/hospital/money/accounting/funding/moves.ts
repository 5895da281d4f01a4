// Moves of money between the hospital's own accounts (3.7, ACC-50 to ACC-56).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { newId } from '../../../../core/ids.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { conflict, invalid, noSuch, Refusal } from '../../../../core/refusal.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { resolveDepartment } from '../../../office/places/places.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { type Books, booksOf } from '../books.ts'
import { areaOf, hasDepartment, manualOf } from '../chart/chart.ts'
import { fundingOf, type FundingRow } from './funding.ts'
import type { FundingMove, MoveRequest } from './shapes.ts'
import { funding_accounts, funding_moves } from './tables.ts'
import { accountOfRole, postable, type PostingLine } from '../entries/lines.ts'
import { moveLines, moveSource, receivedLines } from './move-lines.ts'
import { facilityNames } from '../reports/parties.ts'
import { post } from '../posting/post.ts'
import { type move_kinds, move_states } from '../words.ts'
import { recordOf } from '../../../../store/record-of.ts'

type Row = RowOf<(typeof funding_moves)['columns']>
type Kind = (typeof move_kinds)[number]

export const move_life = life('move', move_states, {
  receive: { from: ['IN_TRANSIT'], to: 'RECEIVED', permission: 'funding:move' },
  reverse: { from: ['POSTED', 'IN_TRANSIT'], to: 'REVERSED', permission: 'entry:reverse' },
  send: { from: ['POSTED'], to: 'IN_TRANSIT', house: true },
})

export interface MoveFilter extends PageAsked {
  search?: string
  kind?: Kind
  status?: (typeof move_states)[number]
  account_id?: string
  from?: string
  to?: string
}

export async function list(caller: Caller, asked: MoveFilter): Promise<Page<FundingMove>> {
  const { hospital_id } = caller
  const account = asked.account_id
  const ledger_id =
    account === undefined ? undefined : ((await fundingOf(caller, account))?.account_id ?? account)
  const found = await pageFrom(funding_moves, asked, {
    from: sql` from funding_moves${where([
      sql`hospital_id = ${hospital_id}`,
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.from, sql`moved_on >= ${asked.from}`),
      when(asked.to, sql`moved_on <= ${asked.to}`),
      when(ledger_id, sql`(account_id = ${ledger_id} or to_account_id = ${ledger_id})`),
      matching('funding_moves', asked.search),
    ])}`,
    order: sql` order by moved_on desc, id desc`,
  })
  const shown = await view(caller, found.rows)
  return mapPage(found, (row) => shown.find(({ id }) => id === row.id) as FundingMove)
}

async function view(caller: Caller, found: readonly Row[]): Promise<FundingMove[]> {
  const { hospital_id } = caller
  const { chart, purse } = await booksOf(caller)
  const funding = await funding_accounts.all({ hospital_id })
  const entries = await rows<{ source_id: string; reference: string }>(
    sql`select source_id, reference from journal_entries
      where hospital_id = ${hospital_id} and source${oneOf(sources)}
        and source_id${oneOf(found.map(({ id }) => id))} order by chain_no`,
  )
  const nameOf = (id: string | null): string =>
    funding.find(({ account_id }) => account_id === id)?.name ??
    chart.by_id.get(id ?? '')?.name ??
    ''
  return found.map((move) => ({
    ...move,
    account_name: nameOf(move.account_id),
    to_account_name: move.to_account_id === null ? null : nameOf(move.to_account_id),
    amount: purse.major(move.amount),
    entry_references: entries
      .filter(({ source_id }) => source_id === move.id)
      .map(({ reference }) => reference),
  }))
}

const sources = [
  'FUNDING_DEPOSIT',
  'FUNDING_WITHDRAWAL',
  'FUNDING_TRANSFER',
  'FUNDING_SEND',
  'FUNDING_RECEIVE',
].flatMap((source) => [source, `${source}_REVERSAL`])

export async function deposit(caller: Caller, input: MoveRequest): Promise<FundingMove> {
  const { books, from } = await begun(caller, input)
  noBranch(input)
  const { party, ...contra } = await contraOf(caller, books, input, 'suspense')
  return make(caller, books, input, from, { kind: 'DEPOSIT', ...contra }, party)
}

export async function withdraw(caller: Caller, input: MoveRequest): Promise<FundingMove> {
  const { books, from } = await begun(caller, input)
  noBranch(input)
  const { party, ...contra } = await contraOf(caller, books, input, 'cash_suspense')
  return make(caller, books, input, from, { kind: 'WITHDRAWAL', ...contra }, party)
}

export async function transfer(caller: Caller, input: MoveRequest): Promise<FundingMove> {
  const { books, from } = await begun(caller, input)
  const to_id = input.to_account_id ?? ''
  if (to_id === '') throw invalid('to_account_id', 'is required.')
  const to = await fundingOf(caller, to_id)
  if (to === undefined) throw conflict('to_account_id is not a funding account.')
  if (to.id === from.id) throw new Refusal(400, 'invalid', 'Choose two different accounts.')
  inUse(to)
  if (to.currency !== from.currency) {
    throw conflict(`No exchange rate for ${to.currency} on ${input.moved_on ?? books.today}.`)
  }
  const to_facility_id = input.to_facility_id ?? from.facility_id
  const branches = await facilityNames(caller)
  if (!branches.has(to_facility_id)) throw noSuch('facility')
  if (to.facility_id !== to_facility_id) {
    throw conflict(`${to.name} belongs to ${branches.get(to.facility_id)}.`)
  }
  const about = { kind: 'TRANSFER' as const, to_account_id: to.account_id }
  return to_facility_id === from.facility_id
    ? make(caller, books, input, from, about)
    : make(caller, books, input, from, { ...about, to_facility_id, status: 'IN_TRANSIT' })
}

export async function receive(caller: Caller, id: string, counted: number): Promise<FundingMove> {
  const { hospital_id } = caller
  const move = await fundingMoveRecord.locked(caller, id)
  const books = await booksOf(caller)
  const status = move_life.move('receive', move.status, move.number)
  const branches = await facilityNames(caller)
  const facility_id = move.to_facility_id ?? ''
  if (caller.facility_id !== facility_id) {
    throw conflict(`${branches.get(facility_id)} must receive it.`)
  }
  if (caller.user_id === move.made_by_id) {
    throw conflict('Somebody else must receive what you sent.', 'second_person')
  }
  const amount = books.purse.minor('amount', counted)
  if (amount !== move.amount) {
    throw conflict(`${books.purse.said(move.amount)} was sent: count again.`)
  }
  await post(caller, {
    source: 'FUNDING_RECEIVE',
    source_id: id,
    memo: `${move.number} received: ${move.note}`,
    document: documentOf(move),
    lines: receivedLines(move),
  })
  await funding_moves.change(
    { hospital_id, id },
    { status, received_at: clock.instant(), received_by_name: caller.name },
  )
  record(caller, 'funding.receive', {
    entity_type: 'funding_move',
    entity_id: id,
    entity_label: move.number,
    from_state: move.status,
    to_state: status,
  })
  return one(caller, id)
}

async function begun(
  caller: Caller,
  input: MoveRequest,
): Promise<{ books: Books; from: FundingRow }> {
  const books = await booksOf(caller)
  const from = await fundingOf(caller, input.account_id)
  if (from === undefined) throw noSuch('funding account')
  inUse(from)
  const amount = books.purse.minor('amount', input.amount)
  if (amount <= 0) throw invalid('amount', 'must be more than 0.')
  return { books, from }
}

function inUse({ active, name }: FundingRow): void {
  if (!active) throw conflict(`${name} is not active.`)
}

function noBranch({ to_facility_id }: MoveRequest): void {
  if ((to_facility_id ?? '') !== '') {
    throw invalid('to_facility_id', 'belongs to a transfer alone.')
  }
}

/** The other side of what comes in from outside or goes out (ACC-51, ACC-52). */
async function contraOf(
  caller: Caller,
  books: Books,
  input: MoveRequest,
  role: 'suspense' | 'cash_suspense',
): Promise<{ contra_account_id: string; department: string | null; party: PostingLine['party'] }> {
  const id = input.to_account_id ?? ''
  const department = input.department ?? null
  if (id === '') {
    const { id: contra_account_id } = accountOfRole(books, role)
    const { user_id } = caller
    const held = role === 'cash_suspense' && user_id !== null
    return { contra_account_id, department, party: held ? { kind: 'STAFF', id: user_id } : null }
  }
  if ((await fundingOf(caller, id)) !== undefined) throw conflict('That is a transfer.')
  const account = postable(books, id)
  if (manualOf(account) === 'NEVER') {
    throw conflict(`${account.code} moves only through ${areaOf(account)}.`)
  }
  const typed = department ?? ''
  const named =
    !hasDepartment(account) || typed === '' || typed === books.preferences.default_department
      ? department
      : (await resolveDepartment(caller, typed)).name
  return { contra_account_id: account.id, department: named, party: null }
}

type About = Pick<Row, 'kind'> &
  Partial<
    Pick<Row, 'status' | 'to_account_id' | 'to_facility_id' | 'contra_account_id' | 'department'>
  >

async function make(
  caller: Caller,
  { today, purse }: Books,
  input: MoveRequest,
  from: FundingRow,
  about: About,
  party: PostingLine['party'] = null,
): Promise<FundingMove> {
  const move = await funding_moves.insert({
    id: newId(),
    hospital_id: caller.hospital_id,
    number: await nextReference(caller, 'funding_move'),
    status: 'POSTED',
    facility_id: from.facility_id,
    account_id: from.account_id,
    amount: purse.minor('amount', input.amount),
    note: input.note,
    moved_on: input.moved_on ?? today,
    reference: input.reference ?? null,
    department: input.department ?? null,
    made_by_id: caller.user_id,
    made_by_name: caller.name,
    ...about,
  })
  await post(caller, {
    source: moveSource(move),
    source_id: move.id,
    date: move.moved_on,
    memo: `${move.number}: ${move.note}`,
    document: documentOf(move),
    lines: moveLines(move, party),
  })
  record(caller, `funding.${move.kind.toLowerCase()}`, {
    entity_type: 'funding_move',
    entity_id: move.id,
    entity_label: move.number,
    to_state: move.status,
  })
  return one(caller, move.id)
}

const documentOf = ({ id, number }: Row) => ({
  kind: 'funding move',
  id,
  reference: number,
  path: `/accounting/funding-moves/${id}`,
})

export const fundingMoveRecord = recordOf(funding_moves, 'funding move')

async function one(caller: Caller, id: string): Promise<FundingMove> {
  const [shown] = await view(caller, [await fundingMoveRecord.locked(caller, id)])
  return shown as FundingMove
}
