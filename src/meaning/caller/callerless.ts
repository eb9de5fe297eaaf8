// The context of queries that depend on no caller and no variable.

import { nowhere } from '../../exchange/names.ts'
import type { QueryContext } from '../store.ts'

export const callerlessContext: QueryContext = { variables: new Map(), host: nowhere }
