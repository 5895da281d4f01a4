// The paper of a drill (OPS-115): on one page that the program was started on a backup, and what it did.

import { join } from 'node:path'
import { writeWholeAt } from '../../db/appliance/backups/in-place.ts'
import { marksOf, type Repository, reportFile } from '../../db/appliance/backups/repository.ts'
import { system } from '../../db/core/caller.ts'
import { only } from '../../db/hospital/office/hospitals/hospitals.ts'
import { letterheadOf } from '../../db/hospital/office/places/letterhead.ts'
import { version } from '../../db/core/version.ts'
import { deskSheet } from '../../templates/desk-sheet.ts'
import type { Paper } from '../../templates/paper.ts'
import type { Drill } from './backup-drill.ts'
import { makePaper } from '../edge/papers.ts'

/** Beside what became of the backup, where whoever audits finds the last one. */
export async function keepReport(repository: Repository, drill: Omit<Drill, 'report' | 'kept_in'>) {
  const file = join(repository.dir, 'state', reportFile(drill.backup))
  await writeWholeAt(
    repository.dir,
    file,
    Buffer.from(await makePaper(await sheet(repository, drill))),
  )
  return file
}

async function sheet(
  repository: Repository,
  drill: Omit<Drill, 'report' | 'kept_in'>,
): Promise<Paper> {
  const hospital = await only()
  const head = hospital === undefined ? null : await letterheadOf(system(hospital.id), null)
  const { backup, at, took_ms, checks, by } = drill
  const marks = await marksOf(repository, backup)
  const megabytes = Math.max(1, Math.round(marks.database_bytes / 1024 ** 2))
  return deskSheet({
    title: 'Report of a restore drill',
    at,
    head,
    blocks: [
      {
        kind: 'text',
        text: `The program was started on nothing but this backup, in a folder of its own, asked as people ask it, stopped and removed. ${checks.length} of ${checks.length} checks held.`,
      },
      {
        kind: 'facts',
        columns: 2,
        rows: [
          ['Backup', backup],
          ['Level', drill.level],
          ['Drilled', `${at.slice(0, 16).replace('T', ' ')} UTC`],
          ['Took', `${(took_ms / 1000).toFixed(1)} s`],
          ['Repository', repository.name],
          ['Program', `Kituo ${version}`],
          ['Database', `${megabytes} MB`],
          ['Attachments', `${marks.attachments.count}, ${marks.attachments.missing} missing`],
          ['By', by],
        ],
      },
      {
        kind: 'table',
        columns: [
          { label: 'Check', weight: 2, strong: true },
          { label: 'Says', weight: 6 },
          { label: 'Held', weight: 1 },
        ],
        rows: checks.map(({ name, detail, ok }) => [name, detail, ok ? 'yes' : 'no']),
      },
      { kind: 'signatures', lines: [{ caption: 'Read by' }, { caption: 'Date' }] },
    ],
  })
}
