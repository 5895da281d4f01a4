// What keeps an account in use although it holds nothing (3.1).

import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { Books } from '../books.ts'
import type { AccountRow } from './chart.ts'

export async function inUse(books: Books, { id }: AccountRow): Promise<string | undefined> {
  return mapped(books, id) ?? (await kept(books.hospital_id, id))
}

function mapped({ map }: Books, id: string): string | undefined {
  const named = (all: Readonly<Record<string, string>>, what: string): string | undefined => {
    const found = Object.entries(all).find(([, account]) => account === id)
    return found === undefined ? undefined : `${what} ${found[0]}`
  }
  const of_class = Object.entries(map.product_classes).find(
    ([, { stock, cost }]) => stock === id || cost === id,
  )
  return (
    named(map.income, 'category') ??
    named(map.expense, 'category') ??
    named(map.roles, 'role') ??
    named(map.methods, 'method') ??
    (of_class === undefined ? undefined : `product class ${of_class[0]}`)
  )
}

async function kept(hospital_id: string, id: string): Promise<string | undefined> {
  const funding = await row<{ name: string }>(
    sql`select name from funding_accounts
      where hospital_id = ${hospital_id} and account_id = ${id} and active`,
  )
  if (funding !== undefined) return `funding account ${funding.name}`
  const rate = await row<{ code: string }>(
    sql`select code from tax_rates where hospital_id = ${hospital_id} and active
      and (liability_account_id = ${id} or input_account_id = ${id})`,
  )
  if (rate !== undefined) return `tax rate ${rate.code}`
  const draft = await row<{ memo: string }>(
    sql`select memo from entry_drafts where hospital_id = ${hospital_id} and not discarded
      and lines like ${`%"account_id":"${id}"%`}`,
  )
  return draft === undefined ? undefined : `a draft, ${draft.memo}`
}
