// What a link of each kind needs beside (MSG 2.6), with its defaults and bounds. Secrets stand apart,
// sealed together.

import { invalid, invalidAs } from '../../core/refusal.ts'
import { seal, unseal } from '../../appliance/secrets/seal.ts'

/** Shares of what becomes of numbers without a script. */
export interface Mix {
  delivered: number
  failed: number
  expired: number
}

export interface SmppOptions {
  host: string
  port: number
  tls: { on: boolean; verify: boolean; serverName: string | null; caFile: string | null }
  systemId: string
  systemType: string
  addressRange: string
  serviceType: string
  bindMode: 'transceiver' | 'transmitter_receiver'
  binds: number
  windowSize: number
  enquireLinkSeconds: number
  responseTimeoutSeconds: number
  defaultAlphabet: 'gsm0338' | 'latin1'
  longMessage: 'udh8' | 'sar' | 'payload'
  validity: 'relative' | 'absolute' | 'none'
  messageIdFormat: 'auto' | 'verbatim' | 'hex' | 'decimal'
  sourceTon: number | null
  sourceNpi: number | null
  destTon: number
  destNpi: number
  userMessageReference: boolean
  queryAfterMinutes: number
}

export interface HttpOptions {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  bodyFormat: 'json' | 'form' | 'query'
  body: string
  timeoutSeconds: number
  concurrency: number
  acceptStatuses: string
  idPointer: string | null
  okPointer: string | null
  okValues: (string | number | boolean)[]
  rejectPointer: string | null
  receipt: {
    method?: 'GET' | 'POST'
    idPointer?: string
    statusPointer?: string
    statusMap?: Record<string, string>
    errorPointer?: string
    secretHeader?: string
    hmacHeader?: string
  } | null
  inbound: {
    fromPointer: string
    toPointer: string
    textPointer: string
    idPointer?: string
  } | null
}

export interface SimulatorOptions {
  latencyMs: number
  receiptDelayMs: number
  mix: Mix
}

export interface OptionsOf {
  smpp: SmppOptions
  http: HttpOptions
  simulator: SimulatorOptions
}
export type LinkKind = keyof OptionsOf

const defaults: { [K in LinkKind]: Partial<OptionsOf[K]> } = {
  smpp: {
    port: 2775,
    tls: { on: false, verify: true, serverName: null, caFile: null },
    systemType: '',
    addressRange: '',
    serviceType: '',
    bindMode: 'transceiver',
    binds: 1,
    windowSize: 10,
    enquireLinkSeconds: 30,
    responseTimeoutSeconds: 10,
    defaultAlphabet: 'gsm0338',
    longMessage: 'udh8',
    validity: 'relative',
    messageIdFormat: 'auto',
    sourceTon: null,
    sourceNpi: null,
    destTon: 1,
    destNpi: 1,
    userMessageReference: true,
    queryAfterMinutes: 0,
  },
  http: {
    method: 'POST',
    headers: {},
    bodyFormat: 'json',
    timeoutSeconds: 10,
    concurrency: 10,
    acceptStatuses: '200-299',
    idPointer: null,
    okPointer: null,
    okValues: [],
    rejectPointer: null,
    receipt: null,
    inbound: null,
  },
  simulator: { latencyMs: 5, receiptDelayMs: 1000, mix: { delivered: 1, failed: 0, expired: 0 } },
}

export const linkDefaults = <K extends LinkKind>(kind: K): Partial<OptionsOf[K]> => defaults[kind]

export const settingsOf = <K extends LinkKind>(
  kind: K,
  options: Readonly<Record<string, unknown>>,
): OptionsOf[K] => ({ ...defaults[kind], ...options }) as unknown as OptionsOf[K]

type Rule = (value: unknown) => string | null

const whole =
  (from: number, to: number): Rule =>
  (value) =>
    Number.isInteger(value) && (value as number) >= from && (value as number) <= to
      ? null
      : `must be a whole number from ${from} to ${to}.`
const oneOf =
  (...words: string[]): Rule =>
  (value) =>
    words.includes(value as string) ? null : `must be one of ${words.join(', ')}.`
const texts = new Set<Rule>()
const text = (least: number, most: number): Rule => {
  const rule: Rule = (value) =>
    typeof value === 'string' && value.length >= least && value.length <= most
      ? null
      : `must be a text of ${least} to ${most} characters.`
  texts.add(rule)
  return rule
}
const flag: Rule = (value) => (typeof value === 'boolean' ? null : 'must be true or false.')
const maybe =
  (rule: Rule): Rule =>
  (value) =>
    value === null ? null : rule(value)
