import type { Module } from '../../modules.ts'

/** PLT-58: the modules a new branch of this kind starts with. */
export const modulesOfKind = (kind: string): readonly Module[] =>
  kind === 'HOSPITAL' ? ['theatre', 'mortuary', 'maternity'] : []
