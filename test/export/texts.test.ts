// Diagrams and scenarios contain the facts, with any names.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSource } from '../../src/base/text.ts'
import { readScenario, readScenarios } from '../../src/hurl/scenario.ts'
import { exampleFacts, examples, exported, factsOfDocument } from './examples.ts'

for (const example of examples) {
  test(`the Hurl file of ${example} has every request of its scenarios, and reads`, () => {
    const facts = exampleFacts(example)
    const { text } = exported('hurl', facts, 'hurl')
    const { entries, diagnostics } = readScenario(createSource('export.hurl', text), ['token'])
    assert.deepEqual(
      diagnostics.map(({ message }) => message),
      [],
    )
    assert.equal(entries.length, readScenarios(facts.model.document.scenarios).flatMap((each) => each.entries).length)
  })

  test(`the diagrams of ${example} have a line for every state, edge and reference`, () => {
    const facts = exampleFacts(example)
    const { text } = exported('diagram', facts, 'markdown')
    const diagrams = [...text.matchAll(/```mermaid\n([\s\S]*?)\n```/g)].map(([, lines]) => lines!.split('\n'))
    assert.equal(diagrams.length, 1 + facts.machines.length)
    assert.equal(diagrams[0]![0], 'erDiagram')
    for (const [index, machine] of facts.machines.entries()) {
      const lines = diagrams[index + 1]!
      assert.equal(lines[0], 'stateDiagram-v2')
      assert.equal(lines.filter((line) => / --> (?!\[)/.test(line)).length, machine.edges.length + (machine.initial === undefined ? 0 : 1))
    }
  })
}

const odd = `
ninefold: 1
resources:
  Thing: { key: id, properties: { id: { type: string }, 'größe': { type: integer }, other: { $ref: Thing, onDelete: set-null } } }
states:
  Thing.life:
    initial: in-work
    states:
      in-work: { on: { 'finish': { target: end, guard: { 'is: ready; #1': this.other == null } } } }
      end: { type: final }
`

test('names that are not names in Mermaid stand as labels', () => {
  const { text, leftOut } = exported('diagram', factsOfDocument(odd), 'markdown')
  assert.match(
    text,
    /\n {2}state "in-work" as s0_\n {2}state "end" as s1_\n {2}\[\*\] --> s0_\n {2}s0_ --> s1_ : finish, if is#58; ready#59; #35;1\n {2}s1_ --> \[\*\]\n/,
  )
  assert.match(text, /\n {2}Thing \|o--o\{ Thing : "other"\n/)
  assert.deepEqual(leftOut, ['The property `Thing.größe`: Mermaid does not allow this name.'])
})

for (const example of examples) {
  test(`the picture of ${example} has every resource, state and reference once, inside of itself`, () => {
    const facts = exampleFacts(example)
    const { text } = exported('diagram', facts, 'svg')
    assert.equal(text.match(/class="d-box d-resource"/g)?.length ?? 0, facts.typing.domain.resources.size)
    assert.equal(text.match(/class="d-box d-(?:state|final)"/g)?.length ?? 0, facts.machines.flatMap(({ states }) => states).length)
    assert.equal(text.match(/class="d-start"/g)?.length ?? 0, facts.machines.filter(({ initial }) => initial !== undefined).length)
    const arrows = facts.machines.flatMap(({ edges }) => edges.filter(({ from, to }) => from !== to)).length
    assert.equal(text.match(/class="d-arrow d-(?:on|always|after|error)"/g)?.length ?? 0, arrows)
    const [, width = '0'] = /viewBox="0 0 (\d+) \d+"/.exec(text) ?? []
    for (const [, left, right] of text.matchAll(
      /<g class="d-box[^"]*" transform="translate\(([\d.-]+) [\d.-]+\)">\s*<rect width="([\d.]+)"/g,
    )) {
      assert(Number(left) >= 0 && Number(left) + Number(right) <= Number(width))
    }
  })
}

test('names in a picture are text, whatever signs they hold', () => {
  const { text } = exported('diagram', factsOfDocument(odd.replace("'is: ready; #1'", "'a < b & c'")), 'svg')
  assert.match(text, />finish, if a &#60; b &#38; c</)
})

test('without scenarios there is nothing to say in Hurl', () => {
  assert.deepEqual(exported('hurl', factsOfDocument(odd), 'hurl'), { text: '', leftOut: [] })
})
