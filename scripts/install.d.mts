export function ensureInstalled(): void
export function run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): void
