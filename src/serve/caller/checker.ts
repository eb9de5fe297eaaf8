// What checks a credential of one scheme.

import type { Presented } from '../../exchange/presented.ts'

export type Checker = (credential: string) => Presented | Promise<Presented>
