// Rules of discounts, and what is given by them (commercial 5.5).

import * as giving from '../../../db/hospital/trade/discounts/give.ts'
import { list as listDiscounts, shown } from '../../../db/hospital/trade/discounts/list.ts'
import { discountRecord, ruleRecord } from '../../../db/hospital/trade/discounts/record.ts'
import * as rules from '../../../db/hospital/trade/discounts/rules.ts'
import {
  Discount,
  DiscountFilters,
  DiscountRule,
  DiscountRuleChange,
  DiscountRuleInput,
  GiveDiscount,
  MayNoteDiscount,
  NoteDiscount,
  RemoveDiscount,
  RuleFilters,
} from '../../../db/hospital/trade/discounts/shapes.ts'
import { inQuery, ruled } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, list, patch, post } from '../words.ts'

const record = byId(discountRecord.get)

export const door = area('discounts', [
  list('/commercial/discount-rules', {
    summary: 'Rules of discounts, with what was given by them',
    access: 'discount:read',
    opens: 'nobody',
    filters: RuleFilters,
    each: DiscountRule,
    run: ({ caller, query }) => rules.list(caller, query),
  }),
  create('/commercial/discount-rules', {
    summary: 'Write a rule',
    access: 'discount:write',
    opens: 'nobody',
    body: DiscountRuleInput,
    reply: DiscountRule,
    says: 'Rule written.',
    run: async ({ caller, body }) => rules.find(caller, (await rules.open(caller, body)).id),
  }),
  patch('/commercial/discount-rules/:id', {
    summary: 'Change a rule',
    access: 'discount:write',
    opens: 'nobody',
    record: byId(ruleRecord.get),
    body: DiscountRuleChange,
    reply: DiscountRule,
    says: 'Rule changed.',
    run: async ({ caller, params, body }) =>
      rules.find(caller, (await rules.change(caller, params.id, body)).id),
  }),
  list('/commercial/discounts', {
    summary: 'Discounts that were asked for and given, the newest first',
    access: 'discount:read',
    opens: inQuery('desk', 'patient_id'),
    audit: 'discount.list',
    filters: DiscountFilters,
    each: Discount,
    totals: true,
    run: ({ caller, query }) => listDiscounts(caller, query),
  }),
  create('/commercial/discounts', {
    summary: 'Give a discount on a bill, or ask for one',
    access: 'discount:apply',
    opens: ruled('the name of a closed record is masked; the cash desk does its work on the bill'),
    once: true,
    body: GiveDiscount,
    reply: Discount,
    says: 'Discount noted.',
    run: async ({ caller, body }) => shown(caller, await giving.give(caller, body)),
  }),
  post('/commercial/discounts/:id/approve', {
    summary: 'Give a discount that somebody else asked for',
    access: 'discount:approve',
    opens: 'desk',
    record,
    body: MayNoteDiscount,
    body_may_miss: true,
    reply: Discount,
    says: 'Discount given.',
    run: async ({ caller, params, body }) =>
      shown(caller, await giving.approve(caller, params.id, body.note || null)),
  }),
  post('/commercial/discounts/:id/refuse', {
    summary: 'Refuse a discount',
    access: 'discount:approve',
    opens: 'desk',
    record,
    body: NoteDiscount,
    reply: Discount,
    says: 'Discount refused.',
    run: async ({ caller, params, body }) =>
      shown(caller, await giving.refuse(caller, params.id, body.note)),
  }),
  post('/commercial/discounts/:id/remove', {
    summary: 'Take a discount back',
    access: 'discount:approve',
    opens: 'desk',
    record,
    body: RemoveDiscount,
    reply: Discount,
    says: 'Discount taken back.',
    run: async ({ caller, params, body }) =>
      shown(caller, await giving.remove(caller, params.id, body.reason)),
  }),
])
