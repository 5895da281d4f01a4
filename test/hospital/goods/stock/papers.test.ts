import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { elementsOf } from '../../../../db/hospital/goods/stock/papers/labels.ts'
import { account, password } from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'
import { codeOn } from '../../../support/money/money-papers.ts'
import type { Person } from '../../../support/people.ts'
import { factsOf, markOn, needsPoppler, pagesOf, textOf } from '../../../support/pdf.ts'

t.test('papers of stores', needsPoppler, async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const shelf = await shelfOf(house)
  const { keeper, store, manager } = shelf
  const taker = await people.with('storekeeper', 'pharmacist')
  const boss = await people.with('pharmacy_manager')
  const made = await manager.post('/stock/stores', {
    code: 'MAT',
    name: 'Maternity shelf',
    kind: 'WARD',
    keepers: [taker.user.id],
  })
  const ward = made.data
  const drug = await shelf.product({ name: 'Amoxicillin', strength: '250 mg', form: 'Capsule' })
  await shelf.lay(drug, 100, { lot: 'SOON', expiry: '2027-01-31' })
  await shelf.lay(drug, 731, { lot: 'LATE' })
  const paperOf = async (by: Person, path: string, more: Record<string, string> = {}) => {
    const answer = await by.get(`${path}/pdf`, { lang: 'en', ...more })
    t.equal(answer.headers['content-type'], 'application/pdf', answer.message)
    return answer.raw
  }

  t.test('a transfer: a draft says so, what is sent names its lots', async (t) => {
    const written = await keeper.post('/stock/transfers', {
      from_store_id: store.id,
      to_store_id: ward.id,
      carrier: 'Juma Mushi',
      lines: [{ product_id: drug.id, quantity: 120 }],
    })
    const path = `/stock/transfers/${written.data.id}`
    t.match(markOn(await paperOf(keeper, path)), /^DRAFT/)
    await keeper.post(`${path}/send`, { seal_no: 'S-77' })
    const said = textOf(await paperOf(taker, path))
    for (const word of [/Transfer of goods/, /Maternity shelf/, /S-77/, /Amoxicillin 250 mg/]) {
      t.match(said, word)
    }
    t.match(said, /SOON\s+31\/01\/2027\s+tablet\s+100/)
    t.match(said, /LATE\s+31\/08\/2028\s+tablet\s+20/)
    t.notMatch(markOn(await paperOf(taker, path)), /^DRAFT/)
    t.match(textOf(await paperOf(taker, path, { lang: 'sw' })), /Hati ya kuhamisha bidhaa/)
    t.equal((await keeper.get('/stock/transfers/x/pdf')).status, 404)
  })

  t.test('a requisition as asked, and the voucher of its issue', async (t) => {
    const written = await taker.post('/stock/requisitions', {
      from_store_id: store.id,
      to_store_id: ward.id,
      submit: true,
      lines: [{ product_id: drug.id, requested: 40 }],
    })
    const path = `/stock/requisitions/${written.data.id}`
    t.match(textOf(await paperOf(taker, path)), /Requisition[\s\S]*Asked for[\s\S]*40/)
    t.equal((await manager.post(`${path}/approve`)).status, 200)
    const [line] = written.data.lines
    const issue = { lines: [{ line_id: line.id, quantity: 30, reason: 'RATIONED' }] }
    t.equal((await keeper.post(`${path}/issue`, issue)).status, 200)
    const voucher = textOf(await paperOf(keeper, path))
    t.match(voucher, /Issue voucher/)
    t.match(voucher, /LATE\s+31\/08\/2028\s+tablet\s+40\s+30\s+Rationed/)
    t.match(textOf(await paperOf(keeper, path, { kind: 'request' })), /Asked for/)
    t.equal((await keeper.get(`${path}/pdf`, { kind: 'x' })).status, 400)
  })

  t.test('the sheet of a count holds no figure of the books (STK-43)', async (t) => {
    const planned = await keeper.post('/stock/counts', { store_id: store.id, kind: 'FULL' })
    const path = `/stock/counts/${planned.data.id}`
    t.match(textOf(await paperOf(keeper, path)), /has not begun/)
    await keeper.post(`${path}/start`)
    const sheet = textOf(await paperOf(keeper, path))
    t.match(sheet, /Count sheet[\s\S]*Amoxicillin 250 mg\s+LATE/)
    t.notMatch(sheet, /681|731/, 'what the books have')
    t.match(await keeper.get(`${path}/pdf`, { kind: 'variance' }), {
      status: 409,
      message: /is counted blind/,
    })
    const lines = (await keeper.get(`${path}/lines`)).data
    const counted = lines.map(({ id }: { id: string }) => ({
      line_id: id,
      counted: 680,
      reason: 'LOST',
    }))
    await keeper.put(`${path}/lines`, { lines: counted })
    await keeper.post(`${path}/submit`)
    const report = textOf(await paperOf(keeper, path, { kind: 'variance' }))
    t.match(report, /Differences of a count[\s\S]*680\s+681\s+-1\s+-500\.00\s+Lost/)
    const swahili = await paperOf(keeper, path, { kind: 'variance', lang: 'sw' })
    t.match(textOf(swahili), /-500\.00\s+Imepotea/)
  })

  t.test('the certificate of what was destroyed (STK-63)', async (t) => {
    const second = await account(house, { roles: ['pharmacist'], full_name: 'Neema Mrema' })
    const other = await shelf.product({ name: 'Ketamine' })
    await shelf.lay(other, 10, { lot: 'K1' })
    const levels = await keeper.get('/stock/levels', { product_id: other.id })
    const put = { store_id: store.id, batch_id: levels.data[0].batch_id, quantity: 4 }
    await keeper.post('/stock/quarantine', { ...put, reason: 'DAMAGED', note: 'Broken' })
    const drawn = await keeper.post('/stock/disposals', {
      store_id: store.id,
      method: 'INCINERATION',
      contractor: 'Safi Environment',
      permit_no: 'NEMC-12',
      from_quarantine: true,
      committee: [
        { name: 'Asha Juma', title: 'Pharmacist in charge' },
        { name: 'John Mushi', title: 'Hospital secretary' },
      ],
    })
    const path = `/stock/disposals/${drawn.data.id}`
    t.match(markOn(await paperOf(keeper, path)), /^DRAFT/)
    t.equal((await boss.post(`${path}/approve`)).status, 200)
    const witness = { identifier: second.username, password, purpose: 'DISPOSAL' }
    const { witness_token } = (await boss.post('/stock/witness', witness)).data
    const done = await boss.post(`${path}/destroy`, { destroyed_on: '2026-05-04', witness_token })
    t.equal(done.status, 200, done.message)
    const paper = textOf(await paperOf(keeper, path))
    for (const word of [
      /Certificate of destruction/,
      /NEMC-12/,
      /K1\s+31\/08\/2028\s+Damaged\s+tablet\s+4\s+2,000/,
      /Hospital secretary/,
      /Witness/,
      /Neema Mrema/,
    ]) {
      t.match(paper, word)
    }
    const plain = textOf(await paperOf(taker, path))
    t.match(plain, /K1/)
    const nurse = await people.with('nurse')
    t.notMatch(textOf(await paperOf(nurse, path)), /2,000/, 'without product:cost')
    const verified = await house.nobody.get(`/billing/verify/${codeOn(paper)}`)
    t.match(verified.data, {
      genuine: true,
      kind: 'Certificate of destruction',
      number: drawn.data.reference,
      status: 'VALID',
    })
  })

  t.test('labels: what is scanned of them is read again (STK-106, STK-109)', async (t) => {
    const levels = await keeper.get('/stock/levels', { product_id: drug.id, store_id: store.id })
    const [late] = levels.data
    const labels = await keeper.post('/stock/labels', { batch_ids: [late.batch_id], copies: 3 })
    t.equal(labels.headers['content-type'], 'application/pdf', labels.message)
    t.equal(pagesOf(labels.raw).length, 3)
    t.match(textOf(labels.raw), /Amoxicillin[\s\S]*LATE[\s\S]*31\/08\/2028/)
    t.match(factsOf(labels.raw)['Page size'], /^141\.7\d* x 70\.8/)
    const shelves = await keeper.post('/stock/labels', { product_ids: [drug.id], size: 'LARGE' })
    t.match(textOf(shelves.raw), new RegExp(drug.code))
    t.match(await keeper.post('/stock/labels', {}), {
      status: 400,
      message: 'batch_ids or product_ids are required.',
    })
    t.equal((await keeper.post('/stock/labels', { batch_ids: ['x'] })).status, 404)
    const own = { barcode: null, code: drug.code, lot: 'LATE', expiry: '2028-08-31' }
    t.equal(elementsOf(own), `(240)${drug.code}(17)280831(10)LATE`)
    const read = await keeper.post('/stock/barcodes/parse', { code: elementsOf(own) })
    t.match(read.data, {
      format: 'GS1',
      expiry: '2028-08-31',
      product: { id: drug.id },
      batch: { id: late.batch_id },
      warnings: [],
    })
    const traded = elementsOf({ ...own, barcode: '6290000123456' })
    t.equal(traded, '(01)06290000123456(17)280831(10)LATE')
    t.equal(elementsOf({ ...own, barcode: '123' }), elementsOf(own), 'no number of the trade')
    const shelf_code = await keeper.post('/stock/barcodes/parse', { code: drug.code.toLowerCase() })
    t.equal(shelf_code.data.product?.id, drug.id)
  })
})
