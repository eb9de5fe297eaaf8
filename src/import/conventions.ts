// Finds the parts and values that the adopted conventions define, so that an import need not write or ask for them.

import { type CompileEnvironment, compile } from '../compile/compile.ts'
import { printTextInYaml } from '../document/text-in-yaml.ts'
import { languageVersion } from '../model/front.ts'
import { slotValueOf } from '../model/slot.ts'

export type ImportConventions = {
  readonly use: readonly string[]
  /** True if the conventions define the form of errors. */
  readonly answersErrors: boolean
  /** True if the conventions answer an operation without an action from its request alone. */
  readonly standsIn: boolean
}

export function loadImportConventions(use: readonly string[], environment: CompileEnvironment): ImportConventions {
  if (use.length === 0) return { use, answersErrors: false, standsIn: false }
  const probe = `---\nninefold: ${languageVersion}\nuse: [${use.map((name) => printTextInYaml(name, 'flow')).join(', ')}]\n---\n\n## 4. Endpoints\n\n\`\`\`yaml\nGET /probe: { output: { const: 1 } }\n\`\`\`\n`
  const { model } = compile([{ name: 'use.md', text: probe }], environment)
  return {
    use,
    answersErrors: slotValueOf(model.errors.value.body) !== undefined,
    standsIn: model.endpoints.value.operations.find(({ name }) => name === 'GET /probe')?.action === 'answer',
  }
}
