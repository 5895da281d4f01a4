// Exemptions as people see them (5.5).

import type { Caller } from '../../../../core/caller.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import type { Exemption, ExemptionFilter, ExemptionOpened } from './exemption-shapes.ts'
import { exemptions } from './exemption-tables.ts'
import { exemptionRecord, type ExemptionRow } from './exemptions.ts'

export async function list(
  caller: Caller,
  asked: ExemptionFilter & PageAsked,
): Promise<Page<Exemption>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const on = asked.valid_on
  const found = await pageFrom(exemptions, asked, {
    from: sql` from exemptions${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.category, sql`category = ${asked.category}`),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      when(on, sql`valid_from <= ${on}`),
      when(on, sql`(valid_to is null or valid_to >= ${on})`),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  const purse = await purseOf(caller)
  return mapPage(found, (row) => shown(caller, purse, row))
}

export async function find(caller: Caller, id: string): Promise<ExemptionOpened> {
  const found = await exemptionRecord.get(caller, id)
  return {
    ...shown(caller, await purseOf(caller), found),
    history: await exemptionRecord.history(caller, id),
  }
}

const shown = (caller: Caller, purse: Purse, row: ExemptionRow): Exemption => ({
  ...row,
  pct: row.pct_bp / 100,
  used: purse.major(row.used),
  created_by_name: row.requested_by_name,
  moves: exemptionRecord.moves(caller, row),
})