const thing: Rule = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'must be an object.'
const list: Rule = (value) =>
  Array.isArray(value) && value.length <= 50 ? null : 'must be a list.'
const pointer: Rule = (value) =>
  typeof value === 'string' && value.length <= 200 && /^(\/[^/]*)*$/.test(value)
    ? null
    : 'must be a JSON pointer, like /data/id.'

const rules: { [K in LinkKind]: { [F in keyof OptionsOf[K]]-?: Rule } } = {
  smpp: {
    host: text(1, 253),
    port: whole(1, 65_535),
    tls: thing,
    systemId: text(1, 15),
    systemType: text(0, 12),
    addressRange: text(0, 40),
    serviceType: text(0, 5),
    bindMode: oneOf('transceiver', 'transmitter_receiver'),
    binds: whole(1, 8),
    windowSize: whole(1, 500),
    enquireLinkSeconds: whole(5, 300),
    responseTimeoutSeconds: whole(2, 120),
    defaultAlphabet: oneOf('gsm0338', 'latin1'),
    longMessage: oneOf('udh8', 'sar', 'payload'),
    validity: oneOf('relative', 'absolute', 'none'),
    messageIdFormat: oneOf('auto', 'verbatim', 'hex', 'decimal'),
    sourceTon: maybe(whole(0, 7)),
    sourceNpi: maybe(whole(0, 18)),
    destTon: whole(0, 7),
    destNpi: whole(0, 18),
    userMessageReference: flag,
    queryAfterMinutes: whole(0, 1440),
  },
  http: {
    method: oneOf('GET', 'POST', 'PUT'),
    url: text(8, 2048),
    headers: thing,
    bodyFormat: oneOf('json', 'form', 'query'),
    body: text(0, 10_000),
    timeoutSeconds: whole(2, 60),
    concurrency: whole(1, 100),
    acceptStatuses: text(3, 100),
    idPointer: maybe(pointer),
    okPointer: maybe(pointer),
    okValues: list,
    rejectPointer: maybe(pointer),
    receipt: maybe(thing),
    inbound: maybe(thing),
  },
  simulator: {
    latencyMs: whole(0, 60_000),
    receiptDelayMs: whole(0, 86_400_000),
    mix: thing,
  },
}

/** Typed as it stands: the template of a body looks like JSON, a name may look like a number. */
export const isTextOption = (name: string): boolean =>
  Object.values(rules).some((known) => {
    const rule = (known as Record<string, Rule>)[name]
    return rule !== undefined && texts.has(rule)
  })

/** The settings that a link of a kind has beside what every link has. */
export const optionNames = (kind: LinkKind): string[] => Object.keys(rules[kind])

/** The options as they are kept; the first that does not fit is refused by its name. */
export function checkedOptions(
  kind: LinkKind,
  given: Readonly<Record<string, unknown>>,
  acknowledged_insecure: boolean,
): Record<string, unknown> {
  const known = rules[kind] as Record<string, Rule>
  const whole_options = { ...defaults[kind], ...given } as Record<string, unknown>
  for (const [name, value] of Object.entries(given)) {
    const rule = known[name]
    if (rule === undefined) throw invalid(name, `is no setting of a link of kind ${kind}.`)
    const complaint = rule(value)
    if (complaint !== null) throw invalid(name, complaint)
  }
  for (const [name, rule] of Object.entries(known)) {
    const complaint = rule(whole_options[name] ?? null)
    if (complaint !== null) throw invalid(name, 'is required.')
  }
  const tls = whole_options['tls'] as SmppOptions['tls'] | undefined
  if (tls?.on === true && tls.verify === false && !acknowledged_insecure)
    throw invalidAs(
      'tls.verify',
      'set acknowledge_insecure to send without checking the certificate.',
    )
  return whole_options
}

export interface LinkSecrets {
  password?: string
  headers?: Record<string, string>
  /** Proves that receipts are the provider's own (MSG-354). */
  receiptSecret?: string
  receiptHmac?: string
}

export const sealSecrets = (secrets: LinkSecrets): string => seal(JSON.stringify(secrets))

export const linkSecrets = ({ secrets }: { secrets: string | null }): LinkSecrets =>
  secrets === null ? {} : (JSON.parse(unseal(secrets)) as LinkSecrets)
