// Loaded before the service: all transactions of operations are REPEATABLE READ, for a comparison that is not safe.

import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.includes('/store/postgres/isolation.')) return loaded
    return { ...loaded, source: Buffer.from(loaded.source ?? '').toString('utf8').replaceAll("level: 'SERIALIZABLE'", "level: 'REPEATABLE READ'") }
  },
})
