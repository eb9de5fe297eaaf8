// The questions of a form's import in German.

import type { Questions } from '../english/questions.ts'

const which = 'Was davon gilt?'

export const germanQuestions: Questions = {
  notTaken: () => 'Das ist nicht übernommen. Gilt es, und wie wird es in diesem Teil gesagt?',
  convention: (name) => `Ist das, was \`use: [${name}]\` sagt? Dann nennt es der Vorspann.`,
  refused: (message, code) => `So, wie es gelesen wurde, gilt es hier nicht: ${message} (${code}). Was ist gemeint?`,
  sameLine: (name, line) => `\`${name}\` steht auch in Zeile ${line}. ${which}`,
  asksFor: (text) => `Was verlangt "${text}"?`,
  fieldName: (name) => `\`${name}\` kann kein Feldname sein. Wie heißt das Feld?`,
  setHow: (field, text) =>
    `Der Dienst setzt \`${field}\`: "${text}". Wie, als Ausdruck? Zum Beispiel \`now\` oder \`this.price * this.count\`.`,
  twoDefaults: (field, one, other) => `Die Vorgabe von \`${field}\` ist \`${one}\` und \`${other}\`. Welche gilt?`,
  twoValues: (field, both) => `Das Formular sagt von \`${field}\` zweierlei: ${both}. ${which}`,
  meansOf: (text, field) => `Was bedeutet "${text}" für \`${field}\`?`,
  valueKind: (field) =>
    `Welche Art von Wert ist \`${field}\`? Zum Beispiel \`text ..80\`, \`whole number 1..40\`, \`one of red, blue\` oder \`→ Order\`.`,
  listUnique: (field: string) =>
    `Darf ein Eintrag von \`${field}\` zweimal in seiner Liste stehen, oder in den Listen zweier Datensätze? Das Formular nennt ihn eindeutig.`,
  mustSaid: (text) => `Muss es da sein? Das Formular sagt "${text}".`,
  mustOpposite: (text) => `Muss es da sein? Das Formular sagt "${text}", und bei der Art des Werts das Gegenteil.`,
  mustWhen: (text) => `Wann muss es da sein? Das Formular sagt "${text}".`,
  mustUnknown: (text) => `Muss es da sein? "${text}" ist nicht verstanden.`,
  everyRecord: () => 'Was davon gilt außer den Feldern für jeden Datensatz? Wie entsteht der Wert?',
  sampleMember: (name, resource) => `Das Beispiel hat \`${name}\`, das kein Feld von ${resource} ist. ${which}`,
  sampleValue: (name, value, type) => `Im Beispiel ist \`${name}\` ${value}, und das Feld ist "${type}". ${which}`,
  ends: () => 'Von welchem Zustand führt es zu welchem?',
  noCause: () => 'Wodurch geschieht es?',
  sameCause: () => 'Eine andere Zeile führt aus demselben Grund von dort weiter. Wann gilt welche?',
  causeOf: (text) => `Der Auslöser ist "${text}". Welcher Endpunkt, welche Zeit oder welcher andere Übergang ist das?`,
  madeBy: (text) => `Der Auslöser ist "${text}". Welcher Endpunkt legt den Datensatz an?`,
  clock: (text) => `Zu welcher Zeit, oder wie lange nach was, ist "${text}"? Zum Beispiel \`after 2 days\`.`,
  guard: (text) => `Wann gilt die Bedingung "${text}", als Ausdruck? Zum Beispiel \`this.left > 0\`.`,
  changes: (text) => `Was ändert "${text}"?`,
  noEnd: (state) => `\`${state}\` soll das Ende sein, und eine Zeile führt davon weiter. ${which}`,
  unreached: (states) => `Teil 3 hat keinen Übergang mit ${states.join(', ')}. Wie wird das erreicht?`,
  unlisted: (states) => `Teil 3 hat ${states.join(', ')}, und das Feld nennt es nicht. ${which}`,
  sameEndpoint: (endpoint, line) => `\`${endpoint}\` steht auch in Zeile ${line}. Was unterscheidet die beiden?`,
  does: (endpoint) =>
    `Was tut \`${endpoint}\`, als Handlung an einer Ressource? Zum Beispiel \`create Order\`, \`list Order\` oder \`Order.close\`.`,
  isEndpoint: () => 'Ist das ein Endpunkt, und was wird von ihm gesagt?',
  beside: () => 'Was davon gilt neben Methode, Pfad und Status?',
  statusWhen: (statuses) => `Wann ist welcher der Status ${statuses.join(', ')}?`,
  scheme: () => 'Woher bekommt der Dienst, womit er das prüft, und wer ist danach der Aufrufer?',
  role: (name) => `Welche Aufrufer sind "${name}", als Bedingung über den Aufrufer? Zum Beispiel \`caller.role == "clerk"\`.`,
  ownOnly: (note: string, who: string) =>
    `Welche Datensätze darf "${who}" erreichen? Das Formular sagt "${note}". Als Ausdruck von Teil 5, zum Beispiel \`this.owner == caller.id\`.`,
  sameAction: (action, line) => `Zeile ${line} erlaubt anderen \`${action}\`. Wer darf es, und durch welchen Endpunkt?`,
  event: (name) => `Was löst \`${name}\` aus, als Änderung einer Ressource, und welche Felder trägt es?`,
  eventData: (name, cause) => `Welche Felder trägt \`${name}\` bei \`${cause}\`?`,
  twoStatuses: (code, other, line, own) => `\`${code}\` hat in Zeile ${line} den Status ${other}, und hier ${own}. ${which}`,
  errorStatus: (code) => `Welchen Status hat \`${code}\`?`,
  errorWhen: (code) => `Wann ist \`${code}\` die Antwort? Nennen Sie die Bedingung, etwa \`guard Order.place in-stock\`.`,
  codeStatuses: () => 'Welche Codes haben welchen Status?',
  twoSizes: () => `Auch eine andere Zeile sagt diese Größe. ${which}`,
  limitWhom: (value) => `Für wen gilt die Grenze ${value}?`,
  sameLimit: () => 'Eine andere Zeile begrenzt dasselbe. Was davon gilt, oder wie gehen sie zusammen?',
  limitEach: () => 'Gilt das für alle Aufrufer zusammen, oder für jeden?',
  partition: (who) => `Welcher Ausdruck unterscheidet "${who}"? Zum Beispiel \`caller.id\`.`,
  limitWhere: () => 'Für welche Aufrufer oder Endpunkte gilt welche dieser Grenzen?',
  setting: (name) => `Welche Regel liest \`settings.${name}\`, und welcher Fehler ist es?`,
  pageSize: (size) => `Welche Listen haben ${size} Einträge je Seite, wenn die Anfrage nichts sagt?`,
}
