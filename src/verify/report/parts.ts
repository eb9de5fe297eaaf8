// Titles of the nine parts, by number.

export const partTitles: readonly string[] = [
  '',
  '1 purpose',
  '2 resources',
  '3 states',
  '4 endpoints',
  '5 authentication',
  '6 events',
  '7 errors',
  '8 limits',
  '9 versions',
]
