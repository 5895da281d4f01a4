// Bodies of clients, quotations and orders.

import { type Body, today } from './said.ts'

export const trade_bodies: Record<string, Body> = {
  'POST /commercial/clients': ({ word }) => ({ name: word, kind: 'CORPORATE' }),
  'PATCH /commercial/clients/:id': ({ word }) => ({ notes: word }),
  'POST /commercial/clients/:id/release-hold': () => ({ kind: 'MANUAL', reason: 'They have paid' }),
  'POST /commercial/clients/:id/renew-contract': () => ({
    contract_starts: today,
    contract_ends: '2030-01-01',
  }),
  'PUT /commercial/clients/:id/payer-names': ({ word }) => ({ payer_names: [word] }),
  'POST /commercial/contacts': ({ ids, word }) => ({
    client_id: ids.get('clients'),
    full_name: `${word} Mushi`,
  }),
  'PATCH /commercial/contacts/:id': ({ word }) => ({ job_title: word }),
  'PATCH /commercial/settings': () => ({ return_days: 5 }),
  'POST /commercial/discount-rules': ({ word }) => ({
    name: word,
    applies_to: 'ALL',
    kind: 'PERCENT',
    value: 5,
  }),
  'PATCH /commercial/discount-rules/:id': ({ word }) => ({ notes: word }),
  'POST /commercial/discounts': ({ ids }) => ({
    target_type: 'BILL',
    target_id: ids.get('bills'),
    amount: 1,
    reason: 'Asked by the ward',
  }),
  'POST /commercial/discounts/:id/refuse': () => ({ note: 'Not a reason' }),
  'POST /commercial/quotations': ({ known, word }) => ({
    client_id: known['buyer'],
    discount_pct: 50,
    items: [{ description: word, quantity: 2, unit_price: 100 }],
  }),
  'PATCH /commercial/quotations/:id': ({ word }) => ({ notes: word }),
  'POST /commercial/quotations/:id/send': () => ({ channels: ['PRINT'] }),
  'POST /commercial/quotations/:id/accept': ({ word }) => ({ answered_by: word }),
  'POST /commercial/quotations/:id/decline': () => ({ decline_reason: 'PRICE' }),
  'POST /commercial/quotations/:id/convert': () => ({}),
  'POST /commercial/orders': ({ known, word }) => ({
    client_id: known['buyer'],
    discount_pct: 50,
    items: [{ description: word, quantity: 5, unit_price: 100 }],
  }),
  'PATCH /commercial/orders/:id': ({ word }) => ({ notes: word }),
  'POST /commercial/orders/:id/confirm': () => ({}),
  'POST /commercial/orders/:id/deliver': ({ ids }) => ({
    lines: [{ order_item_id: ids.get('order_items'), quantity: 1 }],
  }),
  'POST /commercial/orders/:id/fulfil': () => ({}),
  'POST /commercial/orders/:id/invoice': ({ ids }) => ({
    lines: [{ order_item_id: ids.get('order_items'), quantity: 1 }],
  }),
  'POST /commercial/deliveries/:id/acknowledge': ({ word }) => ({ received_by: word }),
  'POST /commercial/returns': ({ word }) => ({
    party_name: word,
    reason: 'Not needed any more',
    reason_code: 'OTHER',
    items: [{ description: word, quantity: 1 }],
  }),
  'POST /commercial/returns/:id/approve': () => ({}),
  'POST /commercial/returns/:id/restock': ({ known }) => ({
    lines: [{ item_id: known['return_item'], quantity: 1, condition: 'GOOD' }],
  }),
  'POST /commercial/returns/:id/refund': () => ({ settle: 'CREDIT_NOTE' }),
  'POST /commercial/follow-ups': ({ word }) => ({ subject: word, due_on: '2030-01-01' }),
  'PATCH /commercial/follow-ups/:id': ({ word }) => ({ detail: word }),
  'POST /commercial/follow-ups/:id/complete': () => ({ outcome: 'They agreed' }),
  'POST /commercial/interactions': ({ ids, word }) => ({
    client_id: ids.get('clients'),
    kind: 'CALL',
    summary: word,
  }),
}
