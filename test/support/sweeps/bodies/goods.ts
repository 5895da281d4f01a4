// Bodies of buying and of stores.

import { type Body, bought, code, today } from './said.ts'

export const goods_bodies: Record<string, Body> = {
  'POST /procurement/suppliers': ({ word }) => ({ name: word }),
  'PATCH /procurement/suppliers/:id': ({ word }) => ({ contact_person: word }),
  'POST /procurement/orders': (said) => ({
    supplier_id: said.ids.get('suppliers'),
    deliver_to_store_id: said.ids.get('stores'),
    lines: [bought(said)],
  }),
  'PATCH /procurement/orders/:id': () => ({ freight: 5 }),
  'POST /procurement/orders/:id/send': () => ({}),
  'POST /procurement/receipts': (said) => ({
    order_id: said.ids.get('orders'),
    lines: [{ ...bought(said), quantity: 1 }],
  }),
  'PATCH /procurement/receipts/:id': ({ word }) => ({ delivery_note_no: word }),
  'POST /procurement/receipts/:id/inspect': () => ({}),
  'POST /procurement/receipts/:id/post': () => ({}),
  'POST /procurement/receipts/:id/reverse': () => ({ reason: 'Asked six times' }),
  'POST /procurement/invoices': (said) => ({
    number: said.word,
    order_id: said.ids.get('orders'),
    lines: [bought(said)],
  }),
  'PATCH /procurement/invoices/:id': ({ word }) => ({ note: word }),
  'POST /procurement/invoices/:id/approve-exception': () => ({
    notes: [{ code: 'NOT_RECEIVED', line: 1, note: 'Paid ahead of it' }],
  }),
  'POST /procurement/invoices/:id/post': () => ({}),
  'POST /procurement/invoices/:id/credit': ({ word }) => ({
    number: word,
    amount: 1,
    reason: 'Too dear',
  }),
  'POST /procurement/payments': (said) => ({
    supplier_id: said.ids.get('suppliers'),
    amount: 10,
  }),
  'PATCH /procurement/payments/:id': () => ({ amount: 45 }),
  'POST /procurement/payments/:id/pay': () => ({}),
  'POST /procurement/returns': ({ known }) => ({
    receipt_id: known['bought'],
    reason: 'QUALITY',
    lines: [{ batch_id: known['bought_batch'], quantity: 1 }],
  }),
  'PATCH /procurement/returns/:id': ({ word }) => ({ note: word }),
  'POST /procurement/returns/:id/send': () => ({}),
  'POST /procurement/returns/:id/credit': ({ word }) => ({ credit_note_no: word }),
  'POST /procurement/returns/:id/replace': ({ known }) => ({ receipt_id: known['replacement'] }),
  'PUT /procurement/approval-rules': ({ ids }) => ({
    document: 'SUPPLIER_PAYMENT',
    levels: [{ role_id: ids.get('roles') }],
  }),
  'POST /stock/products': ({ word }) => ({ name: word, class: 'SUPPLY', base_unit: 'tablet' }),
  'POST /stock/adjustments': ({ known, word }) => ({
    store_id: known['store'],
    reason_code: 'FOUND',
    note: word,
    lines: [{ product_id: known['product'], batch_id: known['batch'], quantity: 1 }],
  }),
  'POST /stock/transfers': ({ known }) => ({
    from_store_id: known['store'],
    to_store_id: known['second_store'],
    lines: [{ product_id: known['product'], quantity: 1 }],
  }),
  'POST /stock/requisitions': ({ known, back }) => ({
    from_store_id: known['store'],
    to_store_id: known['second_store'],
    lines: [{ product_id: known['product'], requested: 1 }],
    submit: back % 2 === 1,
  }),
  'POST /stock/labels': ({ known }) => ({ product_ids: [known['product']] }),
  'PUT /stock/reorder-rules': ({ known }) => ({
    rules: [{ product_id: known['product'], store_id: known['store'], method: 'AMC' }],
  }),
  'POST /stock/quarantine': ({ known, word }) => ({
    store_id: known['store'],
    batch_id: known['batch'],
    quantity: 1,
    reason: 'OTHER',
    note: word,
  }),
  'POST /stock/disposals': ({ known }) => ({
    store_id: known['store'],
    method: 'OTHER',
    from_quarantine: true,
    committee: [
      { name: 'Asha Komba', title: 'Pharmacist' },
      { name: 'Juma Mushi', title: 'Secretary' },
    ],
  }),
  'POST /stock/ward-use': ({ known }) => ({
    store_id: known['ward_store'],
    lines: [{ product_id: known['ward_product'], quantity: 1 }],
  }),
  'POST /stock/recalls': (said) => ({
    product_ids: [said.known['product']],
    lots: [code(said)],
    level: 'III',
    source: 'OWN',
    notice_on: today,
    reason: said.word,
    instruction: 'QUARANTINE',
  }),
  'PATCH /stock/recalls/:id': ({ word }) => ({ reason: word }),
  'POST /stock/recalls/:id/close': () => ({}),
}
