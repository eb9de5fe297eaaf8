// `--explain`: response headers with the origins of an answer.

import type { Answer } from '../exchange/exchange.ts'
import { printOrigin } from '../explain/origin.ts'

export function explainHeaders({ trace }: Answer): readonly (readonly [string, string])[] {
  const rows = [
    ...(trace.operation === undefined ? [] : [`operation=${quote(trace.operation)}`]),
    ...(trace.condition === undefined ? [] : [`condition=${quote(trace.condition)}`]),
    ...(trace.because === undefined ? [] : [`because=${quote(printOrigin(trace.because))}`]),
    ...(trace.entry === undefined ? [] : [`entry=${quote(trace.entry)}`]),
    ...trace.origins.map(([part, origin]) => `${part}=${quote(printOrigin(origin))}`),
  ]
  return rows.length === 0 ? [] : [['Ninefold-Origin', rows.join('; ')]]
}

/** Field values are printable ASCII (RFC 9110, section 5.5). */
function quote(text: string): string {
  return `"${text.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/["\\]/g, '\\$&')}"`
}
