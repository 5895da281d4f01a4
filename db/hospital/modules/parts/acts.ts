// What every act of a module asks: who it is done to (MOD-17), and when (MOD-12).

import type { Caller } from '../../../core/caller.ts'
import { clock, hours, minutes } from '../../../core/clock.ts'
import { conflict, invalid, Refusal } from '../../../core/refusal.ts'
import { refuseAnotherPerson } from '../../desk/patients/record/wearing.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'

export interface IdentitySent {
  scanned_patient?: string | undefined
  identity?: { name: boolean; number: boolean } | undefined
}

/** Somebody else's code is refused whatever is said aloud. True: it was read from a code. */
export async function confirmIdentity(
  caller: Caller,
  patient: Patient,
  { scanned_patient, identity }: IdentitySent,
  { needed = true }: { needed?: boolean } = {},
): Promise<boolean> {
  if (scanned_patient) {
    await refuseAnotherPerson(caller, patient, scanned_patient)
    return true
  }
  if (needed && !(identity?.name === true && identity.number)) {
    throw new Refusal(
      400,
      'invalid',
      'Confirm who this is: scan the wristband or check name and number.',
      { field: 'identity' },
    )
  }
  return false
}

export interface ActTime {
  field?: string
  /** What it cannot come before, each with its words: `Incision cannot be before time-out (10:05).` */
  after?: readonly { at: string | null; says: string }[]
  late_reason?: string | undefined
}

const ahead = minutes(2)
const late = hours(24)

/** Now, unless another moment was named. */
export function actTime(
  typed: string | null | undefined,
  { birth_date }: Pick<Patient, 'birth_date'>,
  { field = 'at', after = [], late_reason }: ActTime = {},
): string {
  const at = typed ? new Date(typed).toISOString() : clock.instant()
  if (Date.parse(at) > clock.ms() + ahead) throw invalid(field, 'is in the future.')
  // The day of birth begins in the hospital's zone, not in Greenwich.
  if (birth_date !== null && Date.parse(at) < Date.parse(birth_date) - hours(24)) {
    throw conflict(`${field} is before the patient was born.`, 'before')
  }
  for (const { at: first, says } of after) {
    if (first !== null && at < first) throw conflict(says, 'before')
  }
  if (!late_reason && Date.parse(at) < clock.ms() - late) {
    throw invalid('late_reason', 'is required: this was more than 24 hours ago.')
  }
  return at
}
