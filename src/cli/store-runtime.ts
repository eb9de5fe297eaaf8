// The runtime of a document over the store that the operator names.

import type { Compiled } from '../compile/compile.ts'
import type { RuntimeOptions, StoreRuntime } from '../store/kind.ts'
import type { MigrationPlan } from '../store/migration/step.ts'
import { storeAt } from '../store/registry.ts'
import { Misuse } from './command.ts'

/** `store` has the form of `--store`. */
export async function openRuntime({ facts }: Compiled, store: string, options: RuntimeOptions): Promise<StoreRuntime> {
  const opened = await storeAt(store)
  if ('problem' in opened) throw new Misuse(opened.problem)
  if (options.handover !== undefined && !opened.isExclusive)
    throw new Misuse(`--handover waits for the process that serves a store now; a store such as ${store} belongs to its own process`)
  if (options.limits !== undefined && opened.isShared !== true)
    throw new Misuse(
      `--limits counts for several processes that serve one PostgreSQL; with a store such as ${store} one process serves, and counts by itself`,
    )
  const runtime = await opened.serve(facts, options)
  if (!('problem' in runtime)) return runtime
  throw runtime.plan === undefined ? new Misuse(runtime.problem) : new UnmigratedStore(runtime.problem, runtime.plan)
}

/** The store belongs to another document, and its migration needs approval. */
export class UnmigratedStore extends Error {
  readonly plan: MigrationPlan
  constructor(message: string, plan: MigrationPlan) {
    super(message)
    this.plan = plan
  }
}
