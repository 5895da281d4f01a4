// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  quotation_items: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      position: 'integer',
      code: 'code 40?',
      product_id: 'code 36?',
      description: 'text 300',
      quantity: 'bigint',
      unit_price: 'bigint',
      line_total: 'bigint',
      list_price: 'bigint?',
      unit: 'text 20?',
      below_cost: 'boolean',
      discountable: 'boolean',
      quotation_id: 'ref quotations',
    },
    unique: [
      {
        columns: ['quotation_id', 'position'],
      },
    ],
  },
  quotation_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref quotations',
      at: 'code 24',
      by_id: 'code 36?',
      by_name: 'text 160',
      move: 'code 40',
      from_state: 'code 40?',
      to_state: 'code 40',
      reason: 'text 500?',
      changes: 'json?',
    },
    indexes: [
      {
        columns: ['record_id', 'at', 'id'],
      },
    ],
    append_only: true,
  },
  quotation_versions: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      quotation_id: 'ref quotations',
      version_no: 'integer',
      sent_at: 'code 24',
      sent_by_name: 'text 160',
      kept: 'json',
    },
    unique: [
      {
        columns: ['quotation_id', 'version_no'],
      },
    ],
    append_only: true,
  },
  quotations: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      number: 'code 40',
      status: 'choice DRAFT|SENT|ACCEPTED|DECLINED|EXPIRED|CONVERTED|CANCELLED',
      version_no: 'integer',
      facility_id: 'ref facilities',
      client_id: 'ref clients?',
      client_name: 'text 160?',
      patient_id: 'ref patients?',
      discount_bp: 'integer',
      tax_bp: 'integer',
      subtotal: 'bigint',
      discount_amount: 'bigint',
      taxable: 'bigint',
      tax_amount: 'bigint',
      total: 'bigint',
      notes: 'text 2000?',
      approval_status: 'choice NOT_NEEDED|PENDING|APPROVED|REFUSED',
      approval_reasons: 'json',
      approved_by_name: 'text 160?',
      approval_note: 'text 300?',
      edited_by_id: 'code 36?',
      created_by_id: 'code 36?',
      created_by_name: 'text 160',
      terms: 'text 2000?',
      valid_until: 'code 10?',
      sent_at: 'code 24?',
      sent_by_name: 'text 160?',
      sent_to: 'json',
      answered_at: 'code 24?',
      answered_by: 'text 160?',
      answer_note: 'text 300?',
      client_po: 'text 60?',
      decline_reason: 'choice PRICE|TERMS|COMPETITOR|NO_BUDGET|NOT_NEEDED|NO_ANSWER|OTHER?',
      order_id: 'code 36?',
      order_number: 'code 40?',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'number'],
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'created_at', 'id'],
      },
      {
        columns: ['hospital_id', 'valid_until'],
        only_where: "status = 'SENT'",
      },
      {
        columns: ['hospital_id', 'client_id'],
        only_where: 'client_id is not null',
      },
      {
        columns: ['patient_id'],
        only_where: 'patient_id is not null',
      },
    ],
    search: true,
  },
}
