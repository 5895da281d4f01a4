// What the lint finds and can be mended without losing anything is mended; the rest is left (OPS-147).

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { mendOf } from '../../../../db/appliance/carry/lint-mend.ts'
import { configurationAt, houseAt } from '../../../support/programs/backed-house.ts'
import { folder } from '../../../support/folder.ts'
import { typedJson } from '../../../support/programs/typed.ts'

t.setTimeout(600_000)

t.test('what each is mended into', async (t) => {
  const cases: [string, string | number, string | number | undefined][] = [
    ['holds NUL', 'a\0b', 'ab'],
    ['is not UTF-8', 'a\uFFFDb', 'a\uFFFDb'],
    ['is neither 0 nor 1', 5, 1],
    ['is longer than 120', 'x'.repeat(121), undefined],
    ['is no whole number up to 2^53', 2 ** 60, undefined],
    ['is beyond 2^31', 2 ** 40, undefined],
  ]
  for (const [rule, value, mended] of cases) {
    t.equal(mendOf({ finding: { rule }, value }), mended, rule)
  }
})

t.test('database lint --mend: asks, mends, and says what is left', async (t) => {
  const dir = folder(t)
  const house = await houseAt(configurationAt(dir))
  for (const code of ['A', 'B', 'C']) await house.department(code)
  const { engine } = house.deployment
  await engine.script(`pragma ignore_check_constraints = on;
    update departments set name = 'Ward' || char(0) || ' A' where code = 'A';
    update departments set name = cast(x'61ff62' as text) where code = 'B';
    update departments set name = '${'x'.repeat(400)}' where code = 'C';
    pragma ignore_check_constraints = off`)
  await house.deployment.close()
  writeFileSync(join(dir, 'kituo.toml'), '')
  const run = (...line: string[]) =>
    typedJson([...line, '--data', dir], { env: { KITUO_CONFIG: undefined } })
  t.match(await run('database', 'lint'), { meta: { exit: 3, total: 3 } })
  t.match(await run('database', 'lint', '--mend', '--dry-run'), {
    data: { steps: [/./, /./, /./] },
  })
  t.match(await run('database', 'lint', '--mend'), { meta: { exit: 2 } }, 'it asks')
  const mended = await run('database', 'lint', '--mend', '--yes')
  t.match(mended, { message: '2 of 3 mended.', meta: { exit: 3, changed: true } })
  t.match(
    (mended.data as { column: string; mended: boolean; why: string | null }[]).filter(
      (one) => !one.mended,
    ),
    [{ table: 'departments', column: 'name', why: 'a person must say what it should be' }],
  )
  t.match(await run('database', 'lint'), {
    data: [{ column: 'name', rule: /^is longer than/ }],
  })
  t.match(await run('database', 'query', "select name from departments where code = 'A'"), {
    data: { rows: [['Ward A']] },
  })
  t.match(await run('audit', 'search', '--action', 'command.database.lint-mend'), {
    meta: { total: 1 },
  })
})

t.test('database lint --mend: never over a correction, and never without a word', async (t) => {
  const dir = folder(t)
  const house = await houseAt(configurationAt(dir))
  for (const code of ['A', 'B', 'C', 'D']) await house.department(code)
  const { engine } = house.deployment
  // Somebody corrects B as soon as A is mended; what C would become is another's.
  await engine.script(`update departments set name = 'Ward' || char(0) || ' A' where code = 'A';
    update departments set name = 'Wrad' || char(0) || ' B' where code = 'B';
    update departments set code = 'A' || char(0) where code = 'C';
    update departments set name = 'Ward' || char(0) || ' D' where code = 'D';
    create trigger corrected after update of name on departments when new.code = 'A' begin
      update departments set name = 'Ward B' where code = 'B';
    end`)
  await house.deployment.close()
  writeFileSync(join(dir, 'kituo.toml'), '')
  const run = (...line: string[]) =>
    typedJson([...line, '--data', dir], { env: { KITUO_CONFIG: undefined } })
  const mended = await run('database', 'lint', '--mend', '--yes')
  t.match(mended, { message: '2 of 4 mended.', meta: { exit: 3, changed: true } })
  t.same(
    (mended.data as { column: string; why: string | null }[]).map(({ column, why }) => [
      column,
      why,
    ]),
    [
      ['name', null],
      ['name', 'it was changed meanwhile'],
      ['code', 'another row has what it would become'],
      ['name', null],
    ],
  )
  t.match(await run('database', 'query', 'select name from departments order by id'), {
    data: { rows: [['Ward A'], ['Ward B'], [/./], ['Ward D']] },
  })
})
