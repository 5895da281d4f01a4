import { join } from 'node:path'
import t from 'tap'
import { perform } from '../../../../daemon/work/jobs.ts'
import { clock, days, hours } from '../../../../db/core/clock.ts'
import { rows, run, within } from '../../../../db/store/connection.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { commitRows } from '../../../../db/hospital/office/imports/commit.ts'
import { setImportFolder } from '../../../../db/hospital/office/imports/files.ts'
import { imports } from '../../../../db/hospital/office/imports/tables.ts'
import { eraseValues } from '../../../../db/hospital/office/imports/tidy.ts'
import * as jobs from '../../../../db/hospital/office/jobs/work.ts'
import { jobs as job_table } from '../../../../db/hospital/office/jobs/tables.ts'
import { bring, registry } from '../../../../db/hospital/registry.ts'
import { sql } from '../../../../db/store/sql.ts'
import type { Answer } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import { quiet, workAll } from '../../../support/jobs.ts'
import type { Person } from '../../../support/people.ts'
import { makeThings, things } from '../../../support/sweeps/things.ts'

t.test('imports', async (t) => {
  const { people, nobody, database, hospital, facility_id, system } = await boot(t)
  setImportFolder(join(database.folder, 'imports'))
  await makeThings()
  bring([...brings, { area: 'test', imports: [things] }])
  const import_kinds = [...registry.imports.keys()].sort().join(', ')
  const officer = await people.with('system_administrator')
  const clerk = await people.with('records')
  const auditor = await people.with('auditor')

  const send = (
    who: Person,
    text: string | Buffer,
    fields: Record<string, string> = { kind: 'things' },
  ): Promise<Answer> => {
    const edge = 'edge-of-the-parts'
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const payload = Buffer.concat([
      Buffer.from(
        `${parts.join('')}--${edge}\r\ncontent-disposition: form-data; name="file"; filename="things.csv"\r\ncontent-type: text/csv\r\n\r\n`,
      ),
      Buffer.from(text as string),
      Buffer.from(`\r\n--${edge}--\r\n`),
    ])
    return who.raw('POST', '/imports', payload, `multipart/form-data; boundary=${edge}`)
  }
  const checked = async (
    text: string,
    fields?: Record<string, string>,
    who = officer,
  ): Promise<{ id: string; status: string }> => {
    const sent = await send(who, text, fields)
    if (sent.status !== 202) throw new Error(sent.message)
    await workAll()
    return (await who.get(`/imports/${sent.data.id}`)).data
  }
  const list = () =>
    rows<{ no: string; name: string; day: string; by_name: string }>(
      sql`select no, name, day, by_name from things order by no`,
    )
  t.afterEach(async () => {
    clock.release()
    await within(async () => {
      await run(sql`delete from things`)
      await job_table.removeAnywhere({})
    })
  })

  t.test('a file is checked, committed and done', async (t) => {
    const sent = await send(officer, 'NO;Full Name;Colour\nT-1;First;red\n\nT-2;"Second; thing";\n')
    t.equal(sent.status, 202, sent.message)
    t.match(sent.data, {
      status: 'CHECKING',
      file_name: 'things.csv',
      mapping: { NO: 'no', 'Full Name': 'full_name' },
      unknown_columns: ['Colour'],
      moves: ['cancel'],
    })
    await workAll()
    const found = (await officer.get(`/imports/${sent.data.id}`)).data
    t.match(found, {
      status: 'CHECKED',
      rows_total: 2,
      rows_ok: 2,
      rows_error: 0,
      pct: 100,
      moves: ['map', 'commit', 'cancel'],
    })
    t.same(await list(), [], 'a dry run writes nothing')
    t.equal((await officer.post(`/imports/${found.id}/commit`)).status, 202)
    await workAll()
    t.match((await officer.get(`/imports/${found.id}`)).data, {
      status: 'DONE',
      created: 2,
      rows_done: 2,
      committed_by_name: officer.user.full_name,
    })
    const name = officer.user.full_name
    t.same(
      await list(),
      [
        { no: 'T-1', name: 'First', day: '', by_name: name },
        { no: 'T-2', name: 'Second; thing', day: '', by_name: name },
      ],
      'by the area’s own rule, in the importer’s name',
    )
    const all = await officer.get(`/imports/${found.id}/rows`)
    t.match(all.data, [
      { row: 2, status: 'DONE', values: { no: 'T-1', full_name: 'First' }, errors: [] },
      { row: 4, status: 'DONE' },
    ])
    t.equal((await officer.get(`/imports/${found.id}/rows`, { search: 'second' })).meta?.total, 1)
    const twice = await officer.post(`/imports/${found.id}/commit`)
    t.equal(twice.status, 409)
    t.equal(twice.message, 'Import things.csv is DONE. Nothing more can be done with it.')
  })

  const bad =
    'no,full_name,day\n' +
    'T-1,First,31/03/2026\n' +
    'X,,2026-02-31\n' +
    `T-3,${'x'.repeat(60)},\n` +
    'T-1,Again,\n' +
    'T-5,Fifth,,,extra\n'

  t.test('PLT-127: everything that is wrong with a row is said at once', async (t) => {
    const one = await checked(bad)
    t.match(one, { status: 'CHECKED', rows_total: 5, rows_ok: 1, rows_error: 4 })
    const { data } = await officer.get(`/imports/${one.id}/rows`, { status: 'ERROR' })
    const said = (row: { row: number; errors: { message: string }[] }) => [
      row.row,
      ...row.errors.map(({ message }) => message),
    ]
    t.same(data.map(said), [
      [3, 'day must be a date like 2026-03-31.', 'full_name is required.', 'no must be like T-1.'],
      [4, 'full_name is too long.'],
      [5, 'This repeats row 2 of the file.'],
      [6, 'The row has 5 cells; the heading has 3.'],
    ])
    const refused = await officer.post(`/imports/${one.id}/commit`)
    t.equal(refused.status, 409)
    t.equal(refused.message, '4 rows have errors. Mend the file or skip them.')
    const file = await officer.get(`/imports/${one.id}/errors.csv`)
    t.equal(file.headers['content-type'], 'text/csv; charset=utf-8')
    const lines = file.raw.toString().split('\r\n')
    t.equal(lines[0], '\uFEFFno,full_name,day,error')
    t.equal(
      lines[1],
      'X,,2026-02-31,day must be a date like 2026-03-31. full_name is required. no must be like T-1.',
    )
    const skipping = await officer.patch(`/imports/${one.id}`, { options: { skip_errors: true } })
    t.equal(skipping.status, 202, skipping.message)
    t.match(skipping.data, {
      status: 'CHECKING',
      options: { skip_errors: true, on_duplicate: 'ERROR' },
    })
    await workAll()
    t.equal((await officer.post(`/imports/${one.id}/commit`)).status, 202)
    await workAll()
    t.match(await list(), [{ no: 'T-1', day: '2026-03-31' }])
    t.equal((await officer.get(`/imports/${one.id}`)).data.status, 'DONE')
  })

  t.test('PLT-128: a row that is recorded already: error, skipped or updated', async (t) => {
    const put = () =>
      within(() => run(sql`insert into things (id, no, name) values ('0', 'T-1', 'Old')`))
    const text = 'no,name\nT-1,New\nT-2,Second\nT-2,Third\n'
    await put()
    const refused = await checked(text)
    t.match(refused, { rows_ok: 1, rows_error: 2, rows_duplicate: 0 })
    const { data } = await officer.get(`/imports/${refused.id}/rows`, { status: 'ERROR' })
    t.match(data[0], {
      duplicate_of: { id: '0', label: 'Old' },
      errors: [{ message: 'Old is recorded already: the same number.' }],
    })
    for (const [way, names, counts] of [
      ['SKIP', ['Old', 'Second'], { created: 1, skipped: 2, updated: 0 }],
      ['UPDATE', ['New', 'Third'], { created: 1, skipped: 0, updated: 2 }],
    ] as const) {
      await within(() => run(sql`delete from things`))
      await put()
      const one = await checked(text, {
        kind: 'things',
        options: JSON.stringify({ on_duplicate: way }),
      })
      t.match(one, { rows_ok: 1, rows_duplicate: 2, rows_error: 0 })
      await officer.post(`/imports/${one.id}/commit`)
      await workAll()
      t.match((await officer.get(`/imports/${one.id}`)).data, { status: 'DONE', ...counts })
      t.same(
        (await list()).map(({ name }) => name),
        names,
        way,
      )
    }
  })

  t.test(
    'a row that the area refuses at the moment of writing leaves nothing behind',
    async (t) => {
      const one = await checked('no,name\nT-1,First\nT-2,refused\nT-3,Third\n')
      await officer.post(`/imports/${one.id}/commit`)
      await workAll()
      t.match((await officer.get(`/imports/${one.id}`)).data, { status: 'PARTLY_DONE', created: 2 })
      t.same(
        (await list()).map(({ no }) => no),
        ['T-1', 'T-3'],
      )
      const { data } = await officer.get(`/imports/${one.id}/rows`, { status: 'FAILED' })
      t.match(data, [{ row: 3, errors: [{ message: 'This thing is refused.' }], record_id: null }])
      t.match(
        (await officer.get(`/imports/${one.id}/errors.csv`)).raw.toString(),
        /T-2,refused,This thing is refused\./,
      )
    },
  )

  t.test('a fault of the house takes the whole batch back and is tried again', async (t) => {
    const one = await checked('no,name\nT-1,First\nT-2,broken\n')
    await officer.post(`/imports/${one.id}/commit`)
    await workAll()
    t.same(await list(), [])
    t.equal((await officer.get(`/imports/${one.id}`)).data.status, 'COMMITTING')
    await within(() =>
      job_table.changeAnywhere({ status: 'QUEUED' }, { attempts: 3, run_at: clock.instant() }),
    )
    await workAll()
    t.match((await officer.get(`/imports/${one.id}`)).data, { status: 'PARTLY_DONE', created: 0 })
  })

  t.test('a missing required column makes the import FAILED with its name', async (t) => {
    const one = await checked('no,colour\nT-1,red\n')
    t.match(one, { status: 'FAILED', error: 'The file has no column full_name.', moves: [] })
    const mapped = await checked('no,colour\nT-1,red\n', {
      kind: 'things',
      mapping: JSON.stringify({ no: 'no', colour: 'full_name' }),
    })
    t.match(mapped, { status: 'CHECKED', rows_ok: 1 })
  })

  t.test('what cannot be taken in is refused at once', async (t) => {
    const good = 'no,name\nT-1,First\n'
    const table: [string | Buffer, Record<string, string>, number, string][] = [
      [good, {}, 400, 'kind is required.'],
      [good, { kind: 'stars' }, 400, `kind must be one of ${import_kinds}.`],
      [
        Buffer.from([0x6e, 0x6f, 0x0a, 0xe9, 0x0a]),
        { kind: 'things' },
        400,
        'The file is not UTF-8. Save it as CSV UTF-8.',
      ],
      ['', { kind: 'things' }, 400, 'file is empty.'],
      ['no,name\n', { kind: 'things' }, 400, 'file holds headings and no rows.'],
      [
        'no,name\nT-1,"x',
        { kind: 'things' },
        400,
        'The file ends inside a quoted text that began in the row on line 2.',
      ],
      [good, { kind: 'things', options: '{' }, 400, 'options must be an object.'],
      [good, { kind: 'things', options: '[]' }, 400, 'options must be an object.'],
      [
        good,
        { kind: 'things', options: '{"on_duplicate":"MERGE"}' },
        400,
        'options.on_duplicate must be one of ERROR, SKIP, UPDATE.',
      ],
      [
        good,
        { kind: 'things', mapping: '{"no":"size"}' },
        400,
        'mapping holds "size", which does not exist.',
      ],
      [
        good,
        { kind: 'things', mapping: '{"size":"no"}' },
        400,
        'mapping holds "size", which is no column of the file.',
      ],
      [
        good,
        { kind: 'things', mapping: '{"no":"no","name":"no"}' },
        400,
        'mapping names no twice.',
      ],
      [
        good,
        { kind: 'things', options: '{"facility_id":"0190a0a0-0000-7000-8000-000000000000"}' },
        404,
        'No such facility.',
      ],
      [
        `no,name\n${'T-1,x\n'.repeat(50_001)}`,
        { kind: 'things' },
        400,
        'file has more than 50000 rows.',
      ],
      [
        Buffer.alloc(20 * 1024 * 1024 + 1, 'a'),
        { kind: 'things' },
        413,
        'The file is larger than 20 MB.',
      ],
    ]
    for (const [text, fields, status, message] of table) {
      const refused = await send(officer, text, fields)
      t.equal(refused.message, message)
      t.equal(refused.status, status, message)
    }
    const plain = await officer.post('/imports', { kind: 'things' })
    t.equal(plain.status, 400)
    t.equal((await send(auditor, good)).status, 403)
    t.equal((await nobody.get('/imports')).status, 401)
    const taken = await send(officer, good, {
      kind: 'things',
      options: JSON.stringify({ facility_id }),
    })
    t.equal(taken.data.options.facility_id, facility_id)
  })

  t.test('commit needs import:commit and the kind’s own permission', async (t) => {
    const one = await checked('no,name\nT-1,First\n', undefined, clerk)
    t.match((await clerk.post(`/imports/${one.id}/commit`)).message, /It needs import:commit\.$/)
    const half = await people.holding('import:commit', 'import:read')
    t.match((await half.post(`/imports/${one.id}/commit`)).message, /It needs facility:manage\.$/)
  })

  t.test(
    'PLT-129: rows are for who uploaded and for holders of the kind’s permission',
    async (t) => {
      const one = await checked('no,name\nT-1,First\n', undefined, clerk)
      t.equal((await clerk.get(`/imports/${one.id}/rows`)).meta?.total, 1)
      t.equal((await officer.get(`/imports/${one.id}/rows`)).meta?.total, 1)
      t.equal((await auditor.get(`/imports/${one.id}`)).status, 200)
      for (const path of ['rows', 'errors.csv']) {
        const refused = await auditor.get(`/imports/${one.id}/${path}`)
        t.equal(refused.status, 403)
        t.match(refused.message, /It needs facility:manage\.$/)
      }
      t.equal(
        (await auditor.get('/imports/0190a0a0-0000-7000-8000-000000000000/rows')).message,
        'No such import.',
      )
      t.ok(
        ((await auditor.get('/imports', { kind: 'things', status: 'CHECKED' })).meta?.total ?? 0) >=
          1,
      )
    },
  )

  t.test('cancelled while checked, and while it is written', async (t) => {
    const first = await checked('no,name\nT-1,First\n')
    t.match((await officer.post(`/imports/${first.id}/cancel`)).data, {
      status: 'CANCELLED',
      moves: [],
    })
    const lines = Array.from({ length: 700 }, (_, n) => `T-${n},Thing ${n}\n`).join('')
    const second = await checked(`no,name\n${lines}`)
    await officer.post(`/imports/${second.id}/commit`)
    const [claim] = await jobs.claim('one', 1)
    const write = things.write.bind(things)
    let count = 0
    things.write = async (...given) => {
      count += 1
      if (count === 10) {
        // Asked for while the first piece is being written: that piece is finished.
        setImmediate(() => void officer.post(`/imports/${second.id}/cancel`))
      }
      if (count > 10) await new Promise((resolve) => setImmediate(resolve))
      return write(...given)
    }
    await perform(claim as jobs.Claim, new AbortController().signal, quiet)
    things.write = write
    const now = (await officer.get(`/imports/${second.id}`)).data
    t.match(now, { status: 'PARTLY_DONE', rows_done: now.created })
    t.ok(now.created >= 10 && now.created < 700, `${now.created} of 700`)
    t.equal((await list()).length, now.created)
  })

  t.test('a check older than a day is made again before anything is written', async (t) => {
    clock.freeze('2026-03-01T08:00:00Z')
    const early = await people.with('system_administrator')
    const one = await checked('no,name\nT-1,First\n', undefined, early)
    const other = await checked('no,name\nT-1,Second\n', undefined, early)
    clock.advance(hours(25))
    const late = await people.with('system_administrator')
    t.match((await late.post(`/imports/${one.id}/commit`)).data, { status: 'CHECKING' })
    await workAll()
    t.match((await late.get(`/imports/${one.id}`)).data, { status: 'DONE', created: 1 })
    await late.post(`/imports/${other.id}/commit`)
    await workAll()
    t.match(
      (await late.get(`/imports/${other.id}`)).data,
      {
        status: 'CHECKED',
        rows_error: 1,
        error: '1 rows have errors. Mend the file or skip them.',
      },
      'what was recorded meanwhile is found, and nothing is written',
    )
    t.equal((await list()).length, 1)
  })

  t.test('after 30 days the values are erased and the figures kept', async (t) => {
    clock.freeze('2026-03-01T08:00:00Z')
    const early = await people.with('system_administrator')
    await within(() =>
      imports.changeAnywhere({ hospital_id: hospital.id }, { erased_at: clock.instant() }),
    )
    const one = await checked('no,name\nT-1,First\n', undefined, early)
    t.equal(await eraseValues('2026-03-01T07:59:59.000Z'), 0)
    clock.advance(days(30) + 1)
    t.equal(await eraseValues('2026-03-02T08:00:00.000Z'), 1)
    const late = await people.with('system_administrator')
    t.match((await late.get(`/imports/${one.id}`)).data, { rows_total: 1, rows_ok: 1 })
    t.match((await late.get(`/imports/${one.id}/rows`)).data, [
      { row: 2, values: null, errors: [] },
    ])
    const refused = await late.post(`/imports/${one.id}/commit`)
    t.equal(refused.message, 'The rows of things.csv were erased. Upload the file again.')
  })

  t.test('OPS-50: it is written in pieces by the time they take', async (t) => {
    clock.freeze('2026-03-01T08:00:00Z')
    const early = await people.with('system_administrator')
    const lines = Array.from({ length: 7 }, (_, n) => `T-${n + 1},slow`).join('\n')
    const one = await checked(`no,name\n${lines}\n`, undefined, early)
    t.equal((await early.post(`/imports/${one.id}/commit`)).status, 202)
    const row = await imports.find({ hospital_id: hospital.id, id: one.id })
    if (row === undefined) throw new Error('the import is not there')
    const at: number[] = []
    const by = { ...system, facility_id, name: 'A test', user_id: early.user.id }
    await commitRows(by, row, async (pct) => void at.push(Math.round((pct * 7) / 100)))
    t.same(at, [3, 6, 7], 'a quarter of a second each, and people between them')
  })

  t.test('a row that is refused when it is written is counted and said', async (t) => {
    const one = await checked('no,name\nT-1,fine\nT-2,refused\n')
    await officer.post(`/imports/${one.id}/commit`)
    await workAll()
    t.match((await officer.get(`/imports/${one.id}`)).data, {
      status: 'PARTLY_DONE',
      rows_error: 1,
      error: '1 of its rows was refused when it was written.',
    })
  })

  t.test('of more columns than are known the first thousand are named (PLT-135)', async (t) => {
    const more = Array.from({ length: 1100 }, (_, n) => `more_${n}`)
    const one = await checked(`no,name,${more.join(',')}\nT-1,First\n`)
    const { status, data } = await officer.get(`/imports/${one.id}`)
    t.equal(status, 200)
    t.same(data.unknown_columns, more.slice(0, 1000))
    t.equal((await officer.get('/imports')).status, 200)
  })

  t.test('the kinds and their templates', async (t) => {
    const { data } = await auditor.get('/imports/kinds')
    t.match(
      data.filter(({ kind }: { kind: string }) => kind === 'things'),
      [{ permissions: ['import:commit', 'facility:manage'] }],
    )
    const file = await auditor.get('/imports/kinds/things/template')
    t.equal(file.raw.toString(), '\uFEFFno,full_name,day\r\nT-1,"A, ""thing""",2026-03-31\r\n')
    t.equal((await auditor.get('/imports/kinds/stars/template')).message, 'No such kind of import.')
  })
})
