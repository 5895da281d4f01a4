// The record that a file or a photo hangs on decides who may (PLT-103, PLT-110): its codes, its
// module, and whether the caller sees it at all, in this order.

import { type Caller, can } from '../../../core/caller.ts'
import { isId } from '../../../core/ids.ts'
import { invalid, noSuch, notPermitted } from '../../../core/refusal.ts'
import { requireModule } from '../places/switches.ts'
import { type EntityType, registry } from '../../registry.ts'

export type Way = 'read' | 'write'

export interface Found {
  type: EntityType
  id: string
  label: string
  patient_id: string | null
}

/** Answers the record a file hangs on, or refuses as that record's own route would. */
export async function fileOwner(
  caller: Caller,
  { entity_type, entity_id }: { entity_type: string; entity_id: string },
  way: Way,
): Promise<Found> {
  const type = registry.entities.get(entity_type)
  if (type === undefined || type.files === false) {
    throw invalid('entity_type', `must be one of ${fileTypes().join(', ')}.`)
  }
  if (!can(caller, type[way])) throw notPermitted(type[way])
  return look(caller, type, entity_id)
}

/** The same for a photo; the own one needs `self:use` alone. */
export async function photoOwner(
  caller: Caller,
  subject: string,
  id: string,
  way: Way,
): Promise<Found> {
  const type = registry.entities.get(subject)
  if (type?.photo === undefined || type.photo === false) throw noSuch()
  const code = type.photo === true ? type[way] : type.photo[way]
  const own = can(caller, 'self:use') && type.own?.(caller, id) === true
  if (!own && !can(caller, code)) throw notPermitted(code)
  return look(caller, type, id)
}

/** The kinds of record whose files this caller may read now. */
export async function readableTypes(caller: Caller): Promise<string[]> {
  const found: string[] = []
  for (const type of registry.entities.values()) {
    if (type.files === false || !can(caller, type.read)) continue
    if (type.module === undefined || (await isOn(caller, type.module))) found.push(type.type)
  }
  return found
}

async function look(caller: Caller, type: EntityType, id: string): Promise<Found> {
  if (type.module !== undefined) await requireModule(caller, type.module)
  const found = isId(id) ? await type.exists(caller, id) : undefined
  if (found === undefined) throw noSuch(type.type.replaceAll('_', ' '))
  return { type, id, label: found.label, patient_id: found.patient_id ?? null }
}

const isOn = (caller: Caller, module: Parameters<typeof requireModule>[1]): Promise<boolean> =>
  requireModule(caller, module).then(
    () => true,
    () => false,
  )

const fileTypes = (): string[] =>
  [...registry.entities.values()].filter(({ files }) => files !== false).map(({ type }) => type)
