// `kituo init --from-backup`: a new machine in the place of a lost one (OPS-85).

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  becomeTheOther,
  bringData,
  checkReadable,
  dropEmpty,
  findBackup,
  type Found,
  type Owner,
  takeSettings,
} from '../../db/appliance/backups/new-machine.ts'
import { typedHolding } from '../../db/appliance/backups/keys.ts'
import type { Holding } from '../../db/appliance/backups/slots.ts'
import { type Configuration, readConfiguration } from '../../db/appliance/configuration/read.ts'
import { createDeployment } from '../../db/appliance/deployment/create.ts'
import { becomeRoot } from '../../db/appliance/deployment/root.ts'
import { commandLineName } from '../../db/appliance/deployment/user.ts'
import { type Hospital, only } from '../../db/hospital/office/hospitals/hospitals.ts'
import { bringAreas } from '../../db/hospital/start.ts'
import { listAuthorities } from '../../db/appliance/pki/server-authority.ts'
import { conflict } from '../../db/core/refusal.ts'
import { done, type Frame, type Outcome } from '../frame/grammar/command.ts'
import { adviseWords, canAsk } from '../backup/recovery.ts'
import { configured, type Engine } from './engine.ts'
import { phaseOf, shownHospital, type SetUp, stepDown } from './set-up.ts'
import { refuseAnothers, sayUsed } from './used.ts'
import { usage } from '../frame/grammar/usage.ts'

export interface FromBackup extends Engine {
  from_backup: string
  key_file: string | undefined
}

export async function setUpFromBackup(frame: Frame, asked: FromBackup): Promise<Outcome<SetUp>> {
  const before = readConfiguration(frame.asking)
  const standing = await standingIn(before, frame.env)
  if (standing !== null) return goneOn(standing, before)
  refuseAnothers(frame, before)
  sayUsed(frame, before)
  const key = await keyOf(frame, asked.key_file)
  const owner = ownerOf(before)
  const found = await findBackup(before, asked.from_backup, key, owner)
  frame.progress('found')
  const configuration = settled(frame, configured(frame, before, asked), found)
  stepDown(configuration, frame.env)
  await checkReadable(found)
  becomeTheOther(configuration, found, frame.env)
  const steps = ['identity']
  const deployment = await createDeployment(configuration, {
    command: 'kituo init',
    env: frame.env,
    onStep: (step) => {
      steps.push(step)
      frame.progress(...phaseOf(step))
    },
  })
  try {
    bringAreas()
    // On a PostgreSQL a house may stand that this folder knows nothing of.
    const there = await only()
    if (there !== undefined) throw standsAlready(there)
    const restored = await bringData(deployment, found, {
      by: commandLineName(frame.env),
      onPart: (phase, at, total) => frame.progress(phase, { done: at, total }),
    })
    steps.push('data')
    await adviseWords(frame, deployment)
    const hospital = await only()
    const [first] = found.manifest.hospitals
    const named = hospital === undefined ? undefined : shownHospital(hospital)
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
      { next },
    )
  } finally {
    await deployment.close()
  }
}

interface Standing {
  hospital: Hospital
  /** A try that was cut off after its data were there is brought to its end. */
  dropped: boolean
}

async function standingIn(
  configuration: Configuration,
  env: NodeJS.ProcessEnv,
): Promise<Standing | null> {
  if (!existsSync(join(configuration.get('data.dir'), 'current'))) return null
  stepDown(configuration, env)
  const deployment = await createDeployment(configuration, { command: 'kituo init', env })
  try {
    const hospital = await only()
    return hospital === undefined ? null : { hospital, dropped: await dropEmpty(deployment) }
  } finally {
    await deployment.close()
    becomeRoot()
  }
}

function goneOn({ hospital, dropped }: Standing, { get }: Configuration): Outcome<SetUp> {
  if (!dropped) throw standsAlready(hospital)
  const about = { data_dir: get('data.dir'), address: get('public_url') ?? '', steps: [] }
  const data = { hospital: shownHospital(hospital), facility: null, admin: null, ...about }
  return done(`${hospital.name} is here again.`, data, { next })
}

const standsAlready = ({ name }: Hospital) =>
  conflict(
    `${name} stands here already. To put a backup back: kituo backup restore`,
    'exists.different',
  )

const next = ['kituo serve', 'kituo outbound show']

/** Null where nobody steps down. */
function ownerOf({ get }: Configuration): Owner | null {
  const owner = statSync(get('data.dir'), { throwIfNoEntry: false })
  return process.getuid?.() !== 0 || owner === undefined || owner.uid === 0 ? null : owner
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
