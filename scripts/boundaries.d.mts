export const mayImport: Readonly<Record<string, readonly string[]>>
export const mayUsePackages: Readonly<Record<string, readonly string[]>>
export const onlyIn: readonly {
  pattern: RegExp
  within: readonly string[]
  files: readonly string[]
  why: string
}[]
export const schemaBuilders: readonly string[]
