// HR-14: whether somebody may sign for care on a day.

import type { Caller } from '../../../../core/caller.ts'
import { settingsOf } from '../settings/settings.ts'
import { standingsOf } from './status.ts'

interface May {
  answer: 'OK' | 'WARN' | 'BLOCK'
  message: string | null
}
const yes: May = { answer: 'OK', message: null }

/** `always`: witnesses, theatre leads and bedside checks are never let go on with a warning. */
export async function mayPractiseOn(
  caller: Caller,
  staff_id: string,
  date: string,
  { always = false }: { always?: boolean } = {},
): Promise<May> {
  const settings = await settingsOf(caller)
  const { licence_clinical } = settings
  if (licence_clinical === 'OFF' && !always) return yes
  const found = (await standingsOf(caller, [staff_id], date, settings)).get(staff_id)
  if (found === undefined || (found.status !== 'EXPIRED' && found.status !== 'MISSING')) return yes
  const message =
    found.expires_on === null
      ? 'You have no practising licence on record.'
      : `Your practising licence expired on ${found.expires_on}.`
  return { answer: always || licence_clinical === 'BLOCK' ? 'BLOCK' : 'WARN', message }
}
