// The words of one language about errors.

export type ErrorWords = {
  /** The lead of codes for single fields, which are no errors of their own. */
  readonly fieldCodes: RegExp
  /** Filler words around a code and its status. */
  readonly errorGlue: RegExp
  /** A sentence that names an error with its `status`, `code` and `meaning`. */
  /** A sentence about the members of the body. One member may come with one status only. */
  readonly errorBody: RegExp
  readonly errorSentence: RegExp
  /** A meaning for invalid fields; and codes for a duplicate value of a field: the field. */
  readonly invalidMeaning: RegExp
  readonly takenCode: readonly RegExp[]
  /** "The same status as `FORBIDDEN`": the other code. */
  readonly sameStatus: RegExp
  readonly condition: readonly (readonly [code: RegExp, condition: string])[]
}
