// Controlled drugs between two people: checks, waste, corrections, and what does not agree (STK-72 to STK-79).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { notifications } from '../../../../db/hospital/office/notifications/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { brokenLine } from '../../../../db/hospital/goods/stock/register/read.ts'
import { markMissed, tellOpen } from '../../../../db/hospital/goods/stock/controlled/jobs.ts'
import { account, password } from '../../../support/accounts.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'
import type { Person } from '../../../support/people.ts'

const missing = 'A second person must witness this: witness_token is required.'

t.test('cupboards (5.7)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T04:10:00Z')
  const { people } = house
  const { id: hospital_id } = house.hospital
  const shelf = await shelfOf(house, { controlled_cupboard: true })
  const plain = await shelfOf(house, { is_default_dispensing: false })
  const { keeper, store } = shelf
  const boss = await people.with('pharmacy_manager')
  const director = await people.with('director')
  const accountant = await people.with('accountant')
  const second = await account(house, { roles: ['pharmacist'], full_name: 'Neema Mrema' })
  const books = await ledgerOf(house)
  const balance = (code: string) => books.balance(accountant, code)
  const token = async (by: Person) => {
    const asked = { identifier: second.username, password, purpose: 'CONTROLLED' }
    return (await by.post('/stock/witness', asked)).data.witness_token
  }
  const drug = (name: string) =>
    shelf.product({
      name,
      base_unit: 'ampoule',
      strength: '100 mg',
      controlled: true,
      controlled_schedule: 'NARCOTIC',
    })
  const bring = async (product: { id: string }, quantity: number) => {
    const line = { product_id: product.id, lot: 'N1', expiry: '2028-01-31', unit_cost: 1000 }
    const found = await keeper.post('/stock/adjustments', {
      store_id: store.id,
      reason_code: 'FOUND',
      note: 'Taken over from the old book',
      lines: [{ ...line, quantity }],
    })
    const path = `/stock/adjustments/${found.data.id}`
    await keeper.post(`${path}/submit`, { witness_token: await token(keeper) })
    const done = await boss.post(`${path}/approve`, { witness_token: await token(boss) })
    t.equal(done.data?.status, 'POSTED', done.message)
  }
  const [pethidine, morphine] = [await drug('Pethidine'), await drug('Morphine')]
  await bring(pethidine, 10)
  await bring(morphine, 5)
  const level = async (product: { id: string }) =>
    (await keeper.get('/stock/levels', { product_id: product.id })).data[0]
  const page = (product: { id: string }) =>
    boss.whole('/stock/controlled/register', { product_id: product.id })
  const counting = (pethidines: number, morphines: number) => [
    { product_id: pethidine.id, counted: pethidines },
    { product_id: morphine.id, counted: morphines },
  ]
  const check = async (lines: unknown, more: Record<string, unknown> = {}, by: Person = keeper) =>
    by.post('/stock/controlled/checks', { store_id: store.id, lines, ...more })
  const wasting = async (more: Record<string, unknown> = {}, by: Person = keeper) => {
    const { batch_id } = await level(pethidine)
    const body = { store_id: store.id, product_id: pethidine.id, batch_id, quantity: 2 }
    return by.post('/stock/controlled/waste', { ...body, reason: 'Ampoule broke', ...more })
  }

  t.test('what is asked wrongly is refused, and leaves nothing (6)', async (t) => {
    const before = (await page(pethidine)).length
    const good = { product_id: pethidine.id, counted: 10 }
    const left_out = 'Count every controlled drug of the store: Morphine 100 mg is missing.'
    for (const [what, lines, status, message] of [
      ['one left out', [good], 400, left_out],
      ['twice', [good, good], 400, /^Line 2: Pethidine 100 mg stands there twice/],
      ['less than nothing', [{ ...good, counted: -1 }], 400, /^Line 1: counted is no count/],
      ['half an ampoule', [{ ...good, counted: 1.5 }], 400, /^Line 1: counted is no count/],
      ['nothing', [], 400, /^lines /],
      ['no product', [{ ...good, product_id: 'x' }], 404, 'No such product.'],
      ['no witness', counting(10, 5), 409, missing],
    ] as const) {
      const refused = await check(lines)
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const other = { store_id: plain.store.id }
    t.match(await check(counting(10, 5), other, plain.keeper), {
      status: 409,
      message: `${plain.store.name} has no controlled-drug cupboard.`,
    })
    t.match(await check(counting(10, 5), {}, plain.keeper), { status: 403, message: /do not keep/ })
    const soft = await shelf.product()
    await shelf.lay(soft, 5)
    const { batch_id: soft_batch } = await level(soft)
    for (const [what, more, status, message] of [
      ['no witness', {}, 409, missing],
      ['nothing', { quantity: 0 }, 400, 'quantity: quantity must not be 0.'],
      ['more than is there', { quantity: 11 }, 409, /^Only 10 ampoules of lot N1 of Pethidine/],
      ['not controlled', { product_id: soft.id, batch_id: soft_batch }, 409, /no controlled drug/],
      ['another batch', { batch_id: soft_batch }, 404, 'No such batch.'],
    ] as const) {
      const refused = await wasting(more)
      t.match(refused.message, message, what)
      t.equal(refused.status, status, what)
    }
    const mine = { identifier: keeper.user.username, password, purpose: 'CONTROLLED' }
    t.not((await keeper.post('/stock/witness', mine)).status, 200, 'nobody witnesses the own work')
    t.equal((await page(pethidine)).length, before)
  })

  t.test('waste leaves stock, books and register together (STK-76)', async (t) => {
    const damaged = await balance('5202')
    const done = await wasting({ witness_token: await token(keeper) })
    t.equal(done.status, 201, done.message)
    t.match(done.data, {
      kind: 'WASTE',
      quantity_out: 2,
      balance: 8,
      reason: 'Ampoule broke',
      by_name: keeper.user.full_name,
      witness_name: 'Neema Mrema',
    })
    t.equal((await level(pethidine)).quantity, 8)
    t.equal((await balance('5202')) - damaged, 2_000)
  })

  t.test('a check agrees, and moves nothing (STK-77)', async (t) => {
    const done = await check(counting(8, 5), { witness_token: await token(keeper) })
    t.equal(done.status, 201, done.message)
    t.match(done.data, { shift: 'MORNING', missed: false, discrepancy_ids: [] })
    const lines = await page(morphine)
    t.match(lines.at(-1), { kind: 'CHECK', quantity_in: 0, quantity_out: 0, balance: 5 })
    const [row] = (await boss.get('/stock/controlled', { store_id: store.id })).data
    t.match(row, { product_name: 'Morphine 100 mg', balance: 5, open_discrepancy: null })
    t.ok(row.last_check_at)
  })

  t.test('what differs is told, looked into and put right by another (STK-77)', async (t) => {
    const done = await check(counting(7, 6), { witness_token: await token(keeper) })
    const [less, more] = done.data.discrepancy_ids
    const notices = await boss.whole('/notifications')
    t.ok(notices.some(({ body }) => /1 ampoule less than the register says/.test(body)))
    const path = `/stock/controlled/discrepancies/${less}`
    const opened = (await boss.get(path)).data
    t.match(opened, { reference: /^CD-2026-/, status: 'OPEN', difference: -1, found_by: /Person/ })
    const noted = await keeper.post(`${path}/notes`, { text: 'The night nurse gave one at four' })
    t.match(noted.data?.notes, [{ text: /night nurse/ }])
    const put = { investigator_id: boss.user.id, due_on: '2026-05-06' }
    t.match(await boss.post(`${path}/investigate`, { ...put, investigator_id: 'x' }), {
      status: 400,
      message: 'investigator_id is nobody with an account here.',
    })
    t.match(await boss.post(`${path}/investigate`, { ...put, due_on: '2026-05-01' }), {
      status: 400,
      message: 'due_on is past.',
    })
    const begun = await boss.post(`${path}/investigate`, put)
    t.equal(begun.data?.status, 'INVESTIGATING', begun.message)
    const resolving = { cause: 'ENTRY_MISSED', note: 'The dose was never written' }
    t.match(await boss.post(`${path}/resolve`, resolving), { status: 409, message: missing })
    t.equal((await keeper.post(`${path}/resolve`, resolving)).status, 403)
    const witness_token = await token(boss)
    const resolved = await boss.post(`${path}/resolve`, { ...resolving, witness_token })
    t.match(resolved.data, { status: 'RESOLVED', resolved_by_name: boss.user.full_name })
    const [line] = (await page(pethidine)).slice(-1)
    t.match(line, { kind: 'CORRECTION', quantity_out: 1, balance: 7, reason: /^CD-.*ENTRY_MISSED/ })
    t.equal(line.line_no, resolved.data.correction_line)
    t.equal(line.corrects_line, opened.found_line)
    t.equal((await level(pethidine)).quantity, 7)
    t.match(
      await boss.post(`${path}/report`, { cause: 'LOSS', authority_ref: 'R1', note: 'Gone' }),
      {
        status: 409,
        message: /RESOLVED/,
      },
    )
    const other = `/stock/controlled/discrepancies/${more}`
    const report = { cause: 'UNKNOWN', authority_ref: 'TMDA/7', note: 'One too many' }
    const reported = await boss.post(`${other}/report`, report)
    t.match(reported.data, { status: 'REPORTED', authority_ref: 'TMDA/7' })
    t.ok((await director.whole('/notifications')).some(({ title }) => /was reported/.test(title)))
  })

  t.test('who found it does not resolve it', async (t) => {
    const finder = await people.with('pharmacy_manager', 'pharmacist')
    const witness_token = await token(finder)
    const done = await check(counting(6, 5), { witness_token }, finder)
    const [id] = done.data.discrepancy_ids
    const path = `/stock/controlled/discrepancies/${id}`
    const again = { cause: 'SPILL', note: 'Spilt', witness_token: await token(finder) }
    t.match(await finder.post(`${path}/resolve`, again), {
      status: 409,
      message: 'You found this discrepancy: somebody else must resolve it.',
    })
    const damaged = await balance('5202')
    const resolved = await boss.post(`${path}/resolve`, {
      ...again,
      witness_token: await token(boss),
    })
    t.equal(resolved.data?.status, 'RESOLVED', resolved.message)
    t.equal((await balance('5202')) - damaged, 1_000, 'spilt')
  })

  t.test('a line is corrected by another that names it (STK-72)', async (t) => {
    const body = { store_id: store.id, product_id: morphine.id, reason: 'Two were entered as one' }
    const correct = async (more: Record<string, unknown>) =>
      boss.post('/stock/controlled/corrections', { ...body, ...more })
    t.match(await correct({}), { status: 400, message: 'corrects_line is required.' })
    t.match(await correct({ corrects_line: 99 }), { status: 404, message: /^No such line/ })
    t.match(await correct({ corrects_line: 1, quantity_in: 1, quantity_out: 1 }), { status: 400 })
    t.match(await correct({ corrects_line: 1, quantity_out: 1 }), { status: 409, message: missing })
    t.match(
      await correct({ corrects_line: 1, quantity_out: 99, witness_token: await token(boss) }),
      {
        status: 409,
        message: /^Only 5 ampoules of Morphine/,
      },
    )
    const [words, out] = [
      await correct({ corrects_line: 1, witness_token: await token(boss) }),
      await correct({ corrects_line: 1, quantity_out: 1, witness_token: await token(boss) }),
    ]
    t.match(words.data, { kind: 'CORRECTION', corrects_line: 1, quantity_out: 0, balance: 5 })
    t.match(out.data, { kind: 'CORRECTION', corrects_line: 1, quantity_out: 1, balance: 4 })
    t.equal((await level(morphine)).quantity, 4, 'the register equals the level')
    t.equal(await brokenLine(house.system), null)
    await rebuilt(t, house, 3)
  })

  t.test('six checks at once with one token: one is written down', async (t) => {
    const witness_token = await token(keeper)
    const asked = Array.from({ length: 6 }, () => check(counting(6, 4), { witness_token }))
    const answers = await Promise.all(asked)
    t.same(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409],
    )
  })

  t.test('a check that nobody makes is told once, and stands on the board (STK-77)', async (t) => {
    const mark = () => within(() => markMissed(house.system), 'jobs')
    t.equal(await mark(), 0, 'the morning check was made')
    clock.freeze('2026-05-04T17:59:00Z')
    t.equal(await mark(), 0, 'two hours are left')
    clock.freeze('2026-05-04T18:00:00Z')
    t.equal(await mark(), 1)
    t.equal(await mark(), 0, 'once')
    const later = await people.with('pharmacy_manager', 'nurse')
    const missed = await later.whole('/stock/controlled/checks', { missed: 'true' })
    t.match(missed, [
      { store_id: store.id, shift: 'EVENING', missed: true, by_name: null, lines: [] },
    ])
    const made = await later.whole('/stock/controlled/checks', { missed: 'false' })
    t.notOk(made.some(({ missed: is }) => is))
    const told = await notifications.all({ hospital_id, user_id: boss.user.id })
    t.ok(told.some(({ title }) => /were not checked/.test(title)))
  })

  t.test('what stays open for a day is told daily (STK-78)', async (t) => {
    const later = await people.with('pharmacy_manager', 'nurse')
    const done = await check(counting(9, 4), { witness_token: await token(later) }, later)
    t.equal(done.status, 201, done.message)
    const tell = () => within(() => tellOpen(house.system), 'jobs')
    t.equal(await tell(), 0)
    clock.freeze('2026-05-05T18:30:00Z')
    t.equal(await tell(), 1)
    t.equal(await tell(), 0, 'once a day')
    const told = await notifications.all({ hospital_id, user_id: director.user.id })
    t.ok(told.some(({ title }) => /do not agree/.test(title)))
  })

  t.test('the register as a paper (STK-79)', needsPoppler, async (t) => {
    const boss = await people.with('pharmacy_manager', 'nurse')
    const query = { store_id: store.id, product_id: pethidine.id, lang: 'en' }
    const paper = await boss.get('/stock/controlled/register/pdf', query)
    t.equal(paper.headers['content-type'], 'application/pdf')
    const said = textOf(paper.raw)
    for (const word of [/Register of controlled drugs/, /Pethidine 100 mg/, /Neema/, /Waste/, /N1/])
      t.match(said, word)
    const swahili = textOf(
      (await boss.get('/stock/controlled/register/pdf', { ...query, lang: 'sw' })).raw,
    )
    t.match(swahili, /Daftari la dawa[\s\S]*Dawa ya kulevya/)
    const none = { ...query, from: '2026-05-06' }
    const later = textOf((await boss.get('/stock/controlled/register/pdf', none)).raw)
    t.match(later, /No entries in this period/)
    t.match(later, /Balance at the beginning\s+6/)
    const clerk = await people.with('reception')
    t.equal((await clerk.get('/stock/controlled/register/pdf', query)).status, 403)
  })
})
