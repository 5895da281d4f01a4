// Folders where somebody named a place that takes none: told at once, and never looked for for ever.

import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeFolders, makeFoldersAt, makeNamedFolders } from '../../../db/core/folders.ts'
import { folder } from '../../support/folder.ts'

t.test('with what lies above, closed to others, and again without harm', async (t) => {
  const dir = folder(t)
  const [one, other] = [join(dir, 'a/b/c'), join(dir, 'd/e')]
  makeFolders(one)
  makeFolders(one)
  await makeFoldersAt(other)
  await makeFoldersAt(other)
  for (const made of [one, join(dir, 'a'), other, join(dir, 'd')]) {
    t.equal(statSync(made).mode & 0o777, 0o700, made)
  }
})

t.test('where no folder can be, that is said', async (t) => {
  const dir = folder(t)
  const file = join(dir, 'file')
  writeFileSync(file, '')
  const cases = [
    ['/proc/kituo/data', 'nobody may write at /proc'],
    [join(file, 'data'), `${file} is a file`],
    [file, `${file} is a file`],
    [join(dir, 'x'.repeat(300)), 'its name is too long'],
  ] as const
  for (const [named, why] of cases) {
    t.throws(() => makeNamedFolders(named), {
      code: 'usage.value',
      message: `the folder ${named} cannot be made: ${why}. Name another.`,
    })
    await t.rejects(makeFoldersAt(named), { code: /^E/ })
  }
  t.throws(() => makeNamedFolders('/proc/kituo', 0o700, 'data_dir.unmade'), {
    code: 'data_dir.unmade',
  })
  t.notOk(existsSync('/proc/kituo'))
})
