// A culture goes out (DIA-91, DIA-93 to DIA-95): as it stands, marked while it is not final, and what it
// is marked with is told and borne by the patient.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { addAlert } from '../../../desk/patients/record/alerts.ts'
import { notify } from '../../../office/notifications/notify.ts'
import type { LineRow } from '../results/lines.ts'
import { type Culture, flagOfCulture, summaryOf, withReported } from './culture.ts'
import { marksFor } from './lists.ts'

/** What would go out of this line now; null where it is no culture. */
export const goingOut = (line: LineRow): Culture | null => line.culture_draft ?? line.culture

/** DIA-91. */
export function mayGoOut(line: LineRow): void {
  const culture = goingOut(line)
  if (culture?.growth === 'GROWTH' && culture.isolates.length === 0) {
    throw conflict('Growth without an isolate cannot be released.', 'no_isolate')
  }
}

export function cultureOut(line: LineRow, report: boolean): Partial<LineRow> {
  const found = goingOut(line)
  if (found === null) return {}
  const culture = withReported(found, report)
  const is_again = line.status === 'RELEASED'
  return {
    culture,
    culture_draft: null,
    preliminary: !culture.final,
    value_text: summaryOf(culture),
    flag: flagOfCulture(culture, true),
    ...(is_again
      ? {
          version_no: line.version_no + 1,
          entered_by_id: culture.by_id,
          entered_by_name: culture.by_name,
          entered_at: culture.at,
        }
      : {}),
  }
}

const marksIn = (culture: Culture | null): ReadonlySet<string> =>
  new Set((culture?.isolates ?? []).flatMap(({ marks }) => marks))

/** DIA-94: when it goes out with it the first time. */
export async function tellMarks(caller: Caller, before: LineRow, after: LineRow): Promise<void> {
  const found = marksIn(after.culture)
  const told = before.status === 'RELEASED' ? marksIn(before.culture) : new Set<string>()
  if ([...found].every((code) => told.has(code))) return
  for (const { code, name } of await marksFor(caller)) {
    if (found.has(code) && !told.has(code)) await tellMark(caller, after, code, name)
  }
}

async function tellMark(caller: Caller, line: LineRow, code: string, name: string): Promise<void> {
  for (const role of ['nurse_in_charge', 'lab_manager']) {
    await notify(caller, {
      to: { role },
      kind: 'diagnostic.resistance',
      title: `${code} was found`,
      body: `${name}. The patient bears it as an alert.`,
      entity: { type: 'diagnostic_order', id: line.order_id },
    })
  }
  await addAlert(caller, {
    patient_id: line.patient_id,
    kind: 'INFECTION_CONTROL',
    severity: 'DANGER',
    text: `${code}: ${name}.`,
    source: `RESISTANCE_${code}`,
    source_id: line.id,
  })
}
