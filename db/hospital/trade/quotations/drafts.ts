// Quotations while they are written: opened, changed, and their prices agreed on (3.2, COM-22, COM-23).

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { actingBranch } from '../../money/accounting/posting/post.ts'
import { anotherPerson } from '../../office/access/users/another-person.ts'
import { notify } from '../../office/notifications/notify.ts'
import { readDocument } from './lines/document.ts'
import {
  calledQuotation,
  notADraft,
  quotation_content,
  quotationRecord,
  type QuotationRow,
} from './record.ts'
import type { QuotationChange, QuotationInput } from './shapes.ts'

const document = 'QUOTATION'

export async function open(caller: Caller, input: QuotationInput): Promise<QuotationRow> {
  const facility_id = await actingBranch(caller)
  const { said, lines } = await readDocument(caller, input, { document, facility_id })
  const row = await quotationRecord.created(caller, {
    ...said,
    facility_id,
    terms: input.terms || null,
    valid_until: input.valid_until ?? null,
    created_by_id: caller.user_id,
    created_by_name: caller.name,
  })
  await quotation_content.add(caller, row.id, lines ?? [])
  return row
}

export async function change(
  caller: Caller,
  id: string,
  input: QuotationChange,
): Promise<QuotationRow> {
  const row = await quotationRecord.locked(caller, id)
  fresh(caller, row)
  if (row.status !== 'DRAFT') throw notADraft(row)
  const { facility_id } = row
  const before = { row, lines: await quotation_content.of(caller, id) }
  const { said, lines } = await readDocument(caller, input, { document, facility_id, before })
  const { terms, valid_until } = input
  const changes = {
    ...said,
    ...(terms === undefined ? {} : { terms: terms || null }),
    ...(valid_until === undefined ? {} : { valid_until }),
  }
  if (lines !== null) await quotation_content.replace(caller, id, lines)
  return quotationRecord.changed(caller, row, 'update', changes)
}

/** What waits for nobody's word has none. */
function mustWait(row: QuotationRow): void {
  if (row.approval_status === 'PENDING') return
  throw conflict(`Nothing of quotation ${calledQuotation(row)} waits for approval.`, 'approval')
}

export async function approve(
  caller: Caller,
  id: string,
  note: string | null,
): Promise<QuotationRow> {
  const before = await quotationRecord.begin(caller, id, 'approve_discount')
  mustWait(before)
  await anotherPerson(caller, before.edited_by_id, 'quotation:approve')
  const agreed = {
    approval_status: 'APPROVED' as const,
    approved_by_name: caller.name,
    approval_note: note,
  }
  return quotationRecord.moved(caller, before, 'approve_discount', agreed, note)
}

export async function refuse(caller: Caller, id: string, note: string): Promise<QuotationRow> {
  const before = await quotationRecord.begin(caller, id, 'refuse_discount')
  mustWait(before)
  await anotherPerson(caller, before.edited_by_id, 'quotation:approve')
  const changes = { approval_status: 'REFUSED' as const, approval_note: note }
  await tellPreparer(caller, before, 'Its prices were refused', note)
  return quotationRecord.moved(caller, before, 'refuse_discount', changes, note)
}

/** Nobody is told what he or she has done. */
export async function tellPreparer(
  caller: Caller,
  row: QuotationRow,
  what: string,
  body: string,
): Promise<void> {
  const { id, created_by_id } = row
  if (created_by_id === null || created_by_id === caller.user_id) return
  await notify(caller, {
    to: { user: created_by_id },
    kind: 'quotation.moved',
    title: `Quotation ${calledQuotation(row)}: ${what}`,
    body,
    entity: { type: 'quotation', id },
  })
}
