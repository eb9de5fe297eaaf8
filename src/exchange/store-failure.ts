// A store that failed: not an answer that the document gives, and nothing that was not committed is kept.

export class StoreFailure extends Error {}
