// Who belongs to whom (2.2): what the other is to this one; the inverse stands on the other record.

import type { Caller } from '../../caller.ts'
import { invalid } from '../../refusal.ts'
import type { RelationshipInput } from './hanging-shapes.ts'
import { patient_relationships } from './hanging-tables.ts'
import { type Row, writable } from './rows.ts'
import type { relationship_kinds } from './words.ts'

type Kind = (typeof relationship_kinds)[number]

export async function relate(
  caller: Caller,
  one: Pick<Row, 'id' | 'sex'>,
  { other_patient_id, kind, since = null }: RelationshipInput,
): Promise<void> {
  if (other_patient_id === one.id) throw invalid('other_patient_id', 'is the patient.')
  const { hospital_id } = caller
  const other = await writable(caller, other_patient_id)
  const pair = { hospital_id, since }
  await patient_relationships.insert({
    ...pair,
    patient_id: one.id,
    other_patient_id: other.id,
    kind,
  })
  await patient_relationships.insert({
    ...pair,
    patient_id: other.id,
    other_patient_id: one.id,
    kind: inverseOf(kind, one.sex),
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
