// A value or a promise of it, so that an available value is used without waiting a turn.

export type Awaitable<T> = T | Promise<T>

/** Continues with a value at once, or when its promise resolves; `onError` receives later errors. */
export function continueWith<T>(value: Awaitable<T>, next: (value: T) => void, onError: (error: unknown) => void): void {
  if (!(value instanceof Promise)) return next(value)
  value.then((result) => {
    try {
      next(result)
    } catch (error) {
      onError(error)
    }
  }, onError)
}
