// Tables of modules at the edge (MOD-15), and what their acts have in common (MOD-12, MOD-17).

import {
  AnyObject,
  Flag,
  form,
  Instant,
  listOf,
  named,
  nullable,
  optional,
  Reason,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'

export const ModuleTable = named(
  'ModuleTable',
  shape({
    key: Text(1, 40),
    title: Text(1, 120),
    rows: listOf(AnyObject, 2000),
    version_no: Whole(),
    source: Text(1, 300),
    confirmed_by_name: nullable(Text(0, 160)),
    confirmed_at: nullable(Instant),
    changed_by_name: nullable(Text(0, 160)),
  }),
)
export type ModuleTable = Static<typeof ModuleTable>

export const ModuleTableInput = form({
  rows: some(AnyObject, 2000),
  reason: Reason,
  /** Whoever sends it has read the whole table and takes it for this hospital's own. */
  confirm: optional(Flag),
})
export type ModuleTableInput = Static<typeof ModuleTableInput>

/** Why a signed part is another one now (MOD-13). */
export const AmendReason = Text(5, 300)

/** Who it is: the code that was read, or name and number read aloud. */
export const identityFields = {
  scanned_patient: optional(Text(1, 100)),
  identity: optional(form({ name: Flag, number: Flag })),
}

export const lateFields = {
  late_reason: optional(Reason),
  paper_ref: optional(Text(1, 60)),
}
