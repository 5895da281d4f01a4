import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { rows, run, within } from '../../../../db/store/connection.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { eraseExpired, setExportFolder } from '../../../../db/hospital/office/exports/files.ts'
import { exports } from '../../../../db/hospital/office/exports/tables.ts'
import { bring, type Dataset } from '../../../../db/hospital/registry.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { workOnce } from '../../../support/jobs.ts'

t.test('exports', async (t) => {
  const { people, nobody, hospital, database } = await boot(t)
  const folder = join(database.folder, 'exports')
  setExportFolder(folder)
  let count = 2
  let during: () => Promise<void> = async () => undefined
  const odd = [
    {
      name: '=1+1',
      note: 'a "quoted", text\r\nof two lines',
      amount: 1500.5,
      size: -3,
      day: '2026-03-31',
      at: '2026-03-31T21:30:15.000Z',
      yes: true,
      secret: 'Asha <Juma> & ‘Émile’ \u0007',
    },
    {
      name: '-2',
      note: null,
      amount: 0,
      size: 0.25,
      day: null,
      at: null,
      yes: false,
      secret: '@x',
    },
  ]
  const dataset: Dataset = {
    code: 'odd',
    label: 'Odd things',
    area: 'test',
    permission: 'user:read',
    filters: [
      { name: 'from', type: 'date', required: true },
      { name: 'to', type: 'date', required: false },
      { name: 'status', type: 'ACTIVE|CLOSED', required: false },
    ],
    columns: [
      { name: 'name', label: 'Name', type: 'text' },
      { name: 'note', label: 'Note', type: 'text' },
      { name: 'amount', label: 'Amount', type: 'money' },
      { name: 'size', label: 'Size', type: 'number' },
      { name: 'day', label: 'Day', type: 'date' },
      { name: 'at', label: 'At', type: 'instant' },
      { name: 'yes', label: 'Yes', type: 'flag' },
      { name: 'secret', label: 'Secret', type: 'text', personal: true },
    ],
    max_days: 366,
    count: async () => count,
    async *rows() {
      await during()
      yield odd
    },
  }
  bring([...brings, { area: 'test', datasets: [dataset] }])
  const officer = await people.with('system_administrator')
  const auditor = await people.with('auditor')
  const nurse = await people.with('nurse')
  const seer = await people.holding('export:create', 'export:personal', 'user:read')
  const asked = { dataset: 'odd', format: 'csv', filters: { from: '2026-01-01' } }
  t.afterEach(async () => {
    during = async () => undefined
    count = 2
    await workOnce()
  })

  t.test('a file is asked for, made, seen and taken', async (t) => {
    const made = await auditor.post('/exports', { dataset: 'facilities', format: 'csv' })
    t.equal(made.status, 202, `PLT-2: ${made.message}`)
    t.match(made.data, { status: 'QUEUED', pct: 0, rows_total: 1, moves: ['cancel'], size: null })
    const early = await auditor.get(`/exports/${made.data.id}/download`)
    t.equal(early.status, 409)
    t.equal(early.message, `Export ${made.data.file_name} is QUEUED. It can: cancel.`)
    await workOnce()
    const done = (await auditor.get(`/exports/${made.data.id}`)).data
    t.match(done, { status: 'DONE', pct: 100, rows_done: 1, rows_total: 1, error: null, moves: [] })
    const file = await auditor.get(`/exports/${made.data.id}/download`)
    t.equal(file.status, 200)
    t.equal(file.headers['content-type'], 'text/csv; charset=utf-8')
    t.match(file.headers['content-disposition'], new RegExp(done.file_name))
    t.equal(file.raw.length, done.size)
    t.equal(createHash('sha256').update(file.raw).digest('hex'), done.sha256)
    t.match(file.raw.toString(), /^\uFEFFCode,Name,Kind,.*\r\nMAIN,Main,HOSPITAL,ACTIVE,yes,/)
    // PLT-124: each download is a row with the file's sha256.
    const [row] = await rows<{ query: string }>(
      sql`select query from audit_rows where action = 'export.download' and entity_id = ${made.data.id}`,
    )
    t.equal(JSON.parse(row?.query ?? '{}').sha256, done.sha256)
    if (process.platform !== 'win32') t.equal(statSync(folder).mode & 0o077, 0, 'nobody else reads')
  })

  t.test('PLT-123: CSV to the letter', async (t) => {
    const { data } = await seer.post('/exports', asked)
    await workOnce()
    const file = await seer.get(`/exports/${data.id}/download`)
    t.equal(
      file.raw.toString(),
      '\uFEFFName,Note,Amount,Size,Day,At,Yes,Secret\r\n' +
        '\'=1+1,"a ""quoted"", text\r\nof two lines",1500.50,-3,2026-03-31,2026-04-01 00:30:15,yes,Asha <Juma> & ‘Émile’ \u0007\r\n' +
        "'-2,,0.00,0.25,,,no,'@x\r\n",
    )
  })

  t.test('a finished file whose job was killed before its end stays finished', async (t) => {
    const { data } = await seer.post('/exports', asked)
    await workOnce()
    const before = (await seer.get(`/exports/${data.id}`)).data
    await within(() =>
      run(
        sql`update jobs set status = 'QUEUED', finished_at = null, run_at = created_at where kind = 'export' and status = 'DONE'`,
      ),
    )
    await workOnce()
    t.same((await seer.get(`/exports/${data.id}`)).data, before)
    t.equal((await seer.get(`/exports/${data.id}/download`)).status, 200)
  })

  t.test('PLT-122: without export:personal a file is pseudonymous and says so', async (t) => {
    const { data } = await auditor.post('/exports', asked)
    await workOnce()
    const file = (await auditor.get(`/exports/${data.id}/download`)).raw.toString()
    t.match(file, /^\uFEFFName,Note,Amount,Size,Day,At,Yes,pseudonymous\r\n/)
    t.notMatch(file, /Asha/)
    const all = await auditor.post('/exports', { ...asked, columns: ['secret'] })
    t.equal(all.status, 403)
    t.match(all.message, /It needs export:personal\.$/)
  })

  t.test('PLT-121: permissions count at the moment it runs', async (t) => {
    const { data } = await seer.post('/exports', asked)
    const { user_roles } = await import('../../../../db/hospital/office/access/tables.ts')
    const { roles } = await import('../../../../db/hospital/office/access/tables.ts')
    const held = await user_roles.find({ hospital_id: hospital.id, user_id: seer.user.id })
    const role = { hospital_id: hospital.id, id: held?.role_id ?? '' }
    await within(() => roles.change(role, { permissions: ['export:create'] }))
    await workOnce()
    t.match(await exports.find({ hospital_id: hospital.id, id: data.id }), {
      status: 'FAILED',
      error: 'You do not have permission to do this. It needs user:read.',
    })
    t.same(
      readdirSync(folder).filter((name) => name.startsWith(data.id)),
      [],
      'nothing is left',
    )
    await within(() =>
      roles.change(role, { permissions: ['export:create', 'export:personal', 'user:read'] }),
    )
  })

  t.test('PLT-123: XLSX that other programs read', async (t) => {
    const { data } = await seer.post('/exports', { ...asked, format: 'xlsx' })
    await workOnce()
    const file = await seer.get(`/exports/${data.id}/download`)
    const path = join(database.folder, 'export.xlsx')
    writeFileSync(path, file.raw)
    const read = JSON.parse(
      execFileSync(
        'python3',
        [
          '-c',
          `
import json, sys, zipfile
import xml.etree.ElementTree as ET
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
for name in z.namelist(): ET.fromstring(z.read(name))
n = {'m': 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'}
sheet = ET.fromstring(z.read('xl/worksheets/sheet1.xml'))
rows = []
for row in sheet.find('m:sheetData', n):
    cells = []
    for c in row:
        v, i = c.find('m:v', n), c.find('m:is/m:t', n)
        cells.append([c.get('t') or 'n', c.get('s'), i.text if i is not None else v.text if v is not None else None])
    rows.append(cells)
print(json.dumps({'names': z.namelist(), 'rows': rows, 'frozen': sheet.find('.//m:pane', n).get('ySplit'), 'cols': len(sheet.find('m:cols', n))}))`,
          path,
        ],
        { encoding: 'utf8' },
      ),
    )
    t.equal(read.frozen, '1')
    t.equal(read.cols, 8)
    t.same(
      read.rows[0].map((cell: string[]) => cell[2]),
      ['Name', 'Note', 'Amount', 'Size', 'Day', 'At', 'Yes', 'Secret'],
    )
    const day = Number(read.rows[1][5][2])
    t.ok(
      Math.abs(day - (46113 + 1815 / 86_400)) < 1e-8,
      'half past midnight, by the hospital’s clock',
    )
    read.rows[1][5][2] = 'at'
    t.same(read.rows[1], [
      ['inlineStr', null, '=1+1'],
      ['inlineStr', null, 'a "quoted", text\r\nof two lines'],
      ['n', '4', '1500.5'],
      ['n', null, '-3'],
      ['n', '2', '46112'],
      ['n', '3', 'at'],
      ['b', null, '1'],
      ['inlineStr', null, 'Asha <Juma> & ‘Émile’ '],
    ])
    t.same(read.rows[2][1], ['n', null, null], 'nothing is an empty cell')
  })

  t.test('what cannot be exported is refused at once', async (t) => {
    const table: [Record<string, unknown>, number, string][] = [
      [{ format: 'csv' }, 400, 'dataset is required.'],
      [{ dataset: 'odd', format: 'pdf' }, 400, 'format must be one of csv, xlsx.'],
      [{ dataset: 'none', format: 'csv' }, 404, 'No such dataset.'],
      [{ dataset: 'odd', format: 'csv' }, 400, 'filters.from is required.'],
      [{ ...asked, filters: { from: 'May' } }, 400, 'filters.from must be a date like 2026-03-31.'],
      [
        { ...asked, filters: { from: '2026-02-01', to: '2026-01-01' } },
        400,
        'filters.from is after filters.to.',
      ],
      [
        { ...asked, filters: { from: '2025-01-01', to: '2026-03-01' } },
        400,
        'filters.to must be at most 366 days after filters.from.',
      ],
      [
        { ...asked, filters: { from: '2026-01-01', status: 'NEW' } },
        400,
        'filters.status must be one of ACTIVE, CLOSED.',
      ],
      [
        { ...asked, filters: { from: '2026-01-01', who: 'x' } },
        400,
        'filters holds "who", which does not exist.',
      ],
      [
        { ...asked, columns: ['name', 'colour'] },
        400,
        'columns holds "colour", which does not exist.',
      ],
      [{ ...asked, columns: [] }, 400, 'columns must be a list of 1 to 200.'],
    ]
    for (const [body, status, message] of table) {
      const refused = await auditor.post('/exports', body)
      t.equal(refused.status, status, message)
      t.equal(refused.message, message)
    }
    count = 1_000_001
    t.equal(
      (await auditor.post('/exports', asked)).message,
      'That is 1000001 rows; narrow the filters.',
    )
    count = 1_048_576
    const sheet = await auditor.post('/exports', { ...asked, format: 'xlsx' })
    t.equal(sheet.message, 'That is 1048576 rows; narrow the filters.')
    t.equal((await nobody.post('/exports', asked)).status, 401)
    const cashier = await people.with('cashier')
    t.match((await cashier.post('/exports', asked)).message, /It needs export:create\.$/)
    const clerk = await people.with('records')
    t.match((await clerk.post('/exports', asked)).message, /It needs user:read\.$/)
  })

  t.test('PLT-124: another person’s export is not there', async (t) => {
    const { data } = await auditor.post('/exports', asked)
    for (const path of [`/exports/${data.id}`, `/exports/${data.id}/download`]) {
      const refused = await officer.get(path)
      t.equal(refused.status, 404)
      t.equal(refused.message, 'No such record.')
    }
    t.equal((await officer.post(`/exports/${data.id}/cancel`)).status, 404)
    t.equal((await officer.get('/exports')).meta?.total, 0)
    t.ok(
      ((await auditor.get('/exports', { dataset: 'odd', status: 'QUEUED' })).meta?.total ?? 0) >= 1,
    )
  })

  t.test('a cancelled export leaves no file, whenever it was cancelled', async (t) => {
    const first = await auditor.post('/exports', asked)
    t.match((await auditor.post(`/exports/${first.data.id}/cancel`)).data, {
      status: 'CANCELLED',
      moves: [],
    })
    const second = await auditor.post('/exports', asked)
    during = async () => void (await auditor.post(`/exports/${second.data.id}/cancel`))
    await workOnce()
    t.equal((await auditor.get(`/exports/${second.data.id}`)).data.status, 'CANCELLED')
    t.same(
      readdirSync(folder).filter((name) => name.includes(second.data.id)),
      [],
    )
    const again = await auditor.post(`/exports/${second.data.id}/cancel`)
    t.equal(
      again.message,
      `Export ${second.data.file_name} is CANCELLED. Nothing more can be done with it.`,
    )
  })

  t.test('a fault while writing is a failed export and leaves no half file', async (t) => {
    const { data } = await auditor.post('/exports', asked)
    during = async () => {
      throw new Error('disk gone')
    }
    await workOnce()
    t.match((await auditor.get('/jobs', { kind: 'export' })).data[0], {
      status: 'QUEUED',
      attempts: 1,
    })
    t.same(
      readdirSync(folder).filter((name) => name.includes(data.id)),
      [],
    )
    during = async () => undefined
    await within(async () => {
      const { jobs: table } = await import('../../../../db/hospital/office/jobs/tables.ts')
      await table.changeAnywhere({ entity_id: data.id }, { run_at: clock.instant() })
    })
    await workOnce()
    t.equal(
      (await auditor.get(`/exports/${data.id}`)).data.status,
      'DONE',
      'the next attempt does it',
    )
  })

  t.test('after seven days the file is erased and the row stays', async (t) => {
    const { data } = await auditor.post('/exports', asked)
    await workOnce()
    t.ok(existsSync(join(folder, data.id)))
    const late = new Date(Date.parse(data.created_at) + days(7)).toISOString()
    t.equal(data.expires_at.slice(0, 16), late.slice(0, 16))
    t.ok((await eraseExpired(new Date(Date.parse(late) + 60_000).toISOString())) >= 1)
    t.notOk(existsSync(join(folder, data.id)))
    const gone = await auditor.get(`/exports/${data.id}/download`)
    t.equal(gone.status, 404)
    t.equal(gone.message, 'No such record.')
    t.equal((await auditor.get(`/exports/${data.id}`)).data.status, 'DONE')
  })

  t.test('datasets: those one may read', async (t) => {
    const codes = async (person: typeof nurse): Promise<string[]> =>
      (await person.get('/datasets')).data.map((one: { code: string }) => one.code)
    t.same(await codes(nurse), ['facilities', 'patients', 'visits'])
    t.same(await codes(auditor), ['audit', 'facilities', 'odd', 'users'])
    t.equal((await auditor.get('/datasets', { area: 'test' })).data.length, 1)
    t.match((await auditor.get('/datasets/odd')).data, {
      permission: 'user:read',
      max_days: 366,
      columns: [{ name: 'name', money: false, personal: false }],
    })
    t.match((await nurse.get('/datasets/users')).message, /It needs user:read\.$/)
    t.equal((await nurse.get('/datasets/none')).message, 'No such dataset.')
  })

  t.test('the accounts of staff, with a fixed number of statements', async (t) => {
    const { data } = await seer.post('/exports', { dataset: 'users', format: 'csv' })
    await workOnce()
    const text = (await seer.get(`/exports/${data.id}/download`)).raw.toString()
    t.match(text, /\r\nadmin,Neema Mushi,/)
    t.match(text, /Auditor,MAIN,/)
    t.equal(text.trim().split('\r\n').length - 1, data.rows_total)
  })
})
