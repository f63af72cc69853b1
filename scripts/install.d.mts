export function ensureInstalled(): void
export function run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): void
export type LockFile = {
  readonly packages: Readonly<
    Record<
      string,
      { readonly name?: string; readonly version?: string; readonly integrity?: string; readonly resolved?: string }
    >
  >
}
export function withAddresses(lock: LockFile, registry: string): LockFile
