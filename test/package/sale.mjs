// A patient, a counter sale, and its receipt on paper.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { person } from './asking.mjs'
import { say } from './place.mjs'

const PRICES = 'code,name,price,category\nFBC,Full blood count,15000,Laboratory\n'

export async function sells(house) {
  const { administrator } = house
  const run = house.kituo(['tariffs', 'import', '-', '--yes', '--data', './data'], {
    input: PRICES,
  })
  assert.equal(await run.ended, 0, run.output())
  const cashier = await person(house, 'juma', 'Juma Mushi', 'cashier')
  const supervisor = await person(house, 'neema', 'Neema Mushi', 'supervisor')
  const [{ id: facility_id }] = await administrator.get('/api/v1/facilities')
  const drawer = { name: 'Window 1', facility_id }
  const { id: drawer_id } = await supervisor.post('/api/v1/billing/drawers', drawer)
  await cashier.post('/api/v1/billing/shifts', { drawer_id, denominations: [] })

  const patient = await administrator.post('/api/v1/patients', {
    first_name: 'Zainabu',
    last_name: 'Omari',
    sex: 'Female',
    age_years: 29,
    phone: '0765000111',
  })
  const sale = await cashier.post('/api/v1/billing/sales', {
    patient_id: patient.id,
    method: 'Cash',
    amount: 20_000,
    lines: [{ code: 'FBC' }],
  })
  assert.equal(sale.change, 5000)

  const { id, number } = sale.payment
  const paper = await cashier.bytes(`/api/v1/billing/payments/${id}/receipt?paper=A4&lang=en`)
  assert.equal(paper.subarray(0, 5).toString(), '%PDF-')
  const { error, status, stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: paper })
  if (error) return say('pdftotext is not here: the receipt is not read back')
  assert.equal(status, 0, 'pdftotext cannot read the receipt')
  const text = stdout.toString('utf8').replace(/\s+/g, ' ')
  for (const words of [
    'Receipt',
    number,
    patient.number,
    'Zainabu Omari',
    '15,000',
    'Fifteen thousand shillings only',
    'Juma Mushi',
  ]) {
    assert.ok(text.includes(words), `"${words}" is not on the receipt: ${text}`)
  }
}
