// Types of the code that the document declares, made by `ninefold types`. Changes are made in the document.

export type Settings = {}

export type Help<Failure extends string> = {
  /** Ends the call with a failure that the document declares. */
  readonly fail: (name: Failure, data?: unknown) => never
  /** Aborted when the time of the call is over. */
  readonly signal: AbortSignal
  readonly settings: Settings
}

export type ScoreInput = {
  readonly customer: string
  readonly total: number
}
export type ScoreOutput = {
  readonly score: number
  readonly note?: string
}
export type Score = (input: ScoreInput, help: Help<"unknown-customer">) => ScoreOutput | Promise<ScoreOutput>

export type ChargeInput = {
  readonly order: number
  readonly total: number
}
export type ChargeOutput = {
  readonly receipt: string
}
export type Charge = (input: ChargeInput, help: Help<"declined">) => ChargeOutput | Promise<ChargeOutput>
