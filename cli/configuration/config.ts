// The configuration file. These read the file as it stands, and so run where they are typed; what a
// running daemon goes by is another question (decision 0020).

import { changeSetting, planChange } from '../../db/appliance/configuration/change.ts'
import { said } from '../../db/appliance/configuration/faults.ts'
import { key_names, rule } from '../../db/appliance/configuration/keys.ts'
import { choice, text, type Written } from '../../db/appliance/configuration/kinds.ts'
import {
  type Configuration,
  type Setting,
  tryConfiguration,
} from '../../db/appliance/configuration/read.ts'
import { controlPlaces } from '../../db/appliance/deployment/sockets.ts'
import { isRefusal } from '../../db/core/refusal.ts'
import { readSecrets, secret_names, secretsFile } from '../../db/appliance/secrets/secrets.ts'
import { command, done, maybe, word, yes } from '../frame/grammar/command.ts'
import { changedOutcome, inWords } from './change.ts'
import { diff, edit, running } from './edit.ts'
import { withoutPassword } from './words.ts'
import { lines, table } from '../frame/page.ts'

const key_kind = {
  ...choice(key_names),
  takes: 'a setting, as kituo config show lists them',
}

interface Shown {
  key: string
  value: Written | null
  origin: string
  takes_effect: string
}

const show = command('config show', {
  says: 'Prints every setting with its value and where it comes from.',
  class: 'R',
  needs: 'nothing',
  permission: 'config:read',
  flags: { changed: yes('only what is not as shipped') },
  examples: ['kituo config show', 'kituo config show --changed --json'],
  run: async ({ flags: { changed }, asking, env }) => {
    const { configuration, faults } = tryConfiguration(asking)
    const all = configuration.settings.map(shownSetting)
    const shown = [...all, ...secretsShown(configuration, env)].filter(
      ({ origin }) => !changed || (origin !== 'default' && origin !== 'nowhere'),
    )
    return faults.length === 0
      ? done(`${shown.length} settings.`, shown, { total: shown.length })
      : done(faults.map(said).join('\n'), shown, { error: { code: 'config.wrong_value' } })
  },
  view: (rows, page) =>
    table(
      rows,
      [
        { title: 'Setting', of: (row) => row.key },
        { title: 'Value', of: (row) => inWords(row.value) },
        { title: 'From', of: (row) => row.origin },
        { title: 'Acts', of: (row) => row.takes_effect, wide: true },
      ],
      page,
    ),
})

const get = command('config get', {
  says: 'Prints the value of one setting.',
  class: 'R',
  needs: 'nothing',
  permission: 'config:read',
  asks: { key: word(key_kind, 'a setting') },
  examples: ['kituo config get listen', 'kituo config get data.dir --json'],
  run: async ({ asked, configuration }) => {
    const shown = shownSetting(configuration.setting(asked.key))
    return done(inWords(shown.value), shown)
  },
  view: (shown) => inWords(shown.value),
})

const path = command('config path', {
  says: 'Prints which files and folders this program uses.',
  class: 'R',
  needs: 'nothing',
  permission: 'config:read',
  examples: ['kituo config path', 'kituo config path --field data.file'],
  run: async ({ configuration, env }) =>
    done('', {
      file: configuration.file,
      data_dir: configuration.get('data.dir'),
      secrets: secretsFile(configuration, env),
      control: controlPlaces(configuration, env).admin,
    }),
  view: (data, page) => lines(Object.entries(data), page),
})

const set = command('config set', {
  says: 'Changes one setting of the file; comments and order stay.',
  class: 'M',
  needs: 'nothing',
  permission: 'config:write',
  asks: {
    key: word(key_kind, 'a setting'),
    value: word(text('a value', /^[^\0]{0,4000}$/), 'the value; several with commas between'),
  },
  examples: ['kituo config set log.level debug', 'kituo config set listen 0.0.0.0:8443,[::]:8443'],
  plan: async ({ asked, asking }) => {
    const { change } = planChange(asking, asked.key, asked.value)
    return {
      steps: [`write ${asked.key} = ${inWords(change.is)} into ${change.file}`],
      nothing: !change.changed,
    }
  },
  run: async (frame) =>
    changedOutcome(changeSetting(frame.asking, frame.asked.key, frame.asked.value), frame),
})

const unset = command('config unset', {
  says: 'Takes one setting out of the file, so that it is as shipped.',
  class: 'M',
  needs: 'nothing',
  permission: 'config:write',
  asks: { key: word(key_kind, 'a setting') },
  examples: ['kituo config unset log.level', 'kituo config unset listen --dry-run'],
  plan: async ({ asked, asking }) => {
    const { change } = planChange(asking, asked.key, null)
    return { steps: [`take ${asked.key} out of ${change.file}`], nothing: !change.changed }
  },
  run: async (frame) => changedOutcome(changeSetting(frame.asking, frame.asked.key, null), frame),
})

const check = command('config check', {
  says: 'Checks a configuration file without data, database or rights.',
  class: 'L',
  permission: null,
  asks: {
    file: maybe(text('the name of a file', /^[^\0]{1,4096}$/), 'without it: the file in use'),
  },
  examples: ['kituo config check', 'kituo config check ./kituo.toml --json'],
  run: async ({ asked: { file }, asking }) => {
    const checked = file === undefined ? asking : { ...asking, file }
    const { configuration, faults } = tryConfiguration(checked)
    if (faults.length === 0) return done(`${configuration.file} is right.`, { faults })
    return done(faults.map(said).join('\n'), { faults }, { error: { code: 'config.wrong_value' } })
  },
  view: ({ faults }) => (faults.length === 0 ? 'right' : ''),
})

/** The file is changed where the command is typed; its row in the audit log is written here. */
const changed_row = command('config changed', {
  says: 'Writes into the audit log that a setting was changed.',
  class: 'M',
  hidden: true,
  about: 'deployment',
  permission: 'config:write',
  asks: { key: word(key_kind, 'a setting'), value: word(text('a value', /^/), 'as it is now') },
  examples: ['kituo config changed log.level debug', 'kituo config changed listen ""'],
  plan: async () => ({ steps: ['write a row'] }),
  run: async () => done('', null),
})

export const commands = [show, get, path, set, unset, edit, check, diff, changed_row, running]

const shownSetting = ({ key: name, written, origin }: Setting): Shown => ({
  key: name,
  value: name === 'database.url' ? withoutPassword(written) : written,
  origin: origin.says,
  takes_effect: rule(name).now ? 'now' : 'after a restart',
})

function secretsShown(configuration: Configuration, env: NodeJS.ProcessEnv): Shown[] {
  const file = secretsFile(configuration, env)
  const found = secretsOr(file, env)
  return secret_names.map((name) => ({
    key: `secret ${name}`,
    value: found === null ? 'not readable' : found[name] === undefined ? 'not set' : 'set',
    origin: found?.[name] === undefined ? 'nowhere' : `file ${file}`,
    takes_effect: 'after a restart',
  }))
}

/** Null when it is not for this person to read, or not right: the doctor says what is wrong. */
function secretsOr(file: string, env: NodeJS.ProcessEnv): ReturnType<typeof readSecrets> | null {
  try {
    return readSecrets(file, env)
  } catch (error) {
    if (isRefusal(error) || (error as NodeJS.ErrnoException).code === 'EACCES') return null
    throw error
  }
}
