// The set-up itself. Every step may be repeated, so that an interrupted one goes on where it stopped
// (OPS-84).

import { chownSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operator } from '../db/caller.ts'
import { type Configuration, readConfiguration } from '../db/configuration/read.ts'
import { createDeployment } from '../db/deployment/create.ts'
import { becomeOwner } from '../db/deployment/root.ts'
import { commandLineName } from '../db/deployment/user.ts'
import { type Hospital, only } from '../db/hospital/hospitals/hospitals.ts'
import { provision, type Provision } from '../db/hospital/provisioning/provision.ts'
import { bringAreas } from '../db/hospital/start.ts'
import { countryOf } from '../db/reference/countries.ts'
import { conflict } from '../db/refusal.ts'
import { makeSecrets, secretsFile } from '../db/secrets/secrets.ts'
import { type Answers, completed, given, passwordIn } from './answers.ts'
import { done, flagOf, type Frame, type Outcome } from './command.ts'
import { usage } from './usage.ts'

export interface SetUp {
  hospital: { code: string; name: string; country: string; currency: string }
  facility: string | null
  admin: { username: string; password?: string; password_file?: string } | null
  /** Of the authority that signs the certificate of this house. */
  fingerprint?: string
  data_dir: string
  steps: string[]
}

export async function setUp(frame: Frame, flags: Answers): Promise<Outcome<SetUp>> {
  const configuration = readConfiguration(frame.asking)
  const data_dir = configuration.get('data.dir')
  const typed = given(flags)
  checkBefore(typed)
  const password = passwordIn(typed.admin_password_file)
  const fresh = !existsSync(join(data_dir, 'current'))
  const answers = fresh ? await completed(typed, frame.terminal) : typed
  stepDown(configuration, frame.env)
  const steps: string[] = []
  const deployment = await createDeployment(configuration, {
    command: 'kituo init',
    env: frame.env,
    onStep: (step) => {
      steps.push(step)
      frame.progress(step)
    },
  })
  try {
    bringAreas()
    const standing = await only()
    if (standing !== undefined) return alreadyDone(standing, typed, { data_dir, steps })
    const asked = provisionOf(await completed(answers, frame.terminal), password)
    const made = await provision(
      (id) => operator(id, commandLineName(frame.env)),
      asked,
      configuration.get('deployment'),
    )
    steps.push('hospital')
    const fingerprint = await makeAuthorities(made.hospital.name)
    steps.push('authorities')
    return done(`${made.hospital.name} is set up.`, {
      hospital: hospitalOf(made.hospital),
      facility: asked.facility.code,
      admin: signInOf(made, password !== undefined, typed.admin_out),
      fingerprint,
      data_dir,
      steps,
    })
  } finally {
    await deployment.close()
  }
}

/**
 * OPS-42: root leaves nothing of its own in a root that belongs to the service. The secrets may lie
 * where only root can write, so they are made first and given away.
 */
function stepDown(configuration: Configuration, env: NodeJS.ProcessEnv): void {
  const dir = configuration.get('data.dir')
  const owner = statSync(dir, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || owner === undefined || owner.uid === 0) return
  const secrets = secretsFile(configuration, env)
  makeSecrets(secrets)
  chownSync(secrets, owner.uid, owner.gid)
  becomeOwner(dir)
}

/** OPS-81: both, so that a new machine can be told at once what to trust. */
export async function makeAuthorities(name: string): Promise<string> {
  const { presentAuthority, listAuthorities } = await import('../db/pki/server-authority.ts')
  const { authority } = await import('../db/hospital/devices/authority.ts')
  await presentAuthority(name)
  await authority(name)
  return listAuthorities()[0]?.fingerprint ?? ''
}

/** What would stand in the way later is found before anything is made. */
function checkBefore({ admin_out, country }: Answers): void {
  if (admin_out !== undefined && existsSync(admin_out)) {
    throw usage('value', `--admin-out: ${admin_out} is there already.`)
  }
  if (country !== undefined && countryOf(country) === undefined) {
    throw usage('value', `${country} is not a country code.`)
  }
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

/** Words that contradict what stands are named (OPS-84). */
function alreadyDone(
  standing: Hospital,
  typed: Answers,
  about: Pick<SetUp, 'data_dir' | 'steps'>,
): Outcome<SetUp> {
  for (const name of ['name', 'code', 'country', 'currency'] as const) {
    const asked = typed[name]
    if (asked === undefined || asked === standing[name]) continue
    throw conflict(
      `this hospital was set up for ${standing[name]}; ${flagOf(name)} ${asked} does not fit. Settings are changed with: kituo settings set`,
      'exists.different',
    )
  }
  const data = { hospital: hospitalOf(standing), facility: null, admin: null, ...about }
  return done(`${standing.name} stands already.`, data, { changed: false })
}

const hospitalOf = ({ code, name, country, currency }: Hospital): SetUp['hospital'] => ({
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
  writeFileSync(file, `${username}\n${password}\n`, { mode: 0o600, flag: 'wx' })
  return { username, password_file: file }
}
