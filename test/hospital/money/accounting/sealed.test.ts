// ACC-107, ACC-121 and ACC-132: what is done to documents past the house is found. Every column of every
// record that is sealed is altered in turn, so that a kind or a column that comes later is walked too.

import t from 'tap'
import { rows, run, within } from '../../../../db/store/connection.ts'
import type { Column } from '../../../../db/store/columns.ts'
import { raw, sql } from '../../../../db/store/sql.ts'
import type { Table } from '../../../../db/store/table.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { proveSeals } from '../../../../db/hospital/office/audit/seal-proof.ts'
import { sealedColumns } from '../../../../db/hospital/office/audit/seal-kinds.ts'
import { facilities } from '../../../../db/hospital/office/places/tables.ts'
import { registry } from '../../../../db/hospital/registry.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { everyPaper } from '../../../support/money/every-paper.ts'
import { priced } from '../../../support/money/prices.ts'
import { tamper } from '../../../support/programs/tamper.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('documents that were changed past the house', async (t) => {
  const house = await boot(t)
  const { system } = house
  const { hospital_id } = system
  const annex = { code: 'ANX', name: 'Annex', name_key: 'annex', kind: 'CLINIC' } as const
  await within(() => facilities.insert({ ...annex, hospital_id, status: 'ACTIVE' }))
  const { done } = await everyPaper(t, house)
  const supervisor = await house.people.with('supervisor', 'cashier')
  await atDrawer(house, supervisor, 50_000)
  const failed = async (id: string) =>
    (await verify(system, { only: [id] })).checks.filter(({ state }) => state === 'FAILED')
  const proven = await verify(system)
  t.same(
    proven.checks.filter(({ state }) => state === 'FAILED'),
    [],
    'nothing is wrong with what the house did itself',
  )

  for (const kind of registry.seals.values()) {
    t.test(`ACC-132: nothing of a ${kind.kind} can be altered unseen`, async (t) => {
      const [record] = await rows<{ id: string }>(
        sql`select record_id as id from seals where hospital_id = ${hospital_id}
          and kind = ${kind.kind} order by seq limit 1`,
      )
      if (record === undefined) return void t.fail(`no ${kind.kind} was sealed`)
      const walked = [
        { table: kind.table, columns: sealedColumns(kind), of: 'id' },
        ...kind.parts.map((part) => ({ ...part, columns: sealedColumns(part) })),
      ]
      for (const { table, columns, of } of walked) {
        const [row] = await rows(
          sql`select * from ${raw(table.name)} where ${raw(of)} = ${record.id} order by id limit 1`,
        )
        if (row === undefined) return void t.fail(`there is no row of ${table.name}`)
        for (const name of columns) {
          if (name === 'id' || name === 'hospital_id') continue
          const other = await another(table, name, row[name])
          if (other === undefined) continue
          await put(house, table, { id: row['id'], name, value: other })
          const { failed: n } = await proveSeals(hospital_id)
          if (n !== 1) t.equal(n, 1, `${table.name}.${name}`)
          await put(house, table, { id: row['id'], name, value: row[name] })
        }
      }
      t.equal((await proveSeals(hospital_id)).failed, 0)
    })
  }

  t.test('ACC-132: neither can a seal', async (t) => {
    const [seal] = await rows<{ record_id: string; seq: number }>(
      sql`select record_id, seq from seals where hospital_id = ${hospital_id} and kind = 'bill' limit 1`,
    )
    const one = `record_id = '${seal?.record_id}' and seq = ${seal?.seq}`
    const kept = 'create table kept_seals as select * from seals'
    const back = 'delete from seals; insert into seals select * from kept_seals'
    await tamper(house, [kept])
    for (const broken of [
      `update seals set hash = 'x' where ${one}`,
      `delete from seals where ${one}`,
      `insert into seals select hospital_id, seq + 100000, record_id, kind, hash from seals where ${one}`,
    ]) {
      await tamper(house, [broken], ['seals'])
      t.equal((await failed('ACC-132')).length, 1, broken)
      await tamper(house, [back], ['seals'])
    }
    await tamper(house, ['drop table kept_seals'])
    t.same(await failed('ACC-132'), [])
  })

  t.test('ACC-107: a number that was changed, taken away or given once more', async (t) => {
    const last = sql`select id, number from bills where hospital_id = ${hospital_id}
      and number is not null order by number desc limit 1`
    const [bill] = await rows<{ id: string; number: string }>(last)
    const number = (value: string) =>
      within(() => run(sql`update bills set number = ${value} where id = ${bill?.id}`))
    for (const [value, said] of [
      ['INV-2026-000777', 'INV-2026-000777 was never given'],
      ['INV-2025-000001', 'INV-2025-000001 was never given'],
      ['A-7', 'A-7 is no number of its series'],
    ] as const) {
      await number(value)
      t.match(await failed('ACC-107'), [{ first: said }])
    }
    await number(bill?.number ?? '')
    t.same(await failed('ACC-107'), [])
    await within(() => run(sql`update bills set number = null where id = ${bill?.id}`))
    const n = Number(bill?.number.slice(-6))
    t.match(await failed('ACC-107'), [{ first: `Bill 2026: number ${n} is missing` }])
    await number(bill?.number ?? '')
    const z = (by: number) =>
      within(() =>
        run(sql`update shifts set z_number = z_number + ${by} where z_number is not null`),
      )
    await z(1)
    t.match(await failed('ACC-107'), [{ first: /^shift_z Window \d+: 1 of 1 numbers stand$/ }])
    await z(-1)
    t.same(await failed('ACC-107'), [])
  })

  t.test('ACC-121: a document in a state that posts has its entry, and no other', async (t) => {
    const [paid] = await rows<{ id: string; number: string }>(
      sql`select id, number from payments where hospital_id = ${hospital_id} and method = 'Cash'
        and status = 'RECORDED' and purpose = 'BILL' order by id limit 1`,
    )
    const state = (status: string) =>
      within(() => run(sql`update payments set status = ${status} where id = ${paid?.id}`))
    await state('REVERSED')
    t.match(await failed('ACC-121'), [
      { first: `${paid?.number} has no entry PAYMENT_REVERSAL`, failed: 1 },
    ])
    await state('RECORDED')
    t.same(await failed('ACC-121'), [])
    await done(supervisor, `/billing/payments/${paid?.id}/reverse`, { reason: 'A slip' })
    t.same(await failed('ACC-121'), [])
    await state('RECORDED')
    t.match(await failed('ACC-121'), [
      { first: /^JE-2026-\d+ \(PAYMENT_REVERSAL\) has no document$/ },
    ])
    await state('REVERSED')
    t.equal((await verify(system)).failed, 0)
  })
})

