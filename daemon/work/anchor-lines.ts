// The lines beside the database (OPS-130), of each hour and of each closing: into the file, and to the
// machine that is named.

import { openedDeployment } from '../../db/appliance/deployment/deployment.ts'
import { writeHour } from '../../db/hospital/office/auditing/hourly.ts'
import { lists } from '../../db/hospital/office/devices/ca.ts'
import { sendLines } from './syslog.ts'

/** Of all hospitals, or of these alone. */
export async function writeLines(
  hospital_ids?: readonly string[],
): Promise<{ lines: number; sent: number }> {
  const lines = await writeHour((await lists()).at(-1)?.number ?? null, hospital_ids)
  const to = openedDeployment()?.configuration.get('audit.syslog') ?? null
  return { lines: lines.length, sent: await sendLines(to, lines) }
}
