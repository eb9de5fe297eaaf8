// Reports an endpoint without an action.

import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import { actionNames } from '../../model/endpoints.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/missing-action'

export const check: Check = {
  code,
  run: ({ missing }) =>
    missing
      .filter((each) => each.code === code)
      .map(({ at, about }) =>
        createDiagnostic(
          'gap',
          code,
          `\`${about['of'] as string}\` has no action`,
          { span: at, text: 'holds no action' },
          {
            help: advise`Give it one of ${actionNames.map((name) => `\`${name}\``).join(', ')}, for example${paste('list: Order')}`,
          },
        ),
      ),
}
