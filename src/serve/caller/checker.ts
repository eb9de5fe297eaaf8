// What checks a credential of one scheme.

import type { Credential } from '../../exchange/credential.ts'

export type Checker = (credential: string) => Credential | Promise<Credential>
