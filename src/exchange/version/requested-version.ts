// The version that a request uses.

import type { VersionFacts } from '../../fact/versions/version.ts'

/** Under `path`, `prefix` comes before every address: `/v1`. */
export type RequestedVersion = { readonly version: VersionFacts; readonly prefix?: string }
