// The board of the labour ward (MAT-15, MOD-20): all who are in labour now, in one piece. On a wall stand
// bed, place and initials, and what somebody must go and look at; no name, no number, no value (MOD-18).

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { type Page, pageOf } from '../../../../store/pages.ts'
import { initials } from '../../../care/wards/places/taken.ts'
import { restrictedRecord } from '../../../desk/patients/privacy/lists.ts'
import { liveBoard } from '../../parts/boards.ts'
import type { LabourOnWall, LabourShort } from './shapes.ts'
import { labour_alerts, labour_observations, labours } from './tables.ts'
import { type LabourFilter, list } from './view.ts'

export interface BoardAsked extends LabourFilter {
  display?: boolean
}
type BoardRow = LabourShort | LabourOnWall

const labours_most = 500
const whole = { page: 1, per_page: labours_most }

export async function board(
  caller: Caller,
  { display, ...asked }: BoardAsked,
): Promise<Page<BoardRow>> {
  const on_wall = display === true
  const { rows } = await list(caller, { ...asked, ...whole }, on_wall ? 'everybody' : 'open')
  return pageOf<BoardRow>(whole, on_wall ? rows.map(onWall) : rows)
}

export const boardSeen = liveBoard<BoardAsked, Page<BoardRow>>({
  of: [labours, labour_observations, labour_alerts],
  make: board,
  shows: ({ rows }) => rows,
})

const onWall = ({ patient, ...row }: LabourShort): LabourOnWall => ({
  id: row.id,
  ward: row.ward,
  bed: row.bed,
  initials: isClosed(patient) ? restrictedRecord : initials(patient.full_name),
  stage: row.stage,
  open_alerts: row.open_alerts,
  danger: row.danger,
  late: row.late,
})

/** To whoever goes by, whatever whoever hung it up may open. */
const isClosed = ({ restricted, sensitivity }: LabourShort['patient']): boolean =>
  restricted === true || sensitivity !== 'NORMAL'

/** A list has names and pages: neither is for a wall, and nobody waits for another page. */
export function mustBeBoard({
  live,
  display,
  wait,
}: BoardAsked & { wait?: number | undefined }): void {
  if (live === true) return
  if (display === true) throw invalid('display', 'is for the board: ask with live=true.')
  if (wait !== undefined) throw invalid('wait', 'is for the board: ask with live=true.')
}
