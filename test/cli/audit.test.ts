import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { row } from '../../db/connection.ts'
import { openDeployment } from '../../db/deployment/deployment.ts'
import { sql } from '../../db/sql.ts'
import { configurationIn } from '../support/deployment.ts'
import { folder } from '../support/folder.ts'
import { initialised, typed, typedJson } from '../support/typed.ts'

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
