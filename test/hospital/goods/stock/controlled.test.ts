import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { issue, type IssueAsked } from '../../../../db/hospital/neighbours/stock.ts'
import { callerOf } from '../../../../db/hospital/office/access/callers.ts'
import { brokenLine } from '../../../../db/hospital/goods/stock/register/read.ts'
import { products } from '../../../../db/hospital/goods/stock/products/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { account, password } from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'
import type { Person } from '../../../support/people.ts'

const missing = 'A second person must witness this: witness_token is required.'

t.test('controlled drugs (STK-70 to STK-75)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const { people } = house
  const shelf = await shelfOf(house, { controlled_cupboard: true })
  const open_shelf = await shelfOf(house, { is_default_dispensing: false })
  const boss = await people.with('pharmacy_manager')
  const second = await account(house, { roles: ['pharmacist'], full_name: 'Asha Juma' })
  const product = await shelf.product({
    name: 'Pethidine',
    base_unit: 'ampoule',
    strength: '100 mg',
    controlled: true,
    controlled_schedule: 'NARCOTIC',
  })
  const token = async (by: Person) =>
    (
      await by.post('/stock/witness', {
        identifier: second.username,
        password,
        purpose: 'CONTROLLED',
      })
    ).data.witness_token
  const find = (store_id: string, by: Person, more = {}) =>
    by.post('/stock/adjustments', {
      store_id,
      reason_code: 'FOUND',
      note: 'Taken over from the old book',
      lines: [
        {
          product_id: product.id,
          lot: 'P1',
          expiry: '2028-01-31',
          quantity: 10,
          unit_cost: 2000,
          ...more,
        },
      ],
    })
  const register = async () =>
    (await boss.get('/stock/controlled/register', { product_id: product.id })).data

  t.test('it never comes from a file, and is not taken back on the shelf', async (t) => {
    await t.rejects(shelf.lay(product, 5), /Pethidine is controlled/)
    const kept = await products.find({ hospital_id: house.hospital.id, id: product.id })
    t.equal(kept?.reissuable, false)
  })

  t.test('it comes in with two people, each time (STK-47, STK-73)', async (t) => {
    const made = await find(shelf.store.id, shelf.keeper)
    t.equal(made.status, 201, made.message)
    const path = `/stock/adjustments/${made.data.id}`
    t.match(await shelf.keeper.post(`${path}/submit`), { status: 409, message: missing })
    const first = await token(shelf.keeper)
    const waits = await shelf.keeper.post(`${path}/submit`, { witness_token: first })
    t.equal(waits.data?.status, 'SUBMITTED', waits.message)
    t.match(await boss.post(`${path}/approve`), { status: 409, message: missing })
    t.match(await boss.post(`${path}/approve`, { witness_token: first }), {
      status: 409,
      message: 'The witness must confirm again.',
    })
    const done = await boss.post(`${path}/approve`, { witness_token: await token(boss) })
    t.equal(done.data?.status, 'POSTED', done.message)
    t.match(await register(), [
      {
        line_no: 1,
        page_no: 1,
        kind: 'CORRECTION',
        quantity_in: 10,
        quantity_out: 0,
        balance: 10,
        lot: 'P1',
        by_name: boss.user.full_name,
        witness_name: 'Asha Juma',
      },
    ])
  })

  t.test('only into a cupboard (STK-70)', async (t) => {
    const made = await find(open_shelf.store.id, open_shelf.keeper)
    const { keeper } = open_shelf
    const sent = await keeper.post(`/stock/adjustments/${made.data.id}/submit`, {
      witness_token: await token(keeper),
    })
    t.equal(sent.data?.status, 'SUBMITTED', sent.message)
    const done = await boss.post(`/stock/adjustments/${made.data.id}/approve`, {
      witness_token: await token(boss),
    })
    t.match(done, {
      status: 409,
      message: `${open_shelf.store.name} has no controlled-drug cupboard.`,
    })
  })

  t.test(
    'to a patient on a prescription, witnessed; the page follows (STK-71, STK-75)',
    async (t) => {
      const { keeper, store } = shelf
      const caller = await callerOf(keeper.token ?? '', {
        ip: null,
        user_agent: null,
        request_id: 'r',
      })
      const take = (more: Partial<IssueAsked>) =>
        within(() =>
          issue(caller, {
            store_id: store.id,
            lines: [{ product_id: product.id, quantity: 1 }],
            kind: 'DISPENSE',
            source: 'test',
            source_id: newId(),
            ...more,
          }),
        )
      await t.rejects(take({}), /^(?=.*is dispensed on a prescription).*$/)
      const prescription = { number: 'RX-1', prescriber_name: 'Dr Mushi' }
      await t.rejects(take({ prescription }), { message: missing })
      const witness_token = await token(keeper)
      await t.rejects(
        take({ prescription, witness_token, lines: [{ product_id: product.id, quantity: 11 }] }),
        /Only 10 ampoules/,
      )
      const [one] = await take({ prescription, witness_token })
      t.match(one, { quantity: 1, lot: 'P1' }, 'a refusal before left the token whole')
      const lines = await register()
      t.match(lines[1], {
        line_no: 2,
        kind: 'ISSUE',
        quantity_out: 1,
        balance: 9,
        prescription_no: 'RX-1',
        prescriber_name: 'Dr Mushi',
        witness_name: 'Asha Juma',
      })
      t.equal(await brokenLine(house.system), null)
      const [level] = (await keeper.get('/stock/levels', { product_id: product.id })).data
      t.equal(level.quantity, 9, 'the register equals the level')
    },
  )

  t.test('what is read of it stands in the log, and is not for everybody', async (t) => {
    const clerk = await people.with('reception')
    t.equal((await clerk.get('/stock/controlled/register')).status, 403)
    const off = await shelf.manager.patch(`/stock/products/${product.id}`, { controlled: false })
    t.match(off, { status: 409, message: /still in stock/ })
  })
})
