// The round of medicines as lines for a terminal: what each ward gives next, bed after bed (care 8).

import type { Caller } from '../../../../core/caller.ts'
import { noneCalled } from '../../../../core/refusal.ts'
import { lyingInWard } from '../../wards/admissions/for-areas.ts'
import { initials } from '../../wards/places/taken.ts'
import { list as wardList } from '../../wards/places/wards.ts'
import { bedsOfWard } from '../../wards/places/wards.ts'
import type { Ward } from '../../wards/places/shapes.ts'
import type { Dose, RoundLine } from './shapes.ts'
import { due } from './view.ts'

const wards_most = 50

export async function roundLines(
  caller: Caller,
  { ward: code, minutes }: { ward?: string | undefined; minutes?: number | undefined },
): Promise<RoundLine[]> {
  const { rows } = await wardList(caller, { page: 1, per_page: wards_most, active: true })
  const wanted = code?.trim().toLowerCase()
  const found = rows.filter(
    (ward) =>
      wanted === undefined || [ward.code, ward.name].some((one) => one.toLowerCase() === wanted),
  )
  if (wanted !== undefined && found.length === 0) throw noneCalled('ward', code ?? '')
  const lines: RoundLine[] = []
  for (const ward of found) lines.push(...(await ofWard(caller, ward, minutes)))
  return lines
}

async function ofWard(
  caller: Caller,
  { id: ward_id, code }: Ward,
  minutes: number | undefined,
): Promise<RoundLine[]> {
  const doses = await due(caller, { ward_id, ...(minutes === undefined ? {} : { minutes }) })
  if (doses.length === 0) return []
  const labels = await bedsOf(caller, ward_id)
  return doses.map((dose) => lineOf(dose, code, labels.get(dose.admission_id ?? '') ?? '+'))
}

/** By the stay; who lies with the mother has no bed. */
async function bedsOf(caller: Caller, ward_id: string): Promise<Map<string, string>> {
  const beds = new Map((await bedsOfWard(caller, ward_id)).map(({ id, label }) => [id, label]))
  const lie = await lyingInWard(caller, ward_id)
  return new Map(
    lie.flatMap(({ id, bed_id }) => {
      const label = beds.get(bed_id ?? '')
      return label === undefined ? [] : [[id, label] as const]
    }),
  )
}

const lineOf = (dose: Dose, ward: string, bed: string): RoundLine => ({
  id: dose.id,
  ward,
  bed,
  patient: initials(dose.patient.full_name),
  number: dose.patient.number,
  medicine: dose.medicine,
  dose: dose.dose,
  route: dose.route,
  due_at: dose.due_at,
  timing: dose.timing,
  kind: dose.kind,
})
