// Who belongs to a group that follows from care: a pregnancy here, an enrolment in the clinics below (VUL-1, VUL-2).

import type { Caller } from '../../../core/caller.ts'
import { type cared_groups, enrolledIn } from '../../neighbours/to-care.ts'
import { pregnantOn } from './pregnancy.ts'

const programmes = { TB: 'TB', HIV: 'CTC' } as const

export async function patientsIn(
  caller: Caller,
  { group, on }: { group: (typeof cared_groups)[number]; on: string },
): Promise<readonly string[]> {
  if (group === 'PREGNANT') return pregnantOn(caller, on)
  if (group === 'POSTPARTUM') return []
  return enrolledIn(caller, { programme_key: programmes[group], on })
}
