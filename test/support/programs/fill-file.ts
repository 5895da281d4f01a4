// Writes until the limit on the size of files stops it, then makes room: fill-file.ts FILE
// It says as JSON what it was told and what is there.

import { spawnSync } from 'node:child_process'
import {
  closeDatabase,
  database,
  openDatabase,
  row,
  run,
  within,
} from '../../../db/store/connection.ts'
import { isRefusal } from '../../../db/core/refusal.ts'
import { sql } from '../../../db/store/sql.ts'

await openDatabase({ engine: 'sqlite', file: process.argv[2] ?? '', readers: 1 })
await database().script('create table notes (id integer primary key, text varchar(2000))')
const count = async (): Promise<number> =>
  (await row<{ n: number }>(sql`select count(*) as n from notes`))?.n ?? 0
const add = (): Promise<number> =>
  within(() => run(sql`insert into notes (text) values (${'x'.repeat(2000)})`))

let kept = 0
const refused: unknown[] = []
while (refused.length < 20) {
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, add))
  for (const one of outcomes) {
    if (one.status === 'fulfilled') kept += 1
    else refused.push(one.reason)
  }
}
const counted = await count()
// The limit is lifted from outside, as somebody would make room on a disk.
spawnSync('prlimit', ['--pid', String(process.pid), '--fsize=unlimited'])
const after = await add().then(
  () => true,
  () => false,
)
process.stdout.write(
  JSON.stringify({
    kept,
    counted,
    statuses: [...new Set(refused.map((one) => (isRefusal(one) ? one.status : 500)))],
    messages: [...new Set(refused.map((one) => (one as Error).message))],
    causes: [...new Set(refused.map((one) => String((one as Error).cause)))],
    after,
  }),
)
await closeDatabase().catch(() => undefined)
