import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { stock_pools } from '../../../../db/hospital/goods/stock/pool/tables.ts'
import { account, password } from '../../../support/accounts.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'
import type { Person } from '../../../support/people.ts'

const committee = [
  { name: 'Asha Juma', title: 'Pharmacist in charge' },
  { name: 'John Mushi', title: 'Hospital secretary' },
]

t.test('disposals (5.6)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const { id: hospital_id } = house.hospital
  const shelf = await shelfOf(house, { controlled_cupboard: true })
  const { keeper, store } = shelf
  const boss = await people.with('pharmacy_manager')
  const accountant = await people.with('accountant')
  const second = await account(house, { roles: ['pharmacist'], full_name: 'Neema Mrema' })
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const token = async (by: Person, purpose = 'DISPOSAL') => {
    const asked = { identifier: second.username, password, purpose }
    return (await by.post('/stock/witness', asked)).data.witness_token
  }
  const batchOf = async (product: { id: string }): Promise<string> =>
    (await keeper.get('/stock/levels', { product_id: product.id })).data[0].batch_id
  const setApart = async (batch_id: string, quantity: number, reason: string) => {
    const put = { store_id: store.id, batch_id, quantity, reason, note: 'To be destroyed' }
    const made = await keeper.post('/stock/quarantine', put)
    t.equal(made.status, 201, made.message)
  }
  const draw = (more: Record<string, unknown>, by: Person = keeper) =>
    by.post('/stock/disposals', {
      store_id: store.id,
      method: 'INCINERATION',
      committee,
      ...more,
    })
  const today = '2026-05-04'

  t.test('bad input, and only what is set apart (6, STK-62)', async (t) => {
    const product = await shelf.product()
    await shelf.lay(product, 10)
    const batch_id = await batchOf(product)
    const line = { batch_id, quantity: 4, reason: 'DAMAGED' }
    for (const [what, more, status, message] of [
      ['nothing', {}, 400, 'lines are required: nothing is set apart otherwise.'],
      ['no store', { store_id: 'x', lines: [line] }, 404, 'No such store.'],
      ['no batch', { lines: [{ ...line, batch_id: 'x' }] }, 404, 'No such batch.'],
      ['not 0', { lines: [{ ...line, quantity: 0 }] }, 400, 'Line 1: quantity must not be 0.'],
      ['what lies on the shelf', { lines: [line] }, 409, /^Line 1: only 0 tablets of .* set apart/],
      ['empty quarantine', { from_quarantine: true }, 400, /^lines are required/],
    ] as const) {
      const refused = await draw(more)
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    await setApart(batch_id, 5, 'DAMAGED')
    t.match(await draw({ lines: [line, { ...line, quantity: 2 }] }), {
      status: 409,
      message: /^Line 2: only 5 tablets /,
    })
    const alone = await draw({ lines: [line], committee: committee.slice(1) })
    t.match(await boss.post(`/stock/disposals/${alone.data.id}/approve`), {
      status: 409,
      message: 'A committee of two names at least is asked.',
    })
    const off = await boss.post(`/stock/disposals/${alone.data.id}/cancel`, { reason: 'Anew' })
    t.equal(off.data?.status, 'CANCELLED', off.message)
    const [item] = await keeper.whole('/stock/quarantine', { product_id: product.id })
    t.match(item, { quantity: 5 }, 'stays set apart')
  })

  t.test('drawn up, approved by another, destroyed before a third (STK-30)', async (t) => {
    const old = await shelf.product()
    const broken = await shelf.product()
    await shelf.lay(old, 10)
    await shelf.lay(broken, 10)
    await setApart(await batchOf(old), 10, 'EXPIRED')
    await setApart(await batchOf(broken), 3, 'DAMAGED')
    const made = await draw({ from_quarantine: true })
    t.equal(made.status, 201, made.message)
    t.equal(made.data.lines.length, 3, 'with what another test left apart')
    const path = `/stock/disposals/${made.data.id}`
    t.match(await boss.post(`${path}/destroy`, { destroyed_on: today, witness_token: 'x' }), {
      status: 409,
      message: /is DRAFT\. It can: approve, cancel\.$/,
    })
    t.equal((await keeper.post(`${path}/approve`)).status, 403)
    const mine = await people.holding('stock:quality', 'stock:dispose', 'stock:read', 'store:all')
    const own = await draw({ from_quarantine: true }, mine)
    t.match(await mine.post(`/stock/disposals/${own.data.id}/approve`), {
      status: 409,
      message: 'You drew this disposal up: somebody else must approve it.',
    })
    t.equal((await boss.post(`${path}/approve`)).data?.status, 'APPROVED')
    const destroy = async (more: Record<string, unknown> = {}) =>
      boss.post(`${path}/destroy`, { destroyed_on: today, ...more })
    t.match(await destroy(), { status: 409, message: /witness_token is required/ })
    t.match(await destroy({ destroyed_on: '2026-05-05' }), {
      status: 400,
      message: 'destroyed_on is in the future.',
    })
    t.match(await destroy({ witness_token: await token(boss, 'OTHER') }), {
      status: 409,
      message: 'The witness must confirm again.',
    })
    const [expired, damaged, stock] = [
      await balance('5201'),
      await balance('5202'),
      await balance('1401'),
    ]
    const done = await destroy({ witness_token: await token(boss) })
    t.match(done.data, { status: 'DESTROYED', witness_name: 'Neema Mrema' }, done.message)
    t.equal((await balance('5201')) - expired, 5_000)
    t.equal((await balance('5202')) - damaged, 4_000)
    t.equal((await balance('1401')) - stock, -9_000)
    t.match(await stock_pools.find({ hospital_id, product_id: old.id }), { quantity: 0, value: 0 })
    t.same(await keeper.whole('/stock/quarantine', { product_id: broken.id }), [])
    const seen = await accountant.get(path)
    t.match(seen.data, { value: -9_000, entry_reference: /^JE-/ })
    const late = `/stock/disposals/${own.data.id}`
    t.match(await boss.post(`${late}/approve`), { status: 409, message: /only 0 tablets/ })
  })

  t.test('controlled drugs: a permit, and somebody of the authority (STK-63)', async (t) => {
    const product = await shelf.product({ controlled: true, controlled_schedule: 'NARCOTIC' })
    const found = await keeper.post('/stock/adjustments', {
      store_id: store.id,
      reason_code: 'FOUND',
      note: 'Taken over from the old book',
      lines: [
        { product_id: product.id, lot: 'N1', expiry: '2028-01-31', quantity: 10, unit_cost: 1 },
      ],
    })
    const made = `/stock/adjustments/${found.data.id}`
    await keeper.post(`${made}/submit`, { witness_token: await token(keeper, 'CONTROLLED') })
    await boss.post(`${made}/approve`, { witness_token: await token(boss, 'CONTROLLED') })
    await setApart(await batchOf(product), 4, 'DAMAGED')
    const drawn = async (permit_no: string | null) => {
      const one = await draw({ from_quarantine: true, permit_no })
      const path = `/stock/disposals/${one.data.id}`
      t.equal((await boss.post(`${path}/approve`)).data?.status, 'APPROVED', one.message)
      return path
    }
    const bare = await drawn(null)
    t.match(await boss.post(`${bare}/destroy`, { destroyed_on: today, witness_token: 'x' }), {
      status: 409,
      message: /^permit_no is required/,
    })
    const path = await drawn('TMDA-7')
    t.match(await boss.post(`${path}/destroy`, { destroyed_on: today, witness_token: 'x' }), {
      status: 400,
      message: /^authority_witness is required/,
    })
    const done = await boss.post(`${path}/destroy`, {
      destroyed_on: today,
      witness_token: await token(boss),
      authority_witness: { name: 'Grace Massawe', office: 'Medicines authority' },
    })
    t.match(
      done.data,
      { status: 'DESTROYED', authority_witness: 'Grace Massawe, Medicines authority' },
      done.message,
    )
    const register = await boss.whole('/stock/controlled/register', { product_id: product.id })
    t.match(register.at(-1), { kind: 'DESTRUCTION', quantity_out: 4, balance: 6 })
    await rebuilt(t, house, 3)
  })
})
