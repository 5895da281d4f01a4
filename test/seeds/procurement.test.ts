// Procurement, from the source document of the hospital API alone. Each test is named by the sentence it
// proves.

import t from 'tap'
import { consoleOf } from './console.ts'
import { refused, succeeded } from './reading.ts'

t.test('procurement', async (t) => {
  const { who, nobody } = await consoleOf(t)

  t.test('"/api/v1/procurement/orders/:id/pdf"', async (t) => {
    const store = await who.post('/stock/stores', { code: 'MAIN', name: 'Main', kind: 'MAIN' })
    const product = await who.post('/stock/products', {
      name: 'Soap',
      class: 'GENERAL',
      base_unit: 'piece',
    })
    const supplier = await who.post('/procurement/suppliers', { name: 'Kilimo Ltd' })
    const made = await who.post('/procurement/orders', {
      supplier_id: supplier.data.id,
      deliver_to_store_id: store.data.id,
      lines: [{ product_id: product.data.id, quantity: 2, unit_price: 500 }],
    })
    succeeded(t, made, 201)
    const path = `/procurement/orders/${made.data.id}/pdf`
    const paper = await who.get(path)
    t.equal(paper.status, 200)
    t.match(paper.headers['content-type'], /^application\/pdf/)
    t.equal(paper.raw.subarray(0, 5).toString('latin1'), '%PDF-')
    refused(t, await nobody.get(path), 401)
    refused(t, await who.get('/procurement/orders/x/pdf'), 404)
  })
})
