/** A mutant: one defence in the source switched off, and the case that must fail. */
export type Edit = {
  /** Path from the repository's root. */
  readonly file: string
  /** Must occur exactly once in the file; a mutant that no longer fits its source counts as a failure. */
  readonly find: string
  readonly replace: string
}

export type Mutant = {
  readonly name: string
  /** The number of the case that must fail. */
  readonly case: string
  readonly edits: readonly Edit[]
  /** Runs only tests whose titles contain this text, if a few of the case's tests are enough. */
  readonly only?: string
  /** The case's unit tests must fail, although it has browser tests too. */
  readonly isUnit?: true
}

/** The usual mutant, with one edit. */
export const weaken = (
  id: string,
  name: string,
  file: string,
  find: string,
  replace: string,
  only?: string,
): Mutant => ({ case: id, name, edits: [{ file, find, replace }], ...(only !== undefined && { only }) })

/** A mutant that a unit test must notice. */
export const weakenUnit = (id: string, name: string, file: string, find: string, replace: string): Mutant => ({
  ...weaken(id, name, file, find, replace),
  isUnit: true,
})

/** The parts of the build that contain a file. Everything else runs from source. */
export function partsOf({ edits }: Mutant): readonly Part[] {
  const made = new Set(edits.flatMap(({ file }) => sources.find(([folder]) => file.startsWith(folder))?.[1] ?? []))
  return parts.filter((part) => made.has(part))
}

/** In build order: pages contain the built SDK. */
const parts = ['sdk', 'frame', 'wallet', 'fixtures'] as const
export type Part = (typeof parts)[number]

const sources: readonly (readonly [folder: string, made: readonly Part[]])[] = [
  ['protocol/src/', ['sdk', 'frame', 'wallet', 'fixtures']],
  ['host-sdk/', ['sdk', 'fixtures']],
  ['frame-app/src/shared/approve/', ['fixtures']],
  ['frame-app/src/shared/', ['frame', 'wallet']],
  ['frame-app/src/wallet/security/', ['wallet', 'fixtures']],
  ['frame-app/src/wallet/window/', ['wallet', 'fixtures']],
  ['frame-app/src/wallet/', ['wallet']],
  ['frame-app/', ['frame']],
  ['service/src/release/', ['frame', 'wallet']],
]
