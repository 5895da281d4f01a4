// OPS-161: a hospital of made-up people goes as a whole, and nobody else loses anything.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import t from 'tap'
import { operator, platform_id, system } from '../../../../db/core/caller.ts'
import { clock } from '../../../../db/core/clock.ts'
import { database, rows, run, within } from '../../../../db/store/connection.ts'
import { pathOf, put } from '../../../../db/store/files/store.ts'
import { verify } from '../../../../db/hospital/office/audit/verify.ts'
import { attachments } from '../../../../db/hospital/office/attachments/tables.ts'
import { audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import { loadDemo } from '../../../../db/hospital/tenants/demo/load.ts'
import { removeDemo, wouldRemove } from '../../../../db/hospital/tenants/demo/remove.ts'
import { byId } from '../../../../db/hospital/office/hospitals/hospitals.ts'
import { hospitals } from '../../../../db/hospital/office/hospitals/tables.ts'
import { provision } from '../../../../db/hospital/tenants/provisioning/provision.ts'
import { raw, sql } from '../../../../db/store/sql.ts'
import { tables } from '../../../../db/tables.ts'
import { boot } from '../../../support/boot.ts'

const asked = { patients: 300, days: 60, seed: 7, until: '2026-03-30' }
const by = operator(platform_id, 'cli:test')

/** Every table by what it holds of a hospital. */
async function held(hospital_id: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { name, columns } of tables) {
    if (!('hospital_id' in columns)) continue
    const all = await rows(sql`select * from ${raw(name)} where hospital_id = ${hospital_id}`)
    const lines = all.map((one) => JSON.stringify({ ...one, row_no: null })).sort()
    if (lines.length > 0) {
      found[name] = `${lines.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`
    }
  }
  return found
}

/** Where an id stands anywhere, in whatever column. */
async function mentions(id: string): Promise<string[]> {
  const found: string[] = []
  for (const { name, columns } of tables) {
    const texts = Object.entries(columns).filter(([, { storage }]) => storage === 'text')
    if (texts.length === 0) continue
    const named = texts.map(([column]) => `coalesce(${column}, '') like '%${id}%'`).join(' or ')
    const [one] = await rows<{ n: number }>(
      sql`select count(*) as n from ${raw(name)} where ${raw(named)}`,
    )
    if (Number(one?.n ?? 0) > 0) found.push(name)
  }
  return found
}

async function other(): Promise<string> {
  const { hospital } = await provision(
    (id) => operator(id, 'cli:test'),
    {
      code: 'st-luke',
      name: 'St Luke Hospital',
      country: 'TZ',
      facility: { code: 'MAIN', name: 'Main' },
      administrator: { username: 'admin', full_name: 'Juma Komba' },
      password: 'a long enough password',
    },
    'hosted',
  )
  await loadDemo(system(hospital.id), { ...asked, patients: 60, seed: 8 })
  await within(() => hospitals.change({ id: hospital.id }, { is_demo: false }))
  return hospital.id
}

t.test('a hospital of made-up people is removed as a whole', async (t) => {
  const { system: house, hospital, people } = await boot(t)
  clock.freeze('2026-03-31T09:00:00.000Z')
  const { id } = hospital

  await t.test('one of real people is not', async (t) => {
    await t.rejects(removeDemo(by, hospital.code), {
      status: 409,
      message:
        'St Mary Hospital is no demonstration: only a hospital of made-up people can be removed.',
    })
    await t.rejects(removeDemo(by, 'nowhere'), {
      status: 409,
      message: 'There is no such hospital here.',
    })
  })

  await loadDemo(house, asked)
  const clerk = await people.with('reception', 'nurse')
  const list = await clerk.get('/patients', { per_page: '1' })
  const visit = await clerk.post('/visits', { patient_id: list.data[0].id, reason: 'cough' })
  t.equal(visit.status, 201, visit.message)
  const beside = await other()
  const [own, shared] = [await put(Buffer.from('of one')), await put(Buffer.from('of both'))]
  await within(async () => {
    const file = (hospital_id: string, sha256: string) => ({
      hospital_id,
      entity_type: 'patient',
      entity_id: list.data[0].id as string,
      file_name: 'a.pdf',
      content_type: 'application/pdf',
      size: 6,
      sha256,
      category: 'OTHER' as const,
      scan_state: 'CLEAN' as const,
      uploaded_by_name: 'Test',
      uploaded_at: clock.instant(),
    })
    await attachments.insertMany([file(id, own), file(id, shared), file(beside, shared)])
  })
  const before = await held(beside)
  const would = await wouldRemove(id)

  await t.test('what is cut off leaves everything as it was, guards too', async (t) => {
    const all = await held(id)
    await t.rejects(
      removeDemo(by, hospital.code, (table) => {
        if (table === 'patients') throw new Error('killed')
      }),
      { message: 'killed' },
    )
    t.same(await held(id), all)
    await t.rejects(within(() => audit_rows.removeAnywhere({ hospital_id: id })))
    t.ok(existsSync(pathOf(own)))
  })

  await t.test('every row goes, with its files, and the operator’s chain says so', async (t) => {
    const told: [string, number, number][] = []
    const made = await removeDemo(by, hospital.code, (...one) => told.push(one))
    const total = would.reduce((sum, one) => sum + one.rows, 0)
    t.match(made, { hospital: { id, code: 'st-mary' }, rows: total, tables: would, files: 2 })
    t.ok(would.some(({ name, rows }) => name === 'patients' && rows === 300))
    t.ok(would.some(({ name, rows }) => name === 'audit_rows' && rows > 1))
    t.same(told.at(-1), ['hospitals', total, total])
    t.same(await held(id), {})
    t.same(await mentions(id), ['audit_rows'])
    t.same(await mentions(list.data[0].id), ['attachments'])
    t.notOk(existsSync(pathOf(own)))
    t.ok(existsSync(pathOf(shared)), 'another hospital keeps these bytes too')
    await t.rejects(byId(id), { message: 'No such hospital.' })
    const said = await audit_rows.all({ hospital_id: platform_id }, { order: ['-seq'], limit: 1 })
    t.match(said, [
      { action: 'demo.remove', entity_id: id, entity_label: 'St Mary Hospital', row_count: total },
    ])
    t.same((await verify(system(platform_id))).problems, [])
  })

  await t.test('the hospital beside it has lost nothing, and its log is sound', async (t) => {
    t.same(await held(beside), before)
    t.same((await verify(system(beside))).problems, [])
  })

  await t.test('what is only ever added to is guarded again, every table of it', async (t) => {
    for (const { name, rules } of tables) {
      if (rules.append_only !== true) continue
      const [one] = await rows(sql`select * from ${raw(name)} limit 1`)
      if (one === undefined) continue
      await t.rejects(
        within(() => run(sql`delete from ${raw(name)}`)),
        name,
      )
    }
    const standing = await rows<{ n: number }>(
      database().dialect === 'sqlite'
        ? sql`select count(*) as n from sqlite_master where type = 'trigger' and name like '%_no_delete'`
        : sql`select count(*) as n from pg_trigger where tgname like '%_no_change' and tgenabled = 'O'
            and tgrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`,
    )
    const guarded = tables.filter(({ rules }) => rules.append_only === true).length
    t.equal(Number(standing[0]?.n), guarded)
    const left = await rows<{ n: number }>(
      database().dialect === 'sqlite'
        ? sql`select count(*) as n from sqlite_master where type = 'index' and name like 'going%'`
        : sql`select count(*) as n from pg_indexes where indexname like 'going%'`,
    )
    t.equal(Number(left[0]?.n), 0)
  })
})
