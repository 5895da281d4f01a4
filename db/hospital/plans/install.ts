// Which installation this is.

import { deployment as deployments } from '../../timetable/tables.ts'

export const installId = async (): Promise<string | null> =>
  (await deployments.findAnywhere({}))?.id ?? null
