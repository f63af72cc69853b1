/** The operator's settings for the registry of names. */
export type NameSettings = {
  /** What all names end with. */
  readonly zone: string
  /** Labels that nobody can register. */
  readonly reserved: readonly string[]
}

/** The specification's (§9). */
export const defaultZone = 'reown.id'
