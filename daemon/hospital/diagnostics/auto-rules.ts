// What goes out of the laboratory without a person (diagnostics 5.4).

import {
  AutoRule,
  AutoRuleFilters,
  AutoRulesCheck,
  AutoRulesInput,
} from '../../../db/hospital/diagnostics/laboratory/automatic/shapes.ts'
import { lookBack } from '../../../db/hospital/diagnostics/laboratory/automatic/looking-back.ts'
import * as rules from '../../../db/hospital/diagnostics/laboratory/automatic/rules.ts'
import { listOf, oneOfTwo } from '../../../db/core/kinds/kinds.ts'
import { said } from '../../edge/answers.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { listed, put } = nobodys

export const door = area('auto-rules', [
  listed('/diagnostics/auto-rules', {
    summary: 'Rules by which results go out without a person',
    access: 'diagnostic:settings',
    query: AutoRuleFilters,
    each: AutoRule,
    run: ({ caller, query }) => rules.rules(caller, query.active),
  }),
  put('/diagnostics/auto-rules', {
    summary: 'Write these rules anew, or see what they would have done',
    access: 'diagnostic:settings',
    body: AutoRulesInput,
    reply: oneOfTwo(listOf(AutoRule), AutoRulesCheck),
    says: 'Rules written.',
    run: async ({ caller, body }) =>
      body.check_only === true
        ? said('Nothing is changed.', await lookBack(caller, body.rules))
        : rules.replace(caller, body),
  }),
])
