// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as ambulance } from './ambulance.ts'
import { door as births } from './births.ts'
import { door as body_services } from './body-services.ts'
import { door as ctc_clients } from './ctc-clients.ts'
import { door as labours } from './labours.ts'
import { door as mortuary } from './mortuary.ts'
import { door as pregnancies } from './pregnancies.ts'
import { door as tb_cases } from './tb-cases.ts'
import { door as tb_ctc_tables } from './tb-ctc-tables.ts'
import { door as theatre } from './theatre.ts'
import { door as theatre_cases } from './theatre-cases.ts'

export const doors: readonly Door[] = [
  ambulance,
  births,
  body_services,
  ctc_clients,
  labours,
  mortuary,
  pregnancies,
  tb_cases,
  tb_ctc_tables,
  theatre,
  theatre_cases,
]
