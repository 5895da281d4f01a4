// Which installation this is.

import { deployment as deployments } from '../../../appliance/timetable/tables.ts'

export const installId = async (): Promise<string | null> =>
  (await deployments.findAnywhere({}))?.id ?? null
