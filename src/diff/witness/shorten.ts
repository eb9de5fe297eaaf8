// Makes a found difference a witness: removes the requests that it does not need, prints the rest as Hurl, and runs that again.

import { createSource } from '../../base/text.ts'
import { readScenario } from '../../hurl/scenario.ts'
import { runScenario } from '../../scenario/run.ts'
import { type ServiceAnswer, isRefusal } from './answer.ts'
import type { Differs } from './answer-difference.ts'
import { type ExpectedAnswer, type TraceBlock, listCapturedVariables, printBlock, withoutCaptures } from './block.ts'
import { type BothEditions, type BothOptions, type FoundDifference, makeDifferenceKey } from './both-editions.ts'
import { usesVariable } from './paths.ts'

/** Removes requests that the difference does not need. */
export async function shortenSequence(
  found: FoundDifference,
  editions: BothEditions,
  { version, budget }: { readonly version?: string | undefined; readonly budget: number },
): Promise<FoundDifference> {
  let best: FoundDifference = { ...found, blocks: found.blocks.slice(0, found.index + 1) }
  for (let at = best.index - 1; at >= 0 && editions.requests < budget; at--) {
    const [block, rest] = [best.blocks[at]!, best.blocks.filter((_, index) => index !== at)]
    const needed = listCapturedVariables(block).some((name) => rest.slice(at).some((each) => usesVariable(each, name)))
    if (needed || (block.version !== undefined && block.version !== version)) continue
    const shorter = await editions.send(rest)
    if (
      shorter !== undefined &&
      shorter.index === rest.length - 1 &&
      makeDifferenceKey(shorter.blocks[shorter.index]!, shorter.deviation) === makeDifferenceKey(best.blocks[best.index]!, best.deviation)
    )
      best = shorter
  }
  return best
}

/** True if the printed scenario passes on the old edition and fails on the new one. */
export async function repeats(hurl: string, openers: BothOptions['openers']): Promise<boolean> {
  const scenario = readScenario(createSource('witness', hurl), ['uid'])
  const context = {
    variables: new Map([['uid', '1']]),
    uuid: () => '00000000-0000-4000-8000-000000000001',
    file: () => undefined,
    patience: 5000,
  }
  const [oldResult, newResult] = [await runScenario(scenario, openers.old, context), await runScenario(scenario, openers.new, context)]
  return oldResult.outcome === 'passed' && newResult.outcome === 'failed'
}

/** Prints the requests with the old edition's answers; the last one also asserts the difference. */
export function printSequence(blocks: readonly TraceBlock[], answers: readonly ServiceAnswer[], deviation: Differs): string {
  return blocks
    .map((block, index) => {
      const answer = answers[index]
      const isLast = index === blocks.length - 1
      const expected: ExpectedAnswer | undefined = answer && {
        status: answer.received.status,
        asserts: isLast && deviation.assert !== undefined ? [deviation.assert] : [],
        ...(isLast && deviation.receive !== undefined ? { received: [deviation.receive] } : {}),
      }
      return printBlock(answer === undefined || !isRefusal(answer) ? block : withoutCaptures(block), expected)
    })
    .join('\n')
}
