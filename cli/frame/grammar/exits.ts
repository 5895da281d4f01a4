// Exit codes and error words that scripts rely on (OPS-67, operations 5.13).

import { isRefusal, type Refusal } from '../../../db/core/refusal.ts'

export const exit_codes: Readonly<Record<number, string>> = {
  0: 'done; or already so; or a dry run with nothing in the way',
  1: 'an unexpected fault, with a request id; a BAD finding of doctor',
  2: 'usage: unknown command, flag, value or record; a question that nobody could answer',
  3: 'refused by a rule, blocked by a check, or a proof that does not hold',
  4: 'the record or the plan moved meanwhile; or it exists already with other content',
  5: 'locked or in use by another, who is named',
  6: 'the daemon, the database or another service did not answer; nothing written',
  7: 'recorded; waits for a second person',
  8: 'no hospital here yet',
  9: 'not permitted, or a sign-in is needed',
  10: 'damaged: checksum, signature, sealing or archive does not hold',
  11: 'wrong key or passphrase',
  12: 'not enough disk, memory or open files',
  13: 'version, schema, engine or data directory does not fit',
  14: 'time ran out or work was cut; the message says what stands',
  20: 'done, with warnings',
  129: 'the terminal went away: SIGHUP',
  130: 'stopped by SIGINT',
  131: 'stopped by SIGQUIT',
  143: 'stopped by SIGTERM',
}

/** Not done yet: a second person decides (OPS-68). */
export const waits_word = 'request.recorded'

/** A word that ends in a dot stands for all that begin with it. */
export const error_words: readonly (readonly [word: string, exit: number, means: string])[] = [
  ['usage.', 2, 'the command, a flag or a value is not right'],
  ['config.', 2, 'the configuration is not right'],
  ['secrets.', 2, 'the file of secrets is not right, or open to others'],
  ['record.unknown', 2, 'there is no such record'],
  ['confirm.needed', 2, 'a confirmation is missing or was typed wrongly'],
  ['rule.refused', 3, 'a rule of the house does not allow it'],
  ['module.', 3, 'a module is off, or still has open work'],
  ['check.failed', 3, 'a check does not hold'],
  ['proof.failed', 3, 'a proof does not hold'],
  ['plan.moved', 4, 'somebody else changed it meanwhile'],
  ['exists.different', 4, 'it exists already with other content'],
  ['lock.held', 5, 'another process holds the data'],
  ['address.in_use', 5, 'another program listens there'],
  ['database.busy', 5, 'a change waited too long for its turn'],
  ['daemon.silent', 6, 'the daemon does not answer, or does not run'],
  ['database.away', 6, 'the database does not answer'],
  ['repository.away', 6, 'the backup place does not answer'],
  ['link.away', 6, 'an operator does not answer, or does not let us in'],
  [waits_word, 7, 'it waits for a second person'],
  ['deployment.empty', 8, 'there is no hospital here yet'],
  ['not.permitted', 9, 'this person or group may not do it'],
  ['sign_in.code', 9, 'this account signs in with a code as well'],
  ['sign_in.needed', 9, 'name, password or code is missing or wrong'],
  ['integrity.', 10, 'something is damaged'],
  ['key.wrong', 11, 'another key opens this'],
  ['backup.key_wrong', 11, 'none of the keys given opens this repository'],
  ['resources.', 12, 'disk, memory or open files are short'],
  ['version.', 13, 'program, schema or engine do not fit each other'],
  ['data_dir.', 13, 'the data directory is not the right one'],
  ['time.out', 14, 'time ran out'],
  ['work.cut', 14, 'work was cut at a deadline'],
  ['finding.bad', 1, 'the doctor found something BAD'],
  ['fault', 1, 'an unexpected fault; nothing was written'],
]

export function exitOf(code: string): number {
  const found = error_words.find(([word]) =>
    word.endsWith('.') ? code.startsWith(word) : code === word,
  )
  return found?.[1] ?? 1
}

export const isErrorWord = (code: string): boolean =>
  error_words.some(([word]) => (word.endsWith('.') ? code.startsWith(word) : code === word))

/** Refusals of rules carry the words of the APIs; on the command line they have these. */
const rule_words: Readonly<Record<string, string>> = {
  stale: 'plan.moved',
  exists: 'exists.different',
  module_off: 'not.permitted',
}

const status_words: Readonly<Record<number, string>> = {
  400: 'usage.value',
  401: 'sign_in.needed',
  402: 'rule.refused',
  403: 'not.permitted',
  404: 'record.unknown',
  409: 'rule.refused',
  413: 'usage.value',
  422: 'rule.refused',
  429: 'not.permitted',
  503: 'database.away',
}

export function errorWord(error: unknown): string {
  if (!isRefusal(error)) return 'fault'
  if (isErrorWord(error.code)) return error.code
  return (
    rule_words[error.code] ??
    fullWord(error) ??
    busyWord(error) ??
    status_words[error.status] ??
    'fault'
  )
}

/** OPS-44: the database is there, its disk has no room. */
const fullWord = (refusal: Refusal): string | undefined =>
  refusal.status === 503 && refusal.message.startsWith('The disk is full')
    ? 'resources.disk'
    : undefined

/** OPS-49: the database is there, the change waited for its turn. */
const busyWord = (refusal: Refusal): string | undefined =>
  refusal.status === 503 && refusal.message.startsWith('The database is busy')
    ? 'database.busy'
    : undefined
