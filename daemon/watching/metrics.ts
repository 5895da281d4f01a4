// Measures in the text that Prometheus reads (PLT-134, OPS-28). Labels hold words of the program
// alone: routes, states, names of schedules. Nothing that a person typed ever becomes a label.

export type Labels = Readonly<Record<string, string>>

/** Beyond so many series new ones are dropped and counted. */
export const series_max = 2000

type Kind = 'counter' | 'gauge' | 'histogram' | 'summary'

interface Series {
  labels: string
  value: number
  count: number
  buckets: number[]
}

interface Measure {
  readonly name: string
  readonly help: string
  readonly kind: Kind
  readonly bounds: readonly number[]
  readonly series: Map<string, Series>
}

export interface Counter {
  add(labels?: Labels, by?: number): void
}
export interface Gauge {
  set(value: number, labels?: Labels): void
  /** Forgets the labels that are not set again: states that nothing is in any more. */
  clear(): void
}
export interface Observer {
  observe(value: number, labels?: Labels): void
}

export interface Metrics {
  counter(name: string, help: string): Counter
  gauge(name: string, help: string): Gauge
  /** Buckets: for few labels. */
  histogram(name: string, help: string, bounds: readonly number[]): Observer
  /** Sum and count alone: for many labels. */
  summary(name: string, help: string): Observer
  text(): string
}

export function newMetrics(most = series_max): Metrics {
  const measures = new Map<string, Measure>()
  let count = 0
  let dropped = 0

  const measure = (name: string, help: string, kind: Kind, bounds: readonly number[]): Measure => {
    if (measures.has(name)) throw new Error(`${name} is measured twice`)
    const made: Measure = { name, help, kind, bounds, series: new Map() }
    measures.set(name, made)
    return made
  }
  const seriesOf = (of: Measure, labels: Labels): Series | undefined => {
    const key = written(labels)
    const known = of.series.get(key)
    if (known !== undefined) return known
    // A histogram is as many series as it has lines.
    const lines = of.kind === 'histogram' ? of.bounds.length + 3 : of.kind === 'summary' ? 2 : 1
    if (count + lines > most) {
      dropped += 1
      return undefined
    }
    count += lines
    const made = { labels: key, value: 0, count: 0, buckets: of.bounds.map(() => 0) }
    of.series.set(key, made)
    return made
  }
  const observer = (of: Measure): Observer => ({
    observe(value, labels = {}) {
      const series = seriesOf(of, labels)
      if (series === undefined) return
      series.value += value
      series.count += 1
      of.bounds.forEach((bound, at) => {
        if (value <= bound) series.buckets[at] = (series.buckets[at] ?? 0) + 1
      })
    },
  })

  return {
    counter(name, help) {
      const own = measure(name, help, 'counter', [])
      return {
        add(labels = {}, by = 1) {
          const series = seriesOf(own, labels)
          if (series !== undefined) series.value += by
        },
      }
    },
    gauge(name, help) {
      const own = measure(name, help, 'gauge', [])
      return {
        set(value, labels = {}) {
          const series = seriesOf(own, labels)
          if (series !== undefined) series.value = value
        },
        clear() {
          count -= own.series.size
          own.series.clear()
        },
      }
    },
    histogram: (name, help, bounds) => observer(measure(name, help, 'histogram', bounds)),
    summary: (name, help) => observer(measure(name, help, 'summary', [])),
    text() {
      const all = [...measures.values()].map(linesOf).join('')
      const name = 'kituo_metrics_dropped_series_total'
      return `${all}# HELP ${name} Series that were not kept because there are too many.\n# TYPE ${name} counter\n${name} ${dropped}\n`
    },
  }
}

function linesOf({ name, help, kind, bounds, series }: Measure): string {
  if (series.size === 0) return ''
  let text = `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${kind}\n`
  for (const { labels, value, count, buckets } of series.values()) {
    if (kind === 'counter' || kind === 'gauge') {
      text += `${name}${braced(labels)} ${number(value)}\n`
      continue
    }
    if (kind === 'histogram') {
      bounds.forEach((bound, at) => {
        text += `${name}_bucket${braced(labels, `le="${number(bound)}"`)} ${buckets[at]}\n`
      })
      text += `${name}_bucket${braced(labels, 'le="+Inf"')} ${count}\n`
    }
    text += `${name}_sum${braced(labels)} ${number(value)}\n${name}_count${braced(labels)} ${count}\n`
  }
  return text
}

/** Labels that are used again and again are written once. */
const known_labels = new WeakMap<Labels, string>()

function written(labels: Labels): string {
  let text = known_labels.get(labels)
  if (text === undefined) {
    text = Object.keys(labels)
      .sort()
      .map((name) => `${name}="${escaped(labels[name] ?? '')}"`)
      .join(',')
    known_labels.set(labels, text)
  }
  return text
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const braced = (labels: string, more = ''): string => {
  const all = [labels, more].filter((part) => part !== '').join(',')
  return all === '' ? '' : `{${all}}`
}

const number = (value: number): string =>
  value === Number.POSITIVE_INFINITY ? '+Inf' : Number.isFinite(value) ? String(value) : 'NaN'
