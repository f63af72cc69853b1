/**
 * JSON in which a value that is too long for one line has a line for each of its parts, so that a change is a changed line. In lists of names,
 * a line has neighbours of the same first letter.
 */
export function inLines(value: unknown, width: number, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || line.length <= width) return line
  const inner = `${indent}  `
  const parts = (): readonly string[] => {
    if (!Array.isArray(value))
      return Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${inLines(part, width, inner)}`)
    if (value.every((item) => typeof item === 'string')) return neighbours(value).map((names) => names.join(', '))
    return value.map((part) => inLines(part, width, inner))
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts()
    .map((part) => inner + part)
    .join(',\n')}\n${indent}${close}`
}

function neighbours(names: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = []
  for (const [index, name] of names.entries()) {
    if (index === 0 || name.charAt(0) !== names[index - 1]?.charAt(0)) groups.push([])
    groups.at(-1)?.push(JSON.stringify(name))
  }
  return groups
}
