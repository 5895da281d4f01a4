// Checks of the house at work, by the rules of its own system check.

import {
  checkAudit,
  checkMail,
  checkTimetable,
  type Found as Looked,
} from '../../hospital/office/system/checks.ts'
import { openHospitals } from '../../hospital/office/system/watch.ts'
import { type Check, type Found, type Patient, skipped } from './finding.ts'

export const house_checks: readonly Check[] = [
  {
    id: 'timetable.failed',
    category: 'timetable',
    says: 'what runs by itself ends well',
    light: true,
    run: ({ deployment }) => onData({ deployment }, checkTimetable),
  },
  {
    id: 'audit.chain',
    category: 'security',
    says: 'the last proof found the audit log sound',
    light: true,
    run: ({ deployment }) => onData({ deployment }, () => worstOf(checkAudit)),
  },
  {
    id: 'mail.leaving',
    category: 'messaging',
    says: 'letters leave the house',
    light: true,
    run: ({ deployment }) => onData({ deployment }, () => worstOf(checkMail)),
  },
]

async function onData(
  { deployment }: Pick<Patient, 'deployment'>,
  look: () => Promise<Pick<Looked, 'state' | 'message'>>,
): Promise<Found> {
  if (deployment === null) return skipped('no data are open')
  const { state, message } = await look()
  return { state, message }
}

async function worstOf(look: (hospital_id: string) => Promise<Looked>): Promise<Looked> {
  const found: Looked[] = []
  for (const hospital_id of await openHospitals()) found.push(await look(hospital_id))
  const order = ['BAD', 'WARN', 'OK']
  found.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return found[0] ?? { name: 'mail', state: 'OK', message: 'no hospital is here yet' }
}
