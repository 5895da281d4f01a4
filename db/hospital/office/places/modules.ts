// The switches of a branch: what it runs, and what would be left behind when it stops (PLT-57).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { record } from '../audit/record.ts'
import { isModule, type Module, module_names, module_permits, modules } from '../../modules.ts'
import { refuseUnlicensed } from '../../neighbours/licence.ts'
import { tell } from '../../neighbours/telling.ts'
import { registry, type WorkOpen } from '../../registry.ts'
import { facilityRecord } from './facilities.ts'
import type { ModuleAtBranches, ModuleState } from './shapes.ts'
import { forgetSwitches } from './switches.ts'
import { facilities, facility_modules } from './tables.ts'

export async function list(caller: Caller, facility_id: string): Promise<ModuleState[]> {
  await facilityRecord.get(caller, facility_id)
  return Promise.all(modules.map((module) => find(caller, facility_id, module)))
}

/** Every module with the branches that run it and those that do not. */
export async function everywhere(caller: Caller): Promise<ModuleAtBranches[]> {
  const { hospital_id } = caller
  const branches = await facilities.all({ hospital_id }, { order: ['name_key', 'id'] })
  const on = await facility_modules.all({ hospital_id, enabled: true })
  return modules.map((module) => ({
    module,
    name: module_names[module],
    facilities: branches.map(({ id, name }) => ({
      id,
      name,
      enabled: on.some((one) => one.facility_id === id && one.module === module),
    })),
  }))
}

export async function find(
  caller: Caller,
  facility_id: string,
  word: string,
): Promise<ModuleState> {
  const { module, kept } = await switchOf(caller, facility_id, word)
  return {
    module,
    name: module_names[module],
    enabled: kept?.enabled ?? false,
    changed_at: kept?.changed_at ?? null,
    changed_by_name: kept?.changed_by_name ?? null,
    reason: kept?.reason ?? null,
    open_work: (await openWork(caller, module, facility_id)).map(shown),
    missing: await missing(caller, module, facility_id),
  }
}

const shown = ({ label, count, references = [], people = false }: WorkOpen) => ({
  label,
  count,
  references: references.slice(0, 10),
  people,
})

/** What areas still have open with this module at this branch, rows about people first (MOD-3). */
export async function openWork(
  caller: Caller,
  module: Module,
  facility_id: string,
): Promise<WorkOpen[]> {
  const found = await Promise.all(registry.open_work.map((ask) => ask(caller, module, facility_id)))
  const open = found.flat().filter(({ count }) => count > 0)
  return open.toSorted((a, b) => Number(b.people ?? false) - Number(a.people ?? false))
}

/** MOD-10: told, and in the way of nothing. */
async function missing(caller: Caller, module: Module, facility_id: string): Promise<string[]> {
  const found = await Promise.all(registry.readiness.map((ask) => ask(caller, module, facility_id)))
  return found.flat()
}

export const switchOn = (
  caller: Caller,
  facility_id: string,
  word: string,
  reason?: string,
): Promise<ModuleState> => move(caller, facility_id, word, true, reason ?? null)

export async function switchOff(
  caller: Caller,
  facility_id: string,
  word: string,
  { reason, force = false }: { reason: string; force?: boolean | undefined },
): Promise<ModuleState> {
  const facility = await facilityRecord.get(caller, facility_id)
  const { module } = await switchOf(caller, facility_id, word)
  const left = await openWork(caller, module, facility_id)
  const in_hand = left.filter(({ never }) => never)
  if (left.length > 0 && !force) {
    throw conflict(
      `The ${module_names[module]} module still has open work at ${facility.name}: ${named(left)}.`,
    )
  }
  if (in_hand.length > 0) {
    throw conflict(
      `The ${module_names[module]} module cannot be switched off now at ${facility.name}: ${whoIn(in_hand)}.`,
      'in_hand',
    )
  }
  const done = await move(caller, facility_id, word, false, reason)
  if (left.length > 0) {
    for (const letGo of registry.on_forced_off) await letGo(caller, module, facility_id)
  }
  await tellForced(caller, facility_id, module, left)
  return done
}

