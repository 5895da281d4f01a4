import { answer } from '../../../core/question.ts'
import { repointing, everyRow } from '../../care/clinical/repointing.ts'
import { canSee } from '../../desk/patients/privacy/privacy.ts'
import * as asked_of from '../../neighbours/theatre.ts'
import type { Brings, NotificationKind } from '../../registry.ts'
import { onForcedOff } from './cases/reserving.ts'
import { theatre_cases } from './cases/tables.ts'
import {
  caseOf,
  inTheatre,
  onDeath,
  openWork,
  operatedSince,
  patientArrived,
  performedServices,
  requestCase,
  workLeftBy,
} from './for-areas.ts'
import { theatre_gates } from './gate-kinds.ts'
import { genuineNote } from './genuine.ts'
import { readiness } from './readiness.ts'
import { searches } from './search.ts'

const notice = (
  kind: string,
  label: string,
  urgency: NotificationKind['urgency'],
  audience: string,
): NotificationKind => ({
  kind,
  label,
  area: 'theatre',
  urgency,
  default: { sms: urgency === 'URGENT', whatsapp: false, email: false },
  locked: false,
  audience,
})

const in_charge = 'Holders of theatre:book'

export const brings: Brings = {
  area: 'theatre',
  searches,
  reads: { theatre: 'theatre:read', theatre_session: 'theatre:read' },
  sequences: [
    {
      kind: 'theatre_case',
      label: 'Theatre case',
      area: 'theatre',
      pattern: 'TH-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'theatre_session',
      label: 'Theatre session',
      area: 'theatre',
      pattern: 'TS-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
  ],
  gates: theatre_gates,
  papers: [
    {
      kind: 'operation_note',
      title: { en: 'Operation note', sw: 'Maelezo ya upasuaji' },
      read: genuineNote,
    },
  ],
  notifications: [
    notice('theatre.emergency', 'An emergency waits for theatre', 'URGENT', in_charge),
    notice('theatre.booked', 'A case is on the list', 'INFO', 'Surgeon and anaesthetist'),
    notice('theatre.moved', 'A case was moved on the list', 'INFO', 'The surgeon'),
    notice('theatre.put_off', 'A case was put off or cancelled', 'WARNING', 'The surgeon'),
    notice('theatre.sent', 'A patient is on the way to theatre', 'INFO', 'The surgeon'),
    notice(
      'theatre.counts_unresolved',
      'Counts are not equal',
      'URGENT',
      'Holders of theatre:book, medical in-charge',
    ),
    notice('theatre.death', 'A death in theatre', 'URGENT', 'Medical in-charge'),
    notice('theatre.list_refused', 'A list cannot be published', 'WARNING', in_charge),
    notice('theatre.left_over', 'Cases that were not begun', 'WARNING', in_charge),
    notice('theatre.unsigned', 'Operation notes wait a day', 'WARNING', in_charge),
    notice(
      'theatre.unsigned_long',
      'Operation notes wait two days',
      'WARNING',
      'Medical in-charge',
    ),
  ],
  entities: [
    {
      type: 'theatre_case',
      read: 'theatre:read',
      write: 'theatre:perform',
      module: 'theatre',
      async exists(caller, id) {
        const found = await theatre_cases.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined) return undefined
        const { patient_id, visit_id, number } = found
        const of = visit_id === null ? { patient_id } : { patient_id, visit_id }
        return (await canSee(caller, of)) ? { label: number, patient_id } : undefined
      },
    },
  ],
  repointPatient: repointing({ theatre_cases: everyRow, theatre_items: everyRow }),
  onDeath,
  openWork,
  onForcedOff,
  readiness,
  performedServices,
  workLeftBy,
  answers: [
    answer(asked_of.patientArrived, patientArrived),
    answer(asked_of.inTheatre, inTheatre),
    answer(asked_of.operatedSince, operatedSince),
    answer(asked_of.caseOf, caseOf),
    answer(asked_of.requestCase, requestCase),
  ],
}
