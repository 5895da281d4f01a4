// Reading what is said of a client (commercial 2.1, COM-3, COM-5).

import { type Caller, can } from '../../../core/caller.ts'
import { toBasisPoints } from '../../../core/kinds/percent.ts'
import { conflict, invalid, noSuch, Refusal } from '../../../core/refusal.ts'
import { folded } from '../../../store/table.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { schemeRecord } from '../../money/tariff/schemes.ts'
import { staffAccounts } from '../../office/access/users/named-accounts.ts'
import { hospitalOf, phone } from '../../office/hospitals/hospitals.ts'
import { asWritten, refuseTaken } from './names.ts'
import { already, type ClientRow } from './record.ts'
import type { ClientChange } from './shapes.ts'
import { clients } from './tables.ts'

type Said = Partial<ClientRow>

/** The fields that a person writes, as the row keeps them; what is not said is not in it. */
export async function readClient(
  caller: Caller,
  input: Omit<ClientChange, 'reason'>,
  before?: ClientRow,
): Promise<Said> {
  const { discount_pct, credit_limit, ...rest } = input
  const said: Said = {
    ...withoutBlanks(rest),
    ...(discount_pct === undefined
      ? {}
      : { discount_bp: toBasisPoints(discount_pct ?? 0, 'discount_pct') }),
    ...(credit_limit === undefined ? {} : { credit_limit: await limit(caller, credit_limit) }),
    ...(rest.phone ? { phone: await phone(caller, 'phone', rest.phone) } : {}),
    ...(rest.tin ? { tin: await tinRead(caller, rest.tin) } : {}),
  }
  if (rest.name !== undefined) Object.assign(said, nameRead(rest.name))
  if (rest.account_manager_id) {
    said.account_manager = await managerOf(caller, rest.account_manager_id)
  }
  refuseUncredited(caller, said, before)
  await refuseOthers(caller, said, before)
  checkContract({ ...before, ...said })
  await checkScheme(caller, { ...before, ...said })
  return said
}

/** An empty text is no text. */
const withoutBlanks = (input: object): Said =>
  Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, value === '' ? null : value]),
  )

function nameRead(typed: string): Pick<ClientRow, 'name' | 'name_key'> {
  const name = asWritten(typed)
  return { name, name_key: folded(name) }
}

async function limit(caller: Caller, amount: number | null): Promise<number | null> {
  if (amount === null) return null
  if (amount < 0) throw invalid('credit_limit', 'must be 0 or more.')
  return (await purseOf(caller)).minor('credit_limit', amount)
}

/** Of Tanzania: nine digits, however they are parted. */
async function tinRead(caller: Caller, typed: string): Promise<string> {
  const { country } = await hospitalOf(caller)
  if (country !== 'TZ') {
    if (/^[A-Za-z0-9-]{1,20}$/.test(typed)) return typed.toUpperCase()
    throw invalid('tin', 'must be 1 to 20 letters, digits and -.')
  }
  const digits = typed.replace(/[\s-]/g, '')
  if (!/^\d{9}$/.test(digits)) throw invalid('tin', 'must have nine digits.')
  return digits.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1-$2-$3')
}

async function managerOf(caller: Caller, id: string): Promise<string> {
  const [found] = await staffAccounts(caller, [id])
  if (found === undefined) throw noSuch('user')
  return found.full_name
}

const of_credit = {
  credit_limit: null,
  discount_bp: 0,
  payment_terms_days: null,
} as const
const said_as = { discount_bp: 'discount_pct' } as Record<string, string>

/** COM-5: what gives credit away is set by those who answer for it. */
function refuseUncredited(caller: Caller, said: Said, before?: ClientRow): void {
  if (can(caller, 'client:credit')) return
  for (const [field, none] of Object.entries(of_credit)) {
    const now = said[field as keyof typeof of_credit]
    const was = before === undefined ? none : before[field as keyof typeof of_credit]
    if (now === undefined || now === was) continue
    const name = said_as[field] ?? field
    throw new Refusal(403, 'credit', `Your role may not set ${name}: leave it out.`)
  }
}

/** COM-1: a name and a TIN mean one client. */
async function refuseOthers(caller: Caller, said: Said, before?: ClientRow): Promise<void> {
  const { hospital_id } = caller
  if (said.name !== undefined) await refuseTaken(caller, said.name, before?.id)
  if (!said.tin) return
  const all = await clients.all({ hospital_id, tin: said.tin })
  const other = all.find(({ id, status }) => status !== 'CLOSED' && id !== before?.id)
  if (other !== undefined) throw already(`TIN ${said.tin}`, other)
}

function checkContract({ contract_starts, contract_ends }: Said): void {
  if (contract_starts && contract_ends && contract_ends < contract_starts) {
    throw invalid('contract_ends', 'is before contract_starts.')
  }
}

/** COM-3. */
async function checkScheme(caller: Caller, { id, kind, scheme_id }: Said): Promise<void> {
  if (!scheme_id) return
  if (kind !== 'INSURER') throw invalid('scheme_id', 'is only for a client of kind INSURER.')
  const { name } = await schemeRecord.get(caller, scheme_id)
  const other = await clients.find({ hospital_id: caller.hospital_id, scheme_id })
  if (other !== undefined && other.id !== id) {
    throw conflict(`${name} is linked to client ${other.number} already.`)
  }
}
