// Objects that map names to values and inherit nothing, so that `__proto__` is a name like any other.

export type Dictionary<T> = { [name: string]: T }

/**
 * V8 gives its objects hidden classes; objects of `Object.create(null)` are hash tables, several times slower to fill, iterate and print.
 */
const Members = function () {} as unknown as new () => Dictionary<never>
Members.prototype = Object.freeze(Object.create(null))

/** An object with these members in this order, and without inherited ones. */
export function createDictionary<T>(entries: Iterable<readonly [string, T]> = []): Dictionary<T> {
  const object: Dictionary<T> = new Members()
  for (const [name, value] of entries) object[name] = value
  return object
}
