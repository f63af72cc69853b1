export function readShard(args: readonly string[]): { readonly index: number; readonly count: number }
