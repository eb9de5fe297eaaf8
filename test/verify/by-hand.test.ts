// Servers that were written by hand from documents: nothing is found where they are right, and each fault at its line.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyText } from '../../src/verify/report/text.ts'
import { verifyJson } from '../../src/verify/report/json.ts'
import { judgeFault, verifySubject } from './evaluate.ts'
import { subjectNamed, subjects } from './subjects.ts'

const effort = 1500

/** The phases share the budget, so a smaller one reaches the later phases sooner. */
const budget = 1300

for (const subject of subjects) {
  test(`finds nothing in ${subject.name} by hand`, async () => {
    const report = await verifySubject(subject, undefined, { seed: 'hand', effort, budget: 500 })
    assert.equal(report.findings.length, 0, verifyText(report))
  })
}

const found = {
  orders: [
    'a default is another',
    'a transition is not saved',
    'what is write-only is shown',
    'unique minds case',
    'no Location',
    'validation has another type',
    'a stream shows other orders',
  ],
  bookshop: ['v2 is shown gifts', 'v0 is served'],
  hours: ['entries of others are read', 'a caller chooses the person', 'a refused change is half kept'],
  'bookshop, routed': ['cancelling sends', 'customers are found without case', 'older versions know the newer error'],
  'hours, routed': [
    'everybody sets the pay',
    'a key may stand in the query',
    'only the first mistake is named',
    'keys of others are listed',
  ],
  'orders, routed': ['a key is remembered for ever'],
  lending: ['a removed shelf stays', 'lending is 201'],
  grants: ['a pause is not saved', 'applicants reject'],
}
for (const [server, names] of Object.entries(found)) {
  for (const name of names) {
    test(`finds in ${server} by hand: ${name}`, async () => {
      const { report, place } = await judgeFault(subjectNamed(server), name, { seed: 'hand', effort, budget })
      assert.equal(report.findings.length, 1, verifyText(report))
      assert(place >= 0, verifyText(report))
      const [finding] = verifyJson(report).findings
      assert(finding!.repeated > 0 && finding!.steps.length <= 5 && finding!.curl.includes('curl -i'))
    })
  }
}

test('finds a fault on a server that cannot be reset, and says what it left there', async () => {
  const { report, place } = await judgeFault(subjectNamed('orders'), 'a transition is not saved', {
    seed: 'hand',
    effort,
    budget: 600,
    hooks: false,
  })
  assert.equal(report.findings.length, 1, verifyText(report))
  assert(place >= 0, verifyText(report))
})

// Requests at the same time, of which the server answers one between what it reads and what it writes for another.
test('finds in orders that are routed, with requests that follow each other in curl by `&`: one key twice at once', async () => {
  const { report, place } = await judgeFault(subjectNamed('orders, routed'), 'one key twice at once', {
    seed: 'hand',
    effort,
    budget,
  })
  assert.equal(report.findings.length, 1, verifyText(report))
  assert(place >= 0, verifyText(report))
  const [finding] = verifyJson(report).findings
  assert(finding!.steps.some(({ together }) => together === true))
  assert.match(finding!.curl, / &\n# \d+, at the same time\n[^\n]* &\nwait/)
})
