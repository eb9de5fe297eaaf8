// Reports `# version:` in a document without versions.

import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { readScenariosOf } from '../scenarios.ts'

const code = 'scenario/unknown-version'

export const check: Check = {
  code,
  run({ model }) {
    if (model.versioning.state !== 'none') return []
    return readScenariosOf(model.document).flatMap(({ entries }) =>
      entries.flatMap(({ directives: { version } }) =>
        version === undefined
          ? []
          : [
              createDiagnostic(
                'error',
                code,
                `${quoteName(version.name)} is not a version of part 9`,
                { span: version.span, text: 'no version has this name' },
                {
                  others: model.versioning.headings.slice(0, 1).map((span) => ({ span, text: 'part 9 has no versions' })),
                  help: 'Declare the versions in part 9, or remove the line.',
                },
              ),
            ],
      ),
    )
  },
}
