interface Shard {
  readonly index: number
  readonly count: number
}
export function readShard(args: readonly string[]): Shard
export function dealt(list: string, shard: Shard): readonly string[]
