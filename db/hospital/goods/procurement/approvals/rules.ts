// Levels of approval (STK-120): what the hospital set, else what it is shipped with.

import type { Caller } from '../../../../core/caller.ts'
import { invalid, noSuch } from '../../../../core/refusal.ts'
import { type Page, pageOf, type PageAsked } from '../../../../store/pages.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { rolesNamed } from '../../../office/access/roles/by-role.ts'
import { record } from '../../../office/audit/record.ts'
import { currency as currencyOf } from '../../../office/hospitals/hospitals.ts'
import { facilityRecord } from '../../../office/places/facilities.ts'
import type { ApprovalRule, RulesInput } from './shapes.ts'
import { approval_rules } from './tables.ts'
import { ruled_documents, type RuledDocument } from './words.ts'

export interface Level {
  id: string | null
  facility_id: string | null
  level: number
  up_to: number | null
  role_id: string
  role_name: string
}

/** In major units. */
const shipped: readonly { role: string; up_to: number | null }[] = [
  { role: 'supervisor', up_to: 1_000_000 },
  { role: 'manager', up_to: 10_000_000 },
  { role: 'director', up_to: null },
]

const everywhere = '*'

/** The branch's own, else the hospital's, else the shipped ones. */
export async function rulesFor(
  caller: Caller,
  document: RuledDocument,
  facility_id: string,
): Promise<Level[]> {
  const own = await kept(caller, document, facility_id)
  if (own.length > 0) return own
  const all = await kept(caller, document, everywhere)
  if (all.length > 0 || document !== 'PURCHASE_ORDER') return all
  return shippedLevels(caller)
}

async function kept(
  { hospital_id }: Caller,
  document: RuledDocument,
  place: string,
): Promise<Level[]> {
  const found = await approval_rules.all({ hospital_id, document, place }, { order: ['level'] })
  const named = await rolesNamed({ hospital_id }, { id: found.map(({ role_id }) => role_id) })
  return found.map((row) => ({
    ...row,
    role_name: named.find(({ id }) => id === row.role_id)?.name ?? '',
  }))
}

async function shippedLevels(caller: Caller): Promise<Level[]> {
  const { decimals } = await currencyOf(caller)
  const found = await rolesNamed(caller, { code: shipped.map(({ role }) => role) })
  const levels: Level[] = []
  for (const { role: code, up_to } of shipped) {
    const role = found.find((one) => one.code === code)
    if (role === undefined) continue
    levels.push({
      id: null,
      facility_id: null,
      level: levels.length + 1,
      up_to: up_to === null ? null : up_to * 10 ** decimals,
      role_id: role.id,
      role_name: role.name,
    })
  }
  return levels
}

/** All levels up to the first that reaches the amount; all of them where none does. */
export function levelsFor(levels: readonly Level[], total: number): Level[] {
  const last = levels.findIndex(({ up_to }) => up_to === null || up_to >= total)
  return levels.slice(0, last < 0 ? levels.length : last + 1)
}

export async function list(
  caller: Caller,
  asked: PageAsked & { document?: RuledDocument },
): Promise<Page<ApprovalRule>> {
  const { hospital_id } = caller
  const found: ApprovalRule[] = []
  for (const document of asked.document === undefined ? ruled_documents : [asked.document]) {
    const set = await approval_rules.all({ hospital_id, document })
    const places = [...new Set([everywhere, ...set.map(({ place }) => place)])].toSorted()
    for (const place of places) found.push(...(await shownOf(caller, document, place)))
  }
  return pageOf(asked, found)
}

async function shownOf(
  caller: Caller,
  document: RuledDocument,
  place: string,
): Promise<ApprovalRule[]> {
  const { major } = await purseOf(caller)
  const levels =
    place === everywhere
      ? await rulesFor(caller, document, everywhere)
      : await kept(caller, document, place)
  return levels.map((level) => ({
    ...level,
    document,
    up_to: level.up_to === null ? null : major(level.up_to),
  }))
}

export async function set(caller: Caller, input: RulesInput): Promise<ApprovalRule[]> {
  const { hospital_id } = caller
  const { document, levels } = input
  const facility_id = input.facility_id || null
  if (facility_id !== null) await facilityRecord.get(caller, facility_id)
  const amounts = await amountsOf(caller, levels)
  const known = await rolesNamed(caller, { id: levels.map(({ role_id }) => role_id) })
  if (levels.some(({ role_id }) => !known.some(({ id }) => id === role_id))) throw noSuch('role')
  const place = facility_id ?? everywhere
  await approval_rules.remove({ hospital_id, document, place })
  await approval_rules.insertMany(
    levels.map(({ role_id }, at) => ({
      hospital_id,
      document,
      facility_id,
      place,
      level: at + 1,
      up_to: amounts[at] ?? null,
      role_id,
    })),
  )
  record(caller, 'approval_rules.set', {
    entity_type: 'approval_rules',
    entity_label: document,
    changes: { levels: [null, levels] },
  })
  return shownOf(caller, document, place)
}

/** Each level reaches further than the one below it; only the last may have no limit. */
async function amountsOf(caller: Caller, levels: RulesInput['levels']): Promise<(number | null)[]> {
  const { minor } = await purseOf(caller)
  const amounts = levels.map(({ up_to }, at) =>
    up_to === null || up_to === undefined ? null : minor(`levels[${at}].up_to`, up_to),
  )
  for (const [at, up_to] of amounts.entries()) {
    const below = at === 0 ? 0 : (amounts[at - 1] ?? null)
    if (below === null || (up_to !== null && up_to <= below)) {
      throw invalid(`levels[${at}].up_to`, 'must be more than that of the level before.')
    }
  }
  return amounts
}
