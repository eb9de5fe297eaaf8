// Code that the hand-written servers share: checking a body, in a common style. It uses nothing of `src`.

export type Wrong = { readonly pointer?: string; readonly property?: string; readonly keyword: string }
export type Check = (value: unknown, pointer: string) => Wrong[]

const wrong = (pointer: string, keyword: string): Wrong[] => [{ pointer, keyword }]

export const text =
  ({
    min = 0,
    max = Number.POSITIVE_INFINITY,
    match,
    nullable = false,
  }: { min?: number; max?: number; match?: (value: string) => boolean; nullable?: boolean } = {}): Check =>
  (value, at) => {
    if (value === null && nullable) return []
    if (typeof value !== 'string') return wrong(at, 'type')
    const { length } = Array.from(value)
    if (length < min) return wrong(at, 'minLength')
    if (length > max) return wrong(at, 'maxLength')
    return match === undefined || match(value) ? [] : wrong(at, 'format')
  }

export const number =
  ({ min, max, step }: { min: number; max: number; step: number }): Check =>
  (value, at) => {
    if (typeof value !== 'number') return wrong(at, 'type')
    if (value < min) return wrong(at, 'minimum')
    if (value > max) return wrong(at, 'maximum')
    if (step === 1) return Number.isInteger(value) ? [] : wrong(at, 'type')
    return Math.abs(Math.round(value / step) * step - value) < 1e-9 ? [] : wrong(at, 'multipleOf')
  }

export const flag: Check = (value, at) => (typeof value === 'boolean' ? [] : wrong(at, 'type'))

export const list =
  (item: Check, min: number, max: number, unique = false): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return wrong(at, 'type')
    if (value.length < min) return wrong(at, 'minItems')
    if (value.length > max) return wrong(at, 'maxItems')
    if (unique && new Set(value.map((each) => JSON.stringify(each))).size < value.length) return wrong(at, 'uniqueItems')
    return value.flatMap((each, index) => item(each, `${at}/${index}`))
  }

/** Drops undeclared members. */
export const object =
  (members: { readonly [name: string]: Check }, required: readonly string[]): Check =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong(at, 'type')
    const own = value as { readonly [name: string]: unknown }
    return [
      ...required.filter((name) => own[name] === undefined).map((name): Wrong => ({ pointer: `${at}/${name}`, keyword: 'required' })),
      ...Object.entries(members).flatMap(([name, check]) => (own[name] === undefined ? [] : check(own[name], `${at}/${name}`))),
    ]
  }

export const isUuid = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
export const isEmail = (value: string): boolean =>
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i.test(value)
export const isUri = (value: string): boolean => /^[a-z][a-z0-9+.-]*:(?:[\w.~!$&'()*+,;=:@/?#-]|%[0-9a-f]{2})*$/i.test(value)

/** UUIDs of version 7 with the server's own time. */
export function uuid7(now: number): string {
  const random = crypto.randomUUID().replaceAll('-', '')
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`
}
