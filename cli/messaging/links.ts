// Links to the operators (messaging 8).

import { choice, text, whole } from '../../db/appliance/configuration/kinds.ts'
import { isTextOption } from '../../db/messaging/routing/link-settings.ts'
import { link_kinds, receipt_ways, resend_ways } from '../../db/messaging/routing/words.ts'
import {
  command,
  done,
  type Frame,
  maybe,
  maybeFile,
  orElse,
  word,
  words,
  yes,
} from '../frame/grammar/command.ts'
import { onOrOff, truth } from '../frame/grammar/fields.ts'
import { limited, tableOf } from '../frame/lists.ts'
import { by, line, name, spoken } from './frame.ts'
import { usage } from '../frame/grammar/usage.ts'

const code = word(text('the code of a link', /^[A-Za-z0-9-]{1,40}$/), 'the link, by its code')
const option = text('NAME=VALUE', /^[A-Za-z]{1,40}(\.[A-Za-z]{1,40})?=[^\0]{0,10000}$/)

const settings = {
  throughput: maybe(whole(1, 5000), 'segments in any second at most'),
  host: maybe(line, 'the address of the operator'),
  port: maybe(whole(1, 65_535), 'its port'),
  system_id: maybe(line, 'the name to bind with'),
  password_file: maybeFile('a file with the password; - is standard input'),
  option: words(option, 'a setting of the kind, like windowSize=50 or tls.on=true'),
  receipts: maybe(choice(receipt_ways), 'for which parts receipts are asked'),
  resend_on_unknown: maybe(choice(resend_ways), 'what is sent again when no answer came'),
  learn_portability: onOrOff('whether receipts may tell of ported numbers'),
  acknowledge_insecure: yes('send although the certificate is not checked'),
}

interface Settings {
  throughput: number | undefined
  host: string | undefined
  port: number | undefined
  system_id: string | undefined
  option: readonly string[]
  receipts: (typeof receipt_ways)[number] | undefined
  resend_on_unknown: (typeof resend_ways)[number] | undefined
  learn_portability: 'on' | 'off' | undefined
  acknowledge_insecure: boolean
}

/** What is no JSON is meant as a text, and so is whatever stands where a text belongs. */
function valueOf(name: string, typed: string): unknown {
  try {
    const read: unknown = JSON.parse(typed)
    return isTextOption(name) && typeof read !== 'string' ? typed : read
  } catch {
    return typed
  }
}

function changeOf({ flags, sent }: Pick<Frame, 'sent'> & { flags: Settings }) {
  const typed: Record<string, unknown> = {}
  for (const one of flags.option) {
    const at = one.indexOf('=')
    const [option = '', member] = one.slice(0, at).split('.')
    const value = valueOf(option, one.slice(at + 1))
    typed[option] = member === undefined ? value : { ...(typed[option] as object), [member]: value }
  }
  const options = spoken({
    host: flags.host,
    port: flags.port,
    systemId: flags.system_id,
    ...typed,
  })
  const password = sent('password_file')
    ?.bytes.toString('utf8')
    .replace(/\r?\n$/, '')
  if (password === '') throw usage('value', '--password-file is empty.')
  return spoken({
    throughput_per_second: flags.throughput,
    receipts: flags.receipts,
    resend_on_unknown: flags.resend_on_unknown,
    learn_portability: truth(flags.learn_portability),
    ...(Object.keys(options).length === 0 ? {} : { options }),
    ...(password === undefined ? {} : { secrets: { password } }),
    ...(flags.acknowledge_insecure ? { acknowledge_insecure: true } : {}),
  })
}

const rules = () => import('../../db/messaging/routing/links.ts')

async function judgeName({ options }: { options?: Readonly<Record<string, unknown>> }) {
  if (options?.['url'] === undefined) return
  await (await import('./hands.ts')).judgeName(options['url'])
}

