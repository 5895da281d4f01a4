// Analysers that write files (DIA-133): each has a folder under `analyser.folder`; what lies there untouched
// for five seconds is read, and moved to `done` when it was taken in, to `bad` when it was not.

import { lstat, mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { clock, seconds } from '../../db/core/clock.ts'
import { within } from '../../db/store/connection.ts'
import { takeIn } from '../../db/hospital/diagnostics/laboratory/analysers/intake.ts'
import { raw_most } from '../../db/hospital/diagnostics/laboratory/analysers/tables.ts'
import { connected } from '../../db/hospital/diagnostics/laboratory/analysers/whose.ts'
import type { InstrumentRow } from '../../db/hospital/diagnostics/laboratory/instruments/record.ts'
import type { Log } from '../work/jobs.ts'

const stable_ms = seconds(5)

/** How many files were read. */
export async function readFolders(folder: string, log: Log): Promise<number> {
  let read = 0
  const found = await connected()
  const watched = found.filter(({ connection }) => connection?.protocol === 'FILE')
  for (const instrument of watched) {
    const own = join(folder, instrument.connection?.folder ?? instrument.code)
    read += await readOne(instrument, own, log).catch((error: unknown) => {
      log.error({ err: error, instrument: instrument.code }, 'its folder was not read')
      return 0
    })
  }
  return read
}

async function readOne(instrument: InstrumentRow, folder: string, log: Log): Promise<number> {
  await mkdir(join(folder, 'done'), { recursive: true })
  await mkdir(join(folder, 'bad'), { recursive: true })
  let read = 0
  for (const name of (await readdir(folder)).toSorted()) {
    const path = join(folder, name)
    const file = await lstat(path)
    if (!file.isFile() || file.mtimeMs > clock.ms() - stable_ms) continue
    const went = file.size > raw_most ? 'bad' : await take(instrument, path, log)
    // What could not be kept now lies where it is until the next look.
    if (went !== null) await rename(path, join(folder, went, `${clock.ms()}-${name}`))
    read += 1
  }
  return read
}

async function take(
  instrument: InstrumentRow,
  path: string,
  log: Log,
): Promise<'done' | 'bad' | null> {
  const encoding = instrument.connection?.encoding === 'iso-8859-1' ? 'latin1' : 'utf8'
  const raw = (await readFile(path)).toString(encoding)
  const came = { protocol: 'FILE' as const, sender: 'folder' }
  try {
    let all = true
    for (const one of messagesIn(raw)) {
      const { answer } = await within(() => takeIn(instrument, { ...came, raw: one }))
      all = all && answer === 'AA'
    }
    return all ? 'done' : 'bad'
  } catch (error) {
    log.error({ err: error, instrument: instrument.code }, 'a file was not kept')
    return null
  }
}

/** A file may hold several, one after the other. */
const messagesIn = (raw: string): string[] =>
  raw
    .replaceAll('\u000b', '\r')
    .replaceAll('\u001c', '\r')
    .split(/(?=^MSH.[^A-Za-z0-9]|^H\|)/m)
    .filter((one) => one.trim() !== '')
