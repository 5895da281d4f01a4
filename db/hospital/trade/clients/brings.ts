import { answer } from '../../../core/question.ts'
import {
  clientByPayer,
  clientOnPaper,
  clientTerms,
  creditCheck,
  openFollowUp,
  reviewHold,
} from '../../neighbours/commercial.ts'
import { clientNames } from '../../neighbours/parties.ts'
import type { Brings } from '../../registry.ts'
import { mayOwe } from './credit.ts'
import { onDeath, opened, repointPatient } from './follow-ups/for-areas.ts'
import { client_import } from './import.ts'
import { reviewHold as holdReviewed } from './holds.ts'
import { clientNamed, namesOfClients } from './names.ts'
import { onPaper } from './for-areas.ts'
import { client_search } from './search.ts'
import { clients } from './tables.ts'

const notice = (kind: string, label: string, audience: string) =>
  ({
    kind,
    label,
    area: 'clients',
    urgency: 'INFO',
    default: { sms: false, whatsapp: false, email: false },
    locked: false,
    audience,
  }) as const

export const brings: Brings = {
  area: 'clients',
  sequences: [
    {
      kind: 'client',
      label: 'Client',
      area: 'clients',
      pattern: 'CL-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'NEVER',
      gapless: false,
    },
  ],
  entities: [
    {
      type: 'client',
      read: 'client:read',
      write: 'client:write',
      async exists({ hospital_id }, id) {
        const found = await clients.find({ hospital_id, id })
        return found === undefined ? undefined : { label: `${found.number} ${found.name}` }
      },
    },
  ],
  searches: [client_search],
  imports: [client_import],
  reads: {
    contact: 'client:read',
    commercial_settings: 'client:read',
    follow_up: 'followup:read',
    interaction: 'interaction:read',
  },
  notifications: [
    notice('client.suspended', 'A client was suspended', 'Who looks after the client'),
    notice('follow_up.assigned', 'A follow-up was given to you', 'Who is to see to it'),
    notice('follow_up.due', 'Follow-ups that are due or late', 'Who is to see to them'),
  ],
  onDeath,
  repointPatient,
  answers: [
    answer(clientNames, namesOfClients),
    answer(clientByPayer, clientNamed),
    answer(creditCheck, mayOwe),
    answer(reviewHold, holdReviewed),
    answer(openFollowUp, opened),
    answer(clientOnPaper, onPaper),
    answer(clientTerms, async ({ hospital_id }, id) => {
      const found = await clients.find({ hospital_id, id })
      return found?.payment_terms_days ?? null
    }),
  ],
}
