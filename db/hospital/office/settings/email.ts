// The hospital's own mail server (platform 2.7, PLT-65, PLT-66).

import { isIP } from 'node:net'
import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { run, within } from '../../../store/connection.ts'
import { newId } from '../../../core/ids.ts'
import { conflict, invalid, unavailable } from '../../../core/refusal.ts'
import { unseal } from '../../../appliance/secrets/seal.ts'
import { sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../audit/record.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import { MailAway, type Mailer, type MailLetter, type MailServer } from './mailer.ts'
import { noteChanges } from './history.ts'
import { isPrivateHost } from './private-host.ts'
import { keptSecret, shown_secret, shownSecret } from './secrets.ts'
import type { EmailConfig, EmailConfigBody } from './shapes.ts'
import { email_settings, type MailTest } from './tables.ts'

type Row = RowOf<(typeof email_settings)['columns']>

/** Whether email leaves the house at all (PLT-66). */
export async function mailIsOn(caller: Pick<Caller, 'hospital_id'>): Promise<boolean> {
  const found = await email_settings.find({ hospital_id: caller.hospital_id })
  return found?.is_active === true
}

/** A mail server with its password in hand; stays inside the house. */
export interface OpenServer extends MailServer {
  from: MailLetter['from']
}

/** The servers of those hospitals whose mail is on. */
export async function mailServers(
  hospital_ids: readonly string[],
): Promise<Map<string, OpenServer>> {
  const found = await email_settings.allAnywhere({ hospital_id: hospital_ids, is_active: true })
  return new Map(found.map((one) => [one.hospital_id, serverOf(one)]))
}

export async function find(caller: Caller): Promise<EmailConfig | null> {
  const found = await email_settings.find({ hospital_id: caller.hospital_id })
  return found === undefined ? null : view(found)
}

export async function put(caller: Caller, body: EmailConfigBody): Promise<EmailConfig> {
  const { hospital_id } = caller
  const before = await email_settings.find({ hospital_id }, { lock: true })
  if (before !== undefined) fresh(caller, before)
  const kept = read(body, before)
  if (before === undefined) await email_settings.insert({ hospital_id, ...kept })
  else await email_settings.change({ hospital_id }, kept)
  const changes = difference(masked(before), masked(kept, before))
  record(caller, 'settings.email', { entity_type: 'settings', entity_id: 'email', changes })
  await noteChanges(caller, 'email', changes)
  return (await find(caller)) as EmailConfig
}

/** Sends one message now with what is stored, also while mail is off. */
export async function test(
  caller: Caller,
  to: string,
  mailer: Mailer,
): Promise<{ sent_to: string; took_ms: number }> {
  const stored = await email_settings.find({ hospital_id: caller.hospital_id })
  if (stored === undefined) throw conflict('No mail server is set up.', 'no_mail_server')
  const hospital = await hospitalOf(caller)
  const started = performance.now()
  const fault = await handOne(mailer, serverOf(stored), {
    id: newId(),
    to,
    subject: `${hospital.name}: mail test`,
    text: `This is a test of the mail server of ${hospital.name}. Nothing needs to be done.\n`,
  })
  const took_ms = Math.round(performance.now() - started)
  const message = fault === null ? 'OK' : `The mail server answered: ${fault}.`
  await noteTest(caller, { at: clock.instant(), to, ok: fault === null, message })
  if (fault !== null) throw unavailable(message)
  return { sent_to: to, took_ms }
}

async function handOne(
  mailer: Mailer,
  server: OpenServer,
  letter: Omit<MailLetter, 'from' | 'attachments'>,
): Promise<string | null> {
  try {
    const line = await mailer.open(server, { one_letter: true })
    const given = await line.hand({ ...letter, from: server.from, attachments: [] })
    line.close()
    return given.outcome === 'sent' ? null : given.words
  } catch (error) {
    if (error instanceof MailAway) return error.words
    throw error
  }
}

/** The result of a test is no change of the settings: version and date stay. */
const noteTest = (caller: Caller, test: MailTest): Promise<void> =>
  within(async () => {
    await run(
      sql`update email_settings set last_test = ${JSON.stringify(test)}
        where hospital_id = ${caller.hospital_id}`,
    )
    record(caller, 'settings.email_test', {
      entity_type: 'settings',
      entity_id: 'email',
      entity_label: test.to,
      to_state: test.ok ? 'OK' : 'FAILED',
      reason: test.ok ? null : test.message.slice(0, 300),
    })
  })

function read(body: EmailConfigBody, before: Row | undefined) {
  const { from, smtp } = body
  if (!/^[a-z0-9._-]+$/i.test(smtp.host) && isIP(smtp.host) === 0) {
    throw invalid('smtp.host', 'is not the name or address of a server.')
  }
  const encryption =
    smtp.encryption ?? (smtp.port === 465 ? 'ssl' : smtp.port === 587 ? 'tls' : 'none')
  if (encryption === 'none' && !isPrivateHost(smtp.host)) {
    throw invalid('smtp.encryption', 'must be tls or ssl for a mail server outside the hospital.')
  }
  return {
    from_email: from.email.toLowerCase(),
    from_name: from.name ?? null,
    is_active: body.is_active ?? before?.is_active ?? true,
    host: smtp.host.toLowerCase(),
    port: smtp.port,
    encryption,
    username: smtp.username === undefined || smtp.username === '' ? null : smtp.username,
    password: keptSecret(before?.password ?? null, smtp.password),
  }
}

/** For the log: the password only as there or not, or as changed. */
function masked(kept: Partial<Row> | undefined, before?: Row): Record<string, unknown> {
  if (kept === undefined) return {}
  const { from_email, from_name, is_active, host, port, encryption, username, password } = kept
  const replaced =
    before !== undefined &&
    before.password !== null &&
    password !== null &&
    before.password !== password
  return {
    from_email,
    from_name,
    is_active,
    host,
    port,
    encryption,
    username,
    password: replaced ? `${shown_secret} (changed)` : shownSecret(password ?? null),
  }
}

const serverOf = (stored: Row): OpenServer => ({
  host: stored.host,
  port: stored.port,
  encryption: stored.encryption,
  username: stored.username,
  password: stored.password === null ? null : unseal(stored.password),
  from: { email: stored.from_email, name: stored.from_name },
})

const view = (stored: Row): EmailConfig => ({
  from: { email: stored.from_email, name: stored.from_name },
  is_active: stored.is_active,
  smtp: {
    host: stored.host,
    port: stored.port,
    username: stored.username,
    password: shownSecret(stored.password),
    encryption: stored.encryption,
  },
  last_test: stored.last_test,
  updated_at: stored.updated_at,
  version: stored.version,
})
