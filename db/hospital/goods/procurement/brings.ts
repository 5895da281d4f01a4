import { answer } from '../../../core/question.ts'
import { purchaseItems, purchaseReplay, purchaseStops } from '../../neighbours/books.ts'
import { supplierNames } from '../../neighbours/parties.ts'
import type { Brings, SequenceKind } from '../../registry.ts'
import { itemsOfPurchasing, replayOfPurchasing } from './books.ts'
import { stopsOfPurchasing } from './stops.ts'
import { supplier_invoices } from './invoices/tables.ts'
import { supplier_payments } from './payments/tables.ts'
import { goods_receipts } from './receipts/tables.ts'
import { purchase_orders } from './orders/tables.ts'
import { supplier_returns } from './returns/tables.ts'
import { suppliers_import } from './suppliers/import.ts'
import { namesOf } from './suppliers/record.ts'
import { suppliers } from './suppliers/tables.ts'

const yearly = (kind: string, label: string, letters: string): SequenceKind => ({
  kind,
  label,
  area: 'procurement',
  pattern: `${letters}-{YYYY}-{SEQ:5}`,
  scope: 'HOSPITAL',
  reset: 'YEARLY',
  gapless: false,
})

export const brings: Brings = {
  area: 'procurement',
  reads: { approval_rules: 'purchase:read', reorder_rules: 'stock:read' },
  sequences: [
    {
      kind: 'supplier',
      label: 'Supplier',
      area: 'procurement',
      pattern: 'SU-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'NEVER',
      gapless: false,
    },
    yearly('purchase_order', 'Purchase order', 'PO'),
    yearly('goods_receipt', 'Receipt of goods', 'GR'),
    yearly('supplier_invoice', 'Invoice of a supplier', 'SI'),
    yearly('supplier_payment', 'Payment to a supplier', 'SP'),
    yearly('supplier_return', 'Return to a supplier', 'SR'),
  ],
  entities: [
    {
      type: 'supplier',
      read: 'supplier:read',
      write: 'supplier:write',
      async exists({ hospital_id }, id) {
        const found = await suppliers.find({ hospital_id, id })
        return found && { label: `${found.number} ${found.name}` }
      },
    },
    {
      type: 'purchase_order',
      read: 'purchase:read',
      write: 'purchase:order',
      async exists({ hospital_id }, id) {
        const found = await purchase_orders.find({ hospital_id, id })
        return found && { label: found.number }
      },
    },
    {
      type: 'goods_receipt',
      read: 'stock:read',
      write: 'stock:receive',
      async exists({ hospital_id }, id) {
        const found = await goods_receipts.find({ hospital_id, id })
        return found && { label: found.number }
      },
    },
    {
      type: 'supplier_invoice',
      read: 'payable:read',
      write: 'payable:write',
      async exists({ hospital_id }, id) {
        const found = await supplier_invoices.find({ hospital_id, id })
        return found && { label: `${found.number} ${found.their_number}` }
      },
    },
    {
      type: 'supplier_payment',
      read: 'payable:read',
      write: 'payable:write',
      async exists({ hospital_id }, id) {
        const found = await supplier_payments.find({ hospital_id, id })
        return found && { label: found.number }
      },
    },
    {
      type: 'supplier_return',
      read: 'stock:read',
      write: 'stock:receive',
      async exists({ hospital_id }, id) {
        const found = await supplier_returns.find({ hospital_id, id })
        return found && { label: found.number }
      },
    },
  ],
  papers: [
    {
      kind: 'purchase_order',
      title: { en: 'Purchase order', sw: 'Agizo la ununuzi' },
      async read({ hospital_id }, id) {
        const found = await purchase_orders.find({ hospital_id, id })
        if (found === undefined) return undefined
        const { number, total, status, created_at, approved_at } = found
        return {
          number,
          date: (approved_at ?? created_at).slice(0, 10),
          amount: total,
          status: status === 'CANCELLED' ? 'CANCELLED' : 'VALID',
        }
      },
    },
    {
      kind: 'goods_receipt',
      title: { en: 'Goods received note', sw: 'Hati ya kupokea bidhaa' },
      async read({ hospital_id }, id) {
        const found = await goods_receipts.find({ hospital_id, id })
        if (found === undefined) return undefined
        const { number, received_on, status } = found
        return {
          number,
          date: received_on,
          amount: null,
          status: status === 'CANCELLED' || status === 'REVERSED' ? status : 'VALID',
        }
      },
    },
    {
      kind: 'supplier_return',
      title: { en: 'Debit note', sw: 'Hati ya deni' },
      async read({ hospital_id }, id) {
        const found = await supplier_returns.find({ hospital_id, id })
        if (found === undefined) return undefined
        const { number, value, tax_amount, status, created_at, sent_on } = found
        return {
          number,
          date: sent_on ?? created_at.slice(0, 10),
          amount: value + tax_amount,
          status: status === 'CANCELLED' ? status : 'VALID',
        }
      },
    },
  ],
  imports: [suppliers_import],
  answers: [
    answer(supplierNames, namesOf),
    answer(purchaseItems, itemsOfPurchasing),
    answer(purchaseReplay, replayOfPurchasing),
    answer(purchaseStops, stopsOfPurchasing),
  ],
}
