// Reads values of a document; reports and repairs values that YAML cuts.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { findCut } from '../document/cut.ts'
import { cutDiagnostic } from '../document/cut-problem.ts'
import type { Reader } from './shape.ts'

/** One line may be read for several places; its mistake is reported once. */
export function makeReader(reportOnce: (diagnostic: Diagnostic) => void): Reader {
  const reported = new Set<string>()
  const report = (diagnostic: Diagnostic): void => {
    const { span } = diagnostic.primary
    const id = `${span.source.name} ${span.start} ${diagnostic.code} ${diagnostic.message}`
    if (!reported.has(id)) reportOnce(diagnostic)
    reported.add(id)
  }
  return {
    report,
    repair(node, slot) {
      const cut = findCut(node, slot)
      if (cut === undefined) return node
      report(cutDiagnostic(cut))
      return cut.scalar
    },
  }
}
