// What a transaction knows because it holds the head of the chain: the head itself, and how the books
// stand. Whoever closes, locks or posts waits for that head (ACC-71), so neither is read twice. Lists,
// of which the last counts: a piece that is tried and fails takes what it added with it (`attempt`).

import { inTransaction, noted, peek } from '../../../../store/connection.ts'
import type { Books } from '../books.ts'

export interface Head {
  chain_no: number
  hash: string
  /** What all entries together have moved: no sum of the books is greater. */
  turnover: number
}
type Of<T> = { hospital_id: string; value: T }[]

const heads = Symbol('heads of the chain that are held')
const standing = Symbol('books as they stand under a held head')

const lastOf = <T>(key: symbol, hospital_id: string): T | undefined =>
  inTransaction()
    ? (peek(key) as Of<T> | undefined)?.findLast((one) => one.hospital_id === hospital_id)?.value
    : undefined

function add<T>(key: symbol, hospital_id: string, value: T): void {
  noted(key, (): Of<T> => []).push({ hospital_id, value })
}

export const heldHead = (hospital_id: string): Head | undefined => lastOf(heads, hospital_id)

export const holdHead = (hospital_id: string, { chain_no, hash, turnover }: Head): void =>
  add(heads, hospital_id, { chain_no, hash, turnover })

export const heldBooks = (hospital_id: string): Books | undefined =>
  lastOf<Books | null>(standing, hospital_id) ?? undefined

/** Null: they were changed just now, and are read anew. */
export function holdBooks(hospital_id: string, books: Books | null): void {
  if (heldHead(hospital_id) !== undefined) add(standing, hospital_id, books)
}
