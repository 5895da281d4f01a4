// Tools for those who write receivers of the messaging API. Nothing is asked of any database.

import { readFileSync } from 'node:fs'
import { text } from '../../db/appliance/configuration/kinds.ts'
import { command, done, orElse, word } from '../frame/grammar/command.ts'
import { commands as accounts } from './accounts.ts'
import { commands as bench } from './bench.ts'
import { commands as businesses } from './businesses.ts'
import { commands as campaigns } from './campaigns.ts'
import { commands as counterparts } from './counterparts.ts'
import { commands as doctor } from './doctor.ts'
import { commands as keys } from './keys.ts'
import { commands as links } from './links.ts'
import { commands as operators } from './operators.ts'
import { commands as people } from './people.ts'
import { commands as prices } from './prices.ts'
import { commands as queue } from './queue.ts'
import { commands as receipts } from './receipts.ts'
import { commands as routes } from './routes.ts'
import { commands as selftest } from './selftest.ts'
import { commands as senders } from './senders.ts'
import { commands as settings } from './settings.ts'
import { commands as wallets } from './wallets.ts'
import { commands as webhooks } from './webhooks.ts'
import { commands as whatsapp } from './whatsapp.ts'

const line = text('what the header holds', /^[^\r\n\0]{1,400}$/)

const verify = command('messaging verify', {
  says: 'Checks the signature of a webhook, whose body comes on standard input.',
  class: 'L',
  permission: null,
  flags: {
    secret: word(line, 'the secret, whsec_…'),
    timestamp: word(text('seconds since 1970', /^\d{1,12}$/), 'what X-SMS-Timestamp held'),
    signature: word(line, 'what X-SMS-Signature held'),
    at: orElse(text('seconds since 1970, or now', /^(now|\d{1,12})$/), 'now', 'the moment it came'),
  },
  exits: [3],
  examples: [
    'kituo messaging verify --secret whsec_… --timestamp 1767225600 --signature sha256=…',
    'kituo messaging verify --secret whsec_… --timestamp 1767225600 --signature sha256=… --at 1767225605',
  ],
  run: async ({ flags }) => {
    const { verify: judge } = await import('../../db/messaging/webhooks/signature.ts')
    const { clock } = await import('../../db/core/clock.ts')
    const { secret, timestamp, signature, at } = flags
    const body = readFileSync(0)
    const now_s = at === 'now' ? Math.floor(clock.ms() / 1000) : Number(at)
    const verdict = judge({ secret, timestamp, signature, body }, now_s)
    const said = {
      right: 'The signature is right.',
      stale: 'The timestamp is more than five minutes away: refuse it.',
      malformed: 'The timestamp or the signature is not written as it should be.',
      wrong: 'The signature is wrong: another secret, or other bytes.',
    }[verdict]
    const data = { verdict, bytes: body.length }
    return done(said, data, verdict === 'right' ? {} : { error: { code: 'proof.failed' } })
  },
  view: () => null,
})

/** The machinery is the deployment's: where there are several hospitals, none has to be named. */
export const commands = [
  ...businesses,
  ...accounts,
  ...keys,
  ...wallets,
  ...prices,
  ...senders,
  ...operators,
  ...links,
  ...routes,
  ...queue,
  ...receipts,
  ...people,
  ...campaigns,
  ...webhooks,
  ...whatsapp,
  ...settings,
  ...counterparts,
  ...doctor,
  ...selftest,
  ...bench,
  verify,
].map((one) => ({ ...one, about: 'deployment' as const }))