const add = command('messaging link add', {
  says: 'Adds a link; it stands still until it is started.',
  class: 'M',
  transaction: 'rule',
  permission: 'gateway:manage',
  asks: { code },
  flags: {
    kind: orElse(choice(link_kinds), 'smpp', 'what it speaks'),
    name: maybe(name, 'what people call it'),
    ...settings,
  },
  examples: [
    'kituo messaging link add yas-1 --host smpp.example.org --system-id kituo --password-file ./pw --throughput 50',
    'kituo messaging link add trial --host 127.0.0.1 --port 2775 --system-id kituo --option windowSize=50 --json',
  ],
  plan: async ({ asked, flags }) => ({ steps: [`add the ${flags.kind} link ${asked.code}`] }),
  run: async (frame) => {
    const { asked, flags, caller } = frame
    const { openLink, shownLink } = await rules()
    const { openMessaging } = await import('../../db/messaging/messages/opening.ts')
    const { within } = await import('../../db/store/connection.ts')
    const change = changeOf(frame)
    await judgeName(change)
    const made = await within(async () => {
      await openMessaging()
      return openLink(await by(caller), {
        code: asked.code,
        name: flags.name ?? asked.code,
        kind: flags.kind,
        ...change,
      })
    })
    return done(`${made.code} is there, and stopped.`, await shownLink(made), {
      next: [
        `kituo messaging link test ${made.code}`,
        `kituo messaging link start ${made.code}`,
        `kituo messaging route set all ${made.code}`,
      ],
    })
  },
})

const list = command('messaging link list', {
  says: 'Prints the links with their state and the operators they serve.',
  class: 'R',
  permission: 'gateway:read',
  http: 'GET /api/v1/gateway/links',
  examples: ['kituo messaging link list', 'kituo messaging link list --json'],
  run: async () => {
    const { listLinks } = await import('../../db/messaging/platform/links.ts')
    const found = await listLinks({})
    return done(`${found.length} links.`, found, { total: found.length })
  },
  view: tableOf<LinkLine>(
    ['Code', (row) => row.code],
    ['Kind', (row) => row.kind],
    ['State', (row) => row.state],
    ['Per second', (row) => row.throughput_per_second],
    ['Serves', (row) => row.operators.join(', ')],
    ['Since', (row, page) => page.time(row.state_since), 'wide'],
    ['Last error', (row) => row.last_error, 'wide'],
  ),
})

interface LinkLine {
  code: string
  kind: string
  state: string
  throughput_per_second: number
  operators: string[]
  state_since: string | null
  last_error: string | null
}

const show = command('messaging link show', {
  says: 'Prints one link with its settings; its password is never shown.',
  class: 'R',
  permission: 'gateway:read',
  asks: { code },
  examples: ['kituo messaging link show simulator', 'kituo messaging link show yas-1 --json'],
  run: async ({ asked }) => {
    const { linkCalled, shownLink } = await rules()
    return done('', await shownLink(await linkCalled(asked.code)))
  },
})

const set = command('messaging link set', {
  says: 'Changes settings of a link; one that runs begins anew with them.',
  class: 'M',
  transaction: 'rule',
  permission: 'gateway:manage',
  asks: { code },
  flags: { name: maybe(name, 'what people call it'), ...settings },
  examples: [
    'kituo messaging link set yas-1 --throughput 100',
    'kituo messaging link set yas-1 --option windowSize=50 --option binds=2 --json',
  ],
  plan: async ({ asked }) => ({
    steps: [`change the link ${(await (await rules()).linkCalled(asked.code)).code}`],
  }),
  run: async (frame) => {
    const { asked, flags, caller } = frame
    const { changeLink, linkCalled, shownLink } = await rules()
    const { within } = await import('../../db/store/connection.ts')
    const before = await linkCalled(asked.code)
    const change = { ...changeOf(frame), ...spoken({ name: flags.name }) }
    await judgeName(change)
    const after = await within(async () => changeLink(await by(caller), asked.code, change))
    const changed = after.version !== before.version
    return done(
      changed ? `${after.code} is changed.` : `${after.code} is so already.`,
      await shownLink(after),
      { changed },
    )
  },
})

const start = command('messaging link start', {
  says: 'Starts a link, or tries one at once that was refused or lost.',
  class: 'M',
  permission: 'gateway:operate',
  asks: { code },
  examples: ['kituo messaging link start yas-1', 'kituo messaging link start yas-1 --json'],
  plan: async ({ asked }) => {
    const { enabled, state } = await (await rules()).linkCalled(asked.code)
    return { steps: [`start ${asked.code}`], nothing: enabled && state === 'up' }
  },
  run: async ({ asked, caller }) => {
    const { linkCalled, startLink, shownLink } = await rules()
    const before = await linkCalled(asked.code)
    const after = await startLink(await by(caller), asked.code)
    return done(`${after.code} is ${after.state}.`, await shownLink(after), {
      changed: after.version !== before.version,
    })
  },
})

