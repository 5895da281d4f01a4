import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../../support/folder.ts'
import { typed } from '../../support/programs/typed.ts'

t.test('the manual: a page of everything, and one for every noun (OPS-78)', async (t) => {
  const { code, out } = await typed(['man'])
  t.equal(code, 0)
  t.match(out, /^\.TH KITUO 1/)
  t.match(out, /kituo backup create/)
  const dir = folder(t)
  t.match(await typed(['man', '--dir', dir]), { code: 0 })
  const pages = readdirSync(dir)
  t.ok(pages.length > 40, `${pages.length} pages`)
  t.match(readFileSync(join(dir, 'kituo-backup.1'), 'utf8'), /kituo backup restore/)
  const reader = spawnSync('groff', ['-man', '-Tutf8', '-ww', join(dir, 'kituo-backup.1')])
  if (reader.error === undefined) t.equal(reader.stderr.toString(), '', 'groff finds no fault')
})
