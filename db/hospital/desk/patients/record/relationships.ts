// Who belongs to whom (2.2): what the other is to this one; the inverse stands on the other record.

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { record } from '../../../office/audit/record.ts'
import type { RelationshipInput } from './hanging-shapes.ts'
import { patient_relationships } from './hanging-tables.ts'
import { assertMayOpen } from '../privacy/privacy.ts'
import { type Row, writable } from '../rows.ts'
import type { relationship_kinds } from '../words.ts'

type Kind = (typeof relationship_kinds)[number]

type One = Pick<Row, 'id' | 'sex'>

/** As the desk says it, several at once; `at` stands before the list's name in a body. */
export async function relate(
  caller: Caller,
  one: One,
  told: readonly RelationshipInput[],
  at = '',
): Promise<void> {
  const said = new Set<string>()
  for (const [index, { other_patient_id, kind, since = null }] of told.entries()) {
    const field = `${at}relationships[${index}].other_patient_id`
    if (other_patient_id === one.id) throw invalid(field, 'is the patient.')
    const other = await writable(caller, other_patient_id)
    await assertMayOpen(caller, other)
    if (said.has(`${kind} ${other.id}`)) throw invalid(field, 'is there twice.')
    said.add(`${kind} ${other.id}`)
    await link(caller, one, other, { kind, since })
  }
}

/** Both ways, whatever has become of the other since; what stands already stands once. */
export async function link(
  caller: Caller,
  one: One,
  other: Pick<Row, 'id' | 'number'>,
  { kind, since = null }: { kind: Kind; since?: string | null },
): Promise<void> {
  const { hospital_id } = caller
  const pair = { hospital_id, patient_id: one.id, other_patient_id: other.id }
  if ((await patient_relationships.find({ ...pair, kind })) !== undefined) return
  await patient_relationships.insert({ ...pair, kind, since })
  await patient_relationships.insert({
    hospital_id,
    patient_id: other.id,
    other_patient_id: one.id,
    kind: inverseOf(kind, one.sex),
    since,
  })
  record(caller, 'patient.relate', {
    entity_type: 'patient',
    entity_id: other.id,
    entity_label: other.number,
    patient_id: other.id,
  })
}

/** To the other, of what sex this one is. */
function inverseOf(kind: Kind, sex: Row['sex']): Kind {
  switch (kind) {
    case 'MOTHER':
    case 'FATHER':
      return 'CHILD'
    case 'CHILD':
      return sex === 'Female' ? 'MOTHER' : sex === 'Male' ? 'FATHER' : 'GUARDIAN'
    case 'GUARDIAN':
      return 'WARD_OF'
    case 'WARD_OF':
      return 'GUARDIAN'
    default:
      return kind
  }
}
