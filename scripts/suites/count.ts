// What a suite comes to: how many passed of all, or why it was not run.

export type Count = { readonly passed: number; readonly all: number; readonly of: string; readonly failures: readonly string[] }

export type Skipped = { readonly skipped: string }

/** Runs against a service at an address without a slash at its end. */
export type Suite = (url: string) => Promise<readonly Count[] | Skipped>

export function isSkipped(result: readonly Count[] | Skipped): result is Skipped {
  return 'skipped' in result
}
