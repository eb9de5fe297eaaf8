// Who asks what depends on nobody.

import { nowhere } from '../../exchange/names.ts'
import type { Asker } from '../store.ts'

export const nobody: Asker = { variables: new Map(), host: nowhere }
