// Reads part 3's keys: `Order.status` names the resource and the field that the machine owns.

import { writeHelp } from '../diagnostic/voice.ts'
import { advise, paste } from '../diagnostic/help.ts'
import type { MapNode } from '../document/node.ts'
import { readNamed } from './maps.ts'
import type { MachineOf } from './model.ts'
import { generative } from './model.ts'
import { type Reader, makeEmptySlots } from './shape.ts'
import { machine, machineKeys } from './states.ts'

export function readMachines(node: MapNode, reader: Reader): MachineOf[] {
  const machines: MachineOf[] = []
  for (const { name, key, slot } of readNamed(machine, node, reader, generative)) {
    const [resource, field, ...more] = name.split('.')
    if (!resource || !field || more.length > 0) {
      reader.report({
        code: 'states/machine-name',
        severity: 'error',
        message: `\`${name}\` does not name a field that a machine could own`,
        primary: { span: key.span, text: 'expected a resource and a field' },
        others: [],
        reason: "A machine owns one field of a resource: the field's value is the state.",
        ...writeHelp(advise`Write the resource, a dot and the field:${paste('Order.status:')}`),
      })
    } else if (slot.state !== 'none') {
      machines.push({ name, resource, field, key, slots: slot.state === 'shown' ? slot.value : makeEmptySlots(machineKeys, slot, key) })
    }
  }
  return machines
}
