// Pre-authorisations (BIL-109 to BIL-111): asked of a scheme, answered, used by bills.

import { inScope } from '../../office/places/facilities.ts'
import { capitals } from '../../../core/kinds/capitals.ts'
import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { thousandths } from '../../../core/kinds/quantity.ts'
import { conflict, invalid, Refusal } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { actingBranch } from '../accounting/posting/post.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { record, difference } from '../../office/audit/record.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { patientsById } from '../../desk/patients/register/many.ts'
import { codeOf, pricesOf } from '../tariff/prices.ts'
import { notNegative } from '../tariff/read-price.ts'
import { memberships, schemes } from '../tariff/scheme-tables.ts'
import { schemeRecord } from '../tariff/schemes.ts'
import { visitOf } from '../../desk/visits/for-areas.ts'
import { preauth_life, type PreauthRow, preauthRecord } from './preauth-life.ts'
import type {
  ItemInput,
  Preauth,
  PreauthChange,
  PreauthInput,
  PreauthOpened,
} from './preauth-shapes.ts'
import { preauthorisation_items, preauthorisations } from './tables.ts'
import type { PreauthState } from './words.ts'

export type ItemRow = RowOf<(typeof preauthorisation_items)['columns']>

export interface PreauthFilter extends PageAsked {
  search?: string
  status?: PreauthState
  scheme_id?: string
  patient_id?: string
  expiring?: number
  facility_id?: string
}

