// Other programs that the house asks. By callback: the packer puts a function of its own in the place of
// the runtime's, and what `promisify` would know of that one is lost in the packaged program.

import { execFile, type ExecFileOptions } from 'node:child_process'

export interface Said {
  stdout: string
  stderr: string
}

/** Throws what the runtime throws, with what was said until then in it. */
export function ran(
  file: string,
  args: readonly string[],
  options: ExecFileOptions = {},
  typed = '',
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      file,
      args,
      { maxBuffer: 64 * 1024 * 1024, ...options, encoding: 'utf8' },
      (error, stdout, stderr) => {
        if (error === null) resolve({ stdout, stderr })
        else reject(Object.assign(error, { stdout, stderr }))
      },
    )
    child.stdin?.on('error', () => undefined).end(typed)
  })
}
