// The hospital's own record, and the rules of sign-in under `security.`.

import { text } from '../../db/appliance/configuration/kinds.ts'
import { asks } from '../../db/core/caller.ts'
import { didYouMean } from '../../db/core/nearest.ts'
import { command, done, file, type Frame, maybe, words } from '../frame/grammar/command.ts'
import { echo, usage } from '../frame/grammar/usage.ts'

const security_prefix = 'security.'
const pair = text('KEY=VALUE', /^[a-z0-9_.]+=[^\0]*$/)

const get = command('settings get', {
  says: 'Prints how the hospital is set up, or one setting.',
  class: 'R',
  permission: 'setting:read',
  asks: { key: maybe(text('the name of a setting', /^[^\s\0]{1,80}$/), 'only this one') },
  examples: ['kituo settings get', 'kituo settings get security.idle_minutes --field data'],
  run: async ({ asked: { key }, caller }) => {
    const all = await allSettings(await caller())
    if (key === undefined) return done('', all)
    if (!Object.hasOwn(all, key)) throw unknown(key, Object.keys(all))
    return done('', all[key])
  },
})

const set = command('settings set', {
  says: 'Changes settings of the hospital; an empty value empties.',
  class: 'M',
  permission: 'setting:update',
  http: 'PATCH /api/v1/settings/system',
  asks: { pairs: { ...words(pair, 'one or more, as KEY=VALUE'), needed: true } },
  examples: [
    'kituo settings set short_name="St Mary" invoice_due_days=14',
    'kituo settings set security.idle_minutes=30 security.pin_sign_in=true',
  ],
  plan: async (frame) => {
    const { system, security } = await wanted(frame)
    const before = await allSettings(await frame.caller())
    const all = [
      ...Object.entries(system),
      ...Object.entries(security).map(
        ([key, value]) => [`${security_prefix}${key}`, value] as const,
      ),
    ]
    const moving = all.filter(([key, value]) => !isSame(before[key], value))
    return {
      steps: moving.map(([key, value]) => `${key}: ${said(before[key])} → ${said(value)}`),
      nothing: moving.length === 0,
    }
  },
  run: async (frame) => {
    const by = await frame.caller()
    const { system, security } = await wanted(frame)
    const before = await allSettings(by)
    const rules = await import('../../db/hospital/office/settings/system.ts')
    if (Object.keys(system).length > 0) await rules.change(by, system)
    if (Object.keys(security).length > 0) {
      asks(by, 'setting:security')
      const { change } = await import('../../db/hospital/office/settings/security.ts')
      await change(by, security)
    }
    const after = await allSettings(by)
    const changes = Object.keys(after)
      .filter((key) => !isSame(before[key], after[key]) && !stamps.includes(key))
      .map((key) => ({ key, was: before[key], is: after[key] }))
    const names = changes.map(({ key }) => key).join(', ')
    return done(changes.length === 0 ? 'It is so already.' : `Changed: ${names}.`, changes, {
      changed: changes.length > 0,
    })
  },
})

const logo = command('settings logo', {
  says: 'Sets the logo: PNG or JPEG, 64 to 3000 pixels a side.',
  class: 'M',
  permission: 'setting:update',
  http: 'PUT /api/v1/settings/system/logo',
  transaction: 'rule',
  asks: { file: file('the picture') },
  examples: ['kituo settings logo ./logo.png', 'kituo settings logo - --reason "new sign"'],
  plan: async ({ sent }) => ({ steps: [`set ${sent('file')?.name ?? 'the picture'} as the logo`] }),
  run: async ({ sent, caller }) => {
    const { put } = await import('../../db/hospital/office/settings/pictures.ts')
    const picture = sent('file')
    const logo_url = await put(await caller(), 'logo', picture?.bytes ?? Buffer.alloc(0))
    return done('The logo is set.', { logo_url })
  },
})

export const commands = [get, set, logo]

const stamps: readonly string[] = ['version', 'updated_at', 'updated_by_name']

async function allSettings(
  by: Awaited<ReturnType<Frame['caller']>>,
): Promise<Record<string, unknown>> {
  const { systemSettings } = await import('../../db/hospital/office/settings/system.ts')
  const { securityOf } = await import('../../db/hospital/office/settings/security.ts')
  const { SecuritySettings, SystemSettings } = await import(
    '../../db/hospital/office/settings/shapes.ts'
  )
  const { fenced } = await import('../../db/core/fence.ts')
  const security = Object.entries(fenced(SecuritySettings, await securityOf(by)) as object)
  return {
    ...(fenced(SystemSettings, await systemSettings(by)) as object),
    ...Object.fromEntries(security.map(([key, value]) => [`${security_prefix}${key}`, value])),
  }
}

/** Judged by the shapes that the API reads. */
async function wanted({ asked }: Frame<{ pairs: readonly string[] }, unknown>) {
  const shapes = await import('../../db/hospital/office/settings/shapes.ts')
  const { read } = await import('../../db/core/validate.ts')
  const keys = Object.keys(shapes.SystemSettingsInput.properties)
  const security_keys = Object.keys(shapes.SecurityChange.properties)
  const system: Record<string, string> = {}
  const security: Record<string, unknown> = {}
  for (const one of asked.pairs) {
    const [key, value] = [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]
    const own = key.startsWith(security_prefix) ? key.slice(security_prefix.length) : null
    if (own !== null && security_keys.includes(own)) security[own] = listOr(value)
    else if (keys.includes(key)) system[key] = value
    else throw unknown(key, [...keys, ...security_keys.map((name) => security_prefix + name)])
  }
  return {
    system: read(shapes.SystemSettingsInput, system, 'open'),
    security: read(shapes.SecurityChange, security, 'words'),
  }
}

/** Lists are typed as JSON. */
function listOr(value: string): unknown {
  if (!value.startsWith('[')) return value
  try {
    return JSON.parse(value)
  } catch {
    throw usage('value', `${echo(value)} is not a list in JSON.`)
  }
}

const unknown = (key: string, known: readonly string[]): Error =>
  usage('value', `there is no setting ${echo(key)}.${didYouMean(key, known, 1)}`)

const isSame = (before: unknown, after: unknown): boolean =>
  JSON.stringify(before ?? '') === JSON.stringify(after ?? '')

const said = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? 'empty'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
