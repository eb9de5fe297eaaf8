// A refusal of the servers written with maps.

export type Answer = { readonly status: number; readonly body?: unknown; readonly headers?: { readonly [name: string]: string } }

/** An empty type has no body: HTTP alone refuses. */
export class Refusal extends Error {
  readonly type: string
  readonly status: number
  readonly detail: string | undefined
  readonly errors: readonly object[]
  readonly headers: { readonly [name: string]: string }
  constructor(
    status: number,
    type: string,
    {
      detail,
      errors = [],
      headers = {},
    }: { detail?: string; errors?: readonly object[]; headers?: { readonly [name: string]: string } } = {},
  ) {
    super(type)
    this.status = status
    this.type = type
    this.detail = detail
    this.errors = errors
    this.headers = headers
  }
}
