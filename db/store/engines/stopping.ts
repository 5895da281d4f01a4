// Work that ends when it is told to, wherever it is: a proof of the whole house asks thousands of
// questions in many rules, none of which would else hear that the daemon stops. Only for what changes
// nothing until its last step: whoever sends or writes as it goes looks at its signal itself.

import { AsyncLocalStorage } from 'node:async_hooks'

const stopping = new AsyncLocalStorage<AbortSignal>()

/** What `work` reads is asked no more once the signal says so, and what is being asked is cut off. */
export const endingWith = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  stopping.run(signal, work)

/** Ends with the signal, and with the work around it. */
export const endingToo = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  const outer = stopping.getStore()
  return endingWith(outer === undefined ? signal : AbortSignal.any([outer, signal]), work)
}

/** Work that was only begun from here: it has its own end. */
export const endless = <T>(work: () => T): T => stopping.exit(work)

export const isStoppable = (): boolean => stopping.getStore() !== undefined

/** Throws the reason of the stop; nothing where nobody has said so. */
export const mustGoOn = (): void => stopping.getStore()?.throwIfAborted()

const cut_again_ms = 50

/** Ends with the stop; `cut` is called until the work is over, for it may not have begun yet. */
export async function untilStopped<T>(work: () => Promise<T>, cut: () => void): Promise<T> {
  const signal = stopping.getStore()
  if (signal === undefined) return work()
  signal.throwIfAborted()
  let again: NodeJS.Timeout | undefined
  const onStop = (): void => {
    cut()
    again = setInterval(cut, cut_again_ms)
  }
  signal.addEventListener('abort', onStop, { once: true })
  try {
    return await work()
  } catch (error) {
    // What was cut off fails in words of its own.
    signal.throwIfAborted()
    throw error
  } finally {
    clearInterval(again)
    signal.removeEventListener('abort', onStop)
  }
}

/** Does not wait for what cannot be cut off: it goes on alone, and nobody hears how it ended. */
export async function orStopped<T>(work: Promise<T>): Promise<T> {
  const signal = stopping.getStore()
  if (signal === undefined) return work
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const onStop = (): void => reject(signal.reason)
  if (signal.aborted) onStop()
  signal.addEventListener('abort', onStop, { once: true })
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', onStop)
  }
}
