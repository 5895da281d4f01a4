// What a release weighs and how long it takes, and what it may at most (OPS-189, decision 0260).
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In MB, on whatever machine. */
export const SIZES = { binary_mb: 200, archive_mb: 60, resident_mb: 220 }

/** In ms, on the machine that they were set for; on a slower one in proportion. */
export const TIMES = {
  version_ms: 500,
  first_run_ms: 15_000,
  first_answer_ms: 1000,
  first_frame_ms: 700,
}

/**
 * The least that the yardstick (test/package/yardstick.mjs) takes on that machine, two cores at rest: 600 ms where
 * the same program told its version in 318 ms instead of the 210 it took when the goals were looked at.
 */
export const YARDSTICK_MS = 400

const rounded = (value) => Math.round(value * 10) / 10
const least = (runs) => Math.min(...runs)
const median = (runs) => runs.toSorted((a, b) => a - b)[Math.floor(runs.length / 2)]

/**
 * `times`: by name the `runs` of what is judged and the yardstick's, taken `beside` them. The least
 * counts: whatever else the machine does only ever makes a run longer.
 */
export function judgedTimes(times) {
  return Object.entries(times).map(([name, { runs, beside }]) => {
    // A fast machine is held to no stricter goal.
    const slower = Math.max(1, least(beside) / YARDSTICK_MS)
    return {
      name,
      value: rounded(least(runs)),
      at_most: Math.round(TIMES[name] * slower),
      slower: rounded(slower),
      median: rounded(median(runs)),
      runs: runs.map(rounded),
      yardstick: beside.map(rounded),
    }
  })
}

export const judgedSizes = (sizes) =>
  Object.entries(sizes).map(([name, value]) => ({
    name,
    value: rounded(value),
    at_most: SIZES[name],
  }))

const tooMuch = ({ value, at_most }) => !(value <= at_most)

/** A line for each, one more on a slower machine; and a line for each that is worse than allowed. */
export function told(judged) {
  const slower = Math.max(...judged.map((one) => one.slower ?? 1))
  const lines = judged.map(({ name, value, at_most, runs, median }) => {
    const of = runs?.length > 1 ? `, the least of ${runs.length}, median ${median}` : ''
    return `${name} ${value} (at most ${at_most}${of})`
  })
  if (slower > 1) {
    lines.push(`This machine is up to ${slower} times slower than the one the goals are for.`)
  }
  const over = judged
    .filter(tooMuch)
    .map(({ name, value, at_most }) => `${name} is ${value}, at most ${at_most} is allowed`)
  return { lines, over }
}

const report = (dist) => join(dist, 'report.json')

export function writeReport(dist, judged) {
  const built = {
    at: new Date().toISOString(),
    runtime: process.version,
    platform: `${process.platform}-${process.arch}`,
  }
  const figures = judged.map(({ name, ...rest }) => [name, rest])
  write(dist, { ...built, ...Object.fromEntries(figures) })
}

/** The archive is made of a program that was proved, so it is weighed after the others. */
export function weighArchive(dist, archive) {
  const [judged] = judgedSizes({ archive_mb: statSync(archive).size / 1e6 })
  const { name, ...rest } = judged
  write(dist, { ...JSON.parse(readFileSync(report(dist), 'utf8')), [name]: rest })
  return told([judged])
}

const write = (dist, figures) =>
  writeFileSync(report(dist), `${JSON.stringify(figures, null, 2)}\n`)
