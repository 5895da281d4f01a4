// Schemes (2.9): who insures, on which terms.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { asTyped } from '../../../core/kinds/capitals.ts'
import { toMajor } from '../../../core/kinds/money.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { hasEntries } from '../accounting/reports/party-ledger.ts'
import { difference, record } from '../../office/audit/record.ts'
import { currency as currencyOf, today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { claimsOfSchemes } from '../../neighbours/billing.ts'
import { keyOfPayer } from './payer-names.ts'
import { codeOf } from './prices.ts'
import { readScheme } from './read-scheme.ts'
import type { Scheme, SchemeChange, SchemeInput } from './scheme-shapes.ts'
import { schemes } from './scheme-tables.ts'
import type { scheme_kinds } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

export type SchemeRow = RowOf<(typeof schemes)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export interface SchemeFilter extends PageAsked {
  search?: string
  active?: boolean
  kind?: (typeof scheme_kinds)[number]
}

export async function list(caller: Caller, asked: SchemeFilter): Promise<Page<Scheme>> {
  const found = await pageFrom(schemes, asked, {
    from: sql` from schemes${where([
      sql`hospital_id = ${caller.hospital_id}`,
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
      when(asked.kind, sql`kind = ${asked.kind}`),
      matching('schemes', asked.search),
    ])}`,
    order: sql` order by name_key, id`,
  })
  return { rows: await views(caller, found.rows), meta: found.meta }
}

export const find = async (caller: Caller, id: string): Promise<Scheme> =>
  (await views(caller, [await schemeRecord.get(caller, id)]))[0] as Scheme

export const schemeRecord = recordOf(schemes, 'scheme')

/** BIL-12: by code or by name, without case and doubled spaces. */
export async function schemeByPayer(
  { hospital_id }: Of,
  payer: string,
): Promise<SchemeRow | undefined> {
  return (
    (await schemes.find({ hospital_id, name_key: keyOfPayer(payer) })) ??
    (await schemes.find({ hospital_id, code: codeOf(payer) }))
  )
}

/** BIL-13: in the words in which a desk is refused, or null. */
export function whyNot(scheme: SchemeRow, date: string): string | null {
  if (!scheme.active) return `${scheme.name} is not active.`
  const { contract_expiry: ended } = scheme
  return ended !== null && ended < date
    ? `The contract with ${scheme.name} ended on ${ended}.`
    : null
}

/** Where what a scheme owes stands in the ledger (P-02): its own account, else by its kind. */
export const debtOfScheme = ({
  account_id,
  kind,
}: SchemeRow): { account_id?: string; role?: string } =>
  account_id !== null
    ? { account_id }
    : { role: kind === 'NATIONAL' ? ('ar_national' as const) : ('ar_scheme' as const) }

export async function open(caller: Caller, input: SchemeInput): Promise<Scheme> {
  const { hospital_id } = caller
  const said = await readScheme(caller, input)
  const code = codeOf(input.code)
  await free(caller, code, input.name, null)
  const made = await schemes
    .insert({
      ...said,
      hospital_id,
      code,
      code_typed: asTyped(input.code, code),
      name: input.name,
      name_key: keyOfPayer(input.name),
      made_by_name: caller.name,
    })
    .catch((error: unknown) => {
      throw isTaken(error, 'hospital_id') ? exists(code) : error
    })
  note(caller, 'scheme.create', made)
  return find(caller, made.id)
}

export async function change(caller: Caller, id: string, input: SchemeChange): Promise<Scheme> {
  const before = await schemeRecord.get(caller, id)
  fresh(caller, before)
  const said = {
    ...(await readScheme(caller, input)),
    ...(input.code === undefined ? {} : codesOf(input.code)),
    ...(input.name === undefined ? {} : { name: input.name, name_key: keyOfPayer(input.name) }),
  }
  await free(caller, said.code ?? before.code, said.name ?? before.name, id)
  const changes = difference(before, said)
  if (changes === undefined) return find(caller, id)
  await keepsAccount(caller, before, { ...before, ...said })
  await schemes.change({ hospital_id: caller.hospital_id, id }, said)
  note(caller, 'scheme.update', before, changes)
  return find(caller, id)
}

/** COM-15: the contract runs on, as the client's does; one that was to run longer, or without an end, stays. */
export async function contractUntil(caller: Caller, id: string, day: string): Promise<void> {
  const before = await schemeRecord.locked(caller, id)
  if (before.contract_expiry === null || before.contract_expiry >= day) return
  const said = { contract_expiry: day }
  await schemes.change({ hospital_id: caller.hospital_id, id }, said)
  note(caller, 'scheme.update', before, difference(before, said))
}

const codesOf = (typed: string) => ({
  code: codeOf(typed),
  code_typed: asTyped(typed, codeOf(typed)),
})

/** What it owes stands on one account: the money for it comes off the same. */
async function keepsAccount(caller: Caller, before: SchemeRow, after: SchemeRow): Promise<void> {
  const [was, is] = [debtOfScheme(before), debtOfScheme(after)]
  if (was.account_id === is.account_id && was.role === is.role) return
  if (!(await hasEntries(caller, { kind: 'SCHEME', id: before.id }))) return
  throw conflict(`${before.name} has entries in the books: its account stays.`, 'in_use')
}

/** Neither its code nor its name is another's, and no word of the self-payers. */
async function free({ hospital_id }: Of, code: string, name: string, but: string | null) {
  const name_key = keyOfPayer(name)
  if (name_key === '') throw conflict(`${name} is what a patient who pays is called.`)
  const there =
    (await schemes.find({ hospital_id, code })) ?? (await schemes.find({ hospital_id, name_key }))
  if (there !== undefined && there.id !== but) throw exists(there.code)
}

const exists = (code: string) => conflict(`Scheme ${code} exists.`)

async function views(caller: Caller, found: readonly SchemeRow[]): Promise<Scheme[]> {
  const ids = found.map(({ id }) => id)
  const money = await currencyOf(caller)
  const day = await hospitalDay(caller)
  const claims = await claimsOfSchemes(caller, ids)
  const counted = await rows<{ scheme_id: string; n: number }>(
    sql`select scheme_id, count(*) as n from memberships
      where hospital_id = ${caller.hospital_id} and status = 'ACTIVE' and scheme_id${oneOf(ids)}
      group by scheme_id`,
  )
  const members = new Map(counted.map(({ scheme_id, n }) => [scheme_id, Number(n)]))
  const major = (amount: number | null) => (amount === null ? null : toMajor(amount, money))
  return found.map((row) => {
    const { hospital_id: _h, name_key: _k, search_text: _s, made_by_name, ...shown } = row
    const { coverage_bp, wht_bp, ...rest } = shown
    return {
      ...rest,
      code: row.code_typed ?? row.code,
      coverage_pct: coverage_bp === null ? null : coverage_bp / 100,
      wht_pct: wht_bp === null ? null : wht_bp / 100,
      preauth_above: major(row.preauth_above),
      copay_amount: major(row.copay_amount),
      members: members.get(row.id) ?? 0,
      open_claims: claims.get(row.id)?.open ?? 0,
      claimed_unpaid: toMajor(claims.get(row.id)?.unpaid ?? 0, money),
      days_to_expiry: row.contract_expiry === null ? null : daysBetween(day, row.contract_expiry),
      created_by_name: made_by_name,
    }
  })
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

function note(
  caller: Caller,
  action: string,
  row: SchemeRow,
  changes?: Record<string, [unknown, unknown]>,
): void {
  record(caller, action, {
    entity_type: 'scheme',
    entity_id: row.id,
    entity_label: row.name,
    changes,
  })
}
