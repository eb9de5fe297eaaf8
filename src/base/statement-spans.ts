// Times statements of a database for traces; passed as a parameter, like the clock.

export type StatementSpans = {
  /**
   * `system`: by the semantic conventions of OpenTelemetry. Begins the span of a statement for the current request, and returns the
   * function that ends it; undefined outside of requests.
   */
  readonly begin: (system: string, sql: string) => (() => void) | undefined
  /** Binds work that runs later to the current request. */
  readonly keep: <T>(work: () => T) => () => T
}
