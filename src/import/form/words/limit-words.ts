// The words of one language about rates, sizes, times and pages.

export type LimitWords = {
  /** "drafts are cancelled automatically after 14 days", with the groups `state`, `to`, `count` and `unit`. */
  readonly timedMove: RegExp
  /** Words before the number of the first page. */
  readonly firstPage: RegExp
  /** "per request", after the name of a limit. */
  readonly perRequest: RegExp
  /** A lead that only says that limits follow. */
  readonly limitNoun: RegExp
  readonly units: { readonly [word: string]: 'second' | 'minute' | 'hour' | 'day' | 'week' }
  /** A limit with this name is the burst of the previous rate. */
  readonly burstName: RegExp
  /** Units of time without a fixed length. */
  readonly longUnit: RegExp
  readonly rate: RegExp
  /** A rate of all callers that no other rate is about. */
  readonly everyCaller: RegExp
  readonly burst: RegExp
  readonly address: RegExp
  /** A header whose values are maximums. */
  readonly mostHeader: RegExp
  /** Words for limits of body sizes, page sizes and times. */
  readonly bodySize: RegExp
  readonly pageSize: RegExp
  readonly timeout: RegExp
  /** A size in bytes: its number, the letter of its unit, and the sign of a binary one. */
  readonly size: RegExp
  /** The `most` and the `usual` number of records on a page. */
  readonly page: RegExp
  /** A text with only a duration: its number and unit. */
  readonly duration: RegExp
  /** A duration, and its purpose. */
  readonly durationOf: RegExp
  readonly noLimit: RegExp
  /** Sentences with a limit: its `name`, `value`, and `owner`. */
  /** "A body may have at most 5 KB and a page 10 records": two limits with one verb. */
  readonly sharedLimit: RegExp
  readonly limitSentences: readonly RegExp[]
  /** Rewrites of synonyms in part 8 before it is read. */
  readonly limitRewrites: readonly (readonly [pattern: RegExp, text: string])[]
  /** Words for the subjects of rates. */
  readonly requests: RegExp
  /** Separators between a limited noun and its owner. */
  readonly perWord: string
  /** A limit with this name is a rate of its noun. */
  readonly rateName: RegExp
  readonly rateOwner: RegExp
  /** The subject of the following rates, and the rates. */
  readonly ratesFor: RegExp
  /** Words for callers before a rate of their requests. */
  readonly rateCaller: RegExp
  /** A rate that applies only to some callers or endpoints. */
  readonly limited: RegExp
  readonly allLists: RegExp
  /** Words about pages; words about the records in a list; words before and after their maximum number. */
  readonly pageWord: RegExp
  readonly recordWord: RegExp
  readonly mostBefore: RegExp
  readonly mostAfter: RegExp
  /** Rates of things that callers make, with `value`, `thing`, `who` and `unit`; `made`: the text says that they are made. */
  readonly thingRates: readonly RegExp[]
  /** "more than" before a maximum, and what happens beyond it; words about the size of a page that a request does not state. */
  readonly moreRefused: RegExp
  readonly refusal: RegExp
  readonly usualPage: RegExp
  /** The mark of a maximum, before or after the value. */
  readonly mostMark: RegExp
  /** "(per user)": a text in parentheses that also has its meaning without them. */
  readonly inParentheses: RegExp
  /** A text about the body of requests. */
  readonly bodyWord: RegExp
  /** A word that makes a number a limit, and words that do not belong to its name. */
  readonly limitWord: RegExp
  readonly limitGlue: RegExp
  /** A unit of time for counting requests. */
  readonly perUnit: RegExp
  readonly pageRange: RegExp
  readonly cursor: RegExp
  /** A rate that is not a limit. */
  readonly noRate: RegExp
  /** A limit that applies to each of several separately. */
  readonly partition: RegExp
}
