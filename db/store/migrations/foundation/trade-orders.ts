// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  deliveries: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      facility_id: 'ref facilities',
      number: 'code 40',
      status: 'choice DELIVERED|ACKNOWLEDGED|REVERSED',
      order_id: 'ref sales_orders',
      client_id: 'code 36?',
      client_name: 'text 160?',
      patient_id: 'ref patients?',
      store_id: 'ref stores?',
      delivered_at: 'code 24',
      delivered_by_name: 'text 160',
      vehicle: 'text 60?',
      driver: 'text 160?',
      address: 'text 300?',
      received_by: 'text 160?',
      received_at: 'code 24?',
      bill_id: 'code 36?',
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
        columns: ['hospital_id', 'delivered_at', 'id'],
      },
      {
        columns: ['order_id'],
      },
      {
        columns: ['patient_id'],
        only_where: 'patient_id is not null',
      },
    ],
    search: true,
  },
  delivery_lines: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      delivery_id: 'ref deliveries',
      position: 'integer',
      order_item_id: 'ref sales_order_items',
      product_id: 'code 36?',
      description: 'text 300',
      quantity: 'bigint',
      unit: 'text 20?',
      batches: 'json',
    },
    unique: [
      {
        columns: ['delivery_id', 'position'],
      },
    ],
    indexes: [
      {
        columns: ['order_item_id'],
      },
    ],
  },
  delivery_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref deliveries',
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
  order_bill_lines: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      order_bill_id: 'ref order_bills',
      position: 'integer',
      order_item_id: 'ref sales_order_items',
      bill_item_id: 'code 36',
      quantity: 'bigint',
      gross: 'bigint',
      discount: 'bigint',
      tax: 'bigint',
    },
    unique: [
      {
        columns: ['order_bill_id', 'position'],
      },
    ],
    indexes: [
      {
        columns: ['order_item_id'],
      },
    ],
  },
  order_bills: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      order_id: 'ref sales_orders',
      position: 'integer',
      bill_id: 'code 36',
      bill_number: 'code 40',
      shared_source: 'code 80?',
      live: 'boolean',
      created_at: 'code 24',
      updated_at: 'code 24',
    },
    unique: [
      {
        columns: ['order_id', 'position'],
      },
    ],
    indexes: [
      {
        columns: ['bill_id'],
      },
      {
        columns: ['shared_source'],
        only_where: 'shared_source is not null',
      },
    ],
  },
  sales_order_items: {
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
      order_id: 'ref sales_orders',
      discount_share: 'bigint',
      tax_share: 'bigint',
      reserved: 'bigint',
      delivered: 'bigint',
      invoiced: 'bigint',
      returned: 'bigint',
      returned_unbilled: 'bigint',
      cancelled: 'bigint',
      billed_gross: 'bigint',
      billed_discount: 'bigint',
      billed_tax: 'bigint',
    },
    unique: [
      {
        columns: ['order_id', 'position'],
      },
    ],
  },
  sales_order_moves: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      record_id: 'ref sales_orders',
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
  sales_orders: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      number: 'code 40',
      status: 'choice DRAFT|CONFIRMED|PART_FULFILLED|FULFILLED|CLOSED|CANCELLED',
      invoice_status: 'choice NOT_INVOICED|PART_INVOICED|INVOICED',
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
      client_po: 'text 60?',
      required_by: 'code 10?',
      quotation_id: 'ref quotations?',
      quotation_number: 'code 50?',
      store_id: 'ref stores?',
      prepay: 'boolean',
      on_order: 'bigint',
      reserved_until: 'code 24?',
      confirmed_at: 'code 24?',
      confirmed_by_name: 'text 160?',
      override_reason: 'text 300?',
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
        columns: ['hospital_id', 'client_id'],
        only_where: 'client_id is not null',
      },
      {
        columns: ['patient_id'],
        only_where: 'patient_id is not null',
      },
      {
        columns: ['quotation_id'],
        only_where: 'quotation_id is not null',
      },
      {
        columns: ['hospital_id', 'reserved_until'],
        only_where: 'reserved_until is not null',
      },
    ],
    search: true,
  },
}
