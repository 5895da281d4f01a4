import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { row } from '../../../db/store/connection.ts'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { sql } from '../../../db/store/sql.ts'
import { configurationIn } from '../../support/programs/deployment.ts'
import { folder } from '../../support/folder.ts'
import { initialised, typed, typedJson } from '../../support/programs/typed.ts'

const dir = join(folder(t), 'data')
await initialised(dir)
for (const [move, more] of [
  ['off', ['--reason', 'building works']],
  ['on', []],
] as const) {
  await typedJson(['module', move, 'theatre', '--yes', ...more, '--data', dir])
}

async function open() {
  return openDeployment(configurationIn(dir), { purpose: 'write', command: 'a test', env: {} })
}

t.test('audit verify: proves a whole log, also against a printed head', async (t) => {
  const opened = await open()
  const third = await row<{ hash: string; hospital_id: string }>(
    sql`select hash, hospital_id from audit_rows order by seq desc limit 1`,
  )
  await opened.close()
  const sound = await typedJson(['audit', 'verify', '--data', dir])
  const { rows_checked, to_seq, head_hash } = sound.data as Record<string, number | string>
  t.match(sound, {
    success: true,
    data: { ok: true, from_seq: 1, problems: [] },
    meta: { exit: 0, hospital: 'st-mary' },
  })
  t.equal(rows_checked, to_seq)
  t.equal(head_hash, third?.hash)
  const printed = `${to_seq}:${String(head_hash).slice(0, 16)}`
  t.match(await typed(['audit', 'verify', '--anchor', printed, '--data', dir]), { code: 0 })
  t.match(
    await typed(['audit', 'verify', '--anchor', `${to_seq}:${'0'.repeat(16)}`, '--data', dir]),
    {
      code: 3,
      err: `kituo: row ${to_seq} is not the one that was printed.\n`,
    },
  )
  t.match(await typed(['audit', 'verify', '--anchor', `999:${'0'.repeat(16)}`, '--data', dir]), {
    code: 3,
  })
  t.match(await typed(['audit', 'verify', '--anchor', 'x', '--data', dir]), {
    code: 2,
    err: /seq:hash/,
  })
})

t.test('audit verify --export: a file alone, without any database (OPS-156)', async (t) => {
  const file = join(folder(t), 'audit.jsonl')
  const days = ['--from', '2020-01-01', '--to', '2020-12-30']
  const today = new Date().toISOString().slice(0, 10)
  const now = [
    '--from',
    today,
    '--to',
    new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  ]
  t.match(await typedJson(['audit', 'export', ...now, '--out', file, '--data', dir]), {
    success: true,
  })
  const prove = (path: string, ...more: string[]) =>
    typedJson(['audit', 'verify', '--export', path, ...more, '--data', join(dir, 'nowhere')])
  const sound = await prove(file)
  t.match(sound, { success: true, data: { ok: true, problems: [] }, meta: { mode: 'none' } })
  const { rows_checked, hidden, to_seq, head_hash } = sound.data as Record<string, number>
  t.ok(Number(rows_checked) > Number(hidden), 'what is whole is hashed again')
  const printed = `${to_seq}:${String(head_hash).slice(0, 20)}`
  t.match(await prove(file, '--anchor', printed), { success: true })
  t.match(await prove(file, '--anchor', `${to_seq}:${'0'.repeat(20)}`), {
    data: { problems: [{ kind: 'ANCHOR_MISMATCH' }] },
    meta: { exit: 3 },
  })
  t.match(await prove(file, '--anchor', `99999:${'0'.repeat(20)}`), {
    data: { problems: [{ kind: 'TRUNCATED' }] },
  })
  const [first = '', ...rest] = readFileSync(file, 'utf8').trim().split('\n')
  const changed = (alter: (rows: string[]) => string[], name: string): string => {
    const path = join(folder(t), `${name}.jsonl`)
    writeFileSync(path, `${[first, ...alter([...rest])].join('\n')}\n`)
    return path
  }
  const kinds = async (path: string) => {
    const { data, meta } = await prove(path)
    t.equal(meta.exit, 3)
    return (data as { problems: { kind: string }[] }).problems.map(({ kind }) => kind)
  }
  const at = rest.findIndex((one) => one.includes('"changes":null'))
  const other = (rows: string[]) =>
    rows.with(at, rows[at]?.replace(/"outcome":"DONE"/, '"outcome":"REFUSED"') ?? '')
  t.same(await kinds(changed(other, 'altered')), ['ALTERED'])
  t.same(await kinds(changed((rows) => rows.slice(0, -1), 'cut')), ['TRUNCATED'])
  t.same(await kinds(changed((rows) => rows.toSpliced(2, 1), 'gap')), ['TRUNCATED', 'MISSING'])
  t.ok((await kinds(changed((rows) => rows.toReversed(), 'turned'))).includes('BROKEN_LINK'))
  const with_changes = rest.findIndex((one) => /"changes":"\{\\"/.test(one))
  const set = (index: number, key: string, value: unknown) => (rows: string[]) =>
    rows.with(index, JSON.stringify({ ...(JSON.parse(rows[index] ?? '') as object), [key]: value }))
  for (const [key, value] of [
    ['changes', '{"name":['],
    ['query', 'none'],
    ['changes', { name: ['a', 'b'] }],
    ['hash', 7],
    ['hash', null],
  ] as const) {
    t.same(
      (await kinds(changed(set(at, key, value), 'odd')))[0],
      'ALTERED',
      `${key}: ${JSON.stringify(value)}`,
    )
  }
  // Whoever forges a row can say that a value of it was kept back.
  const hides = changed(set(with_changes, 'changes', '{"name":null}'), 'hides')
  t.match(await prove(hides), {
    success: false,
    message: `not proved: values were kept back in 1 of ${rows_checked} rows.`,
    data: { ok: false, hidden: 1, problems: [] },
    error: { code: 'proof.failed' },
    meta: { exit: 3 },
  })
  const empty = join(folder(t), 'empty.jsonl')
  t.match(await typedJson(['audit', 'export', ...days, '--out', empty, '--data', dir]), {
    success: true,
  })
  t.match(await prove(empty), { success: true, data: { rows_checked: 0 } })
  t.match(await prove(join(dir, 'ROOT')), { success: false, meta: { exit: 2 } })
  t.match(await prove(join(dir, 'none')), { meta: { exit: 6 } }, 'it could not be run')
})

t.test('audit verify: names what was changed, with its own exit code', async (t) => {
  const opened = await open()
  await opened.engine.script(
    `drop trigger audit_rows_no_update; update audit_rows set reason = 'nothing' where seq = 2`,
  )
  await opened.close()
  const broken = await typedJson(['audit', 'verify', '--data', dir])
  t.match(broken, {
    success: false,
    data: { ok: false, problems: [{ seq: 2, kind: 'ALTERED' }] },
    error: { code: 'proof.failed' },
    meta: { exit: 3 },
  })
  const words = await typed(['audit', 'verify', '--data', dir])
  t.match(words, { code: 3, out: /Sound +NO/, err: /^kituo: row 2 is not what was written\.\n$/ })
  t.match(await typed(['audit', 'verify', '--from-seq', '3', '--data', dir]), { code: 0 })
})

t.test('audit verify: reads the anchors that lie beside the data', async (t) => {
  appendFileSync(join(dir, 'audit-anchors.log'), 'not an anchor\n')
  t.match(await typed(['audit', 'verify', '--data', dir]), { code: 3, out: /ANCHOR_MISMATCH/ })
})
