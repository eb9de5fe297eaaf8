// Reads, prints and matches the segments of a path: a text, or a parameter that a custom verb may follow (`{id}:cancel`, AIP-136).

export type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  /** `verb` begins with a colon. */
  | { readonly kind: 'parameter'; readonly name: string; readonly verb?: string }

/** Undefined if the text has characters that no segment contains. */
export function parseSegment(text: string): Segment | undefined {
  const [, name, verb] = /^\{([A-Za-z_][\w-]*)\}(:[A-Za-z][\w-]*)?$/.exec(text) ?? []
  if (name !== undefined) return verb === undefined ? { kind: 'parameter', name } : { kind: 'parameter', name, verb }
  return /[{}?#]/.test(text) ? undefined : { kind: 'literal', text }
}

/** The segment as a request has it, with the value of its parameter. */
export function fillSegment(segment: Segment, value: string): string {
  return segment.kind === 'literal' ? segment.text : `${value}${segment.verb ?? ''}`
}

export function printSegment(segment: Segment): string {
  return fillSegment(segment, segment.kind === 'parameter' ? `{${segment.name}}` : '')
}

/** The name of a parameter takes no part in matching. */
export function printSegmentShape(segment: Segment): string {
  return fillSegment(segment, '{}')
}

/** The value of the parameter in a segment of a request; undefined if the verb is not there. */
export function readSegmentValue(segment: Segment & { readonly kind: 'parameter' }, text: string): string | undefined {
  const { verb } = segment
  if (verb === undefined) return text
  return text.endsWith(verb) ? text.slice(0, -verb.length) : undefined
}

export function isSegmentOf(segment: Segment, text: string): boolean {
  return segment.kind === 'literal' ? segment.text === text : (readSegmentValue(segment, text) ?? '') !== ''
}
