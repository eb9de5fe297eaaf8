// Generated tests are the same in every run, so that what passes once passes always; SEED=… tries others.

import fc from 'fast-check'

const seed = process.env['SEED'] ?? '1'
fc.configureGlobal({ seed: seed === 'new' ? Date.now() % 0x7fffffff : Number(seed) })
