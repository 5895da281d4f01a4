// Patients and visits for tests, made through the doors.

import type { Person } from '../people.ts'
import { letters } from '../named.ts'

let count = 0

/** Somebody new on the register, unlike everybody before. */
export async function somebody(
  clerk: Person,
  more: Record<string, unknown> = {},
): Promise<{ id: string; number: string; full_name: string }> {
  count += 1
  const word = letters(count)
  const answer = await clerk.post('/patients', {
    first_name: `Mgonjwa${word}`,
    last_name: `Ukoo${[...word].reverse().join('')}q${word}`,
    sex: count % 2 === 0 ? 'Female' : 'Male',
    birth_date: `${1970 + (count % 30)}-0${1 + (count % 9)}-1${count % 9}`,
    confirm_different: [],
    ...more,
  })
  if (answer.status !== 201) throw new Error(answer.message)
  return answer.data
}

/** People who could be one person: a name in common, a letter and a year apart. */
export function lookalikes(clerk: Person, names: readonly string[] = ['Asha']) {
  let made = 0
  return async (more: Record<string, unknown> = {}) => {
    made += 1
    const answer = await clerk.post('/patients', {
      first_name: names[made % names.length],
      last_name: `Family${'abcdefghijklmnopqrstuvwxyz'[made]}`,
      sex: 'Female',
      birth_date: `19${50 + made}-02-03`,
      ...more,
    })
    if (answer.status !== 201) throw new Error(answer.message)
    return answer.data
  }
}

/** A visit of somebody new, as the desk opens it. */
export async function visiting(
  clerk: Person,
  more: Record<string, unknown> = {},
  patient: Record<string, unknown> = {},
) {
  const { id } = await somebody(clerk, patient)
  const answer = await clerk.post('/visits', { patient_id: id, ...more })
  if (answer.status !== 201) throw new Error(answer.message)
  return answer.data
}

export async function pointIds(reader: Person): Promise<Record<string, string>> {
  const { data } = await reader.get('/service-points', { per_page: '200' })
  return Object.fromEntries(data.map((one: { code: string; id: string }) => [one.code, one.id]))
}
