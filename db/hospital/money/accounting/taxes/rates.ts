// Tax rates (2.8, ACC-41): a rate in use is never changed, it is followed by another.

import { asTyped, capitals } from '../../../../core/kinds/capitals.ts'
import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { fresh } from '../../../../core/versions.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { today as hospitalDay } from '../../../office/hospitals/hospitals.ts'
import { kept } from '../../../../store/kept.ts'
import { type Books, booksOf } from '../books.ts'
import { type AccountRow, labelOf } from '../chart/chart.ts'
import type { TaxRate, TaxRateChange, TaxRateInput } from './shapes.ts'
import { tax_rates } from './tables.ts'
import type { tax_kinds } from '../words.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { takeTurn } from '../../../../store/turn.ts'

type Row = RowOf<(typeof tax_rates)['columns']>

export interface TaxFilter extends PageAsked {
  search?: string
  kind?: (typeof tax_kinds)[number]
  active?: boolean
  on?: string
  code?: string
}

export async function list(caller: Caller, asked: TaxFilter): Promise<Page<TaxRate>> {
  const found = await pageFrom(tax_rates, asked, {
    from: sql` from tax_rates${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.kind, sql`kind = ${asked.kind}`),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
      when(asked.code, sql`code = ${capitals(asked.code ?? '')}`),
      when(
        asked.on,
        sql`effective_from <= ${asked.on} and (effective_to is null or effective_to >= ${asked.on})`,
      ),
    ])}`,
    order: sql` order by code, effective_from, id`,
  })
  const view = await viewer(caller, found.rows)
  return mapPage(found, view)
}

async function viewer(caller: Caller, found: readonly Row[]): Promise<(row: Row) => TaxRate> {
  const { hospital_id } = caller
  const today = await hospitalDay(caller)
  const used = await rows<{ tax_code: string; day: string; n: number }>(
    sql`select tax_code, entry_date as day, count(*) as n from journal_lines
      where hospital_id = ${hospital_id} and tax_code is not null
        and tax_code${oneOf([...new Set(found.map(({ code }) => code))])}
      group by tax_code, entry_date`,
  )
  return (row) => ({
    ...row,
    code: row.code_typed ?? row.code,
    rate: row.rate_bp / 100,
    recoverable_pct: row.recoverable_bp / 100,
    status: statusOf(row, today),
    used: used
      .filter(({ tax_code, day }) => tax_code === row.code && holds(row, day))
      .reduce((total, { n }) => total + n, 0),
  })
}

const holds = ({ effective_from, effective_to }: Row, day: string): boolean =>
  effective_from <= day && (effective_to === null || day <= effective_to)

function statusOf(row: Row, today: string): TaxRate['status'] {
  if (!row.active) return 'INACTIVE'
  if (row.effective_from > today) return 'FUTURE'
  return row.effective_to !== null && row.effective_to < today ? 'PAST' : 'CURRENT'
}

export async function open(caller: Caller, input: TaxRateInput): Promise<TaxRate> {
  const books = await booksOf(caller)
  const code = capitals(input.code)
  const methods = input.payment_methods ?? []
  const wanted = {
    code,
    code_typed: asTyped(input.code, code),
    name: input.name,
    kind: input.kind ?? 'VAT',
    rate_bp: basisPoints('rate', input.rate),
    inclusive: input.inclusive ?? false,
    active: input.active ?? true,
    effective_from: input.effective_from ?? books.today,
    effective_to: input.effective_to ?? null,
    fiscal_code: input.fiscal_code ?? null,
    recoverable_bp: basisPoints('recoverable_pct', input.recoverable_pct ?? 0),
    liability_account_id: liabilityOf(books, input.liability_account_id),
    input_account_id: inputOf(books, input.input_account_id),
    payment_methods: methods,
    methods_key: keyOf(methods),
    notes: input.notes ?? null,
  }
  if (wanted.effective_to !== null && wanted.effective_to < wanted.effective_from) {
    throw invalid('effective_to', 'is before effective_from.')
  }
  await refuseOverlap(caller.hospital_id, wanted, null)
  ratesOf.forget()
  const made = await tax_rates.insert({ ...wanted, hospital_id: caller.hospital_id })
  note(caller, 'tax_rate.create', made)
  return (await viewer(caller, [made]))(made)
}

const keyOf = (methods: readonly string[]): string => [...methods].sort().join(',').slice(0, 120)

/** 18 is 1,800; a percentage never has more than two decimals. */
function basisPoints(field: string, percent: number): number {
  const bp = Math.round(percent * 100)
  if (percent < 0 || percent > 100 || bp / 100 !== percent) {
    throw invalid(field, 'must be between 0 and 100, with at most two decimals.')
  }
  return bp
}

/** Of the hospital's own chart. */
function accountSaid({ chart }: Books, field: string, id: string): AccountRow {
  const account = chart.by_id.get(id)
  if (account === undefined) throw new Refusal(404, 'not_found', `${field}: no such account.`)
  return account
}

function inputOf(books: Books, id: string | null | undefined): string | null {
  if (id === null || id === undefined) return null
  const account = accountSaid(books, 'input_account_id', id)
  if (account.role !== 'POSTING') throw conflict(`${labelOf(account)} is not a posting account.`)
  return id
}

function liabilityOf(books: Books, id: string | null | undefined): string | null {
  if (id === null || id === undefined) return null
  const account = accountSaid(books, 'liability_account_id', id)
  if (account.role !== 'POSTING' || account.kind !== 'LIABILITY') {
    throw conflict(`${labelOf(account)} is not a posting account of liabilities.`)
  }
  return id
}

