// The responses of the operator's listener: a status and, usually, JSON.

/** `text` is a body that is not JSON. */
export type Reply = {
  readonly status: number
  readonly body?: unknown
  readonly text?: string
  readonly headers?: { readonly [name: string]: string }
}
