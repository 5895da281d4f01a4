// Whether what lies beside the database belongs to it (OPS-1 step 8, OPS-43, OPS-103): the keys that
// its values are sealed with, and the place of its files. Several daemons of one database compare the
// same marks, for they stand in it.

import { rows, within } from '../../store/connection.ts'
import { type Belongs, takePlace } from '../../store/files/place.ts'
import { Refusal } from '../../core/refusal.ts'
import { fingerprint, type Secrets } from '../secrets/secrets.ts'
import { sql } from '../../store/sql.ts'
import { deployment } from '../timetable/tables.ts'
import { theDeployment } from '../timetable/terms.ts'

const compared = ['app_key', 'ca_key'] as const

/** A key that follows the one known here (a rotation) becomes the known one; a stranger is refused. */
export async function fitKeys(secrets: Secrets): Promise<void> {
  const row = await theDeployment()
  for (const name of compared) {
    const key = secrets[name]
    if (key === undefined || row[name] === fingerprint(key)) continue
    const before = secrets[`${name}_before`]
    const wanted = row[name]
    if (wanted !== null && (before === undefined || fingerprint(before) !== wanted)) {
      throw misfit(name, wanted, fingerprint(key))
    }
  }
  await knowKeys(secrets)
}

/** These are the keys from here on: after a rotation, and where a backup was put back under others. */
export async function knowKeys(secrets: Secrets): Promise<void> {
  const row = await theDeployment()
  const changes = Object.fromEntries(
    compared.flatMap((name) => {
      const key = secrets[name]
      return key === undefined || row[name] === fingerprint(key) ? [] : [[name, fingerprint(key)]]
    }),
  )
  if (Object.keys(changes).length > 0)
    await within(() => deployment.change({ id: row.id }, changes))
}

const misfit = (name: string, wanted: string, found: string): Refusal =>
  new Refusal(
    409,
    'data_dir.secrets',
    `${name} does not fit this database (fingerprint ${wanted}… wanted, ${found}… found).`,
  )

/** `away`: the start goes on, and files are refused until their place answers. */
export async function fitFiles(): Promise<Belongs> {
  const { id, store } = await theDeployment()
  const found = await takePlace({ id: store ?? id, marked: store !== null, named: namedFiles })
  if (found === 'ours' && store === null) {
    await within(() => deployment.change({ id }, { store: id }))
  }
  return found
}

const looked_for = 50

/** Some of what must lie there. */
export const namedFiles = async (): Promise<string[]> =>
  (
    await rows<{ sha256: string }>(
      sql`select * from (select sha256 from attachments where erased_at is null
            order by uploaded_at desc limit ${looked_for}) as a
          union select * from (select sha256 from photos limit ${looked_for}) as p`,
    )
  ).map(({ sha256 }) => sha256)
