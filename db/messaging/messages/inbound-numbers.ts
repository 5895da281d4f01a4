// Numbers at which people write to accounts (MSG 2.10): a whole number, or a number and the first
// word of what is written to it.

import { attempt } from '../../store/connection.ts'
import { isTaken } from '../../store/engines/engine.ts'
import { conflict, invalid, noneCalled } from '../../core/refusal.ts'
import { sql, when, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { type AccountRow, findAccount } from '../accounts/accounts.ts'
import { note } from '../accounts/audit.ts'
import type { Actor, Mode } from '../caller.ts'
import { readNumber } from '../routing/numbers.ts'
import { msg_inbound_numbers } from './tables.ts'

export type InboundNumber = RowOf<(typeof msg_inbound_numbers)['columns']>

/** A short code, or a number of the country. */
function readTo(typed: string): string {
  const number = /^\d{3,8}$/.test(typed) ? typed : readNumber(typed)
  if (number === null)
    throw invalid('number', 'must be a short code of 3 to 8 digits or a Tanzanian mobile number.')
  return number
}

/** One word, compared without case; empty takes everything that no keyword takes. */
function readKeyword(typed: string | undefined): string {
  const keyword = (typed ?? '').trim().toUpperCase()
  if (!/^[\p{L}\p{N}]{0,20}$/u.test(keyword))
    throw invalid('keyword', 'must be one word of at most 20 letters and digits.')
  return keyword
}

export interface InboundLine {
  id: string
  number: string
  keyword: string
  account_id: string
  account_name: string
  mode: Mode
}

export async function listInboundNumbers(account_id?: string): Promise<InboundLine[]> {
  const found = await msg_inbound_numbers.read(
    sql`select ${msg_inbound_numbers.selection()} from msg_inbound_numbers${where([
      when(account_id, sql`account_id = ${account_id}`),
    ])} order by number, keyword`,
  )
  const names = new Map<string, string>()
  for (const id of new Set(found.map((one) => one.account_id)))
    names.set(id, (await findAccount(id)).name)
  return found.map((one) => shown(one, names.get(one.account_id) ?? ''))
}

const shown = (one: InboundNumber, account_name: string): InboundLine => ({
  id: one.id,
  number: one.number,
  keyword: one.keyword,
  account_id: one.account_id,
  account_name,
  mode: one.mode,
})

export async function addInboundNumber(
  by: Actor,
  account: AccountRow,
  given: { number: string; keyword?: string | undefined; mode: Mode },
): Promise<InboundLine> {
  const [number, keyword] = [readTo(given.number), readKeyword(given.keyword)]
  const made = await orTaken(number, keyword, () =>
    msg_inbound_numbers.insert({
      number,
      keyword,
      hospital_id: account.hospital_id,
      account_id: account.id,
      mode: given.mode,
    }),
  )
  await noteNumber(by, 'inbound_number.add', made, null)
  return shown(made, account.name)
}

/** By its id, or by its digits with the keyword where it has several. */
export async function inboundNumberCalled(typed: string, keyword?: string): Promise<InboundNumber> {
  const by_id = await msg_inbound_numbers.findAnywhere({ id: typed })
  if (by_id !== undefined) return by_id
  const number = readNumber(typed) ?? typed
  const all = await msg_inbound_numbers.allAnywhere({ number })
  const meant =
    keyword === undefined ? all : all.filter((one) => one.keyword === readKeyword(keyword))
  const [first] = meant
  if (first === undefined) throw noneCalled('inbound number', typed)
  if (meant.length > 1)
    throw conflict(
      `${number} has the keywords ${meant.map((one) => one.keyword || '(none)').join(', ')}: name one.`,
    )
  return first
}

export async function changeInboundNumber(
  by: Actor,
  found: InboundNumber,
  change: { account?: AccountRow | undefined; new_keyword?: string | undefined },
): Promise<InboundLine> {
  const { account, new_keyword } = change
  const keyword = new_keyword === undefined ? found.keyword : readKeyword(new_keyword)
  const owner = account ?? (await findAccount(found.account_id))
  await orTaken(found.number, keyword, () =>
    msg_inbound_numbers.changeAnywhere(
      { id: found.id },
      { keyword, account_id: owner.id, hospital_id: owner.hospital_id },
    ),
  )
  const after = await inboundNumberCalled(found.id)
  await noteNumber(by, 'inbound_number.change', after, found)
  return shown(after, owner.name)
}

export async function removeInboundNumber(by: Actor, found: InboundNumber): Promise<void> {
  const { id, hospital_id } = found
  await msg_inbound_numbers.remove({ id, hospital_id })
  await noteNumber(by, 'inbound_number.remove', found, found)
}

async function orTaken<T>(number: string, keyword: string, work: () => Promise<T>): Promise<T> {
  try {
    return await attempt(work)
  } catch (error) {
    if (!isTaken(error, 'number') && !isTaken(error, 'keyword')) throw error
    const word = keyword === '' ? 'without a keyword' : `with the keyword ${keyword}`
    throw conflict(`${number} ${word} is an account's already.`)
  }
}

const noteNumber = (
  by: Actor,
  action: string,
  { id, number, keyword, account_id, hospital_id, mode }: InboundNumber,
  before: InboundNumber | null,
): Promise<void> =>
  note(by, action, {
    owner: { account_id, hospital_id, mode },
    entity: 'inbound_number',
    entity_id: id,
    label: `${number} ${keyword}`.trim(),
    ...(before === null || before.account_id === account_id
      ? {}
      : { changes: { was_account: before.account_id } }),
  })
