// What wards use (stock 5.5).

import { WardUse, WardUseInput } from '../../../db/hospital/goods/stock/ward-use/shapes.ts'
import { use } from '../../../db/hospital/goods/stock/ward-use/use.ts'
import { inBody } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { create } from '../words.ts'

export const door = area('ward-use', [
  create('/stock/ward-use', {
    summary: 'Write down what a ward used; what has a price goes on the bill of the patient',
    access: 'stock:use',
    opens: inBody('desk', 'patient_id'),
    once: true,
    body: WardUseInput,
    reply: WardUse,
    says: 'Use written down.',
    run: ({ caller, body }) => use(caller, body),
  }),
])
