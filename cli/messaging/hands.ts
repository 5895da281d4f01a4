// What the commands of messaging need of the daemon's own hands: its way to operators, its line to
// receivers, its reader of contacts; and the counterparts that are there for trying things out.

import type { Identity } from '../../daemon/sending/sink/certificate.ts'
import type { Smsc, SmscOptions } from '../../daemon/sending/smsc/server.ts'
import type { Sink, SinkOptions } from '../../daemon/sending/sink/server.ts'
import type { WhatsappLine } from '../../daemon/sending/whatsapp-calls.ts'

export type { Came, Sink } from '../../daemon/sending/sink/server.ts'
export type { Smsc, SmscCounts } from '../../daemon/sending/smsc/server.ts'

export const tryOutLink = async (code: string) => {
  const { tryLink } = await import('../../daemon/sending/operators/try-link.ts')
  const { linkCalled } = await import('../../db/messaging/routing/links.ts')
  const { settings } = await import('../../db/messaging/settings/settings.ts')
  const { public_url, link_http_allow_cidrs } = await settings()
  return tryLink(await linkCalled(code), { public_url, allow_cidrs: link_http_allow_cidrs })
}

/** Asks the network, so before any transaction. */
export const judgeName = async (url: unknown): Promise<void> => {
  const { mustLeadInside } = await import('../../daemon/sending/operators/http.ts')
  const { setting } = await import('../../db/messaging/settings/settings.ts')
  return mustLeadInside(url, await setting('link_http_allow_cidrs'))
}

/** In the daemon its threads stay; a command alone ends the one it began. */
export async function readImport(
  input: { bytes: Buffer; kind: 'json' | 'csv'; group_ids?: string[]; existing?: string },
  alone: boolean,
) {
  const { endWorkers, runInWorker } = await import('../../daemon/work/workers.ts')
  try {
    return await runInWorker('read contacts', input)
  } finally {
    if (alone) await endWorkers()
  }
}

export async function postOnce(
  url: string,
  headers: Record<string, string>,
  body: string,
  alone: boolean,
) {
  const { closeSharedLine, sharedLine } = await import('../../daemon/sending/webhook-calls.ts')
  try {
    return await sharedLine().post(url, headers, body)
  } finally {
    if (alone) await closeSharedLine()
  }
}

/** What the provider of a WhatsApp number says of it, and of its templates. */
export async function askProvider<T>(
  ask: (
    questions: typeof import('../../daemon/sending/whatsapp-questions.ts'),
    line: WhatsappLine,
  ) => Promise<T>,
): Promise<T> {
  const questions = await import('../../daemon/sending/whatsapp-questions.ts')
  return questions.askProvider((line) => ask(questions, line))
}

export const openSmsc = async (options: SmscOptions): Promise<Smsc> =>
  listening(async () => (await import('../../daemon/sending/smsc/server.ts')).startSmsc(options))

export const openSink = async (options: SinkOptions): Promise<Sink> =>
  listening(async () => (await import('../../daemon/sending/sink/server.ts')).startSink(options))

/** What somebody else keeps there is not written over. */
export async function identityIn(file: string): Promise<Identity> {
  const { identityIn: found } = await import('../../daemon/sending/sink/certificate.ts')
  const { codeOf } = await import('../../db/core/disk.ts')
  const { usage } = await import('../frame/grammar/usage.ts')
  try {
    return await found(file)
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    throw usage('value', `--certificate: ${file} cannot be used (${code}).`)
  }
}

/** A port that is taken, or a host that is none, is named, not thrown. */
async function listening<T>(start: () => Promise<T>): Promise<T> {
  const { codeOf } = await import('../../db/core/disk.ts')
  const { Refusal } = await import('../../db/core/refusal.ts')
  const { usage } = await import('../frame/grammar/usage.ts')
  try {
    return await start()
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      const { hostname } = error as { hostname?: string }
      throw usage('value', `--host: ${hostname ?? ''} has no address.`)
    }
    if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') throw error
    const { address, port } = error as { address?: string; port?: number }
    const said = `${address}:${port} cannot be listened at: ${code}.`
    throw new Refusal(503, 'address.in_use', said)
  }
}
