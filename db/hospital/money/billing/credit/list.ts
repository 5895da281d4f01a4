// Credit notes as people see them.

import type { Caller } from '../../../../core/caller.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { notByName } from '../../../desk/patients/privacy/lists.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { creditNoteRecord, type CreditRow } from './rows.ts'
import type { CreditFilter, CreditNote, CreditNoteOpened } from './shapes.ts'
import { credit_note_lines, credit_notes } from './tables.ts'
import { inMajor } from '../in-major.ts'

export async function list(
  caller: Caller,
  asked: CreditFilter & PageAsked,
): Promise<Page<CreditNote>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await pageFrom(credit_notes, asked, {
    from: sql` from credit_notes${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.bill_id, sql`bill_id = ${asked.bill_id}`),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      when(
        asked.client_id,
        sql`bill_id in (select b.id from bills b where b.client_id = ${asked.client_id})`,
      ),
      when(asked.reason_code, sql`reason_code = ${asked.reason_code}`),
      when(asked.from, sql`business_date >= ${asked.from}`),
      when(asked.to, sql`business_date <= ${asked.to}`),
      matching('credit_notes', asked.search),
      notByName(caller, asked.search, ['number', 'bill_number']),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  const purse = await purseOf(caller)
  return mapPage(found, (row) => shown(caller, purse, row))
}

const money = [
  'tax',
  'scheme_part',
  'unpaid_part',
  'insured_part',
  'waived_part',
  'paid_part',
] as const

const shown = (caller: Caller, purse: Purse, row: CreditRow): CreditNote => ({
  ...row,
  ...inMajor(purse, [...money, 'total'], row),
  fiscal_reference: null,
  moves: creditNoteRecord.moves(caller, row),
})

export async function find(caller: Caller, id: string): Promise<CreditNoteOpened> {
  const row = await creditNoteRecord.get(caller, id)
  const purse = await purseOf(caller)
  const { hospital_id } = caller
  const lines = await credit_note_lines.all(
    { hospital_id, credit_note_id: id },
    { order: ['position'] },
  )
  return {
    ...shown(caller, purse, row),
    lines: lines.map((line) => ({
      ...line,
      ...inMajor(purse, [...money, 'amount'], line),
      quantity: line.quantity === null ? null : line.quantity / 1000,
    })),
    history: await creditNoteRecord.history(caller, id),
  }
}
