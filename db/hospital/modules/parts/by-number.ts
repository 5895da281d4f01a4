// Records of a module are found by their numbers (MOD-23), and by nobody to whom the patient's record is closed.

import type { Caller } from '../../../core/caller.ts'
import { canSee } from '../../desk/patients/privacy/privacy.ts'
import type { Module } from '../../modules.ts'
import type { SearchHit, SearchKind } from '../../registry.ts'

export interface Numbered {
  id: string
  number: string
  status: string
  /** Null: it is nobody's. */
  patient_id: string | null
  visit_id?: string | null
}

interface Kind {
  type: string
  permission: string
  module: Module
  /** What people call one: the line below its number. */
  called: string
  path: string
  find(caller: Caller, number: string, limit: number): Promise<readonly Numbered[]>
}

export const byNumber = (kind: Kind): SearchKind => ({
  type: kind.type,
  permission: kind.permission,
  module: kind.module,
  async find(caller, words, limit) {
    const found = await kind.find(caller, words.trim().toUpperCase(), limit)
    const open = await Promise.all(found.map((one) => isOpen(caller, one)))
    return found
      .filter((_one, at) => open[at] === true)
      .map(
        ({ id, number, status, patient_id }): SearchHit => ({
          type: kind.type,
          id,
          title: number,
          subtitle: kind.called,
          reference: number,
          patient_id,
          status,
          path: `${kind.path}/${id}`,
        }),
      )
  },
})

async function isOpen(caller: Caller, { patient_id, visit_id = null }: Numbered): Promise<boolean> {
  if (patient_id === null) return true
  return canSee(caller, visit_id === null ? { patient_id } : { patient_id, visit_id })
}
