// Counters, histograms and gauges, and how Prometheus reads them (text exposition format, version 0.0.4).

export type Labels = readonly (readonly [name: string, value: string])[]

type Kind = 'counter' | 'gauge' | 'histogram'

/** A family of numbers under one name. `lines` are printed without its head. */
export type Metric = { readonly name: string; readonly help: string; readonly kind: Kind; readonly lines: () => Iterable<string> }

/** A counter or gauge whose values can also be read as data. */
export type ReadableMetric = Metric & { readonly values: () => Iterable<readonly [Labels, number]> }

/** A metric with the values that were read. */
export type ReadMetric = Pick<Metric, 'name' | 'help' | 'kind'> & { readonly values: readonly (readonly [Labels, number])[] }

export const exposition = 'text/plain; version=0.0.4; charset=utf-8'

export function printMetrics(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, kind, lines }) => {
      const head = `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${kind}\n`
      return head + Array.from(lines(), (line) => `${line}\n`).join('')
    })
    .join('')
}

export type Counter = ReadableMetric & { add(labels: Labels, count?: number): void }

/** Creates a counter, which never decreases. */
export function makeCounter(name: string, help: string): Counter {
  const counts = new Map<string, { readonly labels: Labels; count: number }>()
  return {
    name,
    help,
    kind: 'counter',
    add(labels, count = 1) {
      counts.getOrInsertComputed(printLabels(labels), () => ({ labels, count: 0 })).count += count
    },
    *lines() {
      for (const [text, { count }] of counts) yield `${name}${text} ${count}`
    },
    values: () => Array.from(counts.values(), ({ labels, count }) => [labels, count] as const),
  }
}

/** A gauge reads its value when it is scraped. */
export function makeGauge(
  name: string,
  help: string,
  read: () => Iterable<readonly [Labels, number]>,
  kind: Kind = 'gauge',
): ReadableMetric {
  return {
    name,
    help,
    kind,
    *lines() {
      for (const [labels, value] of read()) yield `${name}${printLabels(labels)} ${numberText(value)}`
    },
    values: read,
  }
}

export type Histogram = Metric & { observe(labels: Labels, value: number): void }

/** `bounds` ascend; each bucket counts values up to its bound. `also` receives every value too. */
export function makeHistogram(
  name: string,
  help: string,
  bounds: readonly number[],
  also?: (labels: Labels, value: number) => void,
): Histogram {
  const series = new Map<string, { readonly labels: Labels; readonly counts: number[]; sum: number }>()
  return {
    name,
    help,
    kind: 'histogram',
    observe(labels, value) {
      also?.(labels, value)
      const text = printLabels(labels)
      const buckets = series.getOrInsertComputed(text, () => ({
        labels,
        counts: Array.from({ length: bounds.length + 1 }, () => 0),
        sum: 0,
      }))
      const bucket = bounds.findIndex((bound) => value <= bound)
      buckets.counts[bucket < 0 ? bounds.length : bucket]!++
      buckets.sum += value
    },
    *lines() {
      for (const [text, { labels, counts, sum }] of series) {
        let below = 0
        for (const [index, count] of counts.entries()) {
          below += count
          yield `${name}_bucket${printLabels([...labels, ['le', index < bounds.length ? String(bounds[index]) : '+Inf']])} ${below}`
        }
        yield `${name}_sum${text} ${numberText(sum)}`
        yield `${name}_count${text} ${below}`
      }
    },
  }
}

function printLabels(labels: Labels): string {
  if (labels.length === 0) return ''
  return `{${labels.map(([name, value]) => `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`).join(',')}}`
}

function numberText(value: number): string {
  if (value === Infinity) return '+Inf'
  return value === -Infinity ? '-Inf' : String(value)
}
