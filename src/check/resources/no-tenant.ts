// Whatever touches records that are kept apart by tenant has one: of its caller, or of the record that it began with.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import { programsOf } from '../../fact/effects/build.ts'
import { timers } from '../../fact/effects/circles.ts'
import { follow } from '../../fact/effects/program.ts'
import type { Facts } from '../../fact/fact.ts'
import { type World, world } from '../../fact/world.ts'
import { each } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'resources/no-tenant'

export const check: Check = {
  code,
  run(facts) {
    const apart = [...facts.typing.domain.resources.values()].filter(({ tenant }) => tenant.length > 0)
    if (apart.length === 0) return []
    return facts.model.authentication.state === 'none' ? apart.map(ofNobody) : ofTimers(facts, world(facts.model, facts.typing))
  },
}

function ofNobody({ name, source }: ResourceInfo): Diagnostic {
  const [first] = each(source.slots.tenant)
  return diagnostic('error', code, `Nobody has a tenant, and records of ${quoted(name)} are each of one`, { span: (first?.key ?? source.key).span, text: 'taken from whoever calls' }, {
    reason: 'Part 5 says `none`: nobody is known, so every request would be refused.',
    help: 'Say in part 5 how callers are known, or leave `tenant` out.',
  })
}

/** A timer has no caller: it acts for the tenant of its record alone. */
function ofTimers({ typing }: Facts, known: World): Diagnostic[] {
  const programOf = programsOf(known)
  return timers(known.machines).flatMap(({ name, node }): Diagnostic[] => {
    const machine = node.kind === 'timed' ? known.machine.get(node.machine)?.machine : undefined
    const own = machine && typing.domain.resources.get(machine.resource)
    if (machine === undefined || own === undefined) return []
    const touched = new Set(follow(programOf(node), programOf).changes.map(({ resource }) => resource))
    const foreign = [...touched].map((each) => typing.domain.resources.get(each)).find((other) => other?.tenant.some(({ from }) => !own.tenant.some((member) => member.from === from)) === true)
    if (foreign === undefined) return []
    return [diagnostic('error', code, `${quoted(name)} changes records of ${quoted(foreign.name)}, which are each of one tenant, and ${own.name} is of none`, { span: machine.key.span, text: 'made by time, without a caller' }, {
      others: [{ span: foreign.source.key.span, text: 'kept apart by tenant' }],
      reason: 'A timer acts for the tenant of the record that it belongs to.',
      help: `Keep ${own.name} apart in the same way, or let a request do it.`,
    })]
  })
}
