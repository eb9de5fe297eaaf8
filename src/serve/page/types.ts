// Types of the JSON under `/page/api`, the description of the service for the operator's page.

import type { DiagnosticJson } from '../../diagnostic/json.ts'
import type { AnnotatedFile } from '../../explain/annotate.ts'
import type { GraphLayout } from '../../export/diagram/lay-out.ts'
import type { RecordCounts, ViewedPage, ViewedRecordDetails } from '../../meaning/reading/operator-view.ts'

export type { RecordCounts, ViewedPage, ViewedRecordDetails }
export type { ViewedValue } from '../../meaning/reading/operator-record.ts'
export type { AnnotatedFile, DiagnosticJson, GraphLayout }

/** `GET service`. Places are `FILE:LINE`, or `CONVENTION:LINE`. */
export type DescribedService = {
  /** Changes with the document. */
  readonly revision: string
  readonly title: string
  /** The service's own address. */
  readonly url: string
  readonly parts: readonly DescribedPart[]
  readonly files: readonly AnnotatedFile[]
  readonly conventions: readonly { readonly name: string; readonly text: string }[]
  readonly diagnostics: readonly DiagnosticJson[]
  readonly resources: readonly DescribedResource[]
  /** The references between resources; absent if there are too many for one picture: `GET references/RESOURCE` returns those around one. */
  readonly references?: GraphLayout
  readonly machines: readonly DescribedMachine[]
  readonly operations: readonly DescribedOperation[]
  readonly schemes: readonly DescribedScheme[]
  /** How a request selects the newest version; absent if the document has no versions. */
  readonly version?: DescribedVersion
  /** The content of parts 5, 6, 8 and 9, if specified. */
  readonly said: { readonly [part: string]: DescribedValue }
}

/** A value as written, or the members below a name; with its place. */
export type DescribedValue =
  | { readonly text: string; readonly place: string }
  | { readonly members: readonly (readonly [name: string, said: DescribedValue])[] }

/** `value` is the text to send; empty if an expression computes the version. */
export type DescribedVersion = {
  readonly how: 'path' | 'header' | 'query' | 'media-type'
  readonly name: string
  readonly value: string
  /** The segments before every path, with `{version}`. */
  readonly path?: string
}

export type DescribedPart = { readonly number: number; readonly name: string; readonly state: string; readonly place?: string }

export type DescribedResource = {
  readonly name: string
  readonly place: string
  readonly key: readonly string[]
  /** The properties that separate tenants; absent without tenants. */
  readonly tenant?: readonly string[]
  readonly properties: readonly DescribedProperty[]
}

/** `stored`: records can be found and sorted by it. `states`: where a machine owns it. */
export type DescribedProperty = {
  readonly name: string
  readonly type: string
  readonly place: string
  readonly stored: boolean
  readonly reference?: string
  readonly inverse?: { readonly resource: string; readonly property: string }
  readonly states?: readonly string[]
}

export type DescribedMachine = {
  readonly name: string
  readonly resource: string
  readonly field: string
  readonly place: string
  readonly wide: GraphLayout
  readonly narrow: GraphLayout
}

export type DescribedOperation = {
  readonly name: string
  readonly id: string
  readonly method: string
  readonly path: string
  readonly place: string
  readonly action: string
  readonly subject: string
  readonly complete: boolean
  readonly summary?: string
  readonly input: readonly DescribedInput[]
  /** The name in the exported client. */
  readonly called: string
  /** JSON that fits the schema of its body; absent without a body. */
  readonly body?: string
  /** Codes of its gaps, and settings that the operator has not set; an operation with gaps is not served. */
  readonly gaps: readonly string[]
}

/** `GET operations/ID`: its input, reads and effects; its refusals in order; its responses. */
export type OperationDetails = {
  readonly about: readonly DetailLine[]
  readonly refusals: readonly DescribedRefusal[]
  readonly answers: readonly DetailLine[]
}

/** A line without a label continues with the one above. */
export type DetailLine = { readonly label: string; readonly text: string; readonly from?: string }

/** The status, and the catalogue entry that gives it; a gap if the response is unspecified. */
export type DescribedRefusal = {
  readonly stage: string
  readonly condition: string
  readonly status: string
  readonly entry?: { readonly name: string; readonly title?: string; readonly place: string }
  readonly gap: boolean
  readonly because: readonly string[]
}

export type DescribedInput = {
  readonly place: 'path' | 'query' | 'header'
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** The name in the exported client, if it differs. */
  readonly argument?: string
}

/** A credential is sent as the field `field`, after the prefix; a `Basic` one as base64 (RFC 7617). */
export type DescribedScheme = {
  readonly name: string
  readonly type: string
  readonly place: 'header' | 'query'
  readonly field: string
  readonly prefix: string
}

/** `POST try`: a request to the service, as a client would send it. */
export type TryRequest = {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string
}

/** The answer and its reason; `trace` is null if HTTP alone determined the answer. */
export type TryResult = {
  readonly status: number
  readonly reason: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** Milliseconds, as the sender measured it. */
  readonly took: number
  readonly trace: DescribedTrace | null
}

export type DescribedTrace = {
  readonly operation?: string
  readonly condition?: string
  readonly entry?: string
  readonly transitions: readonly string[]
  readonly origins: readonly (readonly [part: string, place: string])[]
}

/** `GET events`: the last ones, newest first; times in milliseconds since 1970, and the payload as JSON. */
export type LatestEvents = { readonly events: readonly LatestEvent[] }

export type LatestEvent = {
  readonly id: string
  readonly type: string
  readonly time: number
  readonly cause: string
  readonly resource: string
  readonly key: string
  readonly data?: string
}

/** `GET counts`. */
export type PageCounts = RecordCounts & { readonly revision: string; readonly now: string }
