// The questions of a form's import in English; each language has its own list with the same keys.

const which = 'Which of them holds?'

export const englishQuestions = {
  notTaken: () => 'This is not taken. Does it bind, and how is it said in this part?',
  convention: (name: string) => `Is this what \`use: [${name}]\` says? The front matter then names it.`,
  refused: (message: string, code: string) => `As it was read, it does not hold here: ${message} (${code}). What is meant?`,
  sameLine: (name: string, line: number) => `\`${name}\` stands in line ${line} too. ${which}`,
  asksFor: (text: string) => `What does "${text}" ask for?`,
  // Part 2.
  fieldName: (name: string) => `\`${name}\` cannot be the name of a field. What is it called?`,
  setHow: (field: string, text: string) =>
    `The service sets \`${field}\`: "${text}". How, as an expression? For example \`now\` or \`this.price * this.count\`.`,
  twoDefaults: (field: string, one: string, other: string) => `The default of \`${field}\` is \`${one}\` and \`${other}\`. Which of them?`,
  twoValues: (field: string, both: string) => `The form says two things of \`${field}\`: ${both}. ${which}`,
  meansOf: (text: string, field: string) => `What does "${text}" mean for \`${field}\`?`,
  valueKind: (field: string) =>
    `Which kind of value is \`${field}\`? For example \`text ..80\`, \`whole number 1..40\`, \`one of red, blue\` or \`→ Order\`.`,
  listUnique: (field: string) =>
    `May an entry of \`${field}\` occur twice in its list, or in the lists of two records? The form says that it is unique.`,
  mustSaid: (text: string) => `Must it be there? The form says "${text}".`,
  mustOpposite: (text: string) => `Must it be there? The form says "${text}", and in its kind of value the opposite.`,
  mustWhen: (text: string) => `When must it be there? The form says "${text}".`,
  mustUnknown: (text: string) => `Must it be there? "${text}" is not understood.`,
  everyRecord: () => 'What of this holds of each record beside its fields? How is the value made?',
  sampleMember: (name: string, resource: string) => `The sample has \`${name}\`, which is no field of ${resource}. ${which}`,
  sampleValue: (name: string, value: string, type: string) => `The sample's \`${name}\` is ${value}, and the field is "${type}". ${which}`,
  // Part 3.
  ends: () => 'Which state does it lead from, and which to?',
  noCause: () => 'What makes it happen?',
  sameCause: () => 'Another line leads on from there by the same cause. When does each of them hold?',
  causeOf: (text: string) => `The cause is "${text}". Which endpoint, time or other transition is that?`,
  madeBy: (text: string) => `The cause is "${text}". Which endpoint makes the record?`,
  clock: (text: string) => `At which time, or how long after what, is "${text}"? For example \`after 2 days\`.`,
  guard: (text: string) => `When does the condition "${text}" hold, as an expression? For example \`this.left > 0\`.`,
  changes: (text: string) => `What does "${text}" change?`,
  noEnd: (state: string) => `\`${state}\` is said to be the end, and a line leads on from it. ${which}`,
  unreached: (states: readonly string[]) => `Part 3 has no transition with ${states.join(', ')}. How is it reached?`,
  unlisted: (states: readonly string[]) => `Part 3 has ${states.join(', ')}, which the field does not list. ${which}`,
  // Part 4.
  sameEndpoint: (endpoint: string, line: number) => `\`${endpoint}\` stands in line ${line} too. What tells them apart?`,
  does: (endpoint: string) =>
    `What does \`${endpoint}\` do, as an action on a resource? For example \`create Order\`, \`list Order\` or \`Order.close\`.`,
  isEndpoint: () => 'Is this an endpoint, and what does it say of it?',
  beside: () => 'What of this holds beside method, path and status?',
  statusWhen: (statuses: readonly string[]) => `Which of the statuses ${statuses.join(', ')} is when?`,
  // Part 5.
  scheme: () => 'Where does the service get what it checks this against, and who is the caller by it?',
  role: (name: string) => `Which callers are "${name}", as a condition about the caller? For example \`caller.role == "clerk"\`.`,
  ownOnly: (note: string, who: string) =>
    `Which records may "${who}" reach? The form says "${note}". As an expression of part 5: \`this.owner == caller.id\`, for example.`,
  sameAction: (action: string, line: number) => `Line ${line} lets others do \`${action}\`. Who may, and by which endpoint?`,
  // Part 6.
  event: (name: string) => `What causes \`${name}\`, as a change of a resource, and which fields does it carry?`,
  eventData: (name: string, cause: string) => `Which fields does \`${name}\` carry at \`${cause}\`?`,
  // Part 7.
  twoStatuses: (code: string, other: string, line: number, own: string) =>
    `\`${code}\` has the status ${other} in line ${line}, and ${own} here. ${which}`,
  errorStatus: (code: string) => `Which status does \`${code}\` have?`,
  errorWhen: (code: string) => `When is \`${code}\` the answer? Name the condition, such as \`guard Order.place in-stock\`.`,
  codeStatuses: () => 'Which codes have which status?',
  // Part 8.
  twoSizes: () => `Another line says this size too. ${which}`,
  limitWhom: (value: string) => `For whom does the limit of ${value} hold?`,
  sameLimit: () => 'Another line limits the same. Which of them holds, or how do they go together?',
  limitEach: () => 'Is that for all callers together, or for each of them?',
  partition: (who: string) => `Which expression tells one "${who}" from another? For example \`caller.id\`.`,
  limitWhere: () => 'For which callers or endpoints does each of these limits hold?',
  setting: (name: string) => `Which rule reads \`settings.${name}\`, and which error is it?`,
  pageSize: (size: string) => `Which lists have ${size} records on a page where the request does not say?`,
}

export type Questions = typeof englishQuestions
