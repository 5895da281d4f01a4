// Every part that a branch can switch on, as the sweeps over all routes want it.

import { modules } from '../../db/hospital/modules.ts'
import { switchOn } from '../../db/hospital/office/places/modules.ts'
import { within } from '../../db/store/connection.ts'
import type { House } from './boot.ts'

export async function allModulesOn({ system, facility_id }: House): Promise<void> {
  for (const module of modules) await within(() => switchOn(system, facility_id, module))
}
