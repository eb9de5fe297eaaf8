// The compatibility rules: the change of a permitted or promised set determines the severity of an edit.

/** `permitted`: the side produces it and the service consumes it. `promised`: the service produces it and the side relies on it. */
export type SetRole = 'permitted' | 'promised'

/** The change of the set from the old edition to the new one. `other`: it loses and gains, or certainly differs; `unknown`: not proven. */
export type SetMotion = 'same' | 'narrower' | 'wider' | 'other' | 'unknown'

export const severities = ['safe', 'review', 'breaking'] as const
export type ChangeSeverity = (typeof severities)[number]

/** The affected sides: clients that send, clients that read, subscribers, stored data, operators. */
export const sides = ['senders', 'readers', 'subscribers', 'stored', 'operators'] as const
export type Side = (typeof sides)[number]

export type AffectedTarget = { readonly side: Side; readonly role: SetRole }
export type EffectOnSide = AffectedTarget & { readonly way: SetMotion }

export const affectsClients = ({ side }: EffectOnSide): boolean => side === 'senders' || side === 'readers' || side === 'subscribers'

export function severityOf({ role, way }: Pick<EffectOnSide, 'role' | 'way'>): ChangeSeverity {
  switch (way) {
    case 'same':
      return 'safe'
    case 'other':
      return 'breaking'
    case 'unknown':
      return 'review'
    case 'narrower':
      return role === 'permitted' ? 'breaking' : 'safe'
    case 'wider':
      return role === 'promised' ? 'breaking' : 'safe'
  }
}

export function worstOf(severitiesToCompare: Iterable<ChangeSeverity>): ChangeSeverity {
  return [...severitiesToCompare].reduce<ChangeSeverity>(
    (worst, each) => (severities.indexOf(each) > severities.indexOf(worst) ? each : worst),
    'safe',
  )
}

/** The reverse change: from the new edition to the old one. */
export function flipMotion(way: SetMotion): SetMotion {
  if (way === 'narrower') return 'wider'
  return way === 'wider' ? 'narrower' : way
}

/** Combines simultaneous changes: a set that loses by one and gains by another is `other`. */
export function combineWays(ways: Iterable<SetMotion>): SetMotion {
  const distinct = new Set(ways)
  distinct.delete('same')
  if (distinct.size === 0) return 'same'
  if (distinct.has('other') || (distinct.has('narrower') && distinct.has('wider'))) return 'other'
  if (distinct.has('unknown')) return 'unknown'
  return distinct.has('narrower') ? 'narrower' : 'wider'
}
