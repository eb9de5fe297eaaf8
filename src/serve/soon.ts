// What is there already, or will be: so that nothing waits a turn for what is there.

export type Soon<T> = T | Promise<T>

/** Goes on at once with what is there, or once it is; `failed` is told of what goes wrong then. */
export function then<T>(value: Soon<T>, next: (value: T) => void, failed: (error: unknown) => void): void {
  if (!(value instanceof Promise)) return next(value)
  value.then((found) => {
    try {
      next(found)
    } catch (error) {
      failed(error)
    }
  }, failed)
}
