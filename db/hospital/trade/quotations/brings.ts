import { answer } from '../../../core/question.ts'
import { rows, run } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { offersFallAway, priceForClient } from '../../neighbours/commercial.ts'
import type { Brings } from '../../registry.ts'
import { agreedPrice } from './lines/prices.ts'
import { fallAway } from './moves.ts'
import { calledQuotation, quotationRecord } from './record.ts'
import { quotations } from './tables.ts'

const gone: readonly string[] = ['CANCELLED', 'DECLINED', 'EXPIRED']

export const brings: Brings = {
  area: 'quotations',
  sequences: [
    {
      kind: 'quotation',
      label: 'Quotation',
      area: 'quotations',
      pattern: 'QT-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
  ],
  entities: [
    {
      type: 'quotation',
      read: 'quotation:read',
      write: 'quotation:write',
      async exists({ hospital_id }, id) {
        const found = await quotations.find({ hospital_id, id })
        return found && { label: calledQuotation(found), patient_id: found.patient_id }
      },
    },
  ],
  papers: [
    {
      kind: 'quotation',
      title: { en: 'Quotation', sw: 'Nukuu ya bei' },
      async read(caller, id) {
        const row = await quotationRecord.get(caller, id)
        const status = gone.includes(row.status) ? 'CANCELLED' : 'VALID'
        const date = (row.sent_at ?? row.created_at).slice(0, 10)
        return { number: calledQuotation(row), date, amount: row.total, status }
      },
    },
  ],
  notifications: [
    {
      kind: 'quotation.moved',
      label: 'A quotation was answered, refused or expired',
      area: 'quotations',
      urgency: 'INFO',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Who wrote it',
    },
  ],
  answers: [
    answer(priceForClient, agreedPrice),
    answer(offersFallAway, async (caller, { client_id, reason }) => {
      const { hospital_id } = caller
      const found = await quotations.all(
        { hospital_id, client_id, status: 'SENT' },
        { order: ['id'] },
      )
      await fallAway(caller, found, reason)
    }),
  ],
  async repointPatient({ hospital_id }, { from, to, only }) {
    const own = only === undefined ? sql`` : sql` and id${oneOf(only['quotations'] ?? [])}`
    const found = await rows<{ id: string }>(
      sql`select id from quotations where hospital_id = ${hospital_id} and patient_id = ${from}${own}`,
    )
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) return {}
    await run(
      sql`update quotations set patient_id = ${to} where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
    )
    return { quotations: ids }
  },
}
