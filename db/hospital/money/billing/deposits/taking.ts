// Money held before there is a bill (BIL-65): a receipt titled advance, and the deposit it makes.

import { type Caller, can } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { notByName } from '../../../desk/patients/privacy/lists.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { actingBranch } from '../../accounting/posting/post.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { tillOf } from '../../drawers/cash.ts'
import { clientNames } from '../../../neighbours/parties.ts'
import { writable } from '../../../desk/patients/rows.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { walkIn } from '../../policy/walk-in.ts'
import type { Deposit, DepositFilter, DepositInput, DepositTaken } from './shapes.ts'
import { deposits } from './tables.ts'
import { type DepositRow, depositRecord, openDeposit } from './deposits.ts'
import { totalsOf } from '../bills/list-totals.ts'
import { meansOf, referenceOf } from '../payments/means.ts'
import { find as findPayment } from '../payments/list.ts'
import { receive } from '../payments/receive.ts'

export async function takeDeposit(caller: Caller, input: DepositInput): Promise<DepositTaken> {
  const purse = await purseOf(caller)
  const amount = purse.minor('amount', input.amount)
  if (amount <= 0) throw invalid('amount', 'must be more than 0.')
  const method = input.method ?? 'Cash'
  const reference = await referenceOf(caller, method, input.reference)
  const till = await tillOf(caller, method)
  const party = await partyOf(caller, input)
  const facility_id = till.facility_id ?? (await actingBranch(caller))
  const means = await meansOf(caller, method, { ...input, reference }, till, facility_id)
  const { patient_id, client_id, name, number } = party
  const payment = await receive(caller, means, {
    purpose: 'DEPOSIT',
    amount,
    tendered: method === 'Cash' ? amount : null,
    change_given: 0,
    facility_id,
    patient_id,
    client_id,
    payer_name: name,
    about: `advance of ${number ?? name}`,
    kept: amount,
  })
  const deposit = await openDeposit(caller, {
    facility_id,
    patient_id,
    client_id,
    party_name: name,
    origin: 'ADVANCE',
    amount,
    payment_id: payment.id,
    admission_id: input.admission_id ?? null,
    purpose: input.purpose ?? null,
  })
  return {
    deposit: await findDeposit(caller, deposit.id),
    payment: await findPayment(caller, payment.id),
    change: 0,
  }
}

interface Party {
  patient_id: string | null
  client_id: string | null
  name: string
  /** Of a patient: what a memo says, which everybody with the ledger reads. */
  number: string | null
}

async function partyOf(caller: Caller, input: DepositInput): Promise<Party> {
  const patient_id = input.patient_id ?? ''
  const client_id = input.client_id ?? ''
  if (patient_id !== '' && client_id !== '') {
    throw invalid('client_id', 'and patient_id name two parties.')
  }
  if (client_id !== '') {
    const [client] = await clientNames(caller, [client_id])
    if (client === undefined) throw conflict('A deposit needs an identified patient.', 'client')
    return { patient_id: null, client_id, name: client.name, number: null }
  }
  if (patient_id === '') throw invalid('patient_id', 'is required.')
  if (patient_id === (await walkIn(caller))) {
    throw conflict('A deposit needs an identified patient.', 'walk_in')
  }
  const patient = await writable(caller, patient_id)
  return { patient_id, client_id: null, name: patient.full_name, number: patient.number }
}

export async function listDeposits(
  caller: Caller,
  asked: DepositFilter & PageAsked,
): Promise<Page<Deposit>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const from = sql` from deposits${where([
    sql`hospital_id = ${caller.hospital_id}`,
    scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
    when(asked.status, sql`status = ${asked.status}`),
    when(asked.party, sql`party = ${asked.party}`),
    when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
    when(asked.client_id, sql`client_id = ${asked.client_id}`),
    when(asked.origin, sql`origin = ${asked.origin}`),
    when(asked.from, sql`business_date >= ${asked.from}`),
    when(asked.to, sql`business_date <= ${asked.to}`),
    when(asked.remaining, sql`remaining > 0`),
    matching('deposits', asked.search),
    notByName(caller, asked.search, ['number']),
  ])}`
  const { total, totals } = await totalsOf(caller, from, { remaining: 'remaining' })
  const order = sql` order by created_at desc, id desc`
  const found = await pageFrom(deposits, asked, { from, order, total })
  return { rows: await view(caller, found.rows), meta: Object.assign(found.meta, { totals }) }
}

export async function findDeposit(caller: Caller, id: string): Promise<Deposit> {
  const [shown] = await view(caller, [await depositRecord.get(caller, id)])
  return shown as Deposit
}

interface Use {
  deposit_id: string
  bill_id: string
  bill_number: string | null
  amount: number
  at: string
}

async function view(caller: Caller, found: readonly DepositRow[]): Promise<Deposit[]> {
  if (found.length === 0) return []
  const purse = await purseOf(caller)
  const uses = await rows<Use>(
    sql`select u.deposit_id, u.bill_id, b.number as bill_number, u.amount, u.at
      from deposit_uses u join bills b on b.id = u.bill_id
      where u.hospital_id = ${caller.hospital_id} and u.live
        and u.deposit_id${oneOf(found.map(({ id }) => id))} order by u.at, u.id`,
  )
  return found.map((row) =>
    shown(
      caller,
      purse,
      row,
      uses.filter(({ deposit_id }) => deposit_id === row.id),
    ),
  )
}

function shown(caller: Caller, purse: Purse, row: DepositRow, uses: readonly Use[]): Deposit {
  return {
    ...row,
    amount: purse.major(row.amount),
    used: purse.major(row.used),
    held: purse.major(row.held),
    refunded: purse.major(row.refunded),
    remaining: purse.major(row.remaining),
    uses: uses.map(({ bill_id, bill_number, amount, at }) => ({
      bill_id,
      bill_number,
      amount: purse.major(Number(amount)),
      at,
    })),
    moves: [
      ...(row.remaining > 0 && can(caller, 'deposit:apply') ? (['apply'] as const) : []),
      ...(row.used > 0 && can(caller, 'payment:reallocate') ? (['unapply'] as const) : []),
    ],
  }
}