const named = (left: readonly WorkOpen[]): string =>
  left.map(({ label, count }) => `${label} (${count})`).join(', ')

const whoIn = (left: readonly WorkOpen[]): string =>
  left
    .map(({ label, count, references = [] }) => [`${label} (${count})`, ...references].join(' '))
    .join(', ')

/** MOD-4: whoever works with people in it goes on with paper. */
async function tellForced(
  caller: Caller,
  facility_id: string,
  module: Module,
  left: readonly WorkOpen[],
): Promise<void> {
  const people = left.filter((one) => one.people)
  if (people.length === 0) return
  await tell(caller, {
    kind: 'module.forced_off',
    to: { area: module_permits[module], role: 'medical_in_charge', facility_id },
    title: `The ${module_names[module]} module was switched off`,
    body: `The ${module_names[module]} module was switched off with ${named(people)}: record on paper and on the ward until it is on again.`,
    entity: { type: 'facility', id: facility_id },
  })
}

/** MOD-9: what fell due meanwhile is not told piece by piece: one notice says how much waits. */
async function tellWaiting(caller: Caller, facility_id: string, module: Module): Promise<void> {
  const left = await openWork(caller, module, facility_id)
  if (left.length === 0) return
  await tell(caller, {
    kind: 'module.on_again',
    to: { area: module_permits[module], facility_id },
    title: `The ${module_names[module]} module is on again`,
    body: `${named(left)} waited while the ${module_names[module]} module was off.`,
    entity: { type: 'facility', id: facility_id },
  })
}

async function move(
  caller: Caller,
  facility_id: string,
  word: string,
  enabled: boolean,
  reason: string | null,
): Promise<ModuleState> {
  const facility = await facilityRecord.get(caller, facility_id)
  const { module, kept } = await switchOf(caller, facility_id, word)
  if (kept?.enabled !== enabled) {
    if (enabled) await refuseUnlicensed(caller, 'switch a module on')
    const { hospital_id } = caller
    const changes = {
      enabled,
      changed_at: clock.instant(),
      changed_by_name: caller.name,
      reason,
      // Whoever moves it now has thought again.
      due_at: null,
    }
    if (kept === undefined)
      await facility_modules.insert({ hospital_id, facility_id, module, ...changes })
    else await facility_modules.change({ hospital_id, facility_id, module }, changes)
    forgetSwitches(facility_id)
    record(caller, enabled ? 'module.switch_on' : 'module.switch_off', {
      entity_type: 'facility',
      entity_id: facility_id,
      entity_label: `${module_names[module]} at ${facility.name}`,
      changes: { enabled: [!enabled, enabled] },
      reason,
    })
    if (enabled) await tellWaiting(caller, facility_id, module)
  }
  return find(caller, facility_id, module)
}

export async function switchOf(caller: Caller, facility_id: string, word: string) {
  if (!isModule(word)) throw noSuch('module')
  const { hospital_id } = caller
  const kept = await facility_modules.find({ hospital_id, facility_id, module: word })
  return { module: word, kept }
}

/** PLT-1: what the path names is looked for before the fields are judged. */
export async function switchAt(caller: Caller, facility_id: string, word: string) {
  await facilityRecord.get(caller, facility_id)
  return switchOf(caller, facility_id, word)
}

/** A new branch gets a row for each module, on or off. */
export const shipSwitches = (
  caller: Pick<Caller, 'hospital_id'>,
  facility_id: string,
  on: readonly Module[],
): Promise<void> =>
  facility_modules.insertMany(
    modules.map((module) => ({
      hospital_id: caller.hospital_id,
      facility_id,
      module,
      enabled: on.includes(module),
    })),
  )
