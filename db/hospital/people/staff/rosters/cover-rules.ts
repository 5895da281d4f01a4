// How many of whom a department needs in a shift, kept as rules (people 2.5, HR-35).

import type { Caller } from '../../../../core/caller.ts'
import { invalid, noSuch } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { mapPage, type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { cadreRecord } from '../cadres/cadres.ts'
import { departmentAt } from '../department-at.ts'
import type { CoverFilter, CoverRule, CoverRuleChange, CoverRuleInput } from './cover-shapes.ts'
import { cover_rules } from './tables.ts'
import { isOf, type ShiftTypeRow, typesOf } from './types.ts'

export type CoverRuleRow = RowOf<(typeof cover_rules)['columns']>

const coverRecord = recordOf(cover_rules, 'cover rule')

/** Of the caller's branches (HR-1). */
export async function ruleHere(caller: Caller, id: string): Promise<CoverRuleRow> {
  const row = await coverRecord.get(caller, id)
  await scopeOf(caller, row.facility_id)
  return row
}

export async function list(
  caller: Caller,
  asked: CoverFilter & PageAsked,
): Promise<Page<CoverRule>> {
  const branches = await scopeOf(caller, asked.facility_id)
  const types = await typesOf(caller)
  const found = await pageFrom(cover_rules, asked, {
    from: sql` from cover_rules${where([
      sql`hospital_id = ${caller.hospital_id}`,
      branches === 'all' ? undefined : sql`facility_id${oneOf(branches)}`,
      when(asked.department, sql`lower(department) = ${asked.department?.toLowerCase()}`),
    ])}`,
    order: sql` order by department, created_at, id`,
  })
  return mapPage(found, (row) => shown(row, types))
}

const shown = (
  { cadre_group, ...row }: CoverRuleRow,
  types: ReadonlyMap<string, ShiftTypeRow>,
): CoverRule => ({
  ...row,
  code: types.get(row.shift_type_id)?.code ?? '',
  group: cadre_group,
})

export async function open(caller: Caller, input: CoverRuleInput): Promise<CoverRule> {
  const facility_id = input.facility_id ?? (await actingBranch(caller))
  await scopeOf(caller, facility_id)
  const department = await departmentAt(caller, facility_id, input.department)
  const types = await typesOf(caller)
  const type = types.get(input.shift_type_id)
  if (type === undefined) throw noSuch('shift type')
  if (!isOf(type, department)) {
    throw invalid('shift_type_id', `${type.code} is not for ${department}.`)
  }
  const row = await judged(caller, {
    weekdays: input.weekdays ?? [1, 2, 3, 4, 5, 6, 7],
    holidays: input.holidays ?? null,
    cadre_id: input.cadre_id ?? null,
    cadre_group: input.group ?? null,
    minimum: input.minimum,
    skill: input.skill || null,
    starts_on: input.starts_on ?? null,
    ends_on: input.ends_on ?? null,
  })
  const { hospital_id } = caller
  const made = await cover_rules.insert({
    ...row,
    hospital_id,
    facility_id,
    department,
    shift_type_id: type.id,
  })
  record(caller, 'cover_rule.create', about(made, type))
  return shown(made, types)
}

type Judged = Pick<
  CoverRuleRow,
  | 'weekdays'
  | 'holidays'
  | 'cadre_id'
  | 'cadre_group'
  | 'minimum'
  | 'skill'
  | 'starts_on'
  | 'ends_on'
>

async function judged<T extends Judged>(caller: Caller, rule: T): Promise<T> {
  const { cadre_id, cadre_group, starts_on, ends_on } = rule
  if ((cadre_id === null) === (cadre_group === null)) {
    throw invalid('cadre_id', 'or group is required: one of the two.')
  }
  if (cadre_id !== null) await cadreRecord.get(caller, cadre_id)
  if (starts_on !== null && ends_on !== null && ends_on < starts_on) {
    throw invalid('ends_on', 'is before starts_on.')
  }
  return { ...rule, weekdays: [...new Set(rule.weekdays)].toSorted((a, b) => a - b) }
}

export async function change(
  caller: Caller,
  id: string,
  { group, skill, ...input }: CoverRuleChange,
): Promise<CoverRule> {
  const before = await coverRecord.locked(caller, id)
  fresh(caller, before)
  const said = {
    ...input,
    ...(group === undefined ? {} : { cadre_group: group }),
    ...(skill === undefined ? {} : { skill: skill || null }),
  }
  const { weekdays } = await judged(caller, { ...before, ...said })
  const changes = 'weekdays' in said ? { ...said, weekdays } : said
  await cover_rules.change({ hospital_id: caller.hospital_id, id }, changes)
  const types = await typesOf(caller)
  const type = types.get(before.shift_type_id)
  record(caller, 'cover_rule.update', {
    ...about(before, type),
    changes: difference(before, changes),
  })
  return shown(await coverRecord.get(caller, id), types)
}

const about = ({ id, department }: CoverRuleRow, type: ShiftTypeRow | undefined) => ({
  entity_type: 'cover_rule',
  entity_id: id,
  entity_label: `${department} ${type?.code ?? ''}`,
})
