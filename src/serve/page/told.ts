// What the operator's page is told of the service: the shapes of the JSON under `/page/api`.

import type { DiagnosticJson } from '../../diagnostic/json.ts'
import type { AnnotatedFile } from '../../explain/annotate.ts'
import type { Laid } from '../../export/diagram/lay-out.ts'
import type { Counts, LookedPage, LookedWhole } from '../../meaning/reading/look.ts'

export type { Counts, LookedPage, LookedWhole }
export type { LookedValue } from '../../meaning/reading/look.ts'
export type { AnnotatedFile, DiagnosticJson, Laid }

/** `GET service`. Places are `FILE:LINE`, or `CONVENTION:LINE`. */
export type ToldService = {
  /** Changes with the document. */
  readonly revision: string
  readonly title: string
  /** Where the service itself listens. */
  readonly url: string
  readonly parts: readonly ToldPart[]
  readonly files: readonly AnnotatedFile[]
  readonly conventions: readonly { readonly name: string; readonly text: string }[]
  readonly diagnostics: readonly DiagnosticJson[]
  readonly resources: readonly ToldResource[]
  /** How resources refer to each other; absent where they are too many to be seen at once: `GET references/RESOURCE` has those around one. */
  readonly references?: Laid
  readonly machines: readonly ToldMachine[]
  readonly operations: readonly ToldOperation[]
  readonly schemes: readonly ToldScheme[]
  /** How a request says that it speaks the newest version; absent where the document has none. */
  readonly version?: ToldVersion
  /** What parts 5, 6, 8 and 9 say, where they are shown. */
  readonly said: { readonly [part: string]: ToldSaid }
}

/** A value as it is written, or what stands below a name; with where it is said. */
export type ToldSaid = { readonly text: string; readonly place: string } | { readonly members: readonly (readonly [name: string, said: ToldSaid])[] }

/** `value` is what stands there; empty where an expression tells the version from it. */
export type ToldVersion = { readonly how: 'path' | 'header' | 'query' | 'media-type'; readonly name: string; readonly value: string }

export type ToldPart = { readonly number: number; readonly name: string; readonly state: string; readonly place?: string }

export type ToldResource = {
  readonly name: string
  readonly place: string
  readonly key: readonly string[]
  /** The properties that keep tenants apart; absent where nothing does. */
  readonly tenant?: readonly string[]
  readonly properties: readonly ToldProperty[]
}

/** `stored`: records can be found and sorted by it. `states`: where a machine owns it. */
export type ToldProperty = {
  readonly name: string
  readonly type: string
  readonly place: string
  readonly stored: boolean
  readonly reference?: string
  readonly inverse?: { readonly resource: string; readonly property: string }
  readonly states?: readonly string[]
}

export type ToldMachine = { readonly name: string; readonly resource: string; readonly field: string; readonly place: string; readonly wide: Laid; readonly narrow: Laid }

export type ToldOperation = {
  readonly name: string
  readonly id: string
  readonly method: string
  readonly path: string
  readonly place: string
  readonly action: string
  readonly subject: string
  readonly complete: boolean
  readonly summary?: string
  readonly input: readonly ToldInput[]
  /** What the exported client calls it. */
  readonly called: string
  /** JSON that fits the form of its body; absent where it takes none. */
  readonly body?: string
  /** Codes of what it lacks; it is not served as long as there are any. */
  readonly gaps: readonly string[]
}

/** `GET operations/ID`: what it takes, reads and does; what it refuses, in the order in which that is asked; what it answers. */
export type ToldDetails = { readonly about: readonly ToldLine[]; readonly refusals: readonly ToldRefusal[]; readonly answers: readonly ToldLine[] }

/** A line without a label goes on with the one above. */
export type ToldLine = { readonly label: string; readonly text: string; readonly from?: string }

/** The status, and the entry of the catalogue that gives it; a gap where nobody says what is answered. */
export type ToldRefusal = {
  readonly stage: string
  readonly condition: string
  readonly status: string
  readonly entry?: { readonly name: string; readonly title?: string; readonly place: string }
  readonly gap: boolean
  readonly because: readonly string[]
}

export type ToldInput = { readonly place: 'path' | 'query' | 'header'; readonly name: string; readonly type: string; readonly required: boolean; /** What the exported client calls it, where that is another name. */ readonly argument?: string }

/** A credential is sent as the field `field`, after the prefix; a `Basic` one as base64 (RFC 7617). */
export type ToldScheme = { readonly name: string; readonly type: string; readonly place: 'header' | 'query'; readonly field: string; readonly prefix: string }

/** `POST try`: a request to the service, as a client would send it. */
export type Try = { readonly method: string; readonly target: string; readonly headers: readonly (readonly [string, string])[]; readonly body?: string }

/** Its answer, and why it is this one; `trace` is null where HTTP alone answered. */
export type Tried = {
  readonly status: number
  readonly reason: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** Milliseconds, as the sender measured it. */
  readonly took: number
  readonly trace: ToldTrace | null
}

export type ToldTrace = {
  readonly operation?: string
  readonly condition?: string
  readonly entry?: string
  readonly transitions: readonly string[]
  readonly origins: readonly (readonly [part: string, place: string])[]
}

/** `GET events`: the last ones, newest first; times in milliseconds since 1970, and the payload as JSON. */
export type ToldEvents = { readonly events: readonly ToldEvent[] }

export type ToldEvent = { readonly id: string; readonly type: string; readonly time: number; readonly cause: string; readonly resource: string; readonly key: string; readonly data?: string }

/** `GET counts`. */
export type ToldCounts = Counts & { readonly revision: string; readonly now: string }
