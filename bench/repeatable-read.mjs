// Is loaded before the service, and makes all transactions of operations REPEATABLE READ. This is unsafe, and only for comparison.

import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.includes('/store/postgres/isolation.')) return loaded
    return {
      ...loaded,
      source: Buffer.from(loaded.source ?? '')
        .toString('utf8')
        .replaceAll("level: 'SERIALIZABLE'", "level: 'REPEATABLE READ'"),
    }
  },
})
