// Writes pairs of rows without a pause, and says in a file beside what was answered and what the disk has:
// cut-writer.ts FILE SAID
// `answered ID` when a piece was answered, `kept SALT FRAMES` when a sync of the log has ended.

import { fdatasync, openSync, readSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openHere } from '../../../db/store/engines/sqlite-here.ts'
import { logAt } from './log-frames.ts'
import { seeded } from '../seeded.ts'

const [, , file = '', said = '', seed = '1'] = process.argv
const below = seeded(Number(seed))
const chance = (): number => below(2 ** 31) / 2 ** 31
const says = openSync(said, 'a')
const say = (line: string): void => void writeSync(says, `${line}\n`)
const sync = promisify(fdatasync)

let log: number | null = null
const engine = await openHere({
  file,
  readers: 2,
  disk: {
    fold_from: 60,
    async sync(fd) {
      log ??= openSync(`${file}-wal`, 'r')
      const before = logAt((at, bytes) => readSync(log ?? 0, bytes, 0, bytes.length, at))
      // As long as a disk may take, so that there is something to lose.
      await pause(chance() * 10)
      await sync(fd)
      say(`kept ${before.salt} ${before.frames}`)
    },
  },
})
await engine.script(`create table one (id integer primary key, text text);
  create table other (id integer primary key, text text)`)

let last = 0
async function piece(): Promise<void> {
  const id = ++last
  const text = 'x'.repeat(Math.floor(chance() ** 4 * 9000))
  const lane = chance() < 0.1 ? 'jobs' : 'people'
  const kept = await engine
    .write(async (writer) => {
      await writer.run('insert into one values (?, ?)', [id, text])
      if (chance() < 0.1) throw new Error('refused')
      await writer.run('insert into other values (?, ?)', [id, text])
    }, lane)
    .then(
      () => true,
      () => false,
    )
  if (kept) say(`answered ${id}`)
}

for (;;) await Promise.all(Array.from({ length: Math.ceil(chance() * 12) }, piece))
