// Switches of a branch that are to be moved at an hour of their own (OPS-88).

import { type Caller, system } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { attempt, within } from '../../../store/connection.ts'
import { invalid, isRefusal } from '../../../core/refusal.ts'
import { sql } from '../../../store/sql.ts'
import { record } from '../audit/record.ts'
import { type Module, module_names } from '../../modules.ts'
import { tell } from '../../neighbours/telling.ts'
import { facilityRecord } from './facilities.ts'
import { switchOf, switchOff, switchOn } from './modules.ts'
import { facility_modules } from './tables.ts'

export interface PlannedSwitch {
  facility_id: string
  module: Module
  enabled: boolean
  at: string
}

interface Planning {
  enabled: boolean
  at: string
  reason: string | null
  force?: boolean
}

const nothing_planned = {
  due_at: null,
  due_enabled: null,
  due_reason: null,
  due_force: null,
  due_by_name: null,
} as const

/** One plan for each switch: a later one takes the place of an earlier. */
export async function planSwitch(
  caller: Caller,
  facility_id: string,
  word: string,
  { enabled, at, reason, force = false }: Planning,
): Promise<void> {
  if (at <= clock.instant()) throw invalid('at', 'is past.')
  const facility = await facilityRecord.get(caller, facility_id)
  const { module, kept } = await switchOf(caller, facility_id, word)
  const { hospital_id } = caller
  const plan = {
    due_at: at,
    due_enabled: enabled,
    due_reason: reason,
    due_force: force,
    due_by_name: caller.name,
  }
  if (kept !== undefined) await facility_modules.change({ hospital_id, facility_id, module }, plan)
  else await facility_modules.insert({ hospital_id, facility_id, module, enabled: false, ...plan })
  record(caller, 'module.plan', {
    entity_type: 'facility',
    entity_id: facility_id,
    entity_label: `${module_names[module]} at ${facility.name}`,
    changes: { due_at: [kept?.due_at ?? null, at], due_enabled: [null, enabled] },
    reason,
  })
}

/** False when nothing was planned. */
export async function forgetPlan(
  caller: Caller,
  facility_id: string,
  word: string,
): Promise<boolean> {
  const { module, kept } = await switchOf(caller, facility_id, word)
  const due_at = kept?.due_at ?? null
  if (due_at === null) return false
  const { hospital_id } = caller
  const at = { hospital_id, facility_id, module, due_at }
  // Its hour may have come meanwhile.
  if ((await facility_modules.change(at, nothing_planned)) === 0) return false
  record(caller, 'module.plan', {
    entity_type: 'facility',
    entity_id: facility_id,
    entity_label: module_names[module],
    changes: { due_at: [due_at, null] },
  })
  return true
}

export async function plansOf({ hospital_id }: Caller): Promise<PlannedSwitch[]> {
  const found = await facility_modules.read(
    sql`select ${facility_modules.selection()} from facility_modules
        where hospital_id = ${hospital_id} and due_at is not null order by due_at, module`,
  )
  return found.map(({ facility_id, module, due_at, due_enabled }) => ({
    facility_id,
    module,
    enabled: due_enabled === true,
    at: due_at ?? '',
  }))
}

/**
 * For the timetable. A switch with open work stays, and whoever moves switches is told. A fault in one
 * keeps no other from its hour; its own plan stands, and is tried again.
 */
export async function switchDue(): Promise<{ switched: number; refused: number }> {
  const due = await facility_modules.read(
    sql`select ${facility_modules.selection()} from facility_modules
        where due_at <= ${clock.instant()} order by due_at, facility_id, module limit 100`,
  )
  const count = { switched: 0, refused: 0 }
  const faults: unknown[] = []
  for (const row of due) {
    try {
      const became = await within(() => moveDue(row), 'jobs')
      if (became !== null) count[became] += 1
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
  return count
}

type Row = Awaited<ReturnType<typeof facility_modules.read>>[number]

/** Null when it was taken back, or planned anew, between the look and now. */
async function moveDue({
  hospital_id,
  facility_id,
  module,
  due_at,
}: Row): Promise<'switched' | 'refused' | null> {
  const at = { hospital_id, facility_id, module }
  const row = await facility_modules.find(at, { lock: true })
  if (row === undefined || row.due_at !== due_at) return null
  const { due_enabled, due_reason, due_force } = row
  const caller = { ...system(hospital_id), name: row.due_by_name ?? 'Kituo' }
  await facility_modules.change(at, nothing_planned)
  try {
    await attempt(async () => {
      if (due_enabled === true) {
        await switchOn(caller, facility_id, module, due_reason ?? undefined)
      } else {
        const reason = due_reason ?? ''
        await switchOff(caller, facility_id, module, { reason, force: due_force === true })
      }
    })
    return 'switched'
  } catch (error) {
    if (!isRefusal(error)) throw error
    await tell(caller, {
      to: { permission: 'module:manage' },
      kind: 'schedule.failed',
      title: `${module_names[module]} was not switched ${due_enabled === true ? 'on' : 'off'}`,
      body: error.message,
      entity: { type: 'facility', id: facility_id },
    })
    return 'refused'
  }
}
