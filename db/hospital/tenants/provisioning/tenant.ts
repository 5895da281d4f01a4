// A hospital without people: the tenant's row, its main branch with its modules, its roles.

import { clock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { countryOf } from '../../../core/reference/countries.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { folded } from '../../../store/table.ts'
import { shipReasons } from '../../goods/stock/adjustments/shipped.ts'
import { shipFormulary } from '../../care/medicines/formulary/shipped.ts'
import { shipImaging } from '../../diagnostics/imaging/shipped.ts'
import { shipCatalogue } from '../../diagnostics/laboratory/catalogue/shipped.ts'
import { shipUnitsAndCategories } from '../../goods/stock/products/shipped.ts'
import { install as installBooks } from '../../money/accounting/chart/install.ts'
import { default_roles } from '../../office/access/roles/default-roles.ts'
import { roles } from '../../office/access/tables.ts'
import { byCode, type Hospital } from '../../office/hospitals/hospitals.ts'
import type { Language } from '../../office/hospitals/words.ts'
import type { Module } from '../../modules.ts'
import { newHospital, operatorExists } from './operator.ts'
import { modulesOfKind } from '../../office/places/kinds.ts'
import { shipSwitches } from '../../office/places/modules.ts'
import { shipDepartments } from '../../office/places/shipped-departments.ts'
import { facilities } from '../../office/places/tables.ts'
import { shipPoints } from '../../desk/service-points/shipped.ts'
import type { facility_kinds } from '../../office/places/words.ts'
import { shipVitalTables } from '../../desk/vitals/vital-tables.ts'
import { shipPay } from '../../people/payroll/shipped.ts'
import { shipCadres } from '../../people/staff/cadres/cadres.ts'
import { shipShiftTypes } from '../../people/staff/rosters/types.ts'
import { shipLeave } from '../../people/staff/leave/shipped.ts'

export interface Tenant {
  code: string
  name: string
  short_name?: string | undefined
  country: string
  currency?: string | undefined
  timezone?: string | undefined
  /** Absent: what people there read first. */
  language?: Language | undefined
  contact?: { name: string; email: string | null; phone: string | null } | undefined
  facility: { code: string; name: string; kind?: (typeof facility_kinds)[number] | undefined }
  /** Absent: the modules a branch of this kind starts with (PLT-58). */
  modules?: readonly Module[] | undefined
  evaluation_ends_on?: string | undefined
}

/** Swahili is what patients and staff write and read there first. */
const swahili_first = new Set(['TZ', 'KE', 'CD'])

/** Within a transaction. What areas seed for a new hospital is called here, in their order. */
export async function openTenant(
  asked: Tenant,
  by_name: string,
): Promise<{ hospital: Hospital; facility_id: string }> {
  const country = countryOf(asked.country.toUpperCase())
  if (country === undefined) throw invalid('country', 'is not a country code like TZ.')
  const code = asked.code.trim().toLowerCase()
  if (!/^[a-z0-9-]{3,20}$/.test(code)) throw invalid('code', 'must be 3 to 20 of a–z, 0–9 and -.')
  if ((await byCode(code)) !== undefined) throw conflict(`The code ${code} is taken.`)
  await operatorExists()
  const hospital = await newHospital({
    id: newId(),
    code,
    name: asked.name,
    short_name: asked.short_name ?? null,
    status: 'ACTIVE',
    contact: asked.contact ?? null,
    country: country.code,
    currency: asked.currency ?? country.currency,
    timezone: asked.timezone ?? country.time_zone,
    language: asked.language ?? (swahili_first.has(country.code) ? 'sw' : 'en'),
    evaluation_ends_on: asked.evaluation_ends_on ?? null,
    created_by_name: by_name.slice(0, 120),
  })
  const facility_id = await openMain(hospital.id, asked)
  await roles.insertMany(
    default_roles.map((role) => ({
      hospital_id: hospital.id,
      code: role.code,
      name: role.name,
      name_key: folded(role.name),
      system: true,
    })),
  )
  await shipDepartments(hospital.id)
  await shipVitalTables(hospital.id)
  await shipCadres(hospital.id)
  await shipShiftTypes(hospital)
  await shipPay(hospital)
  await shipLeave(hospital, clock.instant().slice(0, 4))
  await installBooks({ hospital_id: hospital.id, name: by_name })
  await shipUnitsAndCategories(hospital.id)
  await shipReasons(hospital.id)
  await shipFormulary(hospital.id)
  await shipCatalogue(hospital.id)
  await shipImaging(hospital.id)
  return { hospital, facility_id }
}

async function openMain(hospital_id: string, asked: Tenant): Promise<string> {
  const code = asked.facility.code.toUpperCase()
  if (!/^[A-Z0-9]{2,8}$/.test(code)) {
    throw invalid('facility.code', 'must be 2 to 8 of A–Z and 0–9.')
  }
  const kind = asked.facility.kind ?? 'HOSPITAL'
  const facility = await facilities.insert({
    hospital_id,
    code,
    name: asked.facility.name,
    name_key: folded(asked.facility.name),
    kind,
    is_main: true,
    status: 'ACTIVE',
  })
  const modules = asked.modules ?? modulesOfKind(kind)
  await shipSwitches({ hospital_id }, facility.id, modules)
  await shipPoints({ hospital_id }, facility.id, modules.includes('maternity'))
  return facility.id
}
