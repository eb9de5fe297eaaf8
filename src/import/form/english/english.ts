// The English words and phrases that forms use.

import { englishCallerWords } from './caller-words.ts'
import { englishErrorWords } from './error-words.ts'
import { englishFieldWords } from './field-words.ts'
import { englishLimitWords } from './limit-words.ts'
import { englishMachineWords } from './machine-words.ts'
import { englishProse } from './prose.ts'
import { englishQuestions } from './questions.ts'
import { englishSpokenWords } from './spoken-words.ts'
import type { Words } from '../words.ts'

export const english: Words = {
  ...englishFieldWords,
  ...englishSpokenWords,
  ...englishMachineWords,
  ...englishCallerWords,
  ...englishErrorWords,
  ...englishLimitWords,
  ask: englishQuestions,
  prose: englishProse,
  headers: {
    field: ['field', 'property', 'attribute', 'name', 'column', 'member', 'data field', 'field name', 'attr', 'attribute name', 'property name', 'data item', 'item', 'label'],
    type: ['type', 'format', 'kind of value', 'kind', 'value', 'data type', 'datatype'],
    must: ['must have?', 'must have', 'must-have', 'must', 'required', 'required?', 'mandatory', 'mandatory?', 'm/o/c', 'm/o', 'needed', 'needed?', 'req', 'reqd', 'obligatory', 'presence', 'cardinality', 'card.', 'multiplicity', 'occurrence', 'occurs', 'occurrences'],
    default: ['default', 'if left out', 'default value', 'otherwise', 'initial', 'preset', 'initial value', 'prefilled', 'dflt', 'def', 'when left out', 'if missing', 'if empty', 'starts as', 'starts with', 'starts at', 'starts out as', 'begins as', 'start value', 'starting value', 'at first', 'at the start', 'if blank', 'when blank', 'when empty', 'value if empty', 'value if missing', 'if nothing is given', 'if omitted', 'when omitted', 'on creation', 'when new', 'standard value', 'fallback'],
    setter: ['who sets it', 'set by', 'source', 'who fills it in', 'filled in by', 'written by', 'who writes it', 'origin', 'typed by', 'who types it', 'entered by', 'who enters it', 'filled by', 'given by', 'who gives it', 'provided by', 'supplied by', 'maintained by', 'comes from', 'who sends it', 'sent by'],
    meaning: ['what it is', 'what', 'meaning', 'remarks', 'remark', 'notes', 'note', 'description', 'comment', 'comments', 'purpose', 'explanation', 'details', 'when', 'effect', 'what it does', 'what for', 'what happens', 'rules', 'constraints', 'cause', 'function', 'occurs when', 'effect', 'trigger', 'reason', 'happens when', 'raised when', 'triggered by'],
    flags: ['flags', 'flag', 'properties'],
    typeName: ['type name'],
    range: ['length / range', 'length/range', 'length', 'len', 'len.', 'range', 'bounds', 'min/max', 'min..max', 'limits', 'length or range', 'allowed range', 'size'],
    rules: ['constraints', 'constraint', 'rules', 'validation', 'validations', 'restrictions', 'restriction', 'allowed values', 'valid values', 'values', 'domain', 'format', 'allowed', 'permitted', 'permitted values', 'accepted', 'accepted values', 'possible values', 'choices', 'options', 'limits', 'checks', 'check', 'conditions'],
    unique: ['unique', 'unique?', 'uniqueness', 'once only', 'once only?', 'only once', 'only once?', 'no duplicates', 'distinct', 'uniq', 'unq', 'unambiguous', 'u', 'uq', 'uk'],
    editable: ['editable', 'editable?', 'mutable', 'changeable', 'changeable?', 'can change?', 'can be changed?', 'updatable', 'may change', 'chg', 'change', 'changes', 'mut', 'modifiable', 'can it change?'],
    unit: ['unit', 'units'],
    each: ['per', 'for each', 'applies to', 'for whom', 'counted per', 'scope', 'by', 'who', 'whom', 'of whom', 'basis'],
    from: ['from', 'start state', 'situation', 'old', 'from state', 'state', 'current state', 'old state', 'before', 'current', 'source state', 'was', 'old status', 'status before', 'state before', 'current status', 'when in', 'in state', 'present state'],
    to: ['then it is', 'afterwards', 'leads to', 'to', 'to state', 'next state', 'new state', 'after', 'next', 'becomes', 'target', 'target state', 'result', 'outcome', 'resulting state', 'can go to', 'may go to', 'goes to', 'can become', 'may become', 'turns into', 'next states', 'possible next states', 'followed by', 'successor', 'successors', 'new status', 'status after', 'state after', 'next status', 'end state'],
    trigger: ['what can happen', 'trigger', 'step', 'transition', 'what makes it happen', 'on', 'event', 'action', 'triggered by', 'what triggers it', 'when', 'by', 'how', 'cause', 'command', 'caused by', 'happens', 'button', 'activity', 'via', 'through'],
    guard: ['guard', 'only if', 'condition', 'if', 'conditions', 'provided that', 'requires', 'precondition', 'preconditions', 'allowed if', 'only when', 'but only when', 'but only if', 'allowed when', 'allowed only if', 'allowed only when', 'restriction', 'as long as'],
    endpoint: ['endpoint', 'request', 'method and path', 'method + path', 'method & path', 'call', 'route', 'operation', 'method/path', 'url', 'http', 'verb and path', 'method path'],
    method: ['method', 'verb', 'http method', 'http verb'],
    path: ['path', 'url', 'uri', 'route', 'address', 'resource path'],
    who: ['who', 'actor', 'actors', 'audience', 'consumer', 'consumers', 'client', 'scope', 'role', 'roles', 'access', 'allowed', 'who may', 'auth', 'who can', 'who can call it', 'permission', 'permissions', 'allowed for', 'caller', 'scopes', 'authorization', 'authorisation', 'authentication', 'who may call it', 'allowed roles', 'users', 'for whom', 'open to', 'may be used by', 'used by', 'callable by', 'allowed callers', 'available to', 'by whom', 'rights', 'required role', 'needed role', 'access level', 'may be called by'],
    status: ['success', 'status', 'result', 'http', 'http status', 'status code', 'response', 'returns', 'answer', 'http code', 'http codes', 'codes', 'status codes', 'responses', 'success status', 'success code', 'gives back', 'gives', 'on success', 'reply', 'ok', 'output'],
    error: ['code', 'type', 'error', 'error code', 'error key', 'error name', 'error id', 'problem', 'problem type', 'name', 'key', 'identifier', 'error type'],
    event: ['event', 'webhook', 'notification', 'type', 'event type', 'name', 'event name', 'topic'],
    data: ['data', 'payload', 'with', 'what is in it', 'contains', 'content', 'contents', 'carries', 'body', 'fields'],
    limit: ['limit', 'what', 'name', 'item', 'subject', 'rule', 'topic', 'quantity', 'of what'],
    value: ['value', 'limit', 'amount', 'maximum', 'max', 'how much', 'setting', 'number', 'bound', 'ceiling', 'cap', 'threshold', 'quota'],
    id: ['id', 'ref', 'no', 'no.', 'nr', '#', 'number'],
    least: ['min', 'minimum', 'min value', 'minimum value', 'lower bound', 'at least', 'from', 'min length'],
    most: ['max', 'maximum', 'max value', 'maximum value', 'upper bound', 'at most', 'to', 'max length', 'maximum length'],
    optional: ['optional', 'optional?', 'nullable', 'nullable?', 'null', 'null?', 'can be empty', 'may be empty', 'can be left out', 'may be left out', 'may be missing', 'blank', 'not required', 'not mandatory', 'not needed', 'non-mandatory', 'voluntary', 'omittable'],
    readonly: ['generated', 'generated?', 'read-only', 'read-only?', 'read only', 'readonly', 'ro', 'computed', 'computed?', 'automatic', 'auto', 'calculated', 'derived', 'system'],
    fixed: ['fixed', 'immutable', 'locked', 'unchangeable', 'constant', 'final', 'write once', 'set once', 'never changes', 'frozen', 'cannot change', 'fixed after creation'],
    owner: ['resource', 'entity', 'object', 'table', 'thing', 'model', 'class', 'record', 'belongs to', 'of', 'entity name', 'resource name', 'table name', 'object type', 'machine'],
  },
  headerWords: {
    field: /\b(?:field|propert(?:y|ies)|attribute|element|column)\b/, type: /\b(?:type|kind|format|sort|nature)\b/, must: /\b(?:need|needed|required|mandatory|must|obligatory|necessary|compulsory|cardinality|multiplicity)\b|\b(?:got|has|have|needs?) to be (?:there|given|filled in|known|set|present)\b|\b(?:always|be) (?:there|given|filled in|present)\b/, optional: /\b(?:optional|nullable|voluntary|omit(?:table|tible))\b|\b(?:ok(?:ay)?|allowed|permitted|possible|fine|can|may|could|accepted)\b.*\b(?:blank|empty|null|missing|absent|omit(?:ted)?|skip(?:ped)?|left out|leave out)\b|\b(?:blank|empty|null|nulls|missing|omit|skip|absent|omission|blanks)\b.*\b(?:ok(?:ay)?|allowed|permitted|possible|fine|accepted)\b/, readonly: /\b(?:generated|read-?only|computed|calculated)\b/, default: /\bdefault\b|\binitial(?:ly)?\b|\bleft out\b|\bnot given\b/,
    setter: /\b(?:sets|set by|filled)\b/, range: /\b(?:length|range|bounds|size|min|max)\b/, rules: /\b(?:constraints?|restrictions?|validation|rules?)\b/, unique: /\bunique\b/, editable: /\b(?:change|changeable|editable|mutable|edited)\b/,
    from: /\b(?:from|source|current|old|before)\b/, to: /\b(?:to|target|new|next|after)\b/, trigger: /\b(?:trigger|action|command|event|cause|call|what happens|happens)\b/, guard: /\b(?:conditions?|guards?|only|preconditions?|if)\b/,
    endpoint: /\b(?:endpoint|request|route|call)\b/, method: /\b(?:method|verb)\b/, path: /\b(?:path|uri|url|route)\b/, who: /\b(?:who|whom|callers?|roles?|scopes?|allowed|permitted|permissions?|access|users?|by|authoris\w+|authoriz\w+|auth)\b/, status: /\b(?:status|codes?|responses?|success|result|answer|returns|reply|gives)\b/,
    error: /\b(?:code|error|key|identifier|name)\b/, event: /\b(?:event|name|topic|message)\b/, limit: /\b(?:limit|parameter|quantity|subject|resource|what)\b/, value: /\b(?:limit|value|maximum|max|amount|cap|quota)\b/,
  },
  marks: {
    yes: /^(?:yes|y|x|must[- ]have|✓|✔|✅|required|necessary|compulsory|obligatory|mandatory|m|must|true|always|needed|on|req\.?|reqd\.?|mand\.?)$/i,
    no: /^(?:no|n|optional|opt\.?|voluntary|may be (?:blank|empty|left out)|can be (?:blank|empty|left out)|o|false|off|✗|✘|❌|not required|nice to have)$/i,
    nothing: /^(?:[-–—]|n\/a|)$/i,
    conditional: /^(?:c|conditional(?:ly)?\b.*|(?:only|if|when|where|for|on|upon|at|after|before|once|as soon as|unless|until|in case|with|from|by|depends|sometimes|see) ?.*)$/i,
    bare: /^(?:yes|y|x|no|n|true|false|on|off|✓|✔|✅|✗|✘|❌)$/i,
    creation: /\b(?:on|at|upon|for|when|by|with) (?:(?:the|its|being|it is|they are) )?(?:creat(?:e|ing|ion|ed)|POST|insert(?:ion|ed)?|entry|registration|registering|sign-?up|making|made|first saving|new (?:ones|records|entries))\b/i,
    condition: /\b(?:if|when|where|once|unless|until|except|as soon as|as long as|in case|depending)\b/i,
  },
  titleGlue: /\b(?:services?|specifications?|spec|api|of|the|for|a|an|form|draft|document|v\d+)\b|[–—:|(),.-].*$/gi,
  theService: 'the service',
  conjunction: /\s*(?:,|\/|\bor\b|\band\b)\s*/i,
  article: /^(?:an?|the|any|every|each|all)\s+/i,
  articles: '(?:an?|the|any|every|each|all)',
  joins: 'and|or|as well as',
  onlyWord: 'only',
  beWord: '(?:is|are|has|have|was|were|needs?|must|to|of|in)',
  modals: 'shall|must|will|can|may|should',
  beWords: 'be',
  isWord: 'is',
  requirement: /\d|\b(?:unique|must|shall|only|never|always|unless|cannot|can't|at least|at most|may not|required|refuse[ds]?|ignored?|exactly|no two|should|not allowed|automatically|default)\b|->|→/i,
  baseAddress: /\b(?:base|root|(?:service )?address|reached|reachable|available|base url|server|host|served|lives|url)\b/i,
}
