/** The numbers of a test: as tags (`@C12`), or in brackets in its titles (`[T6]`, `[C49, T5]`). */
export function numbersOf({ tags, titles }: { tags: readonly string[]; titles: readonly string[] }): readonly string[] {
  const tagged = tags.map((tag) => tag.replace(/^@/, ''))
  const bracketed = titles.flatMap((title) =>
    [...title.matchAll(/\[([^\]]*)\]/g)].flatMap(([, text]) => text?.split(/[\s,]+/)),
  )
  return [...new Set([...tagged, ...bracketed].filter((text): text is string => /^[CT]\d{1,3}$/.test(text ?? '')))]
}

/** Selects the tests that have a number. */
export const carriesNumber = /@[CT]\d{1,3}\b|\[[^\]]*\b[CT]\d{1,3}\b[^\]]*\]/
