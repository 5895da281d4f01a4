// The power is cut while people write: of what was written but not synced any part may be gone. What was
// answered is there, and nothing is there by half (decision 0325).
//
// A process that writes is held still at some moment; its files are what the system has in memory. The log
// is cut at every frame after the last sync that had ended, and parts of what comes after are lost at random.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { on_addon, on_postgres } from '../support/database.ts'
import { folder } from '../support/folder.ts'
import { header_bytes, logAt } from '../support/programs/log-frames.ts'
import { chanceOf } from '../support/seeded.ts'

const chance = chanceOf(t)

const cuts = 200
const cuts_a_process = 10
const block_bytes = 4096

const skip =
  (on_postgres && 'the server has a log of its own') ||
  (on_addon && 'SQLite syncs each commit itself before anybody else sees it')

class Writer {
  readonly child: ChildProcess
  private readonly said: string

  constructor(file: string) {
    this.said = `${file}.said`
    writeFileSync(this.said, '')
    const script = join(import.meta.dirname, '../support/programs/cut-writer.ts')
    this.child = spawn(
      process.execPath,
      ['--no-warnings', script, file, this.said, String(Math.floor(chance() * 2 ** 31))],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, NODE_OPTIONS: '' },
      },
    )
  }

  lines(word: string): string[][] {
    const said = readFileSync(this.said, 'utf8')
    return said.split('\n').flatMap((line) => {
      const [first, ...rest] = line.split(' ')
      return first === word ? [rest] : []
    })
  }

  /** Every thread of it stands still. */
  async hold(): Promise<void> {
    this.child.kill('SIGSTOP')
    const tasks = `/proc/${this.child.pid}/task`
    const isStill = (): boolean =>
      readdirSync(tasks).every((id) => {
        const stat = readFileSync(join(tasks, id, 'stat'), 'utf8')
        return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T')
      })
    while (!isStill()) await pause(1)
  }

  goOn(): void {
    this.child.kill('SIGCONT')
  }

  async moreThan(answers: number): Promise<void> {
    while (this.lines('answered').length <= answers) {
      if (this.child.exitCode !== null) throw new Error(`it ended with ${this.child.exitCode}`)
      await pause(1)
    }
  }

  async end(): Promise<void> {
    const gone = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await gone
  }
}

interface Moment {
  file: Buffer
  log: Buffer
  /** Up to where the log stands on the disk. */
  synced: number
  answered: number[]
}

/** Nothing is read behind its end. */
const reading =
  (log: Buffer) =>
  (at: number, bytes: Buffer): number =>
    at >= log.length ? 0 : log.copy(bytes, 0, at, at + bytes.length)

function momentOf(writer: Writer, file: string): Moment {
  const log = readFileSync(`${file}-wal`)
  const { salt, frame_bytes } = logAt(reading(log))
  const [said, frames] = writer.lines('kept').at(-1) ?? []
  // A log that began anew since: what was in the one before stands in the file.
  const kept = said === salt ? Number(frames) : 0
  return {
    file: readFileSync(file),
    log,
    synced: kept === 0 ? 0 : header_bytes + kept * frame_bytes,
    answered: writer.lines('answered').map(([id]) => Number(id)),
  }
}

/** Every length of the log that ends with a frame after what is synced, and none of it at all. */
function lengthsOf({ log, synced }: Moment): number[] {
  const { frames, frame_bytes } = logAt(reading(log))
  const all = Array.from({ length: frames + 1 }, (_, count) => header_bytes + count * frame_bytes)
  return [0, ...all].filter((length) => length >= synced)
}

/** Blocks after what is synced that never came to the disk. */
function withHoles({ log, synced }: Moment): Buffer {
  const left = Buffer.from(log)
  for (
    let at = Math.ceil(synced / block_bytes) * block_bytes;
    at < left.length;
    at += block_bytes
  ) {
    if (chance() < 0.3) left.fill(0, at, Math.min(at + block_bytes, left.length))
  }
  return left
}

/** What is wrong after a start on these files; nothing when all is well. */
function wrongWith(file: string, moment: Moment, log: Buffer): string[] {
  writeFileSync(file, moment.file)
  writeFileSync(`${file}-wal`, log)
  const database = new DatabaseSync(file)
  const ids = (text: string) =>
    database
      .prepare(text)
      .all()
      .map(({ id }) => Number(id))
  try {
    const [whole] = database.prepare('pragma quick_check').all()
    const there = new Set(ids('select id from one'))
    const lost = moment.answered.filter((id) => !there.has(id))
    const half = ids(
      `select coalesce(a.id, b.id) as id from one a full join other b on a.id = b.id
       where a.id is null or b.id is null or a.text <> b.text`,
    )
    return [
      ...(whole?.['quick_check'] === 'ok' ? [] : ['damaged']),
      ...(lost.length === 0 ? [] : [`answered and gone: ${lost.join(' ')}`]),
      ...(half.length === 0 ? [] : [`by half: ${half.join(' ')}`]),
    ]
  } catch (error) {
    return [`cannot be read: ${(error as Error).message}`]
  } finally {
    database.close()
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  }
}

t.setTimeout(600_000)
t.test(`a power cut, ${cuts} times`, { skip, timeout: 1_200_000 }, async (t) => {
  const dir = folder(t)
  const wrong: string[] = []
  let ends = 0
  let unsynced = 0
  let answers = 0
  for (let cut = 0; cut < cuts; ) {
    const file = join(dir, `${cut}.db`)
    const writer = new Writer(file)
    t.teardown(() => writer.child.kill('SIGKILL'))
    for (let lap = 0; lap < cuts_a_process && cut < cuts; lap++, cut++) {
      await writer.moreThan(writer.lines('answered').length + Math.floor(chance() * 40))
      await writer.hold()
      const moment = momentOf(writer, file)
      const lengths = lengthsOf(moment)
      const logs = [
        ...lengths.map((length) => moment.log.subarray(0, length)),
        withHoles(moment),
        withHoles(moment),
      ]
      for (const log of logs) wrong.push(...wrongWith(join(dir, 'after.db'), moment, log))
      ends += logs.length
      if (lengths.length > 1) unsynced += 1
      answers = Math.max(answers, moment.answered.length)
      // Held still until here, or it would have filled the pipe and the disk meanwhile.
      writer.goOn()
    }
    await writer.end()
  }
  t.same(wrong.slice(0, 5), [])
  t.ok(unsynced > 0, `${unsynced} of ${cuts} moments had something that was not synced`)
  t.ok(answers > 0, `${ends} ends of the log were started on`)
  t.comment(`${ends} ends of the log, ${unsynced} moments with something unsynced`)
})
