// What a Hurl file says: entries of a request and the response that is expected, every piece with its range.

import type { Span } from '../base/text.ts'
import type { FilterName, PredicateName, QueryName } from './words.ts'

export type HurlFile = { readonly entries: readonly Entry[]; readonly comments: readonly Comment[] }

/** `alone`: nothing but the comment stands on its line. `text` is without the `#` and trimmed. */
export type Comment = { readonly text: string; readonly alone: boolean; readonly span: Span }

export type Entry = {
  readonly request: Request
  readonly response?: Response
  readonly directives: Directives
  /** From the method to the end of what belongs to the response. */
  readonly span: Span
}

export type Named = { readonly name: string; readonly span: Span }

/** Ours, in comments, so that the file stays Hurl: who asks, in which version, how far the clock goes first, what is delivered after. */
export type Directives = {
  readonly as?: Named
  /** Milliseconds. */
  readonly advance?: { readonly ms: number; readonly span: Span }
  /** What this request and those below it say where part 9 has a version. */
  readonly version?: Named
  readonly receive: readonly Receive[]
}

/** A delivery that is expected, by the name of its event type or callback; and what of it is. */
export type Receive = Named & { readonly expected?: Expected }

/** Without a first line any method and address will do. */
export type Expected = Pick<Response, 'headers' | 'captures' | 'asserts' | 'body'> & { readonly method?: Named; readonly url?: Template }

export type Request = {
  readonly method: Named
  readonly url: Template
  readonly headers: readonly Pair[]
  readonly query: readonly Pair[]
  readonly form: readonly Pair[]
  readonly multipart: readonly (Pair | FilePart)[]
  readonly cookies: readonly Pair[]
  readonly basicAuth?: Pair
  readonly options: readonly Option[]
  readonly body?: Body
  /** The request line. */
  readonly span: Span
}

export type Response = {
  readonly version: { readonly value: 'any' | '1.0' | '1.1' | '2' | '3'; readonly span: Span }
  readonly status: { readonly value: number | 'any'; readonly span: Span }
  readonly headers: readonly Pair[]
  readonly captures: readonly Capture[]
  readonly asserts: readonly Assert[]
  readonly body?: Body
  /** The status line. */
  readonly span: Span
}

/** Text with placeholders; escapes are decoded. */
export type Template = { readonly parts: readonly (Text | Placeholder)[]; readonly span: Span }
export type Text = { readonly kind: 'text'; readonly value: string }
/** `within`: a JSON string escapes what is put into it. */
export type Placeholder = {
  readonly kind: 'placeholder'
  readonly expression: Expression
  readonly within: 'text' | 'json string'
  readonly span: Span
}

/** `{{name filter…}}`; a function is `newUuid` or `newDate`. */
export type Expression = { readonly kind: 'variable' | 'function'; readonly name: string; readonly filters: readonly Filter[]; readonly span: Span }

export type Pair = { readonly kind: 'pair'; readonly key: Template; readonly value: Template; readonly span: Span }
export type FilePart = { readonly kind: 'file'; readonly key: Template; readonly file: Template; readonly contentType?: Template; readonly span: Span }

export type Option =
  | { readonly kind: 'variable'; readonly name: string; readonly value: Literal | Template; readonly span: Span }
  | { readonly kind: 'flag'; readonly name: 'skip' | 'compressed' | 'path-as-is'; readonly value: boolean | Placeholder; readonly span: Span }
  | { readonly kind: 'repeat'; readonly times: number | Placeholder; readonly span: Span }
  | { readonly kind: 'user'; readonly value: Template; readonly span: Span }
  /** Says what holds anyway, such as `location: false`. */
  | { readonly kind: 'nothing'; readonly name: string; readonly span: Span }

/** Integers are bigint and floats number, so that one is never taken for the other. */
export type Literal = { readonly kind: 'literal'; readonly value: null | boolean | bigint | number; readonly span: Span }

export type Body =
  | { readonly kind: 'json'; readonly text: Template; readonly span: Span }
  | { readonly kind: 'xml'; readonly text: string; readonly span: Span }
  | Multiline
  | { readonly kind: 'oneline'; readonly text: Template; readonly span: Span }
  | Bytes
  | { readonly kind: 'file'; readonly name: Template; readonly span: Span }

export type Multiline = {
  readonly kind: 'multiline'
  readonly language: 'text' | 'json' | 'xml' | 'graphql'
  readonly text: Template
  /** A GraphQL query's `variables { … }`. */
  readonly variables?: Template
  readonly span: Span
}

export type Bytes = { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly span: Span }

export type Capture = {
  readonly name: Template
  readonly query: Query
  readonly filters: readonly Filter[]
  /** Its value is kept out of reports. */
  readonly redact: boolean
  readonly span: Span
}

export type Assert = { readonly query: Query; readonly filters: readonly Filter[]; readonly predicate: Predicate; readonly span: Span }

export type Query = { readonly name: QueryName; readonly argument?: Template | Pattern; readonly span: Span }

export type Filter = { readonly name: FilterName; readonly arguments: readonly (Template | Pattern | Literal | Placeholder)[]; readonly span: Span }

/** A regular expression between slashes. */
export type Pattern = { readonly kind: 'pattern'; readonly source: string; readonly span: Span }

export type Predicate = { readonly not: boolean; readonly name: PredicateName; readonly value?: Operand; readonly span: Span }

export type Operand =
  | Literal
  | Placeholder
  | Pattern
  | Bytes
  | Multiline
  | { readonly kind: 'string'; readonly text: Template; readonly span: Span }
  | { readonly kind: 'file'; readonly name: Template; readonly span: Span }
