// Which files the suite runs on PostgreSQL: all that ask it, by whatever way.

import { join } from 'node:path'
import t from 'tap'
import { root } from '../../db/core/assets.ts'
// @ts-expect-error plain JavaScript, as everything that runs the suite
import { boundToDatabase as judge, isProvedOnTheOther } from '../../scripts/bound.mjs'

const bound = (file: string): unknown => judge(join(root, 'test', file))

t.test('a file that opens the database under test is run on both', async (t) => {
  for (const file of [
    'access/desk.test.ts',
    'hospital/desk/patients/groups.test.ts',
    'messaging/drain/link-work.test.ts',
    'cli/frame/on-postgres.test.ts',
    'faults/postgres.test.ts',
    'hospital/money/across/both.test.ts',
  ]) {
    t.equal(bound(file), true, file)
  }
})

t.test('one that has its own, or none, is run once', async (t) => {
  for (const file of ['cli/frame/page.test.ts', 'templates/codes.test.ts', 'tui/frames.test.ts']) {
    t.equal(bound(file), false, file)
  }
})

t.test('a sweep that proves the same on both is walked on one of them', async (t) => {
  for (const file of [
    'test/access/desk.test.ts',
    'test/privacy/reading.test.ts',
    'test/cli/messaging/messaging.test.ts',
    'test/hospital/goods/bad-input.test.ts',
    'test/hospital/care/wards/papers.test.ts',
    'test/seeds/billing.test.ts',
    'test/hospital/office/attachments/photos.test.ts',
    'test/messaging/interop/kannel-operator.test.ts',
  ]) {
    t.notOk(isProvedOnTheOther(file, false), `${file} on SQLite`)
    t.ok(isProvedOnTheOther(file, true), `${file} on PostgreSQL`)
  }
  const six = 'test/faults/six/desk-1.test.ts'
  t.ok(isProvedOnTheOther(six, false), 'nothing is at once where one writes at a time')
  t.notOk(isProvedOnTheOther(six, true))
  for (const file of [
    'test/cli/frame/on-postgres.test.ts',
    'test/hospital/care/signing.test.ts',
    'test/hospital/office/attachments/uploads.test.ts',
  ]) {
    t.notOk(isProvedOnTheOther(file, true), `${file} on PostgreSQL`)
  }
  t.notOk(
    isProvedOnTheOther('test/faults/bad-fields.test.ts', true),
    'a database minds what is in a field',
  )
})
