// Passwords that were made up are shown once, or written to --out for their owner alone (OPS-75).

import { path } from '../../db/appliance/configuration/kinds.ts'
import { type Frame, maybe } from './grammar/command.ts'

export const out_flag = {
  out: maybe(path(), 'write the password there instead of printing it'),
}

export interface ShownOnce {
  username: string
  temporary_password: string | null
  password_file: string | null
}

export async function shownOnce(
  { put, flags }: Pick<Frame, 'put'> & { flags: { out: string | undefined } },
  username: string,
  password: string | null,
): Promise<ShownOnce> {
  if (password === null || flags.out === undefined) {
    return { username, temporary_password: password, password_file: null }
  }
  await put(Buffer.from(`${username}\n${password}\n`))
  return { username, temporary_password: null, password_file: flags.out }
}

export function passwordLines({
  username,
  temporary_password,
  password_file,
}: ShownOnce): [string, string][] {
  return [
    ['Username', username],
    ...(temporary_password === null
      ? []
      : [['Password', `${temporary_password}   Shown once.`] as [string, string]]),
    ...(password_file === null
      ? []
      : [['Password', `written to ${password_file}`] as [string, string]]),
  ]
}
