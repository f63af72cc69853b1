/** Replaces the generated parts of a document, each between two marks with its name. */
export function renewParts(
  document: string,
  text: string,
  command: string,
  parts: Readonly<Record<string, string>>,
): string {
  return Object.entries(parts).reduce((whole, [name, part]) => {
    const [begin, end] = [`<!-- ${name}: written by ${command} -->`, `<!-- end of ${name} -->`]
    const [before, rest, ...more] = whole.split(begin)
    const [, after, ...others] = rest?.split(end) ?? []
    if (after === undefined || more.length + others.length > 0)
      throw new Error(`${document} needs the marks of ${name} exactly once`)
    return `${before}${begin}\n${part}\n${end}${after}`
  }, text)
}
