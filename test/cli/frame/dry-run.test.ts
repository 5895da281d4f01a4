// OPS-70: what the command would be refused for, its dry run is refused for, and nothing is left of it.

import t from 'tap'
import { folder } from '../../support/folder.ts'
import { initialised, typed, typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)

const id = '0199a5c2-7d1e-7000-8000-000000000001'

t.test('a dry run is refused as the command is', async (t) => {
  const dir = folder(t)
  await initialised(dir)
  const own = { env: { KITUO_CONFIG: undefined } }
  const run = (line: string, ...more: string[]) => {
    const words = [...line.split(' '), '--reason', 'a good reason', '--data', dir]
    return typed([...words, ...more], own)
  }
  const year = new Date().getUTCFullYear()
  for (const line of [
    'backup keep nothing',
    'backup unkeep nothing',
    'backup restore-files nothing',
    'backup export nothing --out ./nothing.tar',
    'backup copy usb',
    `device cancel ${id}`,
    `device reissue ${id}`,
    'device extend Till --days 5',
    `patient dismiss ${id}`,
    'portal code PT-000412 --document NATIONAL_ID',
    'shifts z SHF-2026-000041 --out ./z.pdf',
    `request withdraw ${id}`,
    `periods close ${year}-12`,
    `periods reopen ${year}-01`,
    `books lock ${year + 1}-01-31`,
    `fiscal-year withdraw ${year}`,
    `fiscal-year reopen ${year}`,
    'role activate cashier',
    'role delete cashier',
    'role deactivate administrator',
    'user suspend admin',
    'billing flow set --consultation CONS',
    'messaging route set yas yas-1 yas-2',
    'queue pause TRI --move-to NONE',
  ]) {
    const rehearsed = await run(line, '--dry-run')
    const real = await run(line, '--yes', '--confirm', 'admin')
    t.not(real.code, 0, line)
    t.same([rehearsed.code, rehearsed.err], [real.code, real.err], line)
  }

  t.match(await run('bills lapse', '--dry-run'), {
    code: 0,
    out: '0 steps; nothing was changed.\n',
  })
  t.match(await run('role deactivate cashier', '--dry-run'), { code: 0, err: '' })
  const role = await typedJson(['role', 'show', 'cashier', '--data', dir], own)
  t.match(role, { data: { active: true } }, 'all of it was taken back')
  t.match(await run('role deactivate cashier', '--yes'), { code: 0 })
})
