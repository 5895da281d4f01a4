// What the module maternity shows in the portal (POR-7): vaccines given and due, the antenatal card.

import type { Caller } from '../../../core/caller.ts'
import { type DueVaccine, dueVaccines, immunisationsOf } from '../../neighbours/care.ts'
import { antenatalCard } from '../../neighbours/maternity.ts'
import { runsThere } from './branch.ts'
import type { Immunisations, PregnancyCard } from './own-shapes.ts'
import { authoriseOwnRead } from './record.ts'
import { hidesSensitive, type Whose, languageOf } from './whose.ts'

const coming: readonly string[] = ['NOT_YET', 'DUE', 'OVERDUE', 'DEFERRED']
const now: readonly string[] = ['DUE', 'OVERDUE']

export async function immunisations(caller: Caller): Promise<Immunisations> {
  const mine = await authoriseOwnRead(caller, 'portal.immunisations', 'RECORD')
  const doses = await immunisationsOf(mine.caller, mine.patient.id)
  const lines = await dueVaccines(mine.caller, mine.patient.id)
  const due = lines.filter(({ state }) => coming.includes(state)).sort(byDay)
  return {
    given: doses.map(({ vaccine, ...dose }) => ({ ...dose, vaccine: nameOf(mine, vaccine) })),
    due: due.map(({ vaccine, ...line }) => ({ ...line, vaccine: nameOf(mine, vaccine) })),
    next_on: due.find(({ state }) => state !== 'DEFERRED')?.due_on ?? null,
  }
}

const byDay = (a: DueVaccine, b: DueVaccine): number => a.due_on.localeCompare(b.due_on)

const nameOf = (mine: Whose, { name, name_sw }: DueVaccine['vaccine']): string =>
  languageOf(mine) === 'sw' ? (name_sw ?? name) : name

/** For the first page: by name what should be given now. */
export async function dueNow(mine: Whose): Promise<string[]> {
  if (!(await runsThere(mine, 'maternity'))) return []
  const lines = await dueVaccines(mine.caller, mine.patient.id)
  const names = lines
    .filter(({ state }) => now.includes(state))
    .sort(byDay)
    .map(({ vaccine }) => nameOf(mine, vaccine))
  return [...new Set(names)]
}

/** Nothing of it for whoever acts for another who is old enough to keep it private (POR-6). */
export async function pregnancy(caller: Caller): Promise<PregnancyCard | null> {
  const mine = await authoriseOwnRead(caller, 'portal.pregnancy', 'RECORD')
  if (await hidesSensitive(mine)) return null
  return antenatalCard(mine.caller, mine.patient.id)
}
