// Whether a place for backups answers (operations 6.2, decision 0284). A mount that hangs keeps one thread
// of the pool for each call until it comes back, and sixteen are all there are, for the database too:
// so few calls are with a place at a time, none is waited for for ever, and one that says nothing is
// asked nothing more until it answers.

import { AsyncLocalStorage } from 'node:async_hooks'
import { clock, seconds } from '../../core/clock.ts'
import { isRefusal, Refusal } from '../../core/refusal.ts'

/** A disk that wakes up and a server that starts again need less; no backup waits longer (6.2). */
const work_ms = seconds(60)
/** Somebody looks and waits for it; less than the doctor gives a check (OPS-163). */
const look_ms = seconds(4)
/** With a place at a time: one that works, and one that looks meanwhile. */
const calls_most = 2

let patience = { work: work_ms, look: look_ms }
const hurried = new AsyncLocalStorage<true>()

/** Tests do not wait for a mount that hangs; without words as it is in a house. */
export function setPatience(ms: Partial<typeof patience> = {}): void {
  patience = { work: work_ms, look: look_ms, ...ms }
}

/** What is read inside is shown to somebody who waits: it is given up soon. */
export const looking = <T>(look: () => Promise<T>): Promise<T> => hurried.run(true, look)

/** Under way: a thread of the pool has it. */
interface Call {
  began: number
  since: string
  /** So long somebody has waited for it in vain; null while it is waited for. */
  given_up_ms: number | null
}

interface Waiting {
  patience_ms: number
  readonly start: () => void
  readonly giveUp: () => void
}

interface Place {
  readonly calls: Set<Call>
  readonly waiting: Set<Waiting>
  /** To be done when it answers again. */
  later: (() => Promise<unknown>)[]
  tidying: Promise<unknown> | null
}

const places = new Map<string, Place>()

/** One call to the file system of a place. What a call that was given up brings later goes to `late`. */
export function ask<T>(
  dir: string,
  call: () => Promise<T>,
  late?: (value: T) => Promise<unknown>,
): Promise<T> {
  const place = placeAt(dir)
  return put(dir, place, call, { late, after: place.tidying })
}

/**
 * What is left behind at a place, closed or removed: now, or when it answers again. Nobody waits for it
 * longer than for any other call, and a place that says nothing does not make it fail.
 */
export async function tidy(dir: string, work: () => Promise<unknown>): Promise<void> {
  const place = placeAt(dir)
  let is_begun = false
  const begin = (): Promise<unknown> => {
    is_begun = true
    return work()
  }
  try {
    await put(dir, place, begin)
  } catch (error) {
    if (!isSilence(error)) throw error
    if (!is_begun) place.later.push(work)
  }
}

/** Since when a place has said nothing; null while it answers. */
export const silentSince = (dir: string): string | null =>
  givenUp(placeAt(dir))
    .map(({ since }) => since)
    .sort()[0] ?? null

/** That a place said nothing; it says nothing about what lies there. */
export const isSilence = (error: unknown): error is Refusal =>
  isRefusal(error) && error.facts?.['silent_since'] !== undefined

/** A thread of this process hangs: it cannot end as others do. */
export const isStuck = (): boolean => [...places.values()].some(({ calls }) => calls.size > 0)

function placeAt(dir: string): Place {
  let place = places.get(dir)
  if (place === undefined) {
    place = { calls: new Set(), waiting: new Set(), later: [], tidying: null }
    places.set(dir, place)
  }
  return place
}

const givenUp = ({ calls }: Place): Call[] =>
  [...calls].filter(({ given_up_ms }) => given_up_ms !== null)

/** A timer may be a moment early. */
const ageOf = ({ began, given_up_ms }: Call): number =>
  Math.max(performance.now() - began, given_up_ms ?? 0)

interface Around<T> {
  readonly late?: ((value: T) => Promise<unknown>) | undefined
  /** Never fails. */
  readonly after?: Promise<unknown> | null
}

function put<T>(
  dir: string,
  place: Place,
  call: () => Promise<T>,
  { late, after = null }: Around<T> = {},
): Promise<T> {
  const patience_ms = hurried.getStore() === true ? patience.look : patience.work
  const hung = (): Call | undefined => givenUp(place).find((one) => ageOf(one) >= patience_ms)
  const silent = hung()
  if (silent !== undefined) return Promise.reject(stillSilent(dir, silent.since))
  return new Promise<T>((resolve, reject) => {
    const since = clock.instant()
    let running: Call | null = null
    let is_over = false
    const end = (): void => {
      is_over = true
      clearTimeout(timer)
      place.waiting.delete(order)
    }
    const order: Waiting = {
      patience_ms,
      start() {
        const own: Call = { began: performance.now(), since, given_up_ms: null }
        running = own
        place.calls.add(own)
        call()
          .then(
            (value) => {
              if (is_over) {
                // It may hang as every call may, and nobody is left to be told that it failed.
                if (late !== undefined) void tidy(dir, () => late(value)).catch(() => undefined)
                return
              }
              end()
              resolve(value)
            },
            (error: Error) => {
              if (is_over) return
              end()
              reject(error)
            },
          )
          .finally(() => answered(dir, place, own))
      },
      giveUp() {
        end()
        if (running !== null) running.given_up_ms = Math.max(patience_ms, running.given_up_ms ?? 0)
        reject(nothingMoved(dir, since, patience_ms))
        // Whoever waits behind it for no longer than it has hung waits for nothing.
        for (const other of place.waiting) {
          if (givenUp(place).some((one) => ageOf(one) >= other.patience_ms)) other.giveUp()
        }
      },
    }
    const timer = setTimeout(order.giveUp, patience_ms)
    const queue = (): void => {
      if (is_over) return
      const again = hung()
      if (again !== undefined) {
        end()
        return reject(stillSilent(dir, again.since))
      }
      place.waiting.add(order)
      startNext(place)
    }
    // The time it waits for others to tidy is its own too: the place may hang again under them.
    if (after === null) queue()
    else void after.then(queue)
  })
}

function startNext(place: Place): void {
  for (const order of place.waiting) {
    if (place.calls.size >= calls_most) return
    place.waiting.delete(order)
    order.start()
  }
}

function answered(dir: string, place: Place, call: Call): void {
  place.calls.delete(call)
  if (call.given_up_ms !== null && givenUp(place).length === 0) putInOrder(dir, place)
  startNext(place)
}

/** It is back: what was left there goes before anybody asks anything of it. */
function putInOrder(dir: string, place: Place): void {
  const works = place.later.splice(0)
  if (works.length === 0) return
  place.tidying = Promise.allSettled(works.map((work) => tidy(dir, work))).then(() => {
    place.tidying = null
  })
}

const advice = 'Look at its mount; when it answers, everything goes on by itself.'

const nothingMoved = (dir: string, since: string, waited_ms: number): Refusal =>
  new Refusal(
    503,
    'repository.away',
    `${dir} does not answer: nothing moved for ${Math.round(waited_ms / 1000)} s. ${advice}`,
    { facts: { silent_since: since } },
  )

const stillSilent = (dir: string, since: string): Refusal =>
  new Refusal(
    503,
    'repository.away',
    `${dir} has not answered since ${since.slice(0, 19)}Z. ${advice}`,
    { facts: { silent_since: since } },
  )
