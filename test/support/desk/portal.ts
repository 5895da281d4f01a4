// Patients with an account, opened as the desk and the patient do it.

import type { Ask } from '../ask.ts'
import { Ask as Asking } from '../ask.ts'
import type { House } from '../boot.ts'
import { letters } from '../named.ts'

export interface PortalPatient extends Ask {
  id: string
  number: string
  password: string
}

let count = 0

export async function register(
  desk: Ask,
  more: Record<string, unknown> = {},
): Promise<{ id: string; number: string; birth_date: string; full_name: string }> {
  count += 1
  const word = letters(count)
  const made = await desk.post('/patients', {
    first_name: `Zawadi${word}`,
    last_name: `Komba${word}`,
    sex: 'Female',
    birth_date: `19${50 + (count % 49)}-0${(count % 9) + 1}-21`,
    phone: `07139${String(count).padStart(5, '0')}`,
    language: 'en',
    ...more,
  })
  if (made.status !== 201) throw new Error(made.message)
  return made.data
}

export async function withAccount(
  house: House,
  desk: Ask,
  more: Record<string, unknown> = {},
): Promise<PortalPatient> {
  const { id, number, birth_date } = await register(desk, more)
  const code = await desk.post(`/patients/${id}/portal-codes`, {
    checked_document: 'NATIONAL_ID',
  })
  if (code.status !== 201) throw new Error(code.message)
  const password = `a secret of ${number} only`.replace('PT-', 'P')
  const opened = await house.nobody.post('/portal/activate', {
    code: code.data.code,
    workspace: house.hospital.code,
    birth_date,
    password,
    accept_terms: true,
  })
  if (opened.status !== 200) throw new Error(opened.message)
  const ask = new Asking(house.app, opened.data.tokens.access_token)
  return Object.assign(ask, { id, number, password })
}
