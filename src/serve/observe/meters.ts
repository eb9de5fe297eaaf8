// The metrics of a service through the API of OpenTelemetry, beside Prometheus' format: the same names, labels and values.

import type { Labels, ReadMetric } from './metric.ts'
import type { ObservedRequest } from './observed.ts'

type Record = (labels: Labels, value: number) => void

export type Meters = {
  /** A histogram; the function records a value. */
  readonly histogram: (name: string, help: string, bounds: readonly number[]) => Record
  /** Counters and gauges, read when the SDK collects. */
  readonly observe: (read: () => Promise<readonly ReadMetric[]>, known: readonly Pick<ReadMetric, 'name' | 'help' | 'kind'>[]) => void
  /** The duration of a request, by the semantic conventions of HTTP. */
  readonly request: (observed: ObservedRequest, bounds: readonly number[]) => void
}

/** Undefined if the API is not installed. */
export async function openMeters(version: string): Promise<Meters | undefined> {
  const api = await import('@opentelemetry/api').catch(() => undefined)
  if (api === undefined) return undefined
  const meter = api.metrics.getMeter('ninefold', version)
  let durations: ReturnType<typeof meter.createHistogram> | undefined
  return {
    histogram(name, help, bounds) {
      const instrument = meter.createHistogram(name, { description: help, advice: { explicitBucketBoundaries: [...bounds] } })
      return (labels, value) => instrument.record(value, Object.fromEntries(labels))
    },
    observe(read, known) {
      const names = new Set<string>()
      let shared: Promise<readonly ReadMetric[]> | undefined
      // One collection reads the metrics once for all instruments.
      const readOnce = (): Promise<readonly ReadMetric[]> =>
        (shared ??= read()
          .then((all) => {
            all.forEach(add)
            return all
          })
          .finally(() => setImmediate(() => (shared = undefined))))
      const add = ({ name, help, kind }: Pick<ReadMetric, 'name' | 'help' | 'kind'>): void => {
        if (names.has(name)) return
        names.add(name)
        const options = { description: help }
        const instrument = kind === 'counter' ? meter.createObservableCounter(name, options) : meter.createObservableGauge(name, options)
        instrument.addCallback(async (result) => {
          const metric = (await readOnce()).find((each) => each.name === name)
          for (const [labels, value] of metric?.values ?? []) result.observe(value, Object.fromEntries(labels))
        })
      }
      known.forEach(add)
    },
    request({ method, operation, answer, milliseconds }, bounds) {
      durations ??= meter.createHistogram('http.server.request.duration', {
        description: 'Duration of HTTP server requests.',
        unit: 's',
        advice: { explicitBucketBoundaries: [...bounds] },
      })
      durations.record(milliseconds / 1000, {
        'http.request.method': method,
        ...(operation === undefined ? {} : { 'http.route': operation.path }),
        ...(answer === undefined ? {} : { 'http.response.status_code': answer.status }),
      })
    },
  }
}
