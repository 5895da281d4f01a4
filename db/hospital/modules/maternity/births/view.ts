// Births as they go out: with what is sensitive for who serves mother and child alone (MAT-9).

import type { Caller } from '../../../../core/caller.ts'
import { dueVaccines } from '../../../neighbours/care.ts'
import type { AmendmentShown } from '../../../history.ts'
import { printsOf } from '../../../office/papers/codes.ts'
import { servesHer } from '../pregnancies/view.ts'
import { issuedAmong, type NotificationRow } from './issued.ts'
import type { BirthRow } from './of.ts'
import type { Born } from './recording.ts'
import { birth_history, notificationRecord } from './record.ts'
import type { BirthShown } from './shapes.ts'

export async function shownTo(
  caller: Caller,
  mother_id: string,
  found: readonly BirthRow[],
): Promise<BirthShown[]> {
  const issued = await issuedAmong(
    caller,
    found.map(({ id }) => id),
  )
  const serves = await servesHer(caller, mother_id)
  return found.map((row) => shown(row, issued.get(row.id), serves))
}

const shown = (
  row: BirthRow,
  issued: NotificationRow | undefined,
  serves: boolean,
): BirthShown => ({
  ...row,
  order: row.birth_order,
  hiv_exposed: serves ? row.hiv_exposed : null,
  prophylaxis: serves ? row.prophylaxis : null,
  vaccines_due: row.vaccines,
  died: row.died_at !== null,
  birth_notification:
    issued === undefined ? null : { id: issued.id, number: issued.number, status: issued.status },
})

export async function whole(caller: Caller, row: BirthRow, warnings: readonly string[] = []) {
  const [one] = await shownTo(caller, row.mother_id, [row])
  return {
    ...(one as BirthShown),
    vaccines_due: await vaccinesDue(caller, row),
    history: await historyOf(caller, row),
    warnings: [...warnings],
  }
}

/** MAT-9: as of the birth itself, who does not serve her learns nothing of what was sensitive. */
async function historyOf(caller: Caller, { id, mother_id }: BirthRow): Promise<AmendmentShown[]> {
  const found = await birth_history.amendments(caller, id)
  if (await servesHer(caller, mother_id)) return found
  return found.map(({ changes, ...move }) => ({
    ...move,
    changes:
      changes === null
        ? null
        : Object.fromEntries(
            Object.entries(changes).filter(([field]) => !sensitive.includes(field)),
          ),
  }))
}

const sensitive: readonly string[] = ['hiv_exposed', 'prophylaxis']

const over: readonly string[] = ['GIVEN', 'CONTRAINDICATED', 'TOO_LATE']

/** What was due at birth, less what the register of doses knows to be over (MAT-17, CAR-164). */
async function vaccinesDue(caller: Caller, { patient_id, vaccines }: BirthRow) {
  if (patient_id === null) return []
  const lines = await dueVaccines(caller, patient_id)
  const ended = new Set(
    lines.filter(({ state }) => over.includes(state)).map(({ dose_key }) => dose_key),
  )
  return vaccines.filter(({ code }) => !ended.has(code))
}

export async function written(caller: Caller, { row, newborn, warnings }: Born) {
  const admission = newborn?.admission ?? null
  return {
    ...(await whole(caller, row)),
    newborn: newborn === null ? null : newborn.patient,
    admission:
      admission === null
        ? null
        : { id: admission.id, number: admission.number, status: admission.status },
    warnings,
  }
}

export async function notificationShown(caller: Caller, row: NotificationRow) {
  const prints = await printsOf(caller, 'birth_notification', [row.id])
  return {
    ...row,
    copies: Math.max(0, (prints.get(row.id) ?? 0) - 1),
    history: await notificationRecord.history(caller, row.id),
  }
}
