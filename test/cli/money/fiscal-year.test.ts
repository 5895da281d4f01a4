import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { booksOf } from '../../../db/hospital/money/accounting/books.ts'
import { open as openEntry } from '../../../db/hospital/money/accounting/entries/entries.ts'
import { only } from '../../../db/hospital/office/hospitals/hospitals.ts'
import { bringAreas } from '../../../db/hospital/start.ts'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { operator } from '../../../db/core/caller.ts'
import { configurationIn } from '../../support/programs/deployment.ts'
import { folder } from '../../support/folder.ts'
import { initialised, typed, typedJson } from '../../support/programs/typed.ts'

const dir = join(folder(t), 'data')
await initialised(dir)
const year = Number(new Date(clock.ms()).toISOString().slice(0, 4))
const at = ['--data', dir]

async function write(entries: readonly [day: string, amounts: Record<string, number>][]) {
  const opened = await openDeployment(configurationIn(dir), {
    purpose: 'write',
    command: 'a test',
    env: {},
  })
  bringAreas()
  const hospital = await only()
  const by = operator(hospital?.id ?? '', 'cli:test')
  const { chart } = await booksOf(by)
  for (const [entry_date, amounts] of entries) {
    await within(() =>
      openEntry(by, {
        memo: 'A test',
        entry_date,
        post: true,
        lines: Object.entries(amounts).map(([code, amount]) => ({
          account_id: chart.by_code.get(code)?.id ?? '',
          ...(amount > 0 ? { debit: amount } : { credit: -amount }),
        })),
      }),
    )
  }
  await opened.close()
}

