// The nine parts of a document, by name, in their order.

export const partNames = [
  'service',
  'resources',
  'states',
  'endpoints',
  'authentication',
  'events',
  'errors',
  'limits',
  'versioning',
] as const

export type PartName = (typeof partNames)[number]

/** The number of a part in the form, from 1. */
export function numberPart(part: PartName): number {
  return partNames.indexOf(part) + 1
}
