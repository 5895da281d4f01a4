// A word to a number that several accounts share (MSG-451): it goes to the account whose keyword
// follows it, else to the one that last wrote to the person from that number, else to all of them.

import { row } from '../../store/connection.ts'
import { clock, days } from '../../core/clock.ts'
import { oneOf, sql } from '../../store/sql.ts'
import type { Mode, Owner } from '../caller.ts'
import { bareWord, wishOf } from '../opt-out-words.ts'
import { settings } from '../settings/settings.ts'

interface NumberOwner {
  account_id: string
  hospital_id: string
  keyword: string
}

const lately_ms = days(30)

/** Null: nobody shares it, or it is no such word; it is read like any text then. */
export async function sharersOf(
  owners: readonly NumberOwner[],
  { from, to, text }: { from: string; to: string; text: string },
  mode: Mode,
): Promise<Owner[] | null> {
  const accounts = [...new Map(owners.map((one) => [one.account_id, one])).values()]
  if (accounts.length < 2) return null
  const { opt_out_words, opt_in_words, help_words } = await settings()
  const wish = wishOf(text, { out: opt_out_words, in: opt_in_words, help: help_words })
  if (wish === null) return null
  const ownerOf = ({ account_id, hospital_id }: NumberOwner): Owner => ({
    account_id,
    hospital_id,
    mode,
  })
  if (wish.keyword !== null) {
    const named = owners.find(({ keyword }) => bareWord(keyword) === wish.keyword)
    return named === undefined ? null : [ownerOf(named)]
  }
  const since = new Date(clock.ms() - lately_ms).toISOString()
  const last = await row<{ account_id: string }>(sql`select account_id from msg_messages
    where phone = ${from} and sender_id = ${to} and mode = ${mode} and created_at > ${since}
      and account_id${oneOf(accounts.map(({ account_id }) => account_id))}
    order by id desc limit 1`)
  const writer = accounts.find(({ account_id }) => account_id === last?.account_id)
  return (writer === undefined ? accounts : [writer]).map(ownerOf)
}