t.test('fiscal-year close: to the letter of accounting 8.1', async (t) => {
  t.teardown(() => clock.release())
  await write([
    [`${year}-02-03`, { '1101': 1_204_550_000, '4102': -1_204_550_000 }],
    [`${year}-02-04`, { '6202': 1_101_220_400, '1101': -1_101_220_400 }],
  ])
  t.match(await typed(['fiscal-year', 'close', String(year), ...at]), {
    code: 2,
    err: 'kituo: give --dry-run to look or --plan <hash> to close\n',
  })
  t.match(await typed(['fiscal-year', 'close', '1999', '--dry-run', ...at]), { code: 2 })
  t.match(await typed(['fiscal-year', 'close', String(year), '--nonsense', ...at]), { code: 2 })

  const blocked = await typed(['fiscal-year', 'close', String(year), '--dry-run', ...at])
  t.equal(blocked.code, 3)
  t.match(blocked.out, `  [FAIL] C02 the year ends on ${year}-12-31\n`)
  t.match(blocked.out, `  [FAIL] C03 no fiscal year follows -> kituo fiscal-year create`)
  t.match(blocked.out, 'Nothing was written. 2 checks block, 0 warnings to accept.\n')

  clock.freeze(`${year + 1}-02-03T07:15:00Z`)
  const next = String(year + 1)
  t.match(
    await typed([
      'fiscal-year',
      'create',
      next,
      '--from',
      `${next}-01-01`,
      '--to',
      `${next}-12-31`,
      ...at,
    ]),
    { code: 0 },
  )
  const looked = await typed(['fiscal-year', 'close', String(year), '--dry-run', ...at])
  t.equal(looked.code, 0, looked.err)
  const lines = looked.out.split('\n')
  t.equal(
    lines[0],
    `Fiscal year ${year}   ${year}-01-01 to ${year}-12-31   OPEN   branches 1   entries 2`,
  )
  t.equal(lines[1], 'Checks')
  t.equal(lines[2], '  [ok]   C01 it is the first year')
  t.equal(lines[5], '  [ok]   C04 no draft is dated in the year')
  t.equal(
    lines[18],
    'Result by branch                        Income             Expense             Surplus',
  )
  t.equal(lines[19]?.slice(26), '       1,204,550,000       1,101,220,400         103,329,600')
  t.equal(lines[20], `  Total                   ${lines[19]?.slice(26)}`)
  t.equal(lines[21], 'To 3201 Retained earnings')
  t.match(lines[22], /^Closing entries: 1 \(.+ 3 lines\)$/)
  const [, plan = ''] = /^Plan ([0-9a-f]{64})$/.exec(lines[23] ?? '') ?? []
  t.equal(
    lines[24],
    `Nothing was written. Ready: kituo fiscal-year close ${year} --plan ${plan.slice(0, 12)}`,
  )
  const json = await typedJson(['fiscal-year', 'close', String(year), '--dry-run', ...at])
  t.match(json, {
    data: { plan, ready: true, written: false, exit: 0, total: { surplus: 103_329_600 } },
    meta: { dry_run: true, exit: 0 },
  })
  t.equal(json.meta.changed, false)

  await write([
    [`${year}-12-30`, { '1101': 5, '4102': -5 }],
    [`${year}-12-31`, { '1101': 5, '4102': -5 }],
  ])
  const moved = await typed([
    'fiscal-year',
    'close',
    String(year),
    '--plan',
    plan.slice(0, 12),
    ...at,
  ])
  t.equal(moved.code, 4)
  t.match(
    moved.err,
    new RegExp(
      `^kituo: the books moved since that plan \\(plan now [0-9a-f]{12}, 2 entries newer, last JE-${year}-000004\\); nothing was written\n$`,
    ),
  )

  const asked = await typed(['fiscal-year', 'close', String(year), ...at], { answers: ['2025'] })
  t.equal(asked.code, 2)
  t.match(asked.err, `Type ${year} to close the year: `)
  t.match(asked.err, 'kituo: Nothing was written.')
  await t.test('a backup that fails closes nothing, exit 6 (OPS-155, ACC-72)', async (t) => {
    const [backups, aside] = [join(dir, 'backups'), join(dir, '..', 'aside')]
    renameSync(backups, aside)
    mkdirSync(backups)
    writeFileSync(join(backups, 'holiday.jpg'), 'not ours')
    t.match(
      await typed(['fiscal-year', 'close', String(year), ...at], { answers: [String(year)] }),
      {
        code: 6,
        err: /kituo: The backup failed: .+ holds other files \(holiday\.jpg\).+Nothing was written/,
      },
    )
    t.match(await typedJson(['fiscal-year', 'list', ...at]), { data: [{ status: 'OPEN' }, {}] })
    rmSync(backups, { recursive: true })
    renameSync(aside, backups)
  })
  const closed = await typed(['fiscal-year', 'close', String(year), ...at], {
    answers: [String(year)],
  })
  t.equal(closed.code, 0, closed.err)
  const said = closed.out.slice(closed.out.indexOf('closed, version') - 17)
  t.match(
    said,
    new RegExp(`^Fiscal year ${year} closed, version 1, ${year + 1}-02-03 10:15, by cli:\\S+\n`),
  )
  t.match(said, new RegExp(`\nClosing entries  JE-${year}-000005 .+ 3 lines\n`))
  t.match(said, '\nSurplus          103,329,610 to 3201 Retained earnings\n')
  t.match(said, `\nLock date        none -> ${year}-12-31\n`)
  const [, backup = ''] = /^Backup {11}(\S+)$/m.exec(said) ?? []
  t.match(backup, new RegExp(`^${year + 1}-02-03T071500Z-before-close-${year}\\.kbk$`))
  t.match(
    await typedJson(['backup', 'show', backup, ...at]),
    { data: { name: backup, level: 'RESTORE', state: 'MADE' } },
    'it was put back beside the live data and proved',
  )
  t.match(said, new RegExp(`\nCertificate      FYC-${year}-1  sha256 [0-9a-f]{64}\n$`))

  const again = await typed(['fiscal-year', 'close', String(year), '--resume', ...at])
  t.match(again, {
    code: 0,
    out: `Fiscal year ${year} is already closed, version 1, ${year + 1}-02-03 10:15. Certificate FYC-${year}-1.\n`,
  })
  const pdf = join(dir, '..', 'certificate.pdf')
  t.match(await typed(['fiscal-year', 'certificate', String(year), '--out', pdf, ...at]), {
    code: 0,
    out: `Certificate FYC-${year}-1 is in ${pdf}.\n`,
  })
  t.match(readFileSync(pdf).subarray(0, 5).toString(), '%PDF-')
  t.match(
    await typed(['fiscal-year', 'certificate', next, '--out', `${pdf}.none`, ...at]),
    { code: 2, err: /[Nn]o such certificate/ },
    'a year that was never closed has none',
  )
  t.match(
    await typed(
      [
        'fiscal-year',
        'seal',
        String(year),
        '--auditor',
        'Audit House',
        '--on',
        `${next}-02-01`,
        '--yes',
        ...at,
      ],
      { answers: [String(year)] },
    ),
    { code: 3 },
    'the command line is nobody’s second person',
  )
  t.match(await typed(['books', 'verify', ...at]), { code: 0, out: / 0 fail\.\n$/ })
  t.match(await typed(['books', 'verify', '--year', String(year), ...at]), {
    code: 0,
    out: new RegExp(`in ${year} +chain[^]+ACC-126[^]+13 checked, 13 hold, 0 fail\\.\\n$`),
  })
  t.match(await typed(['books', 'verify', '--year', '1999', ...at]), {
    code: 2,
    err: /No such fiscal year/,
  })
  t.match(await typed(['books', 'trial-balance', '--as-of', `${year}-12-31`, ...at]), {
    code: 0,
    out: /3201 +Retained earnings/,
  })

  t.match(await typed(['fiscal-year', 'reopen', String(year), ...at]), { code: 2 })
  const reopened = await typed([
    'fiscal-year',
    'reopen',
    String(year),
    '--reason',
    'an invoice was found',
    ...at,
  ])
  t.match(reopened, {
    code: 0,
    out: `Fiscal year ${year} is open again.\nMirrored         JE-${year}-000006\nLock date        none\n`,
  })
  t.match(await typedJson(['fiscal-year', 'list', ...at]), {
    data: [{ name: String(year), status: 'OPEN', close_version: 1 }, { status: 'PLANNED' }],
  })
  t.match(await typed(['fiscal-year', 'open', next, ...at]), { code: 0 })
  t.match(await typed(['books', 'lock', `${year}-06-30`, ...at]), { code: 0 })
  t.match(await typed(['books', 'unlock', '--reason', 'a late invoice', ...at]), { code: 0 })
  t.match(await typed(['books', 'drafts', '--year', String(year), '--json', ...at]), { code: 0 })
  t.match(await typed(['books', 'replay', '--diff', ...at]), {
    code: 0,
    out: 'No differences in 0 entries.\n',
  })
})
