// What the parts that a branch switches on hang on a patient: a body in the mortuary.

import type { Answer } from '../ask.ts'
import type { Person } from '../people.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- whatever a door answered
type Data = any

const made = async (asked: Promise<Answer>): Promise<Data> => {
  const { status, data, message } = await asked
  if (status >= 300) throw new Error(`${status} ${message}`)
  return data
}

export async function inTheModules(
  hands: Person,
  patient_id: string,
  word: string,
): Promise<Record<string, string>> {
  const body = await made(
    hands.post('/bodies', {
      source: 'WARD',
      patient_id,
      kind: 'BODY_PART',
      part: word,
      marks: word,
    }),
  )
  return { bodies: body.id }
}
