// Constraints of SQL in forms, in the words of the form's language.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importForm } from '../../src/import/form/form.ts'
import { saidBy } from './gold/measure.ts'
import { environment } from './import.ts'

const columns =
  "| Feld | Typ | Pflicht | Regeln |\n|---|---|---|---|\n| kennung | varchar(12) | ja | UNIQUE, CHECK (length(kennung) = 12) |\n| art | text | ja | CHECK (art IN ('segel', 'motor')) DEFAULT 'segel' |\n| laenge | integer | ja | CHECK (laenge > 0 AND laenge <= 60) |\n| halter | uuid | ja | REFERENCES halter (id) |\n| platz | integer | ja | UNIQUE (halter, platz) |"

test('constraints of SQL are read in a German form, too', () => {
  const text = [
    '# Boote',
    ...['Dienst', 'Ressourcen', 'Zustände', 'Endpunkte', 'Anmeldung', 'Ereignisse', 'Fehler', 'Grenzen', 'Versionen'].map(
      (title, index) =>
        `## ${index + 1}. ${title}\n\n${index === 1 ? `### Boot\n\n${columns}\n\n### Halter\n\n| Feld | Typ |\n|---|---|\n| name | Text |` : index === 3 ? '- GET /boot\n- GET /halter' : 'Keine.'}`,
    ),
  ].join('\n\n')
  const form = importForm({ name: 'boote.md', text }, { use: [], environment, name: 'imported.md', language: 'de' })
  assert.ok(!('problem' in form))
  assert.deepEqual(
    saidBy(form.text)
      .fields.filter(({ key }) => key.startsWith('Boot.'))
      .map(({ key, says }) => `${key}: ${says.join(' | ')}`),
    [
      'Boot.kennung: text 12..12 | yes |  | unique',
      'Boot.art: one of segel, motor | yes | segel | ',
      'Boot.laenge: whole number 1..60 | yes |  | ',
      'Boot.halter: → Halter | yes |  | ',
      'Boot.platz: whole number | yes |  | unique with halter',
    ],
  )
})
