import { answer } from '../../../core/question.ts'
import { rows, run } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { openReturnOf } from '../../neighbours/commercial.ts'
import type { Brings } from '../../registry.ts'
import { returnRecord } from './record.ts'
import { sales_returns } from './tables.ts'

const notice = (kind: string, label: string, audience: string) =>
  ({
    kind,
    label,
    area: 'returns',
    urgency: 'INFO',
    default: { sms: false, whatsapp: false, email: false },
    locked: false,
    audience,
  }) as const

export const brings: Brings = {
  area: 'returns',
  sequences: [
    {
      kind: 'sales_return',
      label: 'Return',
      area: 'returns',
      pattern: 'RT-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
  ],
  entities: [
    {
      type: 'sales_return',
      read: 'return:read',
      write: 'return:write',
      async exists({ hospital_id }, id) {
        const found = await sales_returns.find({ hospital_id, id })
        return found && { label: found.number, patient_id: found.patient_id }
      },
    },
  ],
  papers: [
    {
      kind: 'sales_return',
      title: { en: 'Return note', sw: 'Hati ya kurudisha bidhaa' },
      async read(caller, id) {
        const { number, created_at, refund_amount, status } = await returnRecord.get(caller, id)
        const gone = status === 'CANCELLED' || status === 'REJECTED'
        return {
          number,
          date: created_at.slice(0, 10),
          amount: refund_amount,
          status: gone ? 'CANCELLED' : 'VALID',
        }
      },
    },
  ],
  notifications: [
    notice('return.decided', 'A return was rejected or is completed', 'Who asked for it'),
    notice('return.reaction', 'Goods came back after a reaction', 'Holders of stock:quality'),
  ],
  answers: [
    answer(openReturnOf, async ({ hospital_id }, client_id) => {
      const [found] = await sales_returns.all(
        { hospital_id, client_id, status: ['REQUESTED', 'APPROVED'] },
        { order: ['created_at', 'id'], limit: 1 },
      )
      return found === undefined ? null : `Return ${found.number} is still open.`
    }),
  ],
  async repointPatient({ hospital_id }, { from, to, only }) {
    const own = only === undefined ? sql`` : sql` and id${oneOf(only['sales_returns'] ?? [])}`
    const found = await rows<{ id: string }>(
      sql`select id from sales_returns where hospital_id = ${hospital_id}
        and patient_id = ${from}${own}`,
    )
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) return {}
    await run(
      sql`update sales_returns set patient_id = ${to} where hospital_id = ${hospital_id}
        and id${oneOf(ids)}`,
    )
    return { sales_returns: ids }
  },
}
