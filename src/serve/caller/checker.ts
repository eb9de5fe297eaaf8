// The interface of a credential check, one for each scheme.

import type { Credential } from '../../exchange/credential.ts'

export type Checker = (credential: string) => Credential | Promise<Credential>
