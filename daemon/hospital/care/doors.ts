// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as admissions } from './admissions.ts'
import { door as assistant } from './assistant.ts'
import { door as bed_transfers } from './bed-transfers.ts'
import { door as certificates } from './certificates.ts'
import { door as chart } from './chart.ts'
import { door as clinical_records } from './clinical-records.ts'
import { door as clinical_settings } from './clinical-settings.ts'
import { door as consents } from './consents.ts'
import { door as doses } from './doses.ts'
import { door as home_medicines } from './home-medicines.ts'
import { door as immunisation } from './immunisation.ts'
import { door as medicines } from './medicines.ts'
import { door as notices } from './notices.ts'
import { door as nursing } from './nursing.ts'
import { door as pharmacy } from './pharmacy.ts'
import { door as prescriptions } from './prescriptions.ts'
import { door as procedures } from './procedures.ts'
import { door as safety_tables } from './safety-tables.ts'
import { door as ward_papers } from './ward-papers.ts'
import { door as wards } from './wards.ts'

export const doors: readonly Door[] = [
  admissions,
  assistant,
  bed_transfers,
  certificates,
  chart,
  clinical_records,
  clinical_settings,
  consents,
  doses,
  home_medicines,
  immunisation,
  medicines,
  notices,
  nursing,
  pharmacy,
  prescriptions,
  procedures,
  safety_tables,
  ward_papers,
  wards,
]
