// The set-up itself. Every step may be repeated, so that an interrupted one goes on where it stopped
// (OPS-84).

import { chownSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { refuseForeign } from '../../db/appliance/backups/first.ts'
import { type Caller, operator } from '../../db/core/caller.ts'
import { type Configuration, readConfiguration } from '../../db/appliance/configuration/read.ts'
import { createDeployment } from '../../db/appliance/deployment/create.ts'
import { type Deployment, openDeployment } from '../../db/appliance/deployment/deployment.ts'
import { daemon_command, holderOf } from '../../db/appliance/deployment/lock.ts'
import { becomeOwner } from '../../db/appliance/deployment/root.ts'
import { commandLineName } from '../../db/appliance/deployment/user.ts'
import { type Hospital, only } from '../../db/hospital/office/hospitals/hospitals.ts'
import { provision, type Provision } from '../../db/hospital/tenants/provisioning/provision.ts'
import { bringAreas } from '../../db/hospital/start.ts'
import { conflict } from '../../db/core/refusal.ts'
import { makeSecrets, readSecrets, secretsFile } from '../../db/appliance/secrets/secrets.ts'
import { type Answers, checkCountry, completed, given, passwordIn } from './answers.ts'
import { done, flagOf, type Frame, type Outcome } from '../frame/grammar/command.ts'
import { refuseDemo } from './demo-allowed.ts'
import { checkReceiver, handOver, writeOwn } from '../backup/recovery.ts'
import { configured } from './engine.ts'
import { lacking, theRest } from './rest.ts'
import { placesUsed, refuseAnothers, sayUsed } from './used.ts'
import { usage } from '../frame/grammar/usage.ts'

export interface SetUp {
  hospital: { code: string; name: string; country: string; currency: string }
  facility: string | null
  admin: { username: string; password?: string; password_file?: string } | null
  /** Of the authority that signs the certificate of this house. */
  fingerprint?: string
  address: string
  data_dir: string
  recovery_file?: string | null
  first_backup?: string | null
  /** Only of a machine that took the place of another. */
  from_backup?: string
  attachments?: { back: number; missing: number }
  steps: string[]
}

type About = Pick<SetUp, 'address' | 'data_dir' | 'steps'>

export async function setUp(frame: Frame, flags: Answers): Promise<Outcome<SetUp>> {
  const typed = given(flags)
  const password = passwordIn(typed.admin_password_file)
  const { configuration, answers, fresh } = await prepared(frame, typed)
  stepDown(configuration, frame.env)
  const beside = fresh ? null : await besideHouse(frame, configuration, typed)
  if (beside !== null) return beside
  const steps: string[] = []
  const step = (name: string): void => {
    steps.push(name)
    frame.progress(...phaseOf(name))
  }
  const deployment = await createDeployment(configuration, {
    command: 'kituo init',
    env: frame.env,
    onStep: step,
  })
  const data_dir = configuration.get('data.dir')
  const about = { data_dir, address: configuration.get('public_url') ?? '', steps }
  try {
    bringAreas()
    const standing = await only()
    if (standing !== undefined) {
      return await alreadyDone(frame, deployment, standing, typed, { ...about, joins: fresh })
    }
    checkReceiver(typed.recovery_out, frame.terminal)
    const engine = configuration.get('database.engine')
    const asked = provisionOf(
      await completed(answers, frame.terminal, { settled: { engine } }),
      password,
    )
    const by = commandLineName(frame.env)
    const recovery_file = await handOver(frame, deployment, by, typed.recovery_out)
    step('keys')
    const caller = (id: string): Caller => operator(id, by)
    const made = await provision(caller, asked, configuration.get('deployment'))
    step('hospital')
    const admin = signInOf(made, password !== undefined, typed.admin_out)
    const rest = await theRest(frame, deployment, caller(made.hospital.id), typed)
    steps.push(...rest.steps)
    return done(
      `${made.hospital.name} is set up.`,
      {
        hospital: shownHospital(made.hospital),
        facility: asked.facility.code,
        admin,
        ...about,
        ...rest.data,
        recovery_file,
      },
      rest.whole ? {} : { exit: 20 },
    )
  } finally {
    await deployment.close()
  }
}

/** Each migration is a step of its own, and none is a line of its own (OPS-71). */
export function phaseOf(step: string): [phase: string, more?: { item: string }] {
  const [phase = '', item] = step.split(' ', 2)
  return item === undefined ? [phase] : [phase, { item }]
}

/** What would stand in the way later is found before anything is made, and what is missing asked for. */
async function prepared(
  frame: Frame,
  typed: Answers,
): Promise<{ configuration: Configuration; answers: Answers; fresh: boolean }> {
  const before = readConfiguration(frame.asking)
  checkCountry(typed.country)
  if (typed.demo === true) refuseDemo(before)
  if (existsSync(join(before.get('data.dir'), 'current'))) {
    return { configuration: before, answers: typed, fresh: false }
  }
  refuseAnothers(frame, before)
  checkNew('--admin-out', typed.admin_out)
  checkNew('--recovery-out', typed.recovery_out)
  const { origin, value } = before.setting('database.engine')
  const settled = origin.kind === 'default' ? {} : { engine: value as 'sqlite' | 'postgres' }
  const used = placesUsed(before, frame.env)
  const answers = await completed(typed, frame.terminal, { settled, used })
  const secrets = readSecrets(secretsFile(before, frame.env), frame.env)
  const joins = before.get('database.engine') === 'postgres' && secrets.app_key !== undefined
  if (!joins) checkReceiver(typed.recovery_out, frame.terminal)
  await refuseForeign(before, secrets)
  // Whoever was asked has seen it.
  if (answers === typed) sayUsed(frame, before)
  return { configuration: configured(frame, before, answers), answers, fresh: true }
}

function checkNew(flag: string, file: string | undefined): void {
  if (file === undefined || !existsSync(file)) return
  throw usage('value', `${flag}: ${file} is there already.`)
}

/**
 * OPS-42: root leaves nothing of its own in a root that belongs to the service. The secrets may lie
 * where only root can write, so they are made first and given away.
 */
export function stepDown(configuration: Configuration, env: NodeJS.ProcessEnv): void {
  const dir = configuration.get('data.dir')
  const owner = statSync(dir, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || owner === undefined || owner.uid === 0) return
  const secrets = secretsFile(configuration, env)
  makeSecrets(secrets)
  chownSync(secrets, owner.uid, owner.gid)
  becomeOwner(dir, 'for now')
}

function provisionOf(answers: Answers, password: string | undefined): Provision {
  const { name = '', code = '', country = 'TZ', admin_name = '' } = answers
  return {
    name,
    code,
    country,
    short_name: answers.short_name,
    currency: answers.currency,
    timezone: answers.timezone,
    language: answers.language,
    facility: { name: answers.facility ?? 'Main', code: answers.facility_code ?? 'MAIN' },
    modules: answers.modules,
    administrator: {
      username: answers.admin_user ?? 'admin',
      full_name: admin_name,
      email: answers.admin_email,
      phone: answers.admin_phone,
    },
    password,
  }
}

/** A house that works stands, and is only looked at; null where none does, or something is to be made. */
async function besideHouse(
  frame: Frame,
  configuration: Configuration,
  typed: Answers,
): Promise<Outcome<SetUp> | null> {
  const data_dir = configuration.get('data.dir')
  if (configuration.get('database.engine') !== 'sqlite' || typed.demo === true) return null
  const holder = await holderOf(data_dir)
  if (holder?.command !== daemon_command) return null
  const reading = { purpose: 'read', command: 'kituo init', env: frame.env } as const
  const deployment = await openDeployment(configuration, reading)
  try {
    bringAreas()
    const standing = await only()
    if (standing === undefined) return null
    refuseContradiction(deployment, standing, typed)
    const address = configuration.get('public_url') ?? ''
    const about = { data_dir, address, steps: [] }
    const lacks = await lacking(deployment)
    for (const one of lacks) {
      frame.warn(
        `init.${one}`,
        `Not done: ${one}. Kituo works meanwhile. Stop it, then: kituo init`,
      )
    }
    return stands(standing, about, lacks.length > 0 ? { exit: 20 } : {})
  } finally {
    await deployment.close()
  }
}

const stands = (
  standing: Hospital,
  about: About & Partial<SetUp>,
  more: Partial<Outcome<SetUp>> = {},
): Outcome<SetUp> =>
  done(
    `${standing.name} stands already.`,
    { hospital: shownHospital(standing), facility: null, admin: null, ...about },
    { changed: false, next: ['kituo user reset-password <username>'], ...more },
  )

/** Words that contradict what stands are named (OPS-84). */
function refuseContradiction(deployment: Deployment, standing: Hospital, typed: Answers): void {
  const { get } = deployment.configuration
  const is = { ...standing, engine: get('database.engine'), deployment: get('deployment') }
  for (const name of ['name', 'code', 'country', 'currency', 'engine', 'deployment'] as const) {
    const asked = typed[name]
    if (asked === undefined || asked === is[name]) continue
    throw conflict(
      `this hospital was set up for ${is[name]}; ${flagOf(name)} ${asked} does not fit. Settings are changed with: kituo settings set`,
      'exists.different',
    )
  }
}

async function alreadyDone(
  frame: Frame,
  deployment: Deployment,
  standing: Hospital,
  typed: Answers,
  { joins, ...about }: About & { joins: boolean },
): Promise<Outcome<SetUp>> {
  refuseContradiction(deployment, standing, typed)
  const caller = operator(standing.id, commandLineName(frame.env))
  // A further daemon of a house on PostgreSQL makes nothing of its own.
  const rest = joins ? null : await theRest(frame, deployment, caller, typed)
  return stands(
    standing,
    { ...about, ...rest?.data },
    { changed: rest?.changed === true, ...(rest?.whole === false ? { exit: 20 } : {}) },
  )
}

export const shownHospital = ({ code, name, country, currency }: Hospital): SetUp['hospital'] => ({
  code,
  name,
  country,
  currency,
})

/** A password that was made up is shown once, or written for its owner alone (OPS-75). */
function signInOf(
  { username, password }: { username: string; password: string },
  chosen: boolean,
  file: string | undefined,
): NonNullable<SetUp['admin']> {
  if (chosen) return { username }
  if (file === undefined) return { username, password }
  writeOwn(file, `${username}\n${password}\n`)
  return { username, password_file: file }
}