const stop = command('messaging link stop', {
  says: 'Stops a link; answers in flight are awaited, what waits stays.',
  class: 'M',
  permission: 'gateway:operate',
  confirm: 'C1',
  reason: 'must',
  asks: { code },
  examples: [
    'kituo messaging link stop yas-1 --reason "their maintenance"',
    'kituo messaging link stop yas-1 --yes --reason "their maintenance"',
  ],
  plan: async ({ asked }) => {
    const { linkCalled, operatorsOver } = await rules()
    const found = await linkCalled(asked.code)
    const served = await operatorsOver(found.id)
    return {
      steps: [
        `stop ${found.code}`,
        ...(served.length === 0 ? [] : [`messages to ${served.join(', ')} wait or go another way`]),
      ],
      nothing: !found.enabled,
    }
  },
  run: async ({ asked, caller, reason }) => {
    const { linkCalled, stopLink, shownLink } = await rules()
    const before = await linkCalled(asked.code)
    const after = await stopLink(await by(caller), asked.code, reason)
    return done(`${after.code} is ${after.state}.`, await shownLink(after), {
      changed: after.version !== before.version,
    })
  },
})

const test = command('messaging link test', {
  says: 'Binds as the link would and goes away again; sends nothing.',
  class: 'R',
  permission: 'gateway:operate',
  asks: { code },
  exits: [6],
  examples: ['kituo messaging link test yas-1', 'kituo messaging link test yas-1 --json'],
  run: async ({ asked }) => {
    const { tryOutLink } = await import('./hands.ts')
    const { code: called } = await (await rules()).linkCalled(asked.code)
    const tried = await tryOutLink(called)
    const data = { code: called, ...tried }
    if (tried.ok) return done(`${called}: ${tried.state} in ${tried.took_ms} ms.`, data)
    return done(`${called}: ${tried.state}, ${tried.cause}.`, data, {
      error: { code: 'link.away', mend: mendOf(tried.cause) },
    })
  },
  view: () => null,
})

const mendOf = (cause: string): string =>
  /0x0[def]/.test(cause)
    ? 'The operator knows another system id or password: kituo messaging link set'
    : /ECONNREFUSED|ENOTFOUND|no connection|EHOSTUNREACH/.test(cause)
      ? 'Host and port: kituo messaging link show; the way there: firewall, VPN.'
      : 'What the operator says of it, and: kituo messaging link log'

const log = command('messaging link log', {
  says: 'Prints what became of a link, the newest first.',
  class: 'R',
  permission: 'gateway:read',
  asks: { code },
  flags: limited,
  examples: ['kituo messaging link log yas-1', 'kituo messaging link log yas-1 --limit 20 --json'],
  run: async ({ asked, flags }) => {
    const { linkLog } = await rules()
    const found = await linkLog(asked.code, flags.limit)
    return done(`${found.length} lines.`, found)
  },
  view: tableOf<{
    at: string
    from: string | null
    to: string | null
    cause: string
    actor: string
  }>(
    ['At', (row, page) => page.time(row.at)],
    ['From', (row) => row.from],
    ['To', (row) => row.to],
    ['Cause', (row) => row.cause],
    ['By', (row) => row.actor, 'wide'],
  ),
})

const remove = command('messaging link remove', {
  says: 'Takes a link away for good; no route may lead over it.',
  class: 'M',
  permission: 'gateway:manage',
  confirm: 'C2',
  reason: 'must',
  asks: { code },
  examples: [
    'kituo messaging link remove yas-1 --reason "contract ended"',
    'kituo messaging link remove yas-1 --yes --confirm yas-1 --reason "contract ended"',
  ],
  plan: async ({ asked }) => {
    const found = await (await rules()).linkCalled(asked.code)
    return { steps: [`take ${found.code} away`], type: found.code }
  },
  run: async ({ asked, caller, reason }) => {
    const { removeLink } = await rules()
    const { code: gone, id } = await removeLink(await by(caller), asked.code, reason)
    return done(`${gone} is gone.`, { id, code: gone })
  },
})

export const commands = [add, list, show, set, start, stop, test, log, remove]
