// The context of queries that depend on no caller and no variable.

import { nowhere } from '../../exchange/names.ts'
import type { Asker } from '../store.ts'

export const nobody: Asker = { variables: new Map(), host: nowhere }
