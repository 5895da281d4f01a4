// What other areas ask of the blood bank (BLD-97), and what follows from a merge.

import { everyRow, repointing } from '../../care/clinical/repointing.ts'

export const repointPatient = repointing({
  donors: everyRow,
  donations: everyRow,
  blood_units: everyRow,
})
