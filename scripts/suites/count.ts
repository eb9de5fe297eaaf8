// The result of a suite: the number of passed tests, or the reason why it was skipped.

export type Count = { readonly passed: number; readonly all: number; readonly of: string; readonly failures: readonly string[] }

export type Skipped = { readonly skipped: string }

/** Runs against the service at `url`, which has no trailing slash. */
export type Suite = (url: string) => Promise<readonly Count[] | Skipped>

export function isSkipped(result: readonly Count[] | Skipped): result is Skipped {
  return 'skipped' in result
}
