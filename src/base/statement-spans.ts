// Times statements of a database for traces; passed as a parameter, like the clock.

export type StatementSpans = {
  /**
   * `system`: by the semantic conventions of OpenTelemetry. Begins a statement of the request under way, and gives what ends it;
   * undefined outside of requests.
   */
  readonly begin: (system: string, sql: string) => (() => void) | undefined
  /** Work that runs later, still for the request that is under way now. */
  readonly keep: <T>(work: () => T) => () => T
}
