// A command as somebody types it, without a process of its own.

import { main } from '../../../cli/main.ts'
import type { Terminal } from '../../../cli/frame/terminal.ts'
import { setStretching } from '../../../db/appliance/backups/slots.ts'
import type { Document } from '../../../db/appliance/deployment/line.ts'

// The words of its houses are no secret, and each would be stretched for half a second.
setStretching(10)

export interface Said {
  code: number
  out: string
  err: string
}

export interface World {
  env?: NodeJS.ProcessEnv
  /** What is answered to questions, in order; without it nobody is there to ask. */
  answers?: readonly string[] | ((question: string, said: string) => string | null)
  /** As on a terminal of so many columns. */
  columns?: number
  /** Whoever looks again and again goes away. */
  ended?: () => boolean
}

/** Where nobody sits: nothing is shown, nothing is answered. */
export const nobody = (env: NodeJS.ProcessEnv = {}): Terminal => ({
  env,
  in_is_terminal: false,
  out_is_terminal: false,
  err_is_terminal: false,
  columns: null,
  out: () => undefined,
  err: () => undefined,
  ask: async () => null,
  onInterrupt: () => () => undefined,
  exit: () => undefined,
})

export async function typed(argv: readonly string[], world: World = {}): Promise<Said> {
  const said: Said = { code: 0, out: '', err: '' }
  const { answers = [] } = world
  const answered = typeof answers === 'function' ? answers : inTurn([...answers])
  const terminal: Terminal = {
    env: { KITUO_CONFIG: '/dev/null', ...world.env },
    in_is_terminal: world.answers !== undefined,
    out_is_terminal: world.columns !== undefined,
    err_is_terminal: false,
    columns: world.columns ?? null,
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    ask: async (question) => {
      said.err += question
      return answered(question, said.err)
    },
    onInterrupt: () => () => undefined,
    ...(world.ended === undefined ? {} : { ended: world.ended }),
    exit: (code) => {
      throw new Error(`ended with ${code}`)
    },
  }
  said.code = await main(argv, terminal)
  return said
}

const inTurn = (answers: string[]) => (): string | null => answers.shift() ?? null

export async function typedJson(argv: readonly string[], world?: World): Promise<Document> {
  const { out, code } = await typed([...argv, '--json'], world)
  const document = JSON.parse(out) as Document
  if (document.meta.exit !== code) throw new Error(`exit ${code}, the document says otherwise`)
  return document
}

/** A hospital of one's own in `dir`, as init makes it; answers its document. */
export async function initialised(dir: string, ...more: readonly string[]): Promise<Document> {
  const words = ['--name', 'St Mary', '--code', 'st-mary', '--admin-name', 'Asha']
  const recovery = ['--recovery-out', `${dir}.words`]
  const made = await typedJson(['init', '--data', dir, ...words, ...recovery, ...more])
  if (!made.success) throw new Error(made.message)
  return made
}
