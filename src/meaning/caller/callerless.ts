// The context of queries that depend on no caller and no variable.

import { noRecordsHost } from '../../exchange/names.ts'
import type { QueryContext } from '../store.ts'

export const callerlessContext: QueryContext = { variables: new Map(), host: noRecordsHost }