export async function list(caller: Caller, asked: PreauthFilter): Promise<Page<Preauth>> {
  const day = await hospitalDay(caller)
  const soon = asked.expiring === undefined ? undefined : nextDay(day, asked.expiring)
  const found = await pageFrom(preauthorisations, asked, {
    from: sql` from preauthorisations${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.scheme_id, sql`scheme_id = ${asked.scheme_id}`),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      when(soon, sql`status in ('APPROVED', 'PARTLY_APPROVED') and valid_to <= ${soon}`),
      matching('preauthorisations', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await views(caller, found.rows), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<PreauthOpened> {
  const row = await preauthRecord.get(caller, id)
  return {
    ...((await views(caller, [row]))[0] as Preauth),
    history: await preauthRecord.history(caller, id),
  }
}

export async function open(caller: Caller, input: PreauthInput): Promise<PreauthOpened> {
  const { hospital_id } = caller
  const member = await memberships.find({ hospital_id, id: input.membership_id })
  if (member === undefined) throw noneAt('membership_id', 'membership')
  await checkPlace(caller, member.patient_id, input)
  const made = await preauthRecord.created(caller, {
    facility_id: await actingBranch(caller),
    membership_id: member.id,
    patient_id: member.patient_id,
    scheme_id: member.scheme_id,
    visit_id: input.visit_id ?? null,
    admission_id: input.admission_id ?? null,
    diagnosis_codes: codesOf(input.diagnosis_codes),
    justification: input.justification || null,
    made_by_name: caller.name,
  })
  await writeItems(caller, made, input.items)
  return find(caller, made.id)
}

const codesOf = (given: readonly string[] | undefined): string[] => [
  ...new Set((given ?? []).map((one) => capitals(one.trim()))),
]

export async function change(
  caller: Caller,
  id: string,
  input: PreauthChange,
): Promise<PreauthOpened> {
  const { hospital_id } = caller
  const before = await preauthRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status !== 'DRAFT') throw preauth_life.refusal(before.status, before.number)
  await checkPlace(caller, before.patient_id, input)
  const { items, diagnosis_codes, ...rest } = input
  const said = {
    ...rest,
    ...(rest.justification === '' ? { justification: null } : {}),
    ...(diagnosis_codes === undefined ? {} : { diagnosis_codes: codesOf(diagnosis_codes) }),
  }
  if (items !== undefined) {
    await preauthorisation_items.remove({ hospital_id, preauth_id: id })
    await writeItems(caller, before, items)
  }
  await preauthorisations.change({ hospital_id, id }, said)
  record(caller, 'preauth.update', {
    entity_type: 'preauthorisation',
    entity_id: id,
    entity_label: before.number,
    patient_id: before.patient_id,
    changes: { ...difference(before, said), ...(items ? { items: [null, items.length] } : {}) },
  })
  return find(caller, id)
}

async function checkPlace(
  caller: Caller,
  patient_id: string,
  { visit_id }: { visit_id?: string | null | undefined },
): Promise<void> {
  if (!visit_id) return
  const visit = await visitOf(caller, visit_id).catch(() => {
    throw noneAt('visit_id', 'visit')
  })
  if (visit.patient_id !== patient_id) throw conflict('This visit is of another patient.')
}

/** Without an amount, at the scheme's price of today. */
async function writeItems(
  caller: Caller,
  { id, scheme_id }: PreauthRow,
  items: readonly ItemInput[],
): Promise<void> {
  const purse = await purseOf(caller)
  const scheme = await schemeRecord.get(caller, scheme_id)
  const prices = await pricesOf(caller, {
    codes: items.map(({ code }) => code),
    date: await hospitalDay(caller),
    payer: { kind: 'SCHEME', scheme_id, name: scheme.name },
  })
  const rows = items.map((item, at) => {
    const code = codeOf(item.code)
    const price = prices.get(code)
    const quantity = thousandths(`items[${at}].quantity`, item.quantity ?? 1)
    const field = `items[${at}].amount`
    const said =
      item.amount === null || item.amount === undefined
        ? null
        : notNegative(purse.minor(field, item.amount), field)
    const amount = said ?? Math.round(((price?.price ?? 0) * quantity) / 1000)
    if (amount <= 0) throw invalid(field, 'must be more than 0.')
    const description = item.description || price?.name || code
    return {
      hospital_id: caller.hospital_id,
      preauth_id: id,
      position: at + 1,
      code,
      description,
      quantity,
      amount,
    }
  })
  const twice = rows.findIndex(({ code }, at) => rows.findIndex((one) => one.code === code) < at)
  if (twice >= 0) throw invalid(`items[${twice}].code`, 'is there twice.')
  await preauthorisation_items.insertMany(rows)
}

export const noneAt = (field: string, thing: string): Refusal =>
  new Refusal(404, 'not_found', `${field}: no such ${thing}.`, { field })

export const itemsOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  preauth_id: string | readonly string[],
): Promise<ItemRow[]> =>
  preauthorisation_items.all({ hospital_id, preauth_id }, { order: ['preauth_id', 'position'] })

async function views(caller: Caller, found: readonly PreauthRow[]): Promise<Preauth[]> {
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const items = Map.groupBy(
    await itemsOf(
      caller,
      found.map(({ id }) => id),
    ),
    ({ preauth_id }) => preauth_id,
  )
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const known = await schemes.all({ hospital_id, id: found.map(({ scheme_id }) => scheme_id) })
  const named = new Map(known.map(({ id, name }) => [id, name]))
  return found.map((row) => {
    const { hospital_id: _h, search_text: _s, made_by_name, requested_by_id: _r, ...shown } = row
    const own = items.get(row.id) ?? []
    const sum = (of: (item: ItemRow) => number): number =>
      purse.major(own.reduce((all, item) => all + of(item), 0))
    return {
      ...shown,
      patient_name: patients.get(row.patient_id)?.full_name ?? '',
      scheme_name: named.get(row.scheme_id) ?? '',
      items: own.map((item) => itemView(purse, item)),
      amount: sum(({ amount }) => amount),
      approved_amount: sum(({ approved_amount }) => approved_amount ?? 0),
      used_amount: sum(({ used_amount }) => used_amount),
      moves: preauthRecord.moves(caller, row),
      created_by_name: made_by_name,
    }
  })
}

function itemView(purse: Purse, item: ItemRow): Preauth['items'][number] {
  const { id, code, description, quantity, amount, approved_quantity, approved_amount } = item
  return {
    id,
    code,
    description,
    quantity: quantity / 1000,
    amount: purse.major(amount),
    approved_quantity: approved_quantity === null ? null : approved_quantity / 1000,
    approved_amount: approved_amount === null ? null : purse.major(approved_amount),
    used_quantity: item.used_quantity / 1000,
    used_amount: purse.major(item.used_amount),
  }
}
