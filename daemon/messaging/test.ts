// Test mode (MSG 4.23): a clock that is moved, happenings that are brought about, a fresh beginning.

import {
  Anything,
  choice,
  optional,
  Flag,
  form,
  nullable,
  Money,
} from '../../db/core/kinds/kinds.ts'
import { Count, Id, list, Moment, Words } from '../../db/core/kinds/strict.ts'
import { toMinor, toMajor } from '../../db/core/kinds/money.ts'
import { currencyOf } from '../../db/core/reference/countries.ts'
import { advance, clockOf } from '../../db/messaging/testing/clock.ts'
import {
  injectInbound,
  injectReceipt,
  listScripts,
  receipt_words,
} from '../../db/messaging/testing/inject.ts'
import { fault_kinds } from '../../db/messaging/accounts/words.ts'
import { Sender } from '../../db/messaging/senders/shapes.ts'
import { clearFaults, planFaults } from '../../db/messaging/testing/faults.ts'
import { decideInTest } from '../../db/messaging/testing/senders.ts'
import { injectWhatsapp, injectWhatsappStatus } from '../../db/messaging/testing/whatsapp.ts'
import { WhatsappMessage } from '../../db/messaging/whatsapp/shapes.ts'
import { message_types } from '../../db/messaging/whatsapp/words.ts'
import { reset } from '../../db/messaging/testing/reset.ts'
import { book, walletOf } from '../../db/messaging/wallet/wallets.ts'
import { wrong } from '../../db/messaging/refusals.ts'
import { area } from '../edge/route.ts'
import { get, post, remove } from './words.ts'

const common = { access: 'test:manage', test_only: true } as const
const asking = { ...common, unkeyed: true } as const
const Fault = form({ kind: choice(fault_kinds), remaining: Count(), delayMs: Count() })
const Now = { now: Words(0, 24), offsetSeconds: Count() }

export const door = area('test', [
  get('/test/clock', {
    ...common,
    summary: 'The virtual clock of test mode',
    reply: form(Now),
    run: ({ caller }) => clockOf(caller),
  }),
  post('/test/clock/advance', {
    ...asking,
    summary: 'Move the virtual clock forward; everything due on the way happens',
    transaction: 'rule',
    body: form({ seconds: Count(1, 40_000_000) }),
    reply: form({
      ...Now,
      processed: form({
        released: Count(),
        submitted: Count(),
        happened: Count(),
        expired: Count(),
        webhooks: Count(),
        complete: Flag,
      }),
    }),
    run: ({ caller, body }) => advance(caller, body.seconds),
  }),
  post('/test/reset', {
    ...asking,
    summary: 'Erase the test data of the account; the webhook configuration stays',
    body: form({ confirm: Flag }),
    reply: form({ erased: Count() }),
    run: async ({ caller, body }) => {
      if (!body.confirm) throw wrong('confirm', 'must be true.')
      return reset(caller)
    },
  }),
  get('/test/scripts', {
    ...common,
    summary: 'Numbers with a script, and what happens to them',
    reply: form({
      data: list(form({ script: Words(0, 2), example: Words(0, 15), happens: Words(0, 200) })),
    }),
    run: async () => listScripts(),
  }),
  post('/test/top-up', {
    ...asking,
    summary: 'Money into the test wallet',
    body: form({ amount: Money }),
    reply: form({
      currency: Words(0, 3),
      balance: Money,
      reserved: Money,
      threshold: nullable(Money),
      lowBalance: Flag,
    }),
    run: async ({ caller, body }) => {
      const wallet = await walletOf(caller)
      const currency = currencyOf(wallet.currency)
      if (body.amount <= 0) throw wrong('amount', 'must be more than 0.')
      const amount = toMinor(body.amount, currency, 'amount')
      await book(caller, { kind: 'top_up', amount, actor: caller.actor, reason: 'test' })
      const { balance, reserved, threshold } = await walletOf(caller)
      return {
        currency: currency.code,
        balance: toMajor(balance, currency),
        reserved: toMajor(reserved, currency),
        threshold: threshold === null ? null : toMajor(threshold, currency),
        lowBalance: threshold !== null && balance < threshold,
      }
    },
  }),
  post('/test/receipts', {
    ...asking,
    summary: 'A receipt, as the operator would send it',
    body: form({
      messageId: Id,
      part: optional(Count(1, 10)),
      status: choice(receipt_words),
      errorCode: optional(Words(0, 20)),
    }),
    reply: form({ outcome: Words(0, 20) }),
    run: ({ caller, body }) => injectReceipt(caller, body),
  }),
  post('/test/inbound-sms', {
    ...asking,
    summary: 'Words of a person, as the operator would bring them',
    body: form({ from: Words(1, 30), to: optional(Words(1, 15)), text: Words(1, 1600) }),
    reply: form({
      id: Id,
      from: Words(0, 15),
      to: Words(0, 15),
      text: nullable(Words(0, 5000)),
      receivedAt: Words(0, 24),
      inReplyTo: nullable(Id),
      optOut: Flag,
    }),
    run: ({ caller, body }) => injectInbound(caller, body),
  }),
  post('/test/inbound-whatsapp', {
    ...asking,
    summary: 'Words of a person over WhatsApp, as the provider would bring them',
    body: form({
      from: Words(1, 40),
      type: choice(message_types),
      text: optional(Anything),
      timestamp: optional(Moment),
      providerId: optional(Words(1, 300)),
    }),
    reply: WhatsappMessage,
    run: ({ caller, body }) => injectWhatsapp(caller, body),
  }),
  post('/test/whatsapp-status', {
    ...asking,
    summary: 'A status of a WhatsApp message, as the provider would tell it',
    body: form({
      messageId: Id,
      status: choice(['sent', 'delivered', 'read', 'failed']),
      errorCode: optional(Words(1, 40)),
    }),
    reply: WhatsappMessage,
    run: ({ caller, body }) => injectWhatsappStatus(caller, body),
  }),
  post('/test/sender-ids/:id/decide', {
    ...asking,
    summary: 'Decide on a sender ID of test mode, as the operator would',
    body: form({
      operator: optional(Words(1, 20)),
      decision: choice(['approved', 'rejected']),
      reason: optional(Words(1, 300)),
    }),
    reply: Sender,
    run: ({ caller, params, body }) => decideInTest(caller, params.id, body),
  }),
  post('/test/faults', {
    ...asking,
    summary: 'Plan faults for the next calls of the test keys, to rehearse what a client does',
    body: form({
      kind: choice(fault_kinds),
      count: Count(1, 100),
      delayMs: optional(Count(0, 10_000)),
    }),
    reply: form({ faults: list(Fault) }),
    run: ({ caller, body }) => planFaults(caller, body),
  }),
  remove('/test/faults', {
    ...common,
    summary: 'No planned faults any more',
    run: ({ caller }) => clearFaults(caller),
  }),
])
