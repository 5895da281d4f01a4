// Flags that every command takes (OPS-63).

import { duration, text } from '../../../db/appliance/configuration/kinds.ts'
import { type Inputs, maybe, type ValuesOf, yes } from './command.ts'

const anything = text('text', /^[^\0]{0,2000}$/)
const place = text('the name of a file or folder', /^[^\0]{1,4096}$/)
const person = text('a username', /^[^\0\s]{1,200}$/)
const digits = text('six digits, or a recovery code', /^[\w-]{6,24}$/)
const code = text('small letters, digits and hyphens', /^[A-Za-z0-9_-]{1,40}$/)

export const globals = {
  json: yes('one JSON document on standard output, whatever happens'),
  jsonl: yes('progress and the document as JSON lines'),
  field: maybe(anything, 'one value of the document, plain: data.version'),
  wide: yes('all columns of a table, however wide'),
  quiet: yes('no progress and no hints'),
  verbose: yes('which configuration and data were used, and the stack of a fault'),
  no_color: yes('no colours'),
  no_input: yes('ask nothing; what is missing is a refusal'),
  yes: yes('go on without asking'),
  confirm: maybe(anything, 'the name or phrase that would be asked for'),
  dry_run: yes('the same checks, then the steps that would be taken'),
  reason: maybe(text('3 to 300 characters', /^[^\0]{3,300}$/), 'why; written to the audit log'),
  as: maybe(person, 'run it as this person, who signs in'),
  approver: maybe(person, 'the second person of a grave command, who signs in here'),
  password_file: maybe(place, 'the password of --as; - is standard input'),
  code: maybe(digits, 'the two-factor code of --as'),
  approver_password_file: maybe(place, 'the password of --approver'),
  approver_code: maybe(digits, 'the two-factor code of --approver'),
  hospital: maybe(code, 'which hospital, where there are several'),
  facility: maybe(code, 'which branch'),
  data: maybe(place, 'the data root'),
  config: maybe(place, 'the configuration file'),
  socket: maybe(place, 'the control socket of the daemon'),
  direct: yes('work on the data without the daemon; refused while it runs'),
  timeout: maybe(duration(), 'give up after so long'),
  utc: yes('times in UTC'),
  explain: yes('run nothing: say what the command needs and where it would run'),
  help: yes('about this command'),
  version: yes('the version of this program'),
} as const satisfies Inputs

export type Globals = ValuesOf<typeof globals>
export type GlobalName = keyof typeof globals

export const short_flags: Partial<Record<GlobalName, string>> = {
  quiet: '-q',
  verbose: '-v',
  yes: '-y',
  dry_run: '-n',
  help: '-h',
  version: '-V',
}

/** Where the command runs they mean the same; the others are the client's own affair. */
export const sent_globals = ['yes', 'confirm', 'dry_run', 'reason', 'hospital', 'facility'] as const

/** `KITUO_JSON`; asking for help or the version in the environment would stop everything. */
export const globalEnvironment = (name: GlobalName): string | null =>
  name === 'help' || name === 'version' || name === 'code' || name === 'approver_code'
    ? null
    : `KITUO_${name.toUpperCase()}`
