// The words of one language about rates, sizes, times and pages.

export type LimitWords = {
  readonly units: { readonly [word: string]: 'second' | 'minute' | 'hour' | 'day' | 'week' }
  /** A limit called so is the burst of the rate before it. */
  readonly burstName: RegExp
  /** Units of time without a fixed length. */
  readonly longUnit: RegExp
  readonly rate: RegExp
  readonly burst: RegExp
  readonly address: RegExp
  /** A header whose values are the greatest that there may be. */
  readonly mostHeader: RegExp
  /** Words for limits of body sizes, page sizes and times. */
  readonly bodySize: RegExp
  readonly pageSize: RegExp
  readonly timeout: RegExp
  /** A size in bytes: its number, the letter of its unit, and the sign of a binary one. */
  readonly size: RegExp
  /** How many records a page has at `most`, and `usual`ly. */
  readonly page: RegExp
  /** A length of time that is all that a text says: its number and unit. */
  readonly duration: RegExp
  /** A length of time, and what it is of. */
  readonly durationOf: RegExp
  readonly noLimit: RegExp
  /** Sentences that say a limit: its `name`, `value`, and the `owner` that has it. */
  readonly limitSentences: readonly RegExp[]
  /** Other words for the same in part 8, before it is read. */
  readonly limitRewrites: readonly (readonly [pattern: RegExp, text: string])[]
  /** Words for the subjects of rates. */
  readonly requests: RegExp
  /** Between what is limited and what has the limit. */
  readonly perWord: string
  /** A limit called so is a rate, with what it is of. */
  readonly rateName: RegExp
  readonly rateOwner: RegExp
  /** Whose rates follow, and the rates. */
  readonly ratesFor: RegExp
  /** A rate that holds for some callers or endpoints only. */
  readonly limited: RegExp
  readonly allLists: RegExp
  /** Words about pages; words about the records in a list; words before and behind the greatest number of them. */
  readonly pageWord: RegExp
  readonly recordWord: RegExp
  readonly mostBefore: RegExp
  readonly mostAfter: RegExp
  /** What marks a value as the greatest, before or behind it. */
  readonly mostMark: RegExp
  /** "(per user)": what a text says in parentheses as it would without them. */
  readonly inParentheses: RegExp
  /** A text about the body of requests. */
  readonly bodyWord: RegExp
  /** A word by which a number is a limit, and words that are not part of its name. */
  readonly limitWord: RegExp
  readonly limitGlue: RegExp
  /** A unit of time that requests are counted by. */
  readonly perUnit: RegExp
  readonly pageRange: RegExp
  readonly cursor: RegExp
  /** A rate that is not a limit. */
  readonly noRate: RegExp
  /** A limit that each of several has. */
  readonly partition: RegExp
}
