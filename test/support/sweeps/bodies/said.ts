// What bodies are made of.

/** Words by the name of their field, and of a part of a path by what stands before it. */
export type Known = Record<string, unknown>

export interface Said {
  known: Known
  /** By the name of their table. */
  ids: ReadonlyMap<string, string>
  /** What new things are called. */
  word: string
  /** Of the newest records the so manieth. */
  back: number
}

export type Body = (said: Said) => unknown

export const today = '2026-03-10'
export const cash = [{ value: 1_000, count: 1 }]
export const patient = ({ ids }: Said): string => ids.get('patients') ?? ''
/** Letters and digits of a word, in capitals. */
export const code = ({ word }: Said): string => word.replaceAll(' ', '').toUpperCase()
export const line = (side: 'debit' | 'credit', account_id: unknown) => ({ account_id, [side]: 100 })
export const item = { code: 'FBC', quantity: 1 }
export const time = ({ word }: Said): string =>
  `2026-03-12T0${5 + (word.charCodeAt(word.length - 1) % 5)}:00:00.000Z`

export const bought = ({ ids }: Said) => ({
  product_id: ids.get('products'),
  quantity: 1,
  unit_price: 100,
})

export const phoneOf = (word: string): string =>
  `07${String(12_000_000 + word.charCodeAt(word.length - 1))}`
