// Reads, prints and matches the segments of a path: a text, or a parameter that an ending may follow: a custom verb (`{id}:cancel`,
// AIP-136) or a format (`{id}.json`).

export type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  /** `ending` begins with a colon or a dot. */
  | { readonly kind: 'parameter'; readonly name: string; readonly ending?: string }

/** Undefined if the text has characters that no segment contains. */
export function parseSegment(text: string): Segment | undefined {
  const [, name, ending] = /^\{([A-Za-z_][\w-]*)\}(:[A-Za-z][\w-]*|(?:\.[A-Za-z]\w*)+)?$/.exec(text) ?? []
  if (name !== undefined) return ending === undefined ? { kind: 'parameter', name } : { kind: 'parameter', name, ending }
  return /[{}?#]/.test(text) ? undefined : { kind: 'literal', text }
}

/** The segment as a request has it, with the value of its parameter. */
export function fillSegment(segment: Segment, value: string): string {
  return segment.kind === 'literal' ? segment.text : `${value}${segment.ending ?? ''}`
}

export function printSegment(segment: Segment): string {
  return fillSegment(segment, segment.kind === 'parameter' ? `{${segment.name}}` : '')
}

/** The name of a parameter takes no part in matching. */
export function printSegmentShape(segment: Segment): string {
  return fillSegment(segment, '{}')
}

/** The value of the parameter in a segment of a request; undefined if the ending is not there. */
export function readSegmentValue(segment: Segment & { readonly kind: 'parameter' }, text: string): string | undefined {
  const { ending } = segment
  if (ending === undefined) return text
  return text.endsWith(ending) ? text.slice(0, -ending.length) : undefined
}

export function isSegmentOf(segment: Segment, text: string): boolean {
  return segment.kind === 'literal' ? segment.text === text : (readSegmentValue(segment, text) ?? '') !== ''
}
