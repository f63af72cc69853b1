/** A copy without those of its fields that are `undefined`. */
export const defined = <T>(values: Readonly<Record<string, unknown>>): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T // as: the caller names the type
