type Absent<T> = { [Name in keyof T]: undefined extends T[Name] ? Name : never }[keyof T]
type WithoutAbsent<T> = Omit<T, Absent<T>> & { [Name in Absent<T>]?: Exclude<T[Name], undefined> }

/** The fields that have a value: for types in which a field is either absent or has one. */
export const withoutAbsent = <T extends object>(fields: T): WithoutAbsent<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as WithoutAbsent<T> // as: the same fields
