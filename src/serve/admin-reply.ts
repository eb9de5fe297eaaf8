// What the operator's listener answers: a status and, mostly, JSON.

/** `text` is what is not JSON. */
export type Reply = { readonly status: number; readonly body?: unknown; readonly text?: string; readonly headers?: { readonly [name: string]: string } }
