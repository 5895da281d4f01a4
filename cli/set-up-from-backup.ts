// `kituo init --from-backup`: a new machine in the place of a lost one (OPS-85).

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  becomeTheOther,
  bringData,
  findBackup,
  type Found,
  takeSettings,
} from '../db/backups/new-machine.ts'
import { typedHolding } from '../db/backups/keys.ts'
import type { Holding } from '../db/backups/slots.ts'
import { type Configuration, readConfiguration } from '../db/configuration/read.ts'
import { createDeployment } from '../db/deployment/create.ts'
import { commandLineName } from '../db/deployment/user.ts'
import { type Hospital, only } from '../db/hospital/hospitals/hospitals.ts'
import { bringAreas } from '../db/hospital/start.ts'
import { listAuthorities } from '../db/pki/server-authority.ts'
import { conflict } from '../db/refusal.ts'
import { done, type Frame, type Outcome } from './command.ts'
import { adviseWords, canAsk } from './recovery.ts'
import { configured, type Engine } from './set-up-engine.ts'
import { hospitalOf, type SetUp, stepDown } from './set-up.ts'
import { usage } from './usage.ts'

export interface FromBackup extends Engine {
  from_backup: string
  key_file: string | undefined
}

export async function setUpFromBackup(frame: Frame, asked: FromBackup): Promise<Outcome<SetUp>> {
  const before = readConfiguration(frame.asking)
  const standing = await standingIn(before, frame.env)
  if (standing !== undefined) {
    throw conflict(
      `${standing.name} stands here already. To put a backup back: kituo backup restore`,
      'exists.different',
    )
  }
  const found = await findBackup(before, asked.from_backup, await keyOf(frame, asked.key_file))
  frame.progress('found')
  const configuration = settled(frame, configured(frame, before, asked), found)
  stepDown(configuration, frame.env)
  becomeTheOther(configuration, found, frame.env)
  const steps = ['identity']
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
    const restored = await bringData(deployment, found, {
      by: commandLineName(frame.env),
      onPart: (phase, at, total) => frame.progress(phase, { done: at, total }),
    })
    steps.push('data')
    adviseWords(frame, deployment)
    const hospital = await only()
    const [first] = found.manifest.hospitals
    const named = hospital === undefined ? undefined : hospitalOf(hospital)
    return done(
      `${hospital?.name ?? first?.name ?? 'The house'} is here again, as of ${found.manifest.at}. Nothing is sent until it is released.`,
      {
        hospital: named ?? { code: '', name: '', country: '', currency: '' },
        facility: null,
        admin: null,
        fingerprint: listAuthorities()[0]?.fingerprint ?? '',
        address: configuration.get('public_url') ?? '',
        data_dir: configuration.get('data.dir'),
        from_backup: found.name,
        attachments: restored.attachments,
        steps,
      },
      { next: ['kituo serve', 'kituo outbound show'] },
    )
  } finally {
    await deployment.close()
  }
}

async function standingIn(
  configuration: Configuration,
  env: NodeJS.ProcessEnv,
): Promise<Hospital | undefined> {
  if (!existsSync(join(configuration.get('data.dir'), 'current'))) return undefined
  const deployment = await createDeployment(configuration, { command: 'kituo init', env })
  try {
    return await only()
  } finally {
    await deployment.close()
  }
}

async function keyOf({ terminal }: Frame, file: string | undefined): Promise<Holding> {
  if (file !== undefined) {
    try {
      return typedHolding(readFileSync(file === '-' ? 0 : file, 'utf8').trim())
    } catch (error) {
      throw usage('value', `--key-file: ${file} cannot be read: ${(error as Error).message}.`)
    }
  }
  const typed = canAsk(terminal)
    ? await terminal.ask('Recovery words or passphrase: ', { hidden: true })
    : null
  if (typed !== null) return typedHolding(typed.trim())
  throw usage('missing', '--key-file is needed: it holds a passphrase or the recovery words.')
}

/** Settings about the machine are its own; what the other had there is named. */
function settled(frame: Frame, configuration: Configuration, { settings }: Found): Configuration {
  if (settings.trim() === '') return configuration
  const left = takeSettings(frame.asking, configuration, settings)
  if (left.length > 0) {
    frame.warn(
      'config.left',
      `Not taken over, because they are about the other machine: ${left.join(', ')}. See: kituo config show`,
    )
  }
  return readConfiguration({ ...frame.asking, file: configuration.file })
}
