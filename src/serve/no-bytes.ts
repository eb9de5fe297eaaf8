// The body of a request without content.

export const noBytes = new Uint8Array(0)
