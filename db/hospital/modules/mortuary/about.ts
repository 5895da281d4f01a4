// What is told of a body: who brought it, the police, how it looks (B.2).

import type { Caller } from '../../../core/caller.ts'
import { invalid, Refusal } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { refreshHolds } from './holds.ts'
import { no_police } from './expecting.ts'
import { type Body, bodyRecord, heldHere } from './record.ts'
import type { BodyChange, BodyInput, PoliceInput } from './shapes.ts'
import { from_outside } from './words.ts'

export function mustBeBrought({ source, brought_by }: BodyInput): void {
  if (!from_outside.includes(source)) return
  if (brought_by?.name && brought_by.phone) return
  throw new Refusal(400, 'invalid', 'brought_by.name and brought_by.phone are required.', {
    field: 'brought_by',
  })
}

export function mustBeDescribed(
  identity: Body['identity'],
  { marks, clothing }: Pick<BodyInput, 'marks' | 'clothing'>,
): void {
  if (identity !== 'UNKNOWN' || (marks && clothing)) return
  throw new Refusal(400, 'invalid', 'marks and clothing are required for an unknown body.', {
    field: marks ? 'clothing' : 'marks',
  })
}

/** The columns that are said here; what is absent stays as it was. */
export function aboutBody(
  input: BodyChange & { source?: Body['source'] },
  before: Body | null,
): Partial<Body> {
  const { brought_by, police, kin, marks, clothing, precautions, condition } = input
  return {
    ...(brought_by === undefined ? {} : { brought_by: broughtBy(brought_by) }),
    ...policeSaid(police, before, input.source),
    ...(kin === undefined ? {} : kinSaid(kin)),
    ...(marks === undefined ? {} : { marks: marks || null }),
    ...(clothing === undefined ? {} : { clothing: clothing || null }),
    ...(precautions === undefined ? {} : { precautions }),
    ...(condition === undefined ? {} : { condition }),
  }
}

const broughtBy = (typed: BodyChange['brought_by']): Body['brought_by'] =>
  typed === null || typed === undefined
    ? null
    : {
        name: typed.name ?? '',
        relation: typed.relation || null,
        phone: typed.phone ?? '',
        id_no: typed.id_no || null,
        vehicle_no: typed.vehicle_no || null,
      }

/** Whatever the police brings is its case. */
function policeSaid(
  typed: PoliceInput | null | undefined,
  before: Body | null,
  source = before?.source,
): Pick<Body, 'police'> | Record<string, never> {
  const brought = source === 'POLICE'
  if (typed === undefined) {
    return before === null && brought ? { police: { ...no_police, case: true } } : {}
  }
  const known = before?.police ?? no_police
  if (typed === null) return { police: brought ? { ...no_police, case: true } : null }
  const said = (field: Exclude<keyof PoliceInput, 'case'>): string | null =>
    typed[field] === undefined ? known[field] : typed[field] || null
  return {
    police: {
      case: brought || (typed.case ?? known.case),
      station: said('station'),
      case_no: said('case_no'),
      officer: said('officer'),
      officer_phone: said('officer_phone'),
      release_order_no: said('release_order_no'),
      release_order_on: said('release_order_on'),
      order_attachment_id: said('order_attachment_id'),
    },
  }
}

function kinSaid(typed: NonNullable<BodyChange['kin']>): Pick<Body, 'kin' | 'kin_names'> {
  const kin = typed.map(({ name, relation, phone, told_at }) => ({
    name,
    relation: relation || null,
    phone: phone || null,
    told_at: told_at ?? null,
  }))
  const names = kin.map(({ name }) => name).join(', ')
  return { kin, kin_names: names.slice(0, 400).toWellFormed() || null }
}

export async function change(caller: Caller, id: string, input: BodyChange): Promise<Body> {
  const before = await heldHere(caller, id, ['EXPECTED', 'STORED'])
  fresh(caller, before)
  const changes = aboutBody(input, before)
  if (changes.brought_by === null && from_outside.includes(before.source)) {
    throw invalid('brought_by', `is required with ${before.source}.`)
  }
  if (before.status === 'STORED') mustBeDescribed(before.identity, { ...before, ...changes })
  const row = await bodyRecord.changed(caller, before, 'change', changes)
  await refreshHolds(caller, row)
  return bodyRecord.get(caller, row.id)
}
