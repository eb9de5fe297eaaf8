// The syntax tree of a Hurl file: entries of a request and the expected response, each piece with its range.

import type { Span } from '../base/text.ts'
import type { FilterName, PredicateName, QueryName } from './words.ts'

export type HurlFile = { readonly entries: readonly HurlEntry[]; readonly comments: readonly Comment[] }

/** `alone`: true if the line has only the comment. `text` is trimmed and has no `#`. */
export type Comment = { readonly text: string; readonly alone: boolean; readonly span: Span }

export type HurlEntry = {
  readonly request: HurlRequest
  readonly response?: HurlResponse
  readonly directives: Directives
  /** From the method to the end of the response. */
  readonly span: Span
}

export type NamedText = { readonly name: string; readonly span: Span }

/** Directives in comments, so that the file stays valid Hurl: the caller, the version, the time, the deliveries after the request. */
export type Directives = {
  readonly as?: NamedText
  /** Milliseconds by which the clock advances. */
  readonly advance?: { readonly ms: number; readonly span: Span }
  /** The time to which the clock is set, in milliseconds since 1970. */
  readonly at?: { readonly ms: number; readonly span: Span }
  /** The version for this request and the following ones, if part 9 defines versions. */
  readonly version?: NamedText
  readonly receive: readonly Receive[]
}

/** An expected delivery, by the name of its event type or callback, with its expected content. */
export type Receive = NamedText & { readonly expected?: ExpectedDelivery }

/** Without a first line, any method and address match. */
export type ExpectedDelivery = Pick<HurlResponse, 'headers' | 'captures' | 'asserts' | 'body'> & {
  readonly method?: NamedText
  readonly url?: HurlTemplate
}

export type HurlRequest = {
  readonly method: NamedText
  readonly url: HurlTemplate
  readonly headers: readonly Pair[]
  readonly query: readonly Pair[]
  readonly form: readonly Pair[]
  readonly multipart: readonly (Pair | FilePart)[]
  readonly cookies: readonly Pair[]
  readonly basicAuth?: Pair
  readonly options: readonly Option[]
  readonly body?: HurlBody
  /** The request line. */
  readonly span: Span
}

export type HurlResponse = {
  readonly version: { readonly value: 'any' | '1.0' | '1.1' | '2' | '3'; readonly span: Span }
  readonly status: { readonly value: number | 'any'; readonly span: Span }
  readonly headers: readonly Pair[]
  readonly captures: readonly Capture[]
  readonly asserts: readonly Assert[]
  readonly body?: HurlBody
  /** The status line. */
  readonly span: Span
}

/** Text with placeholders; escapes are decoded. */
export type HurlTemplate = { readonly parts: readonly (Text | Placeholder)[]; readonly span: Span }
export type Text = { readonly kind: 'text'; readonly value: string }
/** `within`: inside a JSON string, the inserted text is escaped. */
export type Placeholder = {
  readonly kind: 'placeholder'
  readonly expression: HurlExpression
  readonly within: 'text' | 'json string'
  readonly span: Span
}

/** `{{name filter…}}`; a function is `newUuid` or `newDate`. */
export type HurlExpression = {
  readonly kind: 'variable' | 'function'
  readonly name: string
  readonly filters: readonly HurlFilter[]
  readonly span: Span
}

export type Pair = { readonly kind: 'pair'; readonly key: HurlTemplate; readonly value: HurlTemplate; readonly span: Span }
export type FilePart = {
  readonly kind: 'file'
  readonly key: HurlTemplate
  readonly file: HurlTemplate
  readonly contentType?: HurlTemplate
  readonly span: Span
}

export type Option =
  | { readonly kind: 'variable'; readonly name: string; readonly value: HurlLiteral | HurlTemplate; readonly span: Span }
  | {
      readonly kind: 'flag'
      readonly name: 'skip' | 'compressed' | 'path-as-is'
      readonly value: boolean | Placeholder
      readonly span: Span
    }
  | { readonly kind: 'repeat'; readonly times: number | Placeholder; readonly span: Span }
  | { readonly kind: 'user'; readonly value: HurlTemplate; readonly span: Span }
  /** An option that states the usual behaviour, such as `location: false`. */
  | { readonly kind: 'nothing'; readonly name: string; readonly span: Span }

/** Integers are bigint and floats number, so that they stay distinct. */
export type HurlLiteral = { readonly kind: 'literal'; readonly value: null | boolean | bigint | number; readonly span: Span }

export type HurlBody =
  | { readonly kind: 'json'; readonly text: HurlTemplate; readonly span: Span }
  | { readonly kind: 'xml'; readonly text: string; readonly span: Span }
  | Multiline
  | { readonly kind: 'oneline'; readonly text: HurlTemplate; readonly span: Span }
  | Bytes
  | { readonly kind: 'file'; readonly name: HurlTemplate; readonly span: Span }

export type Multiline = {
  readonly kind: 'multiline'
  readonly language: 'text' | 'json' | 'xml' | 'graphql'
  readonly text: HurlTemplate
  /** A GraphQL query's `variables { … }`. */
  readonly variables?: HurlTemplate
  readonly span: Span
}

export type Bytes = { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly span: Span }

export type Capture = {
  readonly name: HurlTemplate
  readonly query: Query
  readonly filters: readonly HurlFilter[]
  /** True if reports must not contain its value. */
  readonly redact: boolean
  readonly span: Span
}

export type Assert = { readonly query: Query; readonly filters: readonly HurlFilter[]; readonly predicate: Predicate; readonly span: Span }

export type Query = { readonly name: QueryName; readonly argument?: HurlTemplate | HurlPattern; readonly span: Span }

export type HurlFilter = {
  readonly name: FilterName
  readonly arguments: readonly (HurlTemplate | HurlPattern | HurlLiteral | Placeholder)[]
  readonly span: Span
}

/** A regular expression between slashes. */
export type HurlPattern = { readonly kind: 'pattern'; readonly source: string; readonly span: Span }

export type Predicate = { readonly not: boolean; readonly name: PredicateName; readonly value?: Operand; readonly span: Span }

export type Operand =
  | HurlLiteral
  | Placeholder
  | HurlPattern
  | Bytes
  | Multiline
  | { readonly kind: 'string'; readonly text: HurlTemplate; readonly span: Span }
  | { readonly kind: 'file'; readonly name: HurlTemplate; readonly span: Span }