t.test('ACC-107: a series that began with another number has no gap before it', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  await priced(house)
  const admin = await people.with('administrator')
  const begun = await admin.patch('/settings/sequences/bill', { next_value: 50 })
  t.equal(begun.status, 200, begun.message)
  const biller = await people.with('billing')
  const patient = await somebody(await people.with('reception'))
  const made = await biller.post('/billing/bills', {
    patient_id: patient.id,
    items: [{ code: 'FBC' }],
  })
  const issued = await biller.post(`/billing/bills/${made.data.id}/issue`)
  t.match(issued.data.number, /000050$/)
  t.match((await verify(system, { only: ['ACC-107'] })).checks, [{ state: 'OK', first: null }])
  const counters = sql`update sequence_counters set first_value = null where kind = 'bill'`
  await within(() => run(counters))
  t.match((await verify(system, { only: ['ACC-107'] })).checks, [
    { state: 'FAILED', first: /^Bill \d{4}: number 1 is missing$/ },
  ])
})

/** A value that the column may hold and does not; none where it must refer to what is not there. */
async function another(table: Table, name: string, value: unknown): Promise<unknown> {
  const column = table.columns[name] as Column
  if (column.references !== undefined) {
    const [other] = await rows<{ id: string }>(
      sql`select id from ${raw(column.references)} where id <> ${value ?? ''} limit 1`,
    )
    return other?.id
  }
  if (column.values !== undefined) return column.values.find((one) => one !== value)
  if (column.json === true) return '["another"]'
  if (column.storage === 'boolean') return value !== true && value !== 1
  if (column.storage !== 'text') return Number(value ?? 0) + 1
  if (column.length === 10) return '2001-01-01'
  if (column.length === 24) return '2001-01-01T00:00:00.000Z'
  return 'XY'.slice(0, column.length)
}

async function put(
  house: Parameters<typeof tamper>[0],
  table: Table,
  { id, name, value }: { id: unknown; name: string; value: unknown },
): Promise<void> {
  if (table.rules.append_only !== true) {
    await within(() =>
      run(sql`update ${raw(table.name)} set ${raw(name)} = ${value} where id = ${id}`),
    )
    return
  }
  const said =
    value === null
      ? 'null'
      : typeof value === 'string'
        ? `'${value.replaceAll("'", "''")}'`
        : JSON.stringify(value)
  await tamper(
    house,
    [`update ${table.name} set ${name} = ${said} where id = '${String(id)}'`],
    [table.name],
  )
}
