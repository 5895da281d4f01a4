// What a code costs on a day, for a payer (BIL-18). One statement prices a whole bill.

import { capitals } from '../../../core/kinds/capitals.ts'
import type { Caller } from '../../../core/caller.ts'
import { oneOf, type Sql, sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { priceForClient } from '../../neighbours/commercial.ts'
import { keyOfPayer } from './payer-names.ts'
import { schemes } from './scheme-tables.ts'
import { tariffs } from './tables.ts'
import type { PriceReason, TariffCategory, VisitClass } from './words.ts'

export type TariffRow = RowOf<(typeof tariffs)['columns']>

export interface PricePayer {
  kind: 'SELF' | 'SCHEME' | 'CLIENT' | 'OTHER'
  scheme_id?: string | null | undefined
  client_id?: string | null | undefined
  name?: string | null | undefined
}

export interface PriceAsked {
  codes: readonly string[]
  /** The service date. */
  date: string
  payer?: PricePayer | null | undefined
  visit_class?: VisitClass | null | undefined
}

/** Money in minor units. */
export interface Priced {
  code: string
  /** As its row says it, where that is not in capitals. */
  code_typed: string | null
  /** Null: nothing prices this code (BIL-3). */
  price: number | null
  reason: PriceReason
  /** False: the scheme does not pay for what its own list lacks (`NOT_LISTED`). */
  listed: boolean
  tariff_id: string | null
  payer_used: string | null
  name: string | null
  category: TariffCategory | null
  department: string | null
  tax_code: string | null
  account_id: string | null
  product_id: string | null
  scheme_code: string | null
  min_price: number | null
  contents: TariffRow['contents']
  valid_days: number | null
}

/** Active, confirmed, and its days hold this one. */
export const inForce = (alias: Sql, date: string): Sql =>
  sql`${alias}.active and not ${alias}.pending and ${alias}.effective_from <= ${date}
    and (${alias}.effective_to is null or ${alias}.effective_to >= ${date})`

export const codeOf = (typed: string): string => capitals(typed.trim())

/** The row of the general list in force today. */
export async function generalRow(
  caller: Pick<Caller, 'hospital_id'>,
  code: string,
): Promise<TariffRow | undefined> {
  const date = await hospitalDay(caller)
  const [found] = await tariffs.read(
    sql`select ${tariffs.selection('t')} from tariffs t where t.hospital_id = ${caller.hospital_id}
      and t.payer_key = '' and t.code = ${code} and ${inForce(sql`t`, date)}
      order by t.effective_from desc limit 1`,
  )
  return found
}

export async function priceOf(
  caller: Pick<Caller, 'hospital_id'>,
  asked: Omit<PriceAsked, 'codes'> & { code: string },
): Promise<Priced> {
  const found = await pricesOf(caller, { ...asked, codes: [asked.code] })
  return found.get(codeOf(asked.code)) as Priced
}

/** By the code in upper case; every code that was asked has an answer. */
export async function pricesOf(
  caller: Pick<Caller, 'hospital_id'>,
  { codes, date, payer, visit_class }: PriceAsked,
): Promise<Map<string, Priced>> {
  const wanted = [...new Set(codes.map(codeOf))]
  const scheme = await schemeOf(caller, payer)
  const key = keyOfPayer(scheme?.price_payer ?? scheme?.name ?? payer?.name)
  const found = await tariffs.read(
    sql`select ${tariffs.selection('t')} from tariffs t where t.hospital_id = ${caller.hospital_id}
      and t.payer_key${oneOf([...new Set(['', key])])} and t.code${oneOf(wanted)}
      and ${inForce(sql`t`, date)} order by t.effective_from desc`,
  )
  const agreed = await agreedPrices(caller, payer, wanted, date)
  // Only a scheme that pays for its own list alone leaves the rest to the patient (NOT_LISTED).
  const unlisted = scheme?.unlisted_items === 'NOT_COVERED'
  return new Map(
    wanted.map((code) => {
      const rows = found.filter((row) => row.code === code)
      const own = key === '' ? undefined : rows.find(({ payer_key }) => payer_key === key)
      const general = rows.find(({ payer_key }) => payer_key === '')
      const emergency = visit_class === 'EMERGENCY'
      const found_price = priced(code, { own, general, emergency, agreed: agreed.get(code) })
      return [code, unlisted ? found_price : { ...found_price, listed: true }]
    }),
  )
}

async function schemeOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  payer: PricePayer | null | undefined,
) {
  const id = payer?.kind === 'SCHEME' ? payer.scheme_id : null
  return id ? schemes.find({ hospital_id, id }) : undefined
}

/** Commercial is asked code by code, and only where a client pays. */
async function agreedPrices(
  caller: Pick<Caller, 'hospital_id'>,
  payer: PricePayer | null | undefined,
  codes: readonly string[],
  date: string,
): Promise<Map<string, number>> {
  const agreed = new Map<string, number>()
  if (payer?.kind !== 'CLIENT' || !payer.client_id) return agreed
  const { client_id } = payer
  for (const code of codes) {
    const found = await priceForClient(caller, { client_id, code, quantity: 1, date })
    if (found !== null) agreed.set(code, found.unit_price)
  }
  return agreed
}

interface Rows {
  own: TariffRow | undefined
  general: TariffRow | undefined
  emergency: boolean
  /** What a client's contract says. */
  agreed: number | undefined
}

/** The first that answers: the client's contract, the payer's list, the general list. */
export function priced(code: string, { own, general, emergency, agreed }: Rows): Priced {
  const listed = own !== undefined && own.price !== null
  const row = listed ? own : general
  const facts = factsOf(row, general)
  if (agreed !== undefined) {
    return { code, ...facts, price: agreed, reason: 'CLIENT', listed: true }
  }
  if (listed) return { code, ...facts, price: own.price, reason: 'PAYER', listed: true }
  if (general === undefined || general.price === null) {
    return { code, ...facts, price: null, reason: 'NONE', listed: false }
  }
  const on_top = emergency ? (general.emergency_bp ?? 0) : 0
  return {
    code,
    ...facts,
    price: general.price + halfUp(general.price, on_top),
    reason: on_top > 0 ? 'EMERGENCY' : 'GENERAL',
    listed: false,
  }
}

const factsOf = (row: TariffRow | undefined, general: TariffRow | undefined) => ({
  code_typed: row?.code_typed ?? null,
  tariff_id: row?.id ?? null,
  payer_used: row?.payer ?? null,
  name: row?.name ?? null,
  category: row?.category ?? null,
  department: row?.department ?? general?.department ?? null,
  tax_code: row?.tax_code ?? general?.tax_code ?? null,
  account_id: row?.account_id ?? general?.account_id ?? null,
  product_id: row?.product_id ?? general?.product_id ?? null,
  scheme_code: row?.scheme_code ?? null,
  min_price: row?.min_price ?? null,
  contents: row?.contents ?? general?.contents ?? null,
  valid_days: row?.valid_days ?? general?.valid_days ?? null,
})

/** A share in basis points, halves up (BIL-15). */
export const halfUp = (amount: number, rate_bp: number): number => {
  const product = BigInt(amount) * BigInt(rate_bp)
  return Number((product + 5_000n) / 10_000n)
}
