import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { serverDatabase, without_server } from '../../support/programs/server.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'

// A dozen commands, each a process of the whole house: more than a test is usually given.
t.setTimeout(600_000)

t.test('a move by hand: looked at, asked for, done', { skip: without_server }, async (t) => {
  const dir = folder(t)
  const url = await serverDatabase(t)
  const house = await houseAt(configurationAt(dir))
  await house.department('A')
  await house.deployment.close()
  const file = join(dir, 'kituo.toml')
  writeFileSync(file, '')
  const at = ['--data', dir]
  const world = { env: { KITUO_CONFIG: file } }
  const address = join(dir, 'address.txt')
  writeFileSync(address, `${url}\n`)

  t.match(await typed(['database', 'move', '--reason', 'rehearsal', '--dry-run', ...at], world), {
    code: 2,
    err: '--to is needed: sqlite, postgres or an address.',
  })
  t.match(await typed(['database', 'move', '--to', 'postgres', '--dry-run', ...at], world), {
    code: 2,
    err: /--url-file is needed/,
  })
  t.match(
    await typed(['database', 'move', '--to', 'postgres://k:pw@h/k', '--dry-run', ...at], world),
    { code: 2, err: /a password on the command line is seen by everybody/ },
  )
  const to = ['database', 'move', '--to', 'postgres', '--url-file', address]
  t.match(await typedJson([...to, '--dry-run', ...at], world), {
    success: true,
    data: { steps: { length: 5 }, type: 'move to postgres' },
    meta: { engine: 'sqlite', dry_run: true },
  })
  t.match(await typed([...to, '--yes', ...at], world), {
    code: 2,
    err: /add --confirm "move to postgres" and --reason/,
  })
  t.match(await typedJson(['database', 'lint', ...at], world), { success: true, data: [] })
  const answers = ['--yes', '--confirm', 'move to postgres', '--reason', 'more branches']
  const copied = await typed([...to, '--phase', 'copy', ...answers, ...at], world)
  t.match(copied, { code: 0, out: /^Table / })
  t.ok(copied.err.split('\n').length < 10, `OPS-71: a line per phase, not per table: ${copied.err}`)
  t.match(await typedJson(['database', 'info', ...at], world), { data: { engine: 'sqlite' } })
  t.match(await typedJson([...to, '--dry-run', ...at], world), {
    data: { steps: [/go on with generation 2 on postgres, which reached COPIED/] },
  })
  t.match(await typedJson([...to, ...answers, ...at], world), {
    success: true,
    message: /rows are on postgres and proved \(\d+ a second\)/,
    data: { phase: 'cut-over', backup: /before-move/ },
  })
  t.match(await typedJson(['database', 'info', ...at], world), {
    data: { engine: 'postgres', generation: 2 },
  })
  t.match(await typedJson(['audit', 'search', '--action', 'command.database.move', ...at], world), {
    data: [{ action: 'command.database.move', reason: 'more branches' }],
  })
  t.match(await typed([...to, ...answers, ...at], world), { code: 3, err: /on PostgreSQL already/ })
  const abort = ['database', 'move', '--abort', '--yes', '--confirm', 'abort the move']
  t.match(await typedJson([...abort, '--reason', 'rehearsal', ...at], world), {
    success: true,
    message: 'No move is under way.',
    meta: { changed: false },
  })
  t.match(await typedJson(['config', 'set', 'database.engine', 'sqlite', ...at], world), {
    success: true,
  })
  t.match(
    await typed(['status', ...at], world),
    {
      code: 13,
      err: /The data of this hospital are on PostgreSQL .* To move them: kituo database move --to/,
    },
    'changed by hand (OPS-39)',
  )
})
