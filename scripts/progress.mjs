// How far a run of the suite is: files done of all, what failed at once, and about how long it will take.
// On a terminal one line that is written over, elsewhere a line a minute. Read from the records that the
// runners write as they go, so that nothing of the run itself changes.
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'

// A file's own line says its time; an assertion that names a file has none.
const done = /^\s*(not )?ok \d+ - (test\/\S+\.test\.ts) # time=([\d.]+)ms/

export class Progress {
  #files
  #times
  #started = Date.now()
  #spent = new Map()
  #failed = []
  /** By record: the piece of a line that it ended with, and how far it was read. */
  #rest = new Map()
  #at = new Map()

  /** `times`: what each file took the last time, in milliseconds. */
  constructor(files, times = {}) {
    this.#files = files
    this.#times = times
  }

  /** Takes what the record says further; answers the files that failed in it. */
  take(text, record = '') {
    const lines = ((this.#rest.get(record) ?? '') + text).split('\n')
    this.#rest.set(record, lines.pop() ?? '')
    const failed = []
    for (const line of lines) {
      const [, not, file, took] = done.exec(line) ?? []
      if (file === undefined || this.#spent.has(file)) continue
      this.#spent.set(file, Number(took ?? 0))
      if (not) failed.push(file)
    }
    this.#failed.push(...failed)
    return failed
  }

  read(record) {
    let file
    try {
      file = openSync(record, 'r')
    } catch {
      return []
    }
    try {
      const at = this.#at.get(record) ?? 0
      const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - at))
      this.#at.set(record, at + readSync(file, bytes, 0, bytes.length, at))
      return this.take(bytes.toString('latin1'), record)
    } finally {
      closeSync(file)
    }
  }

  line(now = Date.now()) {
    const parts = [`${this.#spent.size} of ${this.#files.length} files`]
    if (this.#failed.length > 0) parts.push(`${this.#failed.length} not good`)
    const left = this.#left(now)
    if (left !== null) parts.push(left)
    return parts.join(', ')
  }

  /** By what the files took the last time; a file that was never run takes as long as others do. */
  #left(now) {
    const elapsed = now - this.#started
    const before = Object.values(this.#times)
    const usual = before.length === 0 ? 1 : before.reduce((sum, ms) => sum + ms, 0) / before.length
    const weigh = (file) => this.#times[file] ?? usual
    const all = this.#files.reduce((sum, file) => sum + weigh(file), 0)
    const behind = this.#files
      .filter((file) => this.#spent.has(file))
      .reduce((sum, file) => sum + weigh(file), 0)
    if (behind === 0 || behind < all / 50) return null
    const minutes = Math.ceil((elapsed * (all - behind)) / behind / 60_000)
    return minutes <= 1 ? 'a minute left' : `about ${minutes} min left`
  }

  get times() {
    return { ...this.#times, ...Object.fromEntries(this.#spent) }
  }
}

/** Tells of the records until it is stopped; what the files took is kept for the next time. */
export function follow(records, files, kept, out = process.stdout) {
  const progress = new Progress(files, read(kept))
  const live = out.isTTY === true
  let told = Date.now()
  const look = () => {
    const failed = records.flatMap((record) => progress.read(record))
    if (live) out.write(`\r\u001b[K${progress.line()}`)
    for (const file of failed) out.write(`${live ? '\r\u001b[K' : ''}Not good: ${file}\n`)
    if (live || Date.now() - told < 60_000) return
    told = Date.now()
    out.write(`${progress.line()}\n`)
  }
  const beat = setInterval(look, live ? 500 : 2000)
  return () => {
    clearInterval(beat)
    for (const record of records) progress.read(record)
    if (live) out.write('\r\u001b[K')
    writeFileSync(kept, JSON.stringify(progress.times))
  }
}

function read(kept) {
  try {
    return JSON.parse(readFileSync(kept, 'utf8'))
  } catch {
    return {}
  }
}