async function refuseOverlap(
  hospital_id: string,
  wanted: Pick<Row, 'code' | 'methods_key' | 'effective_from' | 'effective_to' | 'active'>,
  but: string | null,
): Promise<void> {
  if (!wanted.active) return
  const { code, methods_key, effective_from: from, effective_to: to } = wanted
  await takeTurn(`tax rates ${hospital_id} ${code}`)
  const others = await tax_rates.all({ hospital_id, code, methods_key, active: true })
  const clash = others.find(
    (one) =>
      one.id !== but &&
      (to === null || one.effective_from <= to) &&
      (one.effective_to === null || from <= one.effective_to),
  )
  if (clash !== undefined) throw conflict(`${code} has a rate from ${clash.effective_from}.`)
}

export async function change(caller: Caller, id: string, input: TaxRateChange): Promise<TaxRate> {
  const { hospital_id } = caller
  const before = await taxRateRecord.get(caller, id)
  fresh(caller, before)
  const books = await booksOf(caller)
  const said: Partial<Row> = {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.kind === undefined ? {} : { kind: input.kind }),
    ...(input.rate === undefined ? {} : { rate_bp: basisPoints('rate', input.rate) }),
    ...(input.inclusive === undefined ? {} : { inclusive: input.inclusive }),
    ...(input.active === undefined ? {} : { active: input.active }),
    ...(input.effective_to === undefined ? {} : { effective_to: input.effective_to }),
    ...(input.fiscal_code === undefined ? {} : { fiscal_code: input.fiscal_code }),
    ...(input.recoverable_pct === undefined
      ? {}
      : { recoverable_bp: basisPoints('recoverable_pct', input.recoverable_pct) }),
    ...(input.liability_account_id === undefined
      ? {}
      : { liability_account_id: liabilityOf(books, input.liability_account_id) }),
    ...(input.input_account_id === undefined
      ? {}
      : { input_account_id: inputOf(books, input.input_account_id) }),
    ...(input.payment_methods === undefined
      ? {}
      : {
          payment_methods: input.payment_methods ?? [],
          methods_key: keyOf(input.payment_methods ?? []),
        }),
    ...(input.notes === undefined ? {} : { notes: input.notes }),
  }
  const { used } = (await viewer(caller, [before]))(before)
  const follows = used > 0 && followed.some((key) => key in said && said[key] !== before[key])
  if (!follows) {
    const from = input.effective_from ?? before.effective_from
    await refuseOverlap(hospital_id, { ...before, ...said, effective_from: from }, id)
    ratesOf.forget()
    await tax_rates.change({ hospital_id, id }, { ...said, effective_from: from })
    note(caller, 'tax_rate.update', before, difference(before, said))
    const after = await taxRateRecord.get(caller, id)
    return (await viewer(caller, [after]))(after)
  }
  return succeed(caller, before, said, input.effective_from ?? books.today)
}

/** What bills and returns were reckoned with. */
const followed = [
  'rate_bp',
  'inclusive',
  'liability_account_id',
  'input_account_id',
  'fiscal_code',
] as const

async function succeed(
  caller: Caller,
  before: Row,
  said: Partial<Row>,
  effective_from: string,
): Promise<TaxRate> {
  const { hospital_id } = caller
  if (effective_from <= before.effective_from) {
    throw conflict(`${before.code} has a rate from ${before.effective_from}.`)
  }
  ratesOf.forget()
  await tax_rates.change(
    { hospital_id, id: before.id },
    { effective_to: nextDay(effective_from, -1) },
  )
  const { id: _id, created_at: _at, updated_at: _up, version: _v, ...rest } = before
  const wanted = { ...rest, ...said, effective_from, effective_to: said.effective_to ?? null }
  await refuseOverlap(hospital_id, wanted, null)
  const made = await tax_rates.insert(wanted)
  note(caller, 'tax_rate.succeed', made, difference(before, said))
  return (await viewer(caller, [made]))(made)
}

export const taxRateRecord = recordOf(tax_rates, 'tax rate')

export interface RateOn {
  rate_bp: number
  inclusive: boolean
  recoverable_bp: number
  fiscal_code: Row['fiscal_code']
  liability_account_id: string | null
  input_account_id: string | null
}

/** The lines of all bills share a rate or two. */
const ratesOf = kept((name) => {
  const [hospital_id, code] = name.split(' ') as [string, string]
  return tax_rates.all({ hospital_id, code, active: true })
})

/** Called where rates are written besides. */
export const forgetRates = (): void => ratesOf.forget()

/** Of several the one of this payment method before the one of all (ACC-26). */
export async function taxRateOn(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  code: string,
  day: string,
  method?: string,
): Promise<RateOn> {
  const found = (await ratesOf.get(`${hospital_id} ${code}`)).filter((row) => holds(row, day))
  const rate =
    found.find(({ payment_methods }) => method !== undefined && payment_methods.includes(method)) ??
    found.find(({ payment_methods }) => payment_methods.length === 0)
  if (rate === undefined) throw conflict(`${code} has no rate on ${day}.`)
  return rate
}

function note(
  caller: Caller,
  action: string,
  row: Row,
  changes?: Record<string, [unknown, unknown]>,
) {
  record(caller, action, {
    entity_type: 'tax_rate',
    entity_id: row.id,
    entity_label: row.code,
    changes,
  })
}
