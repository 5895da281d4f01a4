// A copy that was made before a merge is of one record alone: it stays with it, and is not the other's to
// download. Nothing moves.

import type { Repoint } from '../../registry.ts'

export const repointPatient: Repoint = async () => ({})
