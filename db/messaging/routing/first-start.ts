// What a deployment begins with (MSG 2.5, MSG-361): operators, their prefixes, and one simulator
// that serves them all, so that everything works with nothing bought. All of it can be edited.

import { newSecret } from '../../core/ids.ts'
import { clock } from '../../core/clock.ts'
import { msg_links, msg_operators, msg_prefixes, msg_routes } from './tables.ts'

const operators: readonly [code: string, name: string, prefixes: readonly string[]][] = [
  ['vodacom', 'Vodacom', ['72', '74', '75', '76', '79']],
  ['yas', 'Yas', ['65', '67', '70', '71', '77']],
  ['airtel', 'Airtel', ['66', '68', '69', '78']],
  ['halotel', 'Halotel', ['61', '62', '63']],
  ['ttcl', 'TTCL', ['73']],
  ['other', 'Other', ['60', '64']],
]

export const simulator_code = 'simulator'

/** Asked before every opening of an account; does its work once. */
export async function openRouting(): Promise<boolean> {
  if ((await msg_operators.find({ code: 'other' })) !== undefined) return false
  const link = await msg_links.insert({
    code: simulator_code,
    name: 'Simulator',
    kind: 'simulator',
    state: 'up',
    throughput_per_second: 5000,
    options: { latencyMs: 5, receiptDelayMs: 1000, mix: { delivered: 1, failed: 0, expired: 0 } },
    token: newSecret(32),
    state_since: clock.instant(),
  })
  for (const [index, [code, name, prefixes]] of operators.entries()) {
    await msg_operators.insert({
      code,
      name,
      place: index + 1,
      approval_required: code !== 'other',
      required_documents: [
        'business_registration',
        'tin_certificate',
        'letter_of_authorisation',
        'sample_message',
      ],
    })
    await msg_routes.insert({ operator_code: code, link_id: link.id, position: 1 })
    for (const prefix of prefixes) {
      await msg_prefixes.insert({
        prefix,
        operator_code: code === 'other' ? null : code,
        state: code === 'other' ? 'unallocated' : 'allocated',
      })
    }
  }
  return true
}
