import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { Brings } from '../../registry.ts'
import { repointPatient } from './repoint.ts'

export const brings: Brings = {
  area: 'attachments',
  repointPatient,
  keepsFiles: async (hashes) => {
    const found = await rows<{ sha256: string }>(
      sql`select sha256 from attachments where sha256${oneOf(hashes)} and erased_at is null
        union select sha256 from photos where sha256${oneOf(hashes)}
        union select thumb_sha256 from photos where thumb_sha256${oneOf(hashes)}`,
    )
    return found.map(({ sha256 }) => sha256)
  },
}
