import t from 'tap'
import { isRefusal } from '../../../../db/core/refusal.ts'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { join } from 'node:path'
import { setExportFolder } from '../../../../db/hospital/office/exports/files.ts'
import { audit_lost, recordRead, takeUntold } from '../../../../db/hospital/office/audit/reads.ts'
import { difference, hashOf, record } from '../../../../db/hospital/office/audit/record.ts'
import { audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import { audit_dataset } from '../../../../db/hospital/office/auditing/dataset.ts'
import { tellOfLost } from '../../../../db/hospital/office/auditing/proofs.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { workOnce } from '../../../support/jobs.ts'

t.test('the audit log', async (t) => {
  const { people, system, hospital, facility_id, database } = await boot(t)
  setExportFolder(join(database.folder, 'exports'))
  const auditor = await people.with('auditor')
  const nurse = await people.with('nurse')
  const officer = await people.with('system_administrator')
  const by = {
    ...system,
    kind: 'USER' as const,
    user_id: nurse.user.id,
    name: nurse.user.full_name,
    ip: '10.1.2.3',
    device_id: newId(),
    request_id: 'req-7',
  }
  const patient_id = newId()
  const role_id = newId()
  clock.freeze('2027-03-08T21:30:00.000Z')
  await within(async () => {
    record(by, 'patient.read', { entity_type: 'patient', entity_id: patient_id, patient_id })
    record(by, 'bill.void', {
      entity_type: 'bill',
      entity_id: newId(),
      entity_label: 'BILL-2027-000123',
      from_state: 'OPEN',
      to_state: 'VOID',
      reason: 'double',
      changes: { status: ['OPEN', 'VOID'] },
    })
    record(by, 'role.update', {
      entity_type: 'role',
      entity_id: role_id,
      changes: difference({ name: 'A', active: true }, { name: 'B', active: true }),
    })
    record(by, 'patient.list', { rows: 12, query: { search: 'asha' } })
    record(by, 'POST /bills', { outcome: 'REFUSED', reason: 'no' })
  })
  clock.release()

  const found = async (query: Record<string, string>): Promise<string[]> =>
    (await auditor.get('/audit', query)).data.map(({ action }: { action: string }) => action)
  const ours = ['POST /bills', 'patient.list', 'role.update', 'bill.void', 'patient.read']

  t.test('is listed newest first, whole', async (t) => {
    const listed = await auditor.get('/audit', { per_page: '3' })
    const seqs = listed.data.map(({ seq }: { seq: number }) => seq)
    t.equal(seqs[0], listed.meta?.total)
    t.same(
      seqs,
      [...seqs].sort((a, b) => b - a),
    )
    const [row] = (await auditor.get('/audit', { action: 'patient.list' })).data
    t.match(row, {
      actor_kind: 'USER',
      user_name: nurse.user.full_name,
      rows: 12,
      query: { search: 'asha' },
      ip: '10.1.2.3',
      facility_id,
      outcome: 'DONE',
    })
    t.equal(
      hashOf({ ...row, hospital_id: hospital.id, row_count: row.rows }),
      row.hash,
      'provable from outside',
    )
  })

  const narrowed: [Record<string, string>, string[]][] = [
    [{ user_id: nurse.user.id }, ours],
    [{ user_id: nurse.user.id, actor_kind: 'SYSTEM' }, []],
    [{ patient_id }, ['patient.read']],
    [{ entity_type: 'bill' }, ['bill.void']],
    [{ entity_id: role_id }, ['role.update']],
    [{ outcome: 'REFUSED' }, ['POST /bills']],
    [{ outcome: 'DONE', user_id: nurse.user.id }, ours.slice(1)],
    [{ device_id: by.device_id }, ours],
    [{ ip: '10.1.2.3', facility_id }, ours],
    [{ from: '2027-03-09', to: '2027-03-09' }, ours],
    [{ from: '2027-03-10', to: '2027-03-11' }, []],
    [{ to: '2027-03-08', user_id: nurse.user.id }, []],
    [{ search: 'req-7' }, ours],
    [{ search: 'bill-2027' }, ['bill.void']],
    [{ search: 'role.up' }, ['role.update']],
    [{ search: nurse.user.full_name }, ours],
    [{ search: 'nothing of the kind' }, []],
  ]
  for (const [query, actions] of narrowed) {
    t.test(`is narrowed by ${Object.keys(query).join(' and ')}`, async (t) => {
      t.same(await found(query), actions)
    })
  }

  t.test('hides what changed from who may not read the record (PLT-114)', async (t) => {
    const [of_role] = (await auditor.get('/audit', { action: 'role.update' })).data
    t.same(of_role.changes, { name: ['A', 'B'] })
    const blind = await people.holding('audit:read')
    const hidden = await blind.get(`/audit/${of_role.id}`)
    t.same(hidden.data.changes, { name: null }, 'the names of the fields alone')
    const [of_bill] = (await blind.get('/audit', { action: 'bill.void' })).data
    t.same(of_bill.changes, { status: null }, 'no code is known that would open it')
    t.match((await auditor.get(`/audit/${of_bill.id}`)).data, {
      from_state: 'OPEN',
      to_state: 'VOID',
      reason: 'double',
    })
  })

  t.test('tells the history of one record, oldest first', async (t) => {
    const opened = await officer.post('/facilities', {
      code: 'hist',
      name: 'History',
      kind: 'CLINIC',
    })
    await officer.patch(`/facilities/${opened.data.id}`, { ward: 'Kariakoo' })
    const history = await auditor.get(`/audit/entities/facility/${opened.data.id}`)
    t.match(history.data, [
      { action: 'facility.create', to_state: 'ACTIVE' },
      { action: 'facility.update', changes: { ward: [null, 'Kariakoo'] } },
    ])
    t.equal((await auditor.get(`/audit/entities/bill/${opened.data.id}`)).status, 404)
    t.equal((await auditor.get(`/audit/${newId()}`)).message, 'No such audit row.')
  })

  t.test('opens to its readers alone, and says what else is wrong', async (t) => {
    const cases: [string, Record<string, string>, string][] = [
      [
        '/audit',
        { actor_kind: 'GHOST' },
        'actor_kind must be one of USER, PATIENT, DEVICE, API_KEY, COMMAND_LINE, SYSTEM, PLATFORM.',
      ],
      ['/audit', { from: '2027-02-30' }, 'from must be a date like 2026-03-31.'],
      ['/audit', { from: '2027-03-02', to: '2027-03-01' }, 'from is after to.'],
      ['/audit/anchors', { to: 'x' }, 'to must be a date like 2026-03-31.'],
    ]
    for (const [path, query, message] of cases) {
      const refused = await auditor.get(path, query)
      t.equal(refused.status, 400)
      t.equal(refused.message, message)
    }
    t.equal(
      (await nurse.get('/audit')).message,
      'You do not have permission to do this. It needs audit:read.',
    )
    t.equal(
      (await officer.post('/audit/export', {})).message,
      'You do not have permission to do this. It needs audit:export.',
    )
  })

  t.test('an export is asked for, of at most 366 days (PLT-119)', async (t) => {
    const asked = {
      from: '2027-03-01',
      to: '2027-03-31',
      filters: { user_id: nurse.user.id },
      format: 'csv',
    }
    const made = await auditor.post('/audit/export', asked)
    t.equal(made.status, 202, made.message)
    t.match(made.data, {
      dataset: 'audit',
      status: 'QUEUED',
      filters: { from: '2027-03-01', user_id: nurse.user.id },
    })
    t.same(await found({ action: 'export.create' }), ['export.create'])
    const bad: [object, string][] = [
      [{ ...asked, to: '2028-03-02' }, 'to must be at most 366 days after from.'],
      [{ ...asked, from: '2027-04-01' }, 'from is after to.'],
      [{ ...asked, format: 'pdf' }, 'format must be one of csv, xlsx, jsonl.'],
      [{ ...asked, from: undefined }, 'from is required.'],
      [
        { ...asked, filters: { outcome: 'MAYBE' } },
        'filters.outcome must be one of DONE, REFUSED.',
      ],
    ]
    for (const [body, message] of bad) {
      const refused = await auditor.post('/audit/export', body)
      t.equal(refused.status, 400)
      t.equal(refused.message, message)
    }
    t.equal((await auditor.post('/audit/export', { ...asked, to: '2028-03-01' })).status, 202)
  })

  t.test(
    'the file holds what the list shows, under a line that says what it is (PLT-119)',
    async (t) => {
      const caller = { ...system, permissions: new Set(['audit:read', 'role:read']) }
      const filters = { from: '2027-03-09', to: '2027-03-09' }
      const rows: Record<string, unknown>[] = []
      for await (const piece of audit_dataset.rows(caller, filters)) rows.push(...piece)
      t.same(
        rows.map(({ action }) => action),
        [...ours].reverse(),
      )
      t.equal(rows[2]?.['changes'], '{"name":["A","B"]}')
      t.equal(rows[1]?.['changes'], '{"status":null}')
      const names = audit_dataset.columns.map(({ name }) => name)
      for (const name of names) t.ok(name in (rows[0] ?? {}), name)
      const line = await audit_dataset.heading?.(caller, filters)
      t.equal(
        line,
        `St Mary Hospital; 2027-03-09 to 2027-03-09; 5 rows; first hash ${String(rows[0]?.['hash'])}; last hash ${String(rows[4]?.['hash'])}`,
      )
    },
  )

  t.test('each format begins with that line, and ends where the log stood (PLT-119)', async (t) => {
    const day = { from: '2027-03-09', to: '2027-03-09' }
    const file = async (format: string, rows: number): Promise<string> => {
      const made = await auditor.post('/audit/export', { ...day, format })
      t.equal(made.status, 202, made.message)
      clock.freeze('2027-03-09T08:00:00.000Z')
      await within(async () => record(by, 'later.write'))
      clock.release()
      await workOnce()
      const found = await auditor.get(`/exports/${made.data.id}`)
      t.match(found.data, { status: 'DONE', rows_done: rows }, format)
      return (await auditor.get(`/exports/${made.data.id}/download`)).raw.toString()
    }
    const heading = (rows: number) =>
      new RegExp(
        `^St Mary Hospital; 2027-03-09 to 2027-03-09; ${rows} rows; first hash [0-9a-f]{64}; `,
      )
    const csv = (await file('csv', 5)).split('\r\n')
    t.match(csv[0]?.slice(1), heading(5))
    t.match(csv[1], /^Number,At,Actor,.*,Hash,Id,Hospital id,pseudonymous$/)
    t.equal(csv.length, 8)
    const lines = (await file('jsonl', 6)).trim().split('\n')
    t.match(JSON.parse(lines[0] ?? ''), { heading: heading(6) })
    t.match(JSON.parse(lines[1] ?? ''), { action: 'patient.read', patient_id })
    t.equal(lines.length, 7)
    t.match(await file('xlsx', 7), /^PK/)
  })

  t.test('what will be read back is what is hashed', async (t) => {
    await within(async () =>
      record({ ...by, user_agent: `${'x'.repeat(299)}😀`, name: '\ud800 odd' }, 'odd.values', {
        entity_label: `${'y'.repeat(199)}😀`,
        reason: `${'z'.repeat(299)}😀`,
        changes: { a: [undefined, { later: undefined, b: [undefined, '\ud800', 1e21, 0.1] }] },
        query: { at: new Date(0) as unknown as string, none: undefined },
      }),
    )
    const [row] = await audit_rows.all({ hospital_id: hospital.id, action: 'odd.values' })
    t.ok(row)
    if (row !== undefined) t.equal(hashOf(row), row.hash)
  })

  t.test(
    'a read is answered though its row cannot be written; that is counted and told (PLT-113)',
    async (t) => {
      await recordRead(by, 'patient.read', { patient_id })
      t.equal((await found({ patient_id })).length, 2)
      const before = audit_lost.rows
      await recordRead(by, 'x'.repeat(81), { patient_id })
      t.equal(audit_lost.rows, before + 1)
      t.match(String(audit_lost.last), /audit_rows.action/)
      t.equal((await found({ patient_id })).length, 2)
      t.equal(await tellOfLost(), 1)
      t.equal(takeUntold().size, 0, 'told once')
      await within(async () => {
        await recordRead(by, 'patient.read', { patient_id })
        t.equal((await audit_rows.all({ hospital_id: hospital.id, patient_id })).length, 2)
      })
      t.equal((await found({ patient_id })).length, 3, 'a read inside a write is kept with it')
    },
  )

  t.test('a write whose row cannot be written is not kept (PLT-113)', async (t) => {
    const total = (await auditor.get('/audit')).meta?.total
    await t.rejects(within(async () => record(by, 'x'.repeat(81))))
    t.equal((await auditor.get('/audit')).meta?.total, total)
  })

  t.test('1,000 writers side by side make one chain without gaps (PLT-115)', async (t) => {
    const before = (await auditor.get('/audit')).meta?.total ?? 0
    const write = async (n: number): Promise<void> => {
      try {
        await within(async () => record(by, 'many.write', { rows: n }))
      } catch (error) {
        // On a slow machine the last of them wait longer than a server's connection is waited for, and ask again.
        if (!isRefusal(error) || error.status !== 503) throw error
        await write(n)
      }
    }
    await Promise.all(Array.from({ length: 1000 }, (_, n) => write(n)))
    const rows = await audit_rows.all({ hospital_id: hospital.id }, { order: ['seq'] })
    t.equal(rows.length, before + 1000)
    t.ok(rows.every((row, index) => row.seq === index + 1))
    t.ok(
      rows.every(
        (row, index) =>
          row.hash === hashOf(row) && (index === 0 || row.prev_hash === rows[index - 1]?.hash),
      ),
    )
  })
})
