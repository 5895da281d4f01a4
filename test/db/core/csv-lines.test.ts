import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { csvLine, csvLines, plainLine } from '../../../db/core/csv-lines.ts'

t.test('a line: quoted where it must be, and no formula from a text', async (t) => {
  const cases: [unknown, string][] = [
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['-5', "'-5"],
    ['\tcmd', "'\tcmd"],
    ['\r=x', `"'\r=x"`],
    ['@sum,1', `"'@sum,1"`],
    [-5, '-5'],
    [0.25, '0.25'],
    [true, 'true'],
    [null, ''],
    [undefined, ''],
    [{ a: 1 }, '"{""a"":1}"'],
  ]
  for (const [value, written] of cases) {
    t.equal(csvLine([value]), `${written}\r\n`, JSON.stringify(value))
  }
  t.equal(csvLines([['a', 1], ['b']]), 'a,1\r\nb\r\n')
  t.equal(plainLine(['-5', 'a,b']), '-5,"a,b"\r\n', 'what is read in again stays as it came')
})

t.test('nothing else of the house quotes a cell', async (t) => {
  const root = join(import.meta.dirname, '../../..')
  const written = globSync('{cli,daemon,db,tui}/**/*.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes(`'""')`),
  )
  // The search makes a phrase of a word.
  t.same(written.sort(), ['db/core/csv-lines.ts', 'db/store/search.ts'])
})
