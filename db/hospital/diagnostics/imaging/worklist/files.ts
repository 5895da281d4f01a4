// The folder that machines read: a file for each study that is booked, and none for any other (DIA-123).
// Written beside its place and put there, so that nobody reads half of one.

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Caller, system } from '../../../../core/caller.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { settingsOf } from '../../laboratory/catalogue/settings.ts'
import { elementsOf } from './elements.ts'
import { part10 } from './part10.ts'
import { steps } from './steps.ts'

let folder: string | null = null

export function setWorklistFolder(path: string | null): void {
  folder = path
}

const ending = '.wl'

/** Answers how many files were written and taken away. */
export async function keepWorklist(
  caller: Pick<Caller, 'hospital_id'>,
): Promise<{ written: number; removed: number }> {
  if (folder === null) return { written: 0, removed: 0 }
  const { worklist_files } = await settingsOf(caller)
  const place = join(folder, caller.hospital_id)
  const wanted = worklist_files ? await filesFor(caller) : new Map<string, Buffer>()
  const there = await readdir(place).catch((): string[] => [])
  if (wanted.size === 0 && there.length === 0) return { written: 0, removed: 0 }
  await mkdir(place, { recursive: true, mode: 0o700 })
  let [written, removed] = [0, 0]
  for (const [name, bytes] of wanted) {
    if (await isThere(join(place, name), bytes)) continue
    await writeFile(join(place, `${name}.part`), bytes, { mode: 0o600 })
    await rename(join(place, `${name}.part`), join(place, name))
    written += 1
  }
  for (const name of there) {
    if (wanted.has(name) || !name.includes(ending)) continue
    await rm(join(place, name), { force: true })
    removed += 1
  }
  return { written, removed }
}

async function filesFor(caller: Pick<Caller, 'hospital_id'>): Promise<Map<string, Buffer>> {
  const house = system(caller.hospital_id)
  const { timezone } = await hospitalOf(caller)
  return new Map(
    (await steps(house)).map((step) => [
      `${step.accession}${ending}`,
      part10(elementsOf(step, timezone), `${step.study_uid}.1`.slice(0, 64)),
    ]),
  )
}

const isThere = async (path: string, bytes: Buffer): Promise<boolean> =>
  (await readFile(path).catch(() => null))?.equals(bytes) ?? false
