import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { typed, typedJson } from '../../support/programs/typed.ts'

t.test('backups by hand', async (t) => {
  const dir = folder(t)
  const house = await houseAt(configurationAt(dir))
  await house.department('A')
  await house.deployment.close()
  const at = ['--data', dir]

  t.match(
    await typed(['backup', 'list', ...at]),
    { code: 6, err: /There are no backups in .* yet\./ },
    'before the first',
  )
  const made = await typedJson(['backup', 'create', '--verify', 'restore', ...at])
  t.match(made, {
    success: true,
    message: /^Backup .*-manual\.kbk made: \d+\.\d MB in \d+\.\d s\.$/,
    warnings: [{ code: 'backup.same_disk' }],
    next: ['kituo backup verify latest'],
  })
  t.match(await typedJson(['backup', 'list', ...at]), {
    data: [{ tag: 'manual', level: 'RESTORE', state: 'MADE', attachments: { count: 0 } }],
  })
  t.match(await typed(['backup', 'show', 'latest', ...at]), { code: 0, out: /manual/ })
  t.match(await typed(['backup', 'show', 'nothing', ...at]), {
    code: 2,
    err: /there is no backup nothing/,
  })

  t.test('words open it from then on, shown once', async (t) => {
    const added = await typedJson(['backup', 'key', 'add', 'recovery', '--yes', ...at])
    const { words } = added.data as { words: string }
    t.match(words, /^(\w{4}-){8}\w{4}$/)
    const paper = join(dir, 'words.txt')
    writeFileSync(paper, `${words.toLowerCase()}\n`)
    t.match(await typed(['backup', 'key', 'test', '--file', paper, ...at]), {
      code: 0,
      out: /It opens them: recovery/,
    })
    writeFileSync(paper, 'a passphrase nobody chose')
    t.match(await typed(['backup', 'key', 'test', '--file', paper, ...at]), {
      code: 11,
      err: /^kituo: this passphrase opens none of the 2 slots \((?:machine \w{4}…, recovery|recovery, machine \w{4}…)\)\.\n$/,
    })
    const { data } = await typedJson(['backup', 'key', 'list', ...at])
    t.equal((data as unknown[]).length, 2)
    t.notMatch(JSON.stringify(data), /wrapped|salt/)
  })

  t.test('a restore says what it will lose, and asks for its phrase', async (t) => {
    const { data } = await typedJson(['backup', 'list', ...at])
    const { name } = (data as { name: string }[])[0] ?? { name: '' }
    const dry = await typed([
      'backup',
      'restore',
      'latest',
      '--dry-run',
      '--reason',
      'rehearsal',
      ...at,
    ])
    t.match(dry, { code: 0, out: /make generation 2 live/ })
    t.match(await typed(['backup', 'restore', 'latest', '--yes', ...at]), {
      code: 2,
      err: /--confirm "restore .*\.kbk" and --reason/,
    })
    const words = ['--yes', '--confirm', `restore ${name}`, '--reason', 'rehearsal']
    t.match(await typedJson(['backup', 'restore', 'latest', ...words, ...at]), {
      success: true,
      message: /is live as generation 2/,
      data: { generation: 2, safety_backup: /before-restore/ },
    })
    t.match(await typedJson(['database', 'info', ...at]), { data: { generation: 2 } })
    t.match(await typedJson(['audit', 'verify', ...at]), { success: true })
  })

  t.test('pinned ones stay; the policy says why each is kept', async (t) => {
    t.match(await typed(['backup', 'keep', 'latest', ...at]), { code: 2, err: /--reason/ })
    t.match(await typed(['backup', 'keep', 'latest', '--reason', 'audit', ...at]), { code: 0 })
    const pruned = await typedJson(['backup', 'prune', '--yes', ...at])
    t.match(pruned, { success: true, data: { removed: [] }, meta: { changed: false } })
    const { kept } = pruned.data as { kept: { reasons: string[] }[] }
    t.match(kept[0]?.reasons, ['recent', 'pinned', 'daily', 'weekly', 'monthly', 'yearly'])
    t.match(await typed(['backup', 'unkeep', 'latest', '--yes', ...at]), { code: 0 })
  })
})
