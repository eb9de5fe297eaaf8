// Reports a list of references with `cascade`: deleting any one listed record deletes the record with the list.

import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { indexModel } from '../../fact/model-index.ts'
import type { Check } from '../check.ts'

const code = 'resources/cascade-list'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    [...indexModel(model, typing).references.values()].flat().flatMap(({ resource, path, target, onDelete, inList }) => {
      if (!inList || onDelete.state !== 'shown' || onDelete.value !== 'cascade') return []
      const referrers = resource === target ? `every other ${resource}` : `every ${resource}`
      return [
        createDiagnostic(
          'warning',
          code,
          `Deleting one ${target} deletes ${referrers} whose ${quoteName(path)} lists it`,
          { span: onDelete.at.span, text: 'deletes the record that holds the list' },
          {
            reason: `\`onDelete\` determines what happens to the referring record: \`cascade\` deletes the ${resource}, not the item of its list.`,
            help: advise`Make a resource of the items that refers to both, or keep the ${target} as long as a list has it with \`restrict\`, or take the item out of the list:${paste('onDelete: set-null')}`,
          },
        ),
      ]
    }),
}
