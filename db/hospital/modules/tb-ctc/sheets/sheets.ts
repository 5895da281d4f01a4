// The tables of both clinics as they are in force (MOD-15).

import type { Caller } from '../../../../core/caller.ts'
import { partTable, rowIn, rowsIn } from '../../parts/part-table.ts'
import {
  ArtRegimenRow,
  ArvReasonRow,
  ChargeRow,
  DeskRow,
  TbFollowUpRow,
  TbRegimenRow,
  TbRulesRow,
  TptRegimenRow,
  ViralLoadRow,
} from './rows.ts'
import {
  art_regimens,
  arv_reasons,
  desk_rules,
  tb_follow_up,
  tb_regimens,
  tb_rules,
  tpt_regimens,
  vl_schedule,
} from './shipped.ts'

type Of = Pick<Caller, 'hospital_id'>

const source = 'General knowledge after the WHO consolidated guidelines; wording of the house'
const clinic = { module: 'tb_ctc', source } as const
const medical = { ...clinic, clinical: true } as const
const own = { ...clinic, clinical: false } as const

const oneRow = (rows: readonly unknown[]): string | null =>
  rows.length === 1 ? null : 'rows: this table is one row.'

const keysOnce = (rows: readonly { key: string }[]): string | null =>
  new Set(rows.map(({ key }) => key)).size < rows.length ? 'rows: each key stands once.' : null

/** A weight has one answer. */
function bandsApart(
  rows: readonly {
    key: string
    phases: { medicines: { medicine: string; bands: { from_kg: number; to_kg: number }[] }[] }[]
  }[],
): string | null {
  for (const [index, { phases }] of rows.entries()) {
    for (const { medicine, bands } of phases.flatMap(({ medicines }) => medicines)) {
      const sorted = bands.toSorted((a, b) => a.from_kg - b.from_kg)
      const wrong = sorted.some(
        ({ from_kg, to_kg }, at) => to_kg < from_kg || from_kg <= (sorted[at - 1]?.to_kg ?? -1),
      )
      if (wrong) return `rows[${index}]: the bands of ${medicine} overlap.`
    }
  }
  return keysOnce(rows)
}

const regimens = partTable({
  ...medical,
  key: 'TB_REGIMENS',
  title: 'Regimens against TB, by weight',
  row: TbRegimenRow,
  shipped: tb_regimens,
  check: bandsApart,
})
const follow_up = partTable({
  ...medical,
  key: 'TB_FOLLOW_UP',
  title: 'Months of follow-up of TB',
  row: TbFollowUpRow,
  shipped: tb_follow_up,
})
const rules = partTable({
  ...medical,
  key: 'TB_RULES',
  title: 'Rules of TB treatment',
  row: TbRulesRow,
  shipped: [tb_rules],
  check: oneRow,
})
const tpt = partTable({
  ...medical,
  key: 'TPT_REGIMENS',
  title: 'Preventive therapy',
  row: TptRegimenRow,
  shipped: tpt_regimens,
  check: keysOnce,
})
const art = partTable({
  ...medical,
  key: 'ART_REGIMENS',
  title: 'Antiretroviral regimens',
  row: ArtRegimenRow,
  shipped: art_regimens,
  check: keysOnce,
})
const reasons = partTable({
  ...own,
  key: 'ARV_REASONS',
  title: 'Reasons of a change of regimen',
  row: ArvReasonRow,
  shipped: arv_reasons,
})
const charges = partTable({
  ...own,
  key: 'CHARGES',
  title: 'What is charged, by code of the price list',
  row: ChargeRow,
  shipped: [{ key: 'CLINIC_VISIT', code: null }],
  check: keysOnce,
})
const viral_load = partTable({
  ...medical,
  key: 'VL_SCHEDULE',
  title: 'When a viral load is due',
  row: ViralLoadRow,
  shipped: [vl_schedule],
  check: oneRow,
})
const desk = partTable({
  ...own,
  key: 'DESK',
  title: 'The desk of both clinics',
  row: DeskRow,
  shipped: [desk_rules],
  check: oneRow,
})

export const clinic_tables = [
  regimens,
  follow_up,
  rules,
  tpt,
  art,
  reasons,
  viral_load,
  desk,
  charges,
] as const

export const tbRegimens = (of: Of) => rowsIn(of, regimens)
export const tbFollowUp = (of: Of) => rowsIn(of, follow_up)
export const tbRules = (of: Of) => rowIn(of, rules)
export const artRegimens = (of: Of) => rowsIn(of, art)
export const arvReasons = (of: Of) => rowsIn(of, reasons)
export const viralLoadRules = (of: Of) => rowIn(of, viral_load)
export const deskRules = (of: Of) => rowIn(of, desk)
export const chargeCode = async (of: Of, key: string): Promise<string | null> =>
  (await rowsIn(of, charges)).find((one) => one.key === key)?.code ?? null
