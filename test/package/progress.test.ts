// How far a run of the suite is, and which tests a change touches.

import { test } from 'tap'
// @ts-expect-error plain JavaScript, as everything that runs the suite
import { roomsOf, touchedBy } from '../../scripts/changed.mjs'
// @ts-expect-error likewise
import { Progress } from '../../scripts/progress.mjs'

test('progress: files done of all, what failed at once, the time that is left', async (t) => {
  const files = ['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts', 'test/d.test.ts']
  const began = Date.now()
  const progress = new Progress(files, { 'test/a.test.ts': 60_000, 'test/b.test.ts': 60_000 })
  t.equal(progress.line(began), '0 of 4 files')
  const at_once = new Progress(['test/a.test.ts'], { 'test/a.test.ts': 0 })
  t.equal(at_once.line(began), '0 of 1 files', 'what took no time says nothing of what is left')
  t.same(progress.take('ok 1 - test/a.test.ts # time=1000ms\n    ok 1 - something el'), [])
  t.same(progress.take('se\n    not ok 2 - test/b.test.ts # time=1000.5ms\n'), ['test/b.test.ts'])
  t.same(progress.take('not ok 2 - test/b.test.ts # time=1000.5ms\n'), [], 'told once')
  t.same(progress.take('        ok 9 - test/c.test.ts\n'), [], 'an assertion that names a file')
  t.equal(progress.line(began + 240_000), '2 of 4 files, 1 not good, about 4 min left')
  t.match(progress.times, { 'test/a.test.ts': 1000, 'test/b.test.ts': 1000.5 })
})

test('changed: tests of the room, tests that name the file, and those that read all', async (t) => {
  t.same(roomsOf('db/hospital/money/billing/bills/bills.ts'), ['test/hospital/money/billing/'])
  t.same(roomsOf('daemon/hospital/money/billing-credits.ts'), ['test/hospital/money/billing'])
  t.same(roomsOf('cli/backup/restore.ts'), ['test/cli/backup/'])
  t.same(roomsOf('db/appliance/backups/copy.ts'), ['test/db/appliance/backups/'])
  const files: string[] = touchedBy(['db/core/csv.ts', 'templates/sheet.ts'])
  t.ok(files.includes('test/house.test.ts'))
  t.ok(files.includes('test/hospital/office/imports/csv.test.ts'), 'names it')
  t.ok(files.some((file) => file.startsWith('test/templates/')))
  t.notOk(files.includes('test/hospital/desk/visits/close.test.ts'))
  t.notOk(files.includes('test/access/desk.test.ts'))
  const doors: string[] = touchedBy(['daemon/hospital/desk/visits.ts'])
  t.ok(doors.includes('test/access/desk.test.ts'), 'who may')
  t.ok(doors.includes('test/privacy/reading.test.ts'), 'whose record it is')
  const tables: string[] = touchedBy(['db/hospital/desk/visits/tables.ts'])
  t.ok(tables.includes('test/db/store/migrations.test.ts'))
})
