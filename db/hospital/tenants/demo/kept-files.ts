// Files of a hospital that goes: found while its rows are there, erased when they are gone. Bytes that
// another hospital keeps too stay where they are (decision 0048).

import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { eraseUnneeded } from '../../office/attachments/removal.ts'
import { attachments, photos } from '../../office/attachments/tables.ts'
import { erase as eraseExport } from '../../office/exports/files.ts'
import { exports } from '../../office/exports/tables.ts'
import { hospitals } from '../../office/hospitals/tables.ts'
import { erase as eraseImport } from '../../office/imports/files.ts'
import { imports } from '../../office/imports/tables.ts'
import { outbox_messages } from '../../office/outbox/tables.ts'

export interface HospitalFiles {
  hashes: readonly string[]
  exports: readonly string[]
  imports: readonly string[]
}

export async function filesOf(hospital_id: string): Promise<HospitalFiles> {
  const where = { hospital_id }
  const [house] = await hospitals.all({ id: hospital_id })
  const letters = await outbox_messages.read(
    sql`select ${outbox_messages.selection()} from outbox_messages
      where hospital_id = ${hospital_id} and attachments is not null`,
  )
  const proofs = await rows<{ sha256: string }>(
    sql`select sha256 from msg_sender_documents where hospital_id = ${hospital_id}`,
  )
  const hashes = [
    ...(await attachments.all(where)).map(({ sha256 }) => sha256),
    ...(await photos.all(where)).flatMap(({ sha256, thumb_sha256 }) => [sha256, thumb_sha256]),
    ...letters.flatMap((one) => (one.attachments ?? []).map(({ sha256 }) => sha256)),
    ...proofs.map(({ sha256 }) => sha256),
    ...[house?.logo, house?.icon].flatMap((picture) => (picture ? [picture.sha256] : [])),
  ]
  return {
    hashes: [...new Set(hashes)],
    exports: (await exports.all(where)).map(({ id }) => id),
    imports: (await imports.all(where)).map(({ id }) => id),
  }
}

/** After the commit. Cut off here, the sweep takes what has no row (job 16). */
export async function eraseFiles(files: HospitalFiles): Promise<number> {
  await eraseUnneeded(files.hashes)
  for (const id of files.exports) await eraseExport(id)
  for (const id of files.imports) await eraseImport(id)
  return files.hashes.length + files.exports.length + files.imports.length
}
