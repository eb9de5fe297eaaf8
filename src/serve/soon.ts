// What is there already, or will be: so that nothing waits a turn for what is there.

export type Soon<T> = T | Promise<T>

/** Goes on at once with what is there, or once it is. */
export function then<T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}
