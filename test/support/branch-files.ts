// Files of the main branch, and who may do what with them.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { House } from './boot.ts'
import * as files from './files.ts'

export async function branchFiles({ people, facility_id, database }: House) {
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')
  const privacy = await people.with('privacy_officer')
  const branch = { entity_type: 'facility', entity_id: facility_id }
  const attach = async (name = 'licence.pdf', bytes: Buffer = files.pdf) => {
    const made = await files.attach(officer, branch, name, bytes)
    if (made.status !== 201) throw new Error(made.message)
    return made.data as { id: string; sha256: string; uploaded_at: string }
  }
  const arriving = (): string[] => {
    const folder = join(database.folder, 'attachments/arriving')
    return existsSync(folder) ? readdirSync(folder) : []
  }
  return { officer, nurse, privacy, branch, attach, arriving }
}
